/** One cell of a sweep: a fit on all folds but one, and what it is worth on that one. */

import { guarded, release } from '../common/errors.js';
import { resultVersion } from '../common/version.js';
import type { RawDataset, RawModel, RawModule, RawReport, RawSpec } from '../core/raw.js';
import { fitSteps, openFit, outcomeOf, type Training } from '../model/fit.js';
import { toValues } from '../model/spec.js';
import type { SweepRow, SweepScore } from '../types.js';

/** Everything that a row depends on, ready for the core; plain data that crosses the worker border. */
export interface CellTask extends Training {
  /** The samples held out. */
  readonly held: RawDataset;
  /** What is known of the row beforehand. */
  readonly known: Pick<SweepRow, 'point' | 'trial' | 'fold' | 'options' | 'seed' | 'samples'>;
}

/** Trains in short calls of the core and returns the row; whoever iterates may pause between them. */
export function* cellSteps(raw: RawModule, task: CellTask): Generator<void, SweepRow> {
  const fit = openFit(raw, task);
  try {
    yield* fitSteps(fit, task.options.epochs);
    const { spec, parameters, reports, best } = guarded(() => outcomeOf(fit));
    const { restart, diverged } = reports[best] as RawReport;
    const model = guarded(() => raw.createModel(spec, parameters));
    yield;
    try {
      const { train, held, known } = task;
      return {
        ...known,
        resultVersion,
        restart,
        diverged,
        fingerprint: model.fingerprint(),
        train: scoreOf(model, train),
        test: scoreOf(model, held),
        predictions: predictionsOf(model, spec, held),
      };
    } finally {
      release(model);
    }
  } finally {
    release(fit);
  }
}

function scoreOf(model: RawModel, data: RawDataset): SweepScore {
  const { confusion: _confusion, ...numbers } = model.score(data);
  return Object.fromEntries(Object.entries(numbers).filter(([, value]) => Number.isFinite(value)));
}

/** Nine digits tell 32-bit floats apart and keep their order; rows are half as long in a file. Doubles keep all of theirs. */
function predictionsOf(model: RawModel, spec: RawSpec, data: RawDataset): number[] {
  const values = data.task === 'classification' ? model.predictProba(data) : toValues(model.predict(data), spec);
  if (values instanceof Float64Array) return Array.from(values);
  return Array.from(values, (value) => Number(value.toPrecision(9)));
}
