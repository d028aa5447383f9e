/**
 * trip-wasm: a linear projection learned together with a small neural network.
 *
 * @packageDocumentation
 */

export { nearest, refuseUnknown } from './common/check.js';
export { TripError, type TripErrorCode } from './common/errors.js';
export { resultVersion, version } from './common/version.js';
export { checksumOf } from './model/file.js';
export { type FitOption, fitDefaults, optionTable } from './model/option-table.js';
export { type ScoreRow, scoreTable } from './model/scores.js';
export { loadTrip } from './trip.js';
export type {
  CategoricalColumn,
  ClassWeight,
  Dataset,
  DatasetInput,
  EpochProgress,
  ExplainOptions,
  Explanation,
  FitOptions,
  FittedStep,
  Frame,
  GridOptions,
  History,
  InputSpec,
  LambdaChoice,
  LoadOptions,
  LocalCoefficients,
  LocalExplanation,
  Method,
  MixedArray,
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
  Point,
  PredictionScore,
  RandomOptions,
  RankOne,
  ReliabilityBin,
  ResponseInput,
  ResponseScore,
  ResponseSpec,
  RestartReport,
  RowsInput,
  Samples,
  Score,
  ScoreName,
  Snapshot,
  SnapshotScore,
  SparseInput,
  Spiral,
  SpiralOptions,
  Split,
  Spread,
  Spreads,
  Step,
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
  TriedLambda,
  Trip,
} from './types.js';
