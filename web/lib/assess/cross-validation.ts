/** Cross validation: held-out predictions of every sample, their scores, and an interval. */

import { frozen, readOptions } from '../common/check.js';
import { fail } from '../common/errors.js';
import type { RawModule } from '../core/raw.js';
import { referenceOf, responsesOf } from '../data/dataset.js';
import { allSamples, isCounted } from '../data/indices.js';
import { publicScore } from '../model/predictions.js';
import { predictionScoresOf } from '../model/scores.js';
import type { Execute } from '../sweep/execute.js';
import { readData } from '../sweep/plan.js';
import { meansOf, scoreTogether } from '../sweep/summary.js';
import type {
  AssessedOptions,
  AssessmentRow,
  CrossValidation,
  CrossValidationOptions,
  Dataset,
  Samples,
  Task,
} from '../types.js';
import { Fits, fitsChecks, planChecksum } from './fits.js';
import { sampledOf } from './fold-checks.js';
import { type FoldSettings, type Folds, foldChecks, toFoldSettings } from './fold-settings.js';
import { drawFolds, heldOutOf, plainFolds } from './folds.js';
import { heldOutCells, nameOf, withSamples } from './held-out.js';
import { intervalOf } from './interval.js';
import { optionalChecks, optionalParts } from './optional-parts.js';
import { fullOptions, requireFewFits } from './options.js';

/** Checks everything, and returns the function that trains. */
export function planCrossValidation(
  raw: RawModule,
  given: { readonly data: Samples; readonly options: AssessedOptions; readonly settings: CrossValidationOptions },
) {
  const data = readData('data', given.data);
  const options = fullOptions(raw, data, given.options);
  const checks = { ...fitsChecks, ...foldChecks(data), ...optionalChecks(data) };
  const settings = readOptions('a cross validation', given.settings, checks);
  const { signal, executor, retries, onProgress, done = [], reference, importance, ...own } = settings;
  const foldSettings = toFoldSettings(data, own);
  const folds = drawFolds(raw, sampledOf(data), foldSettings, options.validation as number);
  const total = folds.count * folds.repeats.length;
  requireFewFits(total, `${folds.repeats.length} repeats of ${folds.count} folds`);
  if (importance !== undefined) requirePairs(data, folds);
  const optional = optionalParts(raw, { data, options, reference, importance });
  const plan = planChecksum(data, {
    ...{ kind: 'cross validation', options, folds: plainFolds(folds) },
    ...optional.settings,
  });
  const run = async (execute: Execute): Promise<CrossValidation> => {
    const fits = new Fits(execute, { plan, total, done, onProgress });
    const cells = heldOutCells(raw, {
      data,
      folds,
      groups: foldSettings.groups?.of,
      name: nameOf,
      wanted: { predictions: true, ...optional.wanted },
      hasParts: optional.hasParts,
      options: () => options,
    });
    const rows = await fits.run(cells);
    const result = crossValidationOf(raw, { data, folds, settings: foldSettings }, rows);
    return Object.freeze({ ...result, ...optional.of(folds, rows) });
  };
  return { data, execution: { signal, executor, retries }, run };
}

/** Importance permutes values among the samples that a fold holds out: those of a single one would stay. */
function requirePairs(data: Dataset, folds: Folds): void {
  const least = heldOutOf(folds)
    .flat()
    .reduce((least, own) => Math.min(least, own.filter((n) => isCounted(data, n)).length), Number.POSITIVE_INFINITY);
  if (least < 2)
    fail(
      'option',
      `importance permutes the values of held-out samples, but a fold holds out ${least}; folds of at least 2 samples are accepted`,
    );
}

/** Everything that follows from the rows of all folds, whose fits have predictions. */
export function crossValidationOf(
  raw: RawModule,
  { data, folds, settings }: { readonly data: Dataset; readonly folds: Folds; readonly settings: FoldSettings },
  rows: readonly AssessmentRow[],
): CrossValidation {
  const placed = withSamples(folds, rows);
  const repeats = folds.repeats.map((_, r) => placed.slice(r * folds.count, (r + 1) * folds.count));
  const predictions = repeats.map((own) => inOrder(data, own));
  const samples = allSamples(data);
  const means = meansOf(raw, data, placed, repeats.length);
  return Object.freeze({
    assignment: Object.freeze(folds.repeats.map(({ assignment }) => assignment)),
    folds: folds.count,
    rows: Object.freeze([...rows]),
    ...means,
    predictions: Object.freeze(predictions),
    scores: frozen(
      predictions.map((own) =>
        publicScore(scoreTogether(raw, data, samples, own), referenceOf(data), predictionScoresOf(data.task as Task)),
      ),
    ),
    interval: intervalOf(raw, { data, predictions, pooled: means.pooled, settings }),
  });
}

/** Predictions in the order of the samples. */
function inOrder(
  data: Dataset,
  rows: readonly (AssessmentRow & { readonly samples: readonly number[] })[],
): Float64Array {
  const width = data.classNames?.length ?? responsesOf(data);
  const all = new Float64Array((data.shape[0] as number) * width);
  for (const { samples, predictions = [] } of rows)
    for (const [i, n] of samples.entries()) all.set(predictions.slice(i * width, (i + 1) * width), n * width);
  return all;
}
