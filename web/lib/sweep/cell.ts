/** One cell of a sweep: a fit on all folds but one, and its scores on that one. */

import { guarded, release } from '../common/errors.js';
import { resultVersion } from '../common/version.js';
import type { RawDataset, RawModel, RawModule, RawReport, RawSpec } from '../core/raw.js';
import { fitSteps, openFit, outcomeOf, type Training } from '../model/fit.js';
import { scoreNames } from '../model/scores.js';
import { toValues } from '../model/spec.js';
import type { SweepRow, SweepScore } from '../types.js';

/** Everything that a row depends on, in the form of the core: plain data that workers can receive. */
export interface CellTask extends Training {
  /** The samples held out. */
  readonly heldOut: RawDataset;
  /** Fields of the row that are known beforehand. */
  readonly known: Pick<SweepRow, 'point' | 'trial' | 'fold' | 'options' | 'seed' | 'samples'>;
}

/** Trains in short calls of the core and returns the row; the caller may pause between them. */
export function* cellSteps(raw: RawModule, task: CellTask): Generator<void, SweepRow> {
  const fit = openFit(raw, task);
  try {
    yield* fitSteps(fit, task.options.epochs);
    const { spec, parameters, reports, best } = guarded(() => outcomeOf(fit));
    const { restart, diverged } = reports[best] as RawReport;
    const model = guarded(() => raw.createModel(spec, parameters));
    yield;
    try {
      const { train, heldOut, known } = task;
      return {
        ...known,
        resultVersion,
        restart,
        diverged,
        fingerprint: model.fingerprint(),
        train: scoreOf(model, train),
        test: scoreOf(model, heldOut),
        predictions: predictionsOf(model, spec, heldOut),
      };
    } finally {
      release(model);
    }
  } finally {
    release(fit);
  }
}

function scoreOf(model: RawModel, data: RawDataset): SweepScore {
  const score = model.score(data);
  const entries = scoreNames.map((name) => [name, score[name]] as const);
  return Object.fromEntries(entries.filter(([, value]) => Number.isFinite(value)));
}

/** Nine digits distinguish 32-bit floats, keep their order and halve the length of rows in a file. Doubles keep all digits. */
function predictionsOf(model: RawModel, spec: RawSpec, data: RawDataset): number[] {
  const values = data.task === 'classification' ? model.predictProba(data) : toValues(model.predict(data), spec.target);
  if (values instanceof Float64Array) return Array.from(values);
  return Array.from(values, (value) => Number(value.toPrecision(9)));
}
