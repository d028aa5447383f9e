/**
 * trip-wasm: a linear projection learned together with a small neural network.
 *
 * @packageDocumentation
 */

export { TripError, type TripErrorCode } from './errors.js';
export { loadTrip } from './load.js';
export { fitDefaults } from './options.js';
export type {
  Dataset,
  DatasetInput,
  EpochProgress,
  FitOptions,
  Frame,
  History,
  LoadOptions,
  Method,
  Model,
  ModelFile,
  ModelSpec,
  NestedArray,
  NumericArray,
  RestartReport,
  Score,
  Snapshot,
  SnapshotScore,
  Spiral,
  SpiralOptions,
  SyncFitOptions,
  Task,
  Trip,
} from './types.js';
export { version } from './version.js';
