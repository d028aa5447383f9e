/** The functions of one WebAssembly module. */

import { requireArrayLike } from './arrays.js';
import { describe, integer, refuse } from './check.js';
import { dataset } from './dataset.js';
import { fail, guarded, type TripErrorCode, toTripError } from './errors.js';
import { type FitResult, fitNow } from './fit.js';
import { network, planted, randomTensors, spiral } from './generators.js';
import { cutHistory } from './history.js';
import { TripModel } from './model.js';
import { readModelFile } from './model-file.js';
import { planFit } from './options.js';
import type { RawModule } from './raw.js';
import { isA } from './realm.js';
import { sparseDataset } from './sparse.js';
import { folds, subset } from './subset.js';
import { sweepCell } from './sweep.js';
import type { Frame, Model, Snapshot, Trip } from './types.js';
import { resultVersion, version } from './version.js';

/** The module behind each instance, for the trainer. */
const modules = new WeakMap<Trip, RawModule>();

export function moduleOf(trip: Trip): RawModule {
  const module = modules.get(trip);
  if (module === undefined) {
    refuse('trip', trip, 'an instance from loadTrip of this copy of the package is');
  }
  return module;
}

export function createTrip(module: RawModule, simd: boolean): Trip {
  const trip: Trip = Object.freeze({
    version,
    resultVersion,
    simd,
    dataset,
    sparseDataset,
    subset,
    folds: (data, k, seed) => folds(module, data, k, seed),
    spiral: (options = {}) => spiral(module, options),
    randomTensors: (options = {}) => randomTensors(module, options),
    network: (options = {}) => network(module, options),
    planted: (options = {}) => planted(module, options),
    fit: (data, options = {}) => {
      const plan = planFit(module, data, options);
      return new TripModel(module, fitNow(module, plan, options.onEpoch));
    },
    sweepCell: (plan, cell) => sweepCell(module, plan, cell),
    modelAt: (source, frame) => modelAt(module, source, frame),
    principalAngles: (a, b, rows) => principalAngles(module, a, b, rows),
    restore: (file) => restore(module, file),
  } satisfies Trip);
  modules.set(trip, module);
  return trip;
}

/** The parameters of another moment with the history up to it. */
function modelAt(module: RawModule, source: Model | Snapshot, frame?: Frame): Model {
  const at = frame ?? source;
  if (!isA(at?.parameters, 'Float32Array') || !isA(source?.spec?.mean, 'Float64Array')) {
    const found = frame === undefined ? describe(source) : `${describe(source)} and ${describe(frame)}`;
    fail('value', `modelAt got ${found}; a model with one of its frames, or a snapshot is accepted`);
  }
  const { spec, options, history, restarts } = source;
  const made = 'resultVersion' in source ? source.resultVersion : resultVersion;
  return rebuilt(module, 'what modelAt got', () => ({
    ...{ spec, options, restarts, parameters: at.parameters, frames: [], resultVersion: made },
    notes: 'notes' in source ? source.notes : [],
    history: cutHistory(history, 'epoch' in at ? at.epoch : undefined),
    best: 'best' in source ? source.best : restarts.findIndex((report) => report.restart === source.restart),
  }));
}

/** A model of parts that may no longer fit together; what is no error of the core then is the fault of the parts. */
function rebuilt(module: RawModule, what: string, parts: () => FitResult, code?: TripErrorCode): TripModel {
  try {
    return new TripModel(module, parts());
  } catch (thrown) {
    const error = toTripError(thrown);
    if (error.code === 'memory') throw error;
    fail(code ?? (error.code === 'internal' ? 'value' : error.code), `${what} is altered: ${error.message}`, error);
  }
}

function principalAngles(module: RawModule, a: ArrayLike<number>, b: ArrayLike<number>, rows: number): Float64Array {
  integer('rows', rows, 1, 2 ** 31 - 1);
  const read = (name: string, matrix: unknown): Float64Array => {
    requireArrayLike(name, matrix);
    const { length } = matrix;
    if (length === 0 || length % rows !== 0 || length > rows * rows) {
      fail('shape', `${name} has ${length} numbers; ${rows} rows of 1 to ${rows} columns are accepted`);
    }
    return Float64Array.from(matrix, (value, i) =>
      Number.isFinite(value) ? (value as number) : refuse(`${name}[${i}]`, value, 'finite numbers are', 'value'),
    );
  };
  const [first, second] = [read('a', a), read('b', b)];
  return guarded(() => module.principalAngles(first, second, rows));
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
