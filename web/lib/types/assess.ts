/** Assessments: is a separation real, how stable is it, and which variables carry it? */

import type { CellReport, ExecutorChoice, SweepScore } from './cells.js';
import type { Model, Score } from './model.js';
import type { GridOptions, ParameterGrid, Spreads, SweepSummary } from './sweep.js';

/** A score that is one number, as in `scoreTable`. */
export type AssessedScore = keyof SweepScore;

/** Options of the fits of an assessment: those of a fit that do not name other samples. */
export type AssessedOptions = Partial<GridOptions>;

/** How samples are assigned to folds. Everything is checked before the first fit. Each fold needs a sample of positive weight. */
export interface FoldOptions {
  /**
   * Number of folds, 2 to N, default 5; or `'leave-one-out'`: each sample is a fold; or `'leave-one-group-out'`: each of the `groups` is
   * a fold.
   */
  folds?: number | 'leave-one-out' | 'leave-one-group-out';
  /** Repetitions with other random folds, 1 to 10,000. Default 1. */
  repeats?: number;
  /**
   * N names or N numbers of groups (subjects, batches, days): samples of a group are never split between training and held-out samples.
   * A class that occurs in one group only cannot be assessed (code `value`).
   */
  groups?: ArrayLike<string | number>;
  /** Own folds: the fold of each sample, N integers from 0, or one such list a repeat. Then `folds` and `repeats` follow from it. */
  assignment?: ArrayLike<number> | readonly ArrayLike<number>[];
  /**
   * Spreads the samples of each class evenly over the folds; default true for classification. A class with fewer samples than folds is
   * then refused (code `value`). With `groups`, classes are spread as evenly as whole groups allow.
   */
  stratify?: boolean;
  /** Master seed of folds and fits, 0..2^53-1. Default 1. */
  seed?: number;
}

/** Options of every assessment that never change its result. */
export interface AssessmentRunOptions {
  /** Stops within 100 ms: the assessment rejects with code `aborted`. Finished fits have been reported to `onProgress`. */
  signal?: AbortSignal;
  /** Called once per fit, in order of completion. */
  onProgress?: (progress: AssessmentProgress) => unknown;
  /** Rows of an earlier run of the same assessment; these fits are not trained again. Rows of another plan are refused (`value`). */
  done?: readonly AssessmentRow[];
  /** How often a fit that fails is tried again before the assessment rejects, 0 to 100. Default 0. */
  retries?: number;
  /** Where the fits are computed. Default `'workers'`. */
  executor?: ExecutorChoice;
}

/** Argument of `onProgress`. */
export interface AssessmentProgress {
  /** Number of finished fits, including those of `done`. */
  readonly done: number;
  /** Number of fits; the most that can be needed where an assessment may stop early. */
  readonly total: number;
  /** The row that has just been finished. */
  readonly row: AssessmentRow;
}

/** The outcome of one fit of an assessment. Plain data that survives JSON. */
export interface AssessmentRow extends CellReport {
  /** Checksum of data, options and settings: rows of one plan can be continued. */
  readonly plan: string;
  /** The fit, such as `repeat 0, fold 3`. */
  readonly cell: string;
}

/** An interval around a value. */
export interface Interval {
  /** Score that the interval is of. */
  readonly score: AssessedScore;
  /** Its value on these samples: the mean over the repeats. */
  readonly value: number;
  /** Lower end. */
  readonly low: number;
  /** Upper end. */
  readonly high: number;
  /** Coverage, 0.95. */
  readonly level: number;
}

/** Settings of {@link Trainer.crossValidate}. */
export interface CrossValidationOptions extends FoldOptions, AssessmentRunOptions {
  /** Turns the held-out samples of all folds to the picture of this model of the same data, with the same ranks: {@link CrossValidation.picture}. */
  reference?: Model;
  /** Computes the permutation importance of each variable on the held-out samples: {@link CrossValidation.importance}. */
  importance?: ImportanceOptions;
}

/**
 * Permutation importance on held-out samples (Breiman 2001). The values of a variable, after the preprocessing of the fit, are exchanged
 * between the held-out samples; for matrices and cubes those of a position along a mode, and all columns of a categorical variable together.
 * The permutations of a fold follow from streams 3, 4, .. of the seed of its fit and are the same for all variables.
 */
export interface ImportanceOptions {
  /** Permutations of each variable in each fold, 1 to 1000. Default 5. */
  repeats?: number;
  /** Score whose change is measured: one that follows from predictions. Default `accuracy`, for regression `rmse`. */
  score?: AssessedScore;
}

/** The outcome of a cross validation. */
export interface CrossValidation {
  /** The fold of each sample, N, in each repeat. */
  readonly assignment: readonly Int32Array[];
  /** Number of folds in each repeat. */
  readonly folds: number;
  /** The fits, ordered by repeat, then fold. */
  readonly rows: readonly AssessmentRow[];
  /** Number of fits whose kept restart diverged. */
  readonly diverged: number;
  /** Scores on the samples of the fits, over all repeats and folds. */
  readonly train: Spreads;
  /** Held-out scores, over all repeats and folds; `defined` is the number of folds in which a score is defined. */
  readonly test: Spreads;
  /** Scores of the pooled held-out predictions of each repeat, over the repeats. */
  readonly pooled: Spreads;
  /** Held-out predictions of each repeat in the order of the samples: probabilities, N x c, or values, N x responses. */
  readonly predictions: readonly Float64Array[];
  /** All scores of the pooled held-out predictions of each repeat, with confusion matrix, recall and reliability curve. */
  readonly scores: readonly Partial<Score>[];
  /**
   * 95 % interval of the pooled accuracy (Wilson 1927, with the effective number of samples (Kish 1965), or of groups where they are
   * given: it is smaller than their number where weights or sizes differ), or of the pooled rmse (percentiles of 2000 bootstrap samples of the held-out errors). It covers
   * the chance in the samples, not that of other training samples.
   */
  readonly interval: Interval;
  /**
   * With `reference`: each sample where a model that has never seen it puts it, N x prod J row-major, for each repeat. All folds are
   * turned to the picture of the reference by an orthogonal Procrustes rotation and a shift, found on the training samples of the fold.
   * Matrices and cubes have one rotation a mode, found by alternation from those that turn the projections to the reference's.
   */
  readonly picture?: readonly Float32Array[];
  /** With `importance`: one list a mode, of I_k variables. */
  readonly importance?: readonly (readonly VariableImportance[])[];
}

/** Importance of one variable, or of one position along a mode. */
export interface VariableImportance {
  /** Position along the mode. */
  readonly index: number;
  /** Name of the variable, if the data had names. */
  readonly name?: string;
  /** Mean over folds and repeats of the decrease of the score (increase, where smaller is better) when its values are permuted. */
  readonly mean: number;
  /** Standard deviation over folds and repeats. */
  readonly deviation: number;
}

/** Rule for the choice in a grid. */
export interface ChoiceOptions {
  /** Options to try. */
  grid: ParameterGrid | readonly ParameterGrid[];
  /**
   * `'best'`: the point with the best mean of the score. `'one-standard-error'`: the first point of the grid whose mean is within one
   * standard error of the best one (Breiman and others 1984), so that grids begin with the simplest model. Default `'best'`.
   */
  rule?: 'best' | 'one-standard-error';
  /** Folds of the inner cross validation, 2 or more. Default 5. */
  inner?: number;
  /** Score that chooses. Default `accuracy`, for regression `rmse`. */
  score?: AssessedScore;
}

/** Settings of {@link Trainer.select}: `folds`, `groups` and the others are those of the outer cross validation. */
export interface SelectionOptions extends Omit<ChoiceOptions, 'grid'>, FoldOptions, AssessmentRunOptions {
  /** Options that all points share; the grid overrides them. */
  options?: AssessedOptions;
}

/** The outcome of a nested cross validation. */
export interface Selection {
  /** The points of the grid. */
  readonly points: readonly AssessedOptions[];
  /** Index of the point that the rule chooses on all samples. */
  readonly chosen: number;
  /** Its options. */
  readonly options: AssessedOptions;
  /** The inner cross validation on all samples, by point. Its best score was used to choose, so it is optimistic. */
  readonly inner: readonly SweepSummary[];
  /** The score that chose, of the chosen point in `inner`. */
  readonly optimistic: number;
  /** Index of the point chosen for each outer fold, ordered by repeat, then fold. */
  readonly choices: readonly number[];
  /** The outer cross validation: each fold is predicted by a model whose options were chosen without it. This is what to report. */
  readonly outer: CrossValidation;
}

/** Settings of {@link Trainer.permutationTest}. */
export interface PermutationOptions extends FoldOptions, AssessmentRunOptions {
  /** Number of permutations, 1 to 100,000. Default 199. */
  permutations?: number;
  /** Score that is compared: its pooled value, mean over the repeats. Default `accuracy`, for regression `rmse`. */
  score?: AssessedScore;
  /** Repeats this choice inside every fit of every permutation. Where no point has a score in a permutation, the first one is taken. */
  choice?: ChoiceOptions;
  /**
   * `'samples'`: responses are permuted among all samples, or with `groups` within each group. `'groups'`: whole groups exchange their
   * response; all samples of a group must have the same one. Samples of weight 0 keep their response. Default `'samples'`.
   */
  permute?: 'samples' | 'groups';
  /** Stops when the decision at the level 0.05 is certain. The p value is then that of the permutations made, and valid. Default false. */
  stopEarly?: boolean;
}

/** The outcome of a permutation test (Ojala and Garriga 2010). */
export interface PermutationTest {
  /** Score that is compared. */
  readonly score: AssessedScore;
  /** The score with the true responses. */
  readonly observed: number;
  /**
   * The scores with permuted responses, in order; fewer than `permutations` when the test stopped early. NaN where the score is not
   * defined, such as the correlation of equal predictions; it then counts as at least as good.
   */
  readonly permuted: readonly number[];
  /**
   * Correlation of each permuted response with the true one: Matthews correlation of classes, Pearson correlation of values (the mean over
   * several responses).
   */
  readonly correlation: readonly number[];
  /** Number of permutations that were asked for. */
  readonly permutations: number;
  /** Number of permuted scores at least as good as the observed one. */
  readonly atLeastAsGood: number;
  /** (1 + atLeastAsGood) / (1 + the number of permuted scores). */
  readonly p: number;
  /**
   * The smallest p that can be expected of any data with these responses: 1 / (1 + permutations), or 1 / the number of different arrangements
   * of the responses where that is larger. Above 0.05 the test cannot tell.
   */
  readonly smallestP: number;
  /** Whether the test stopped early, since the decision at 0.05 was certain. */
  readonly stoppedEarly: boolean;
  /** Whether p <= 0.05 with all permutations. */
  readonly significant: boolean;
  /** The cross validation with the true responses. */
  readonly crossValidation: CrossValidation;
}

/** Settings of {@link Trainer.stability}. */
export interface StabilityOptions extends AssessmentRunOptions {
  /** Number of bootstrap samples, 2 to 10,000. Default 100. */
  bootstraps?: number;
  /** N names or numbers of groups: whole groups are drawn. */
  groups?: ArrayLike<string | number>;
  /** Draws within each class, so that classes keep their sizes; default true for classification without groups. */
  stratify?: boolean;
  /** The model of all samples, with the same variables and ranks, to which the planes are turned; trained first when absent. */
  reference?: Model;
  /** Axes of the loadings: one I_k x J_k matrix a mode, row-major, in the span of the reference's projection. Default: its projections. */
  axes?: readonly ArrayLike<number>[];
  /** Coverage of the intervals, 0.5 to 0.999. Default 0.95. */
  level?: number;
  /** Projects all samples by each model: {@link Stability.points}. Default false. */
  points?: boolean;
  /** Master seed, 0..2^53-1. Default 1. */
  seed?: number;
}

/** The outcome of a bootstrap. */
export interface Stability {
  /** Number of bootstrap samples. */
  readonly bootstraps: number;
  /** The fits in order. */
  readonly rows: readonly AssessmentRow[];
  /** Scores of each model on the samples that its bootstrap sample left out. */
  readonly outOfBag: Spreads;
  /** One entry a mode. */
  readonly modes: readonly ModeStability[];
  /** With `points`: means and covariances of the projected samples. */
  readonly points?: PointStability;
}

/** Stability of the projection of one mode. */
export interface ModeStability {
  /** Names of the variables along the mode, if the data have them; a categorical column has one for each category. */
  readonly names?: readonly string[];
  /** Principal angles in degrees between each bootstrap's plane and the mean plane, ascending, bootstraps x J row-major. */
  readonly angles: Float64Array;
  /** Quantiles 0.05, 0.5 and 0.95 of the largest angle. */
  readonly angleQuantiles: readonly [number, number, number];
  /**
   * Median of the largest angle between the mean plane and 99 random planes, for comparison. Bootstraps of pure noise stay below it, since
   * the mean plane is the one nearest to them.
   */
  readonly randomAngle: number;
  /** As `angleQuantiles`, of as many random planes about their own mean plane: at most 200 of them, whose quantiles hardly change with more. */
  readonly randomQuantiles: readonly [number, number, number];
  /** Loadings of the reference on the axes, I x J row-major. */
  readonly loadings: Float64Array;
  /**
   * Lower ends of the percentile intervals of the loadings, I x J row-major. They show how much a loading depends on the samples that were
   * drawn. They test nothing: bootstrap samples of pure noise share most of their samples, so that some of its loadings seem stable too.
   */
  readonly low: Float64Array;
  /** Upper ends of these intervals. */
  readonly high: Float64Array;
  /** Share of the bootstraps in which the loading has the sign of the reference's, 0..1, I x J row-major. */
  readonly signHolds: Float64Array;
}

/** Spread of the projected samples over the bootstraps, turned to the reference. */
export interface PointStability {
  /** Mean position, N x prod J row-major. */
  readonly mean: Float64Array;
  /** Covariance, N x prod J x prod J row-major. */
  readonly covariance: Float64Array;
}
