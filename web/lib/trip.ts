/** Loads a WebAssembly module and gathers its functions. */

import { defined, describe, readOptions, refuse, requireObject } from './common/check.js';
import { fail, type TripErrorCode, toTripError } from './common/errors.js';
import { isA } from './common/realm.js';
import { resultVersion, version } from './common/version.js';
import { chooseSimd, loadChecks, loadModule } from './core/load.js';
import type { RawModule } from './core/raw.js';
import { network, planted, randomTensors, spiral } from './data/generators.js';
import { datasetOf } from './data/rows.js';
import { sparseDataset } from './data/sparse.js';
import { folds, split, subset } from './data/subset.js';
import { readModelFile } from './model/file.js';
import { type FitResult, fitSync } from './model/fit.js';
import { cutHistory } from './model/history.js';
import { TripModel } from './model/model.js';
import { planFit } from './model/options.js';
import { planesOf } from './model/planes.js';
import { scorePredictions } from './model/predictions.js';
import { planSweep, sweepCell } from './sweep/plan.js';
import { PlannedCells } from './sweep/sweep-cells.js';
import type { Frame, LoadOptions, Model, Snapshot, Trip } from './types.js';

/**
 * Loads one instance of the WebAssembly module; importing the package alone loads nothing. Fails with code `load` when the binary
 * cannot be fetched or compiled; the message names the address that was tried.
 *
 * @example
 * ```js
 * import { loadTrip } from 'trip-wasm';
 *
 * const trip = await loadTrip();
 * const { train, test } = trip.spiral();
 * console.log(trip.fit(train, { standardize: false, restarts: 4, epochs: 200 }).score(test));
 * ```
 */
export async function loadTrip(options: LoadOptions = {}): Promise<Trip> {
  const source = readOptions('loadTrip', options, loadChecks);
  const simd = chooseSimd(source.simd);
  return createTrip(await loadModule(source, simd), simd);
}

/** The module behind each instance, for the trainer. */
const modules = new WeakMap<Trip, RawModule>();

export function moduleOf(trip: Trip): RawModule {
  const module = modules.get(trip);
  if (module === undefined) {
    refuse('trip', trip, 'an instance from loadTrip of this copy of the package is');
  }
  return module;
}

function createTrip(module: RawModule, simd: boolean): Trip {
  const trip: Trip = Object.freeze({
    version,
    resultVersion,
    simd,
    dataset: datasetOf,
    sparseDataset,
    subset,
    folds: (data, k, seed) => folds(module, data, k, seed),
    split: (data, share, seed) => split(module, data, share, seed),
    spiral: (options = {}) => spiral(module, options),
    randomTensors: (options = {}) => randomTensors(module, options),
    network: (options = {}) => network(module, options),
    planted: (options = {}) => planted(module, options),
    fit: (data, options = {}) => {
      const plan = planFit(module, data, options);
      return new TripModel(module, fitSync(module, plan, options));
    },
    autoLambda: (data, options = {}) => {
      requireObject('options', options);
      return planFit(module, data, { ...options, lambda: 'auto' }).options.lambda;
    },
    sweepCell: (plan, cell) => sweepCell(module, plan, cell),
    sweepCells: (plan) => new PlannedCells(module, planSweep(module, plan)),
    scorePredictions: (predictions, data) => scorePredictions(module, predictions, data),
    modelAt: (source, frame) => modelAt(module, source, frame),
    ...planesOf(module),
    restore: (file) => restore(module, file),
  } satisfies Trip);
  modules.set(trip, module);
  return trip;
}

/** The model at another epoch, with the history up to that epoch. */
function modelAt(module: RawModule, source: Model | Snapshot, frame?: Frame): Model {
  const at = frame ?? source;
  if (!isA(at?.parameters, 'Float32Array') || !isA(source?.spec?.mean, 'Float64Array')) {
    const found = frame === undefined ? describe(source) : `${describe(source)} and ${describe(frame)}`;
    fail('value', `modelAt got ${found}; a model with one of its frames, or a snapshot is accepted`);
  }
  const { reference, ...rest } = source.spec;
  // The reference belongs to the parameters of the kept restart at its end.
  const spec = frame === undefined && reference !== undefined ? source.spec : rest;
  const { options, history, restarts } = source;
  const sourceVersion = 'resultVersion' in source ? source.resultVersion : resultVersion;
  return rebuilt(module, 'the argument of modelAt', () => ({
    ...{ spec, options, restarts, parameters: at.parameters, frames: [], resultVersion: sourceVersion },
    notes: 'notes' in source ? source.notes : [],
    ...('lambdaChoice' in source ? defined({ lambdaChoice: source.lambdaChoice }) : {}),
    history: cutHistory(history, 'epoch' in at ? at.epoch : undefined),
    best: 'best' in source ? source.best : restarts.findIndex((report) => report.restart === source.restart),
  }));
}

/** A model of parts that may no longer fit together: errors that the core does not report are then caused by the parts. */
function rebuilt(module: RawModule, what: string, parts: () => FitResult, code?: TripErrorCode): TripModel {
  try {
    return new TripModel(module, parts());
  } catch (thrown) {
    const error = toTripError(thrown);
    if (error.code === 'memory') throw error;
    fail(code ?? (error.code === 'internal' ? 'value' : error.code), `${what} is altered: ${error.message}`, error);
  }
}

function restore(module: RawModule, file: object | string): Model {
  const stored = readModelFile(file);
  const model = rebuilt(module, 'the model file', () => stored, 'format');
  const { fingerprint } = model;
  if (fingerprint === stored.fingerprint) return model;
  model.dispose();
  fail(
    'format',
    `the model file is altered: its fingerprint is ${stored.fingerprint}, its parameters have ${fingerprint}`,
  );
}
