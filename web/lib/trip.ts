/** The functions of one WebAssembly module. */

import { isArrayLike } from './arrays.js';
import { describe, integer } from './check.js';
import { dataset } from './dataset.js';
import { guarded, TripError, toTripError } from './errors.js';
import { fitNow } from './fit.js';
import { network, planted, randomTensors, spiral } from './generators.js';
import { cutHistory } from './history.js';
import { TripModel } from './model.js';
import { readModelFile } from './model-file.js';
import { planFit } from './options.js';
import type { RawModule } from './raw.js';
import { sparseDataset } from './sparse.js';
import { folds, subset } from './subset.js';
import { sweepCell } from './sweep.js';
import type { Frame, Model, Snapshot, Trip } from './types.js';
import { version } from './version.js';

/** The module behind each instance, for the trainer. */
const modules = new WeakMap<Trip, RawModule>();

export function moduleOf(trip: Trip): RawModule {
  const module = modules.get(trip);
  if (module === undefined) {
    throw new TripError(
      'option',
      `trip is ${describe(trip)}; an instance from loadTrip of this copy of the package is accepted`,
    );
  }
  return module;
}

export function createTrip(module: RawModule, simd: boolean): Trip {
  const trip: Trip = Object.freeze({
    version,
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
      const { onEpoch } = options;
      if (onEpoch !== undefined && typeof onEpoch !== 'function') {
        throw new TripError('option', `onEpoch is ${describe(onEpoch)}; a function is accepted`);
      }
      return new TripModel(module, fitNow(module, plan, onEpoch));
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
  if (!(at?.parameters instanceof Float32Array) || source?.spec === undefined) {
    const found = frame === undefined ? describe(source) : `${describe(source)} and ${describe(frame)}`;
    throw new TripError('value', `modelAt got ${found}; a model with one of its frames, or a snapshot is accepted`);
  }
  const snapshot = 'epoch' in at ? at : undefined;
  return new TripModel(module, {
    spec: source.spec,
    parameters: at.parameters,
    options: source.options,
    history: cutHistory(source.history, snapshot?.epoch),
    frames: [],
    restarts: source.restarts,
    best: 'best' in source ? source.best : source.restarts.findIndex((report) => report.restart === source.restart),
  });
}

function principalAngles(module: RawModule, a: ArrayLike<number>, b: ArrayLike<number>, rows: number): Float64Array {
  integer('rows', rows, 1, 2 ** 31 - 1);
  for (const [name, matrix] of Object.entries({ a, b })) {
    if (!isArrayLike(matrix)) {
      throw new TripError('value', `${name} is ${describe(matrix)}; an array of numbers is accepted`);
    }
    const { length } = matrix;
    if (length === 0 || length % rows !== 0 || length > rows * rows) {
      const accepted = `${rows} rows of 1 to ${rows} columns are accepted`;
      throw new TripError('shape', `${name} has ${length} numbers; ${accepted}`);
    }
  }
  return guarded(() => module._principalAngles(Float64Array.from(a), Float64Array.from(b), rows));
}

function restore(module: RawModule, file: object | string): Model {
  const stored = readModelFile(file);
  let model: TripModel;
  try {
    model = new TripModel(module, stored);
  } catch (thrown) {
    const error = toTripError(thrown);
    if (error.code === 'memory' || error.code === 'internal') throw error;
    throw new TripError('format', `the model file is altered: ${error.message}`, { cause: error });
  }
  if (model.fingerprint !== stored.fingerprint) {
    const found = model.fingerprint;
    model.dispose();
    throw new TripError(
      'format',
      `the model file is altered: its fingerprint is ${stored.fingerprint}, its parameters have ${found}`,
    );
  }
  return model;
}
