/** One cell: a fit on some samples, and what is wanted of its model, on those and on others. */

import { guarded, release } from '../common/errors.js';
import { resultVersion } from '../common/version.js';
import type { RawDataset, RawModel, RawModule, RawReport, RawSpec } from '../core/raw.js';
import { fitSteps, isBetter, type NextCall, type Outcome, openFit, outcomeOf, type Training } from '../model/fit.js';
import { scoreNames } from '../model/scores.js';
import { toValues } from '../model/spec.js';
import type { CellReport, SweepScore } from '../types.js';
import { importanceSteps, type WantedImportance } from './permutation-importance.js';

/** Everything that a report depends on, in the form of the core: plain data that workers can receive. Tasks hold copies of the samples. */
export interface CellTask {
  /** Fits of which the best is kept: one, or one for each lambda to try. All have the same sets. */
  readonly trainings: readonly Training[];
  /** Samples to score and predict. */
  readonly heldOut: RawDataset;
  readonly wanted: Wanted;
}

/** Parts of a report that are left out by default. */
export interface Wanted {
  /** The predictions for the samples held out. */
  readonly predictions?: boolean;
  /** The projections of the model. */
  readonly projections?: boolean;
  /** Samples to project. */
  readonly latent?: RawDataset;
  readonly importance?: WantedImportance;
}

/** Trains in short calls of the core and returns the report; the caller may pause between them. */
export function* cellSteps(raw: RawModule, { trainings, heldOut, wanted }: CellTask): Generator<NextCall, CellReport> {
  let kept: Outcome | undefined;
  for (const training of trainings) {
    const fit = openFit(raw, training);
    try {
      yield* fitSteps(fit, training.options.epochs);
      const outcome = guarded(() => outcomeOf(fit));
      if (kept === undefined || isBetter(bestOf(outcome), bestOf(kept))) kept = outcome;
    } finally {
      release(fit);
    }
  }
  const { spec, parameters } = kept as Outcome;
  const { restart, diverged } = bestOf(kept as Outcome);
  const model = guarded(() => raw.createModel(spec, parameters));
  try {
    yield 'long';
    const ranks = spec.architecture.ranks;
    const importance = wanted.importance && (yield* importanceSteps(raw, model, spec, heldOut, wanted.importance));
    return {
      resultVersion,
      restart,
      diverged,
      fingerprint: model.fingerprint(),
      train: scoreOf(model, (trainings[0] as Training).train),
      test: scoreOf(model, heldOut),
      ...(wanted.predictions ? { predictions: predictionsOf(model, spec, heldOut) } : {}),
      ...(wanted.projections
        ? { projections: Array.from(ranks, (_, k) => unsigned(shortened(model.projection(k)))) }
        : {}),
      ...(wanted.latent ? { latent: unsigned(shortened(model.transform(wanted.latent))) } : {}),
      ...(importance ? { importance } : {}),
    };
  } finally {
    release(model);
  }
}

const bestOf = ({ reports, best }: Outcome) => reports[best] as RawReport;

function scoreOf(model: RawModel, data: RawDataset): SweepScore {
  const score = model.score(data);
  const entries = scoreNames.map((name) => [name, score[name]] as const);
  return Object.fromEntries(entries.filter(([, value]) => Number.isFinite(value)));
}

function predictionsOf(model: RawModel, spec: RawSpec, data: RawDataset): number[] {
  const values = data.task === 'classification' ? model.predictProba(data) : toValues(model.predict(data), spec.target);
  return shortened(values);
}

/** Nine digits distinguish 32-bit floats, keep their order and halve the length of rows in a file. Doubles keep all digits. */
function shortened(values: Float32Array | Float64Array): number[] {
  if (values instanceof Float64Array) return Array.from(values);
  return Array.from(values, (value) => Number(value.toPrecision(9)));
}

/** 0 in place of -0, which JSON would turn into 0, so that continued rows have the same bits. */
const unsigned = (values: readonly number[]) => values.map((value) => value + 0);
