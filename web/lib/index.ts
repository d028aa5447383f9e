/**
 * trip-wasm: a linear projection learned together with a small neural network.
 *
 * @packageDocumentation
 */

export { TripError, type TripErrorCode } from './errors.js';
export { loadTrip } from './load.js';
export { type FitOption, fitDefaults, optionTable } from './option-table.js';
export type {
  Dataset,
  DatasetInput,
  EpochProgress,
  ExplainOptions,
  Explanation,
  FitOptions,
  Frame,
  GridOptions,
  History,
  LoadOptions,
  LocalCoefficients,
  LocalExplanation,
  Method,
  Model,
  ModelFile,
  ModelSpec,
  NestedArray,
  Network,
  NetworkGroups,
  NetworkOptions,
  NumericArray,
  ParameterGrid,
  Planted,
  PlantedOptions,
  RandomOptions,
  RankOne,
  ResponseInput,
  RestartReport,
  Score,
  Snapshot,
  SnapshotScore,
  SparseInput,
  Spiral,
  SpiralOptions,
  Spread,
  Spreads,
  SweepCell,
  SweepPlan,
  SweepRow,
  SweepScore,
  SweepSummary,
  SweepTable,
  SyncFitOptions,
  TargetExplanation,
  Task,
  TopVariable,
  Trip,
} from './types.js';
export { resultVersion, version } from './version.js';
