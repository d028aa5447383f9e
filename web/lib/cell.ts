/** One cell of a sweep: a fit on all folds but one, and what it is worth on that one. */

import { toRaw } from './dataset.js';
import { guarded, release } from './errors.js';
import { bestOf, fitSteps, openFit, outcomeOf, reportsOf } from './fit.js';
import { AUTO_RESTARTS, type FullOptions, planOf, toRawOptions } from './options.js';
import type { RawDataset, RawModel, RawModule } from './raw.js';
import { fillMissing, folds, subset } from './subset.js';
import type { Dataset, GridOptions, RestartReport, SweepCell, SweepRow, SweepScore } from './types.js';

/** Everything that a row depends on; plain data that crosses the worker border. */
export interface CellTask {
  readonly data: Dataset;
  readonly cell: SweepCell;
  readonly folds: number;
  /** Of the plan. */
  readonly seed: number;
  /** Of the point, as given, and filled in but for the seeds. */
  readonly given: Readonly<Partial<GridOptions>>;
  readonly options: FullOptions;
}

/** Streams 0 and 1 of a seed are those of a fit. */
const FIRST_STREAM = 2;

/** The seed of a trial's folds, and that of the fit of a fold. */
export function seedsOf(raw: RawModule, seed: number, { trial, fold }: Omit<SweepCell, 'point'>) {
  const foldSeed = raw._deriveSeed(seed, FIRST_STREAM + trial);
  return { foldSeed, fitSeed: raw._deriveSeed(foldSeed, FIRST_STREAM + fold) };
}

/** Samples to train on and samples to hold out for one fold, ascending. */
export function splitOf(
  raw: RawModule,
  { data, folds: count }: Pick<CellTask, 'data' | 'folds'>,
  seed: number,
  fold: number,
) {
  const split: { train: number[]; held: number[] } = { train: [], held: [] };
  for (const [n, own] of folds(raw, data, count, seed).entries()) split[own === fold ? 'held' : 'train'].push(n);
  return split;
}

/** Trains in short calls of the core and returns the row; whoever iterates may pause between them. */
export function* cellSteps(raw: RawModule, task: CellTask): Generator<void, SweepRow> {
  const { data, cell, given } = task;
  const { foldSeed, fitSeed } = seedsOf(raw, task.seed, cell);
  const split = splitOf(raw, task, foldSeed, cell.fold);
  const [startSeed, orderSeed] = [raw._deriveSeed(fitSeed, 0), raw._deriveSeed(fitSeed, 1)];
  const plan = planOf(subset(data, split.train), null, { ...task.options, seed: fitSeed, startSeed, orderSeed });
  const { restarts } = plan.options;
  const fit = openFit(raw, plan, toRawOptions(plan.options, 0, restarts === 'auto' ? AUTO_RESTARTS : restarts));
  try {
    yield* fitSteps(fit, plan);
    const reports = reportsOf(fit, plan);
    const { restart, diverged } = reports[bestOf(reports)] as RestartReport;
    const { spec, parameters } = outcomeOf(fit);
    const held = toRaw(fillMissing('data', subset(data, split.held), plan.fill), true);
    const model = guarded(() => raw._createModel(spec, parameters));
    yield;
    try {
      const { point, trial, fold } = cell;
      return {
        ...{ point, trial, fold, options: given, seed: fitSeed, restart, diverged },
        fingerprint: model.fingerprint(),
        train: scoreOf(model, toRaw(plan.train, true)),
        test: scoreOf(model, held),
        samples: split.held,
        predictions: predictionsOf(model, held),
      };
    } finally {
      release(model);
    }
  } finally {
    release(fit);
  }
}

const metrics = ['loss', 'reconstruction', 'objective', 'accuracy', 'auc', 'rmse', 'pearson'] as const;

function scoreOf(model: RawModel, data: RawDataset): SweepScore {
  const score = model.score(data);
  return Object.fromEntries(metrics.filter((name) => Number.isFinite(score[name])).map((name) => [name, score[name]]));
}

/** Nine digits tell 32-bit floats apart and keep their order; rows are half as long in a file. */
function predictionsOf(model: RawModel, data: RawDataset): number[] {
  const values = data.task === 'classification' ? model.predictProba(data) : model.predict(data);
  return Array.from(values, (value) => Number(value.toPrecision(9)));
}
