/** Choice of options by nested cross validation. */

import { readOptions } from '../common/check.js';
import type { RawModule } from '../core/raw.js';
import type { Execute } from '../sweep/execute.js';
import { readData, readGrid } from '../sweep/plan.js';
import { meansOf } from '../sweep/summary.js';
import type {
  AssessmentRow,
  Dataset,
  ParameterGrid,
  Samples,
  Selection,
  SelectionOptions,
  Spread,
  SweepSummary,
} from '../types.js';
import {
  type Choice,
  choiceChecks,
  chosenBy,
  foldsWithin,
  innerCells,
  innerFolds,
  outerFits,
  toChoice,
  validationOf,
} from './choice.js';
import { crossValidationOf } from './cross-validation.js';
import { Fits, fitsChecks, planChecksum } from './fits.js';
import { sampledOf } from './fold-checks.js';
import { drawingOf, type Folds, foldChecks, toFoldSettings } from './fold-settings.js';
import { drawFolds, plainFolds } from './folds.js';
import { placesOf, withSamples } from './held-out.js';
import { readGiven, requireFewFits } from './options.js';
import { runProcedure } from './procedure.js';

/** Checks everything, and returns the function that trains. */
export function planSelection(
  raw: RawModule,
  given: {
    readonly data: Samples;
    readonly grid: ParameterGrid | readonly ParameterGrid[];
    readonly settings: SelectionOptions;
  },
) {
  const data = readData('data', given.data);
  const checks = { ...fitsChecks, ...foldChecks(data), ...choiceChecks(data), options: readGiven };
  const {
    signal,
    executor,
    retries,
    onProgress,
    done = [],
    ...own
  } = readOptions('a selection', given.settings, checks);
  const { rule, inner, score, options = {}, ...foldOptions } = own;
  const settings = toFoldSettings(data, foldOptions);
  const choice = toChoice(raw, data, { rule, inner, score, options, grid: readGrid('grid', given.grid) });
  const sampled = sampledOf(data);
  const folds = drawFolds(raw, sampled, settings, validationOf(choice));
  const { points } = choice;
  const total = outerFits(folds, choice) + points.length * choice.inner;
  requireFewFits(
    total,
    `${folds.count * folds.repeats.length} outer folds, ${points.length} points, ${choice.inner} inner folds`,
  );
  for (const place of placesOf(folds)) innerFolds(raw, { data: sampled, folds, settings, choice }, place);
  const all = foldsWithin(raw, sampled, { settings, choice, seed: settings.seed });
  const plan = planChecksum(data, {
    kind: 'selection',
    choice,
    folds: plainFolds(folds),
    drawing: drawingOf(settings),
  });
  const run = async (execute: Execute): Promise<Selection> => {
    const fits = new Fits(execute, { plan, total, done, onProgress });
    const final = innerCells(raw, choice, {
      data,
      folds: all,
      groups: settings.groups?.of,
      prefix: 'all samples, ',
      predictions: true,
    });
    const [held, rows] = await Promise.all([
      runProcedure(raw, fits, { data, folds, settings, choice }, { prefix: '', wanted: { predictions: true } }),
      fits.run(final),
    ]);
    const summaries = summariesOf(raw, { data, choice, folds: all }, rows);
    const chosen = chosenBy(choice, rows);
    const { [choice.score]: spread } = (summaries[chosen] as SweepSummary).test;
    return Object.freeze({
      points: Object.freeze(points.map((point) => point.given)),
      chosen,
      options: points[chosen]?.given ?? {},
      inner: Object.freeze(summaries),
      optimistic: (spread as Spread).mean,
      choices: Object.freeze(held?.choices ?? []),
      outer: crossValidationOf(raw, { data, folds, settings }, held?.rows ?? []),
    });
  };
  return { data, execution: { signal, executor, retries }, run };
}

/** Means over the inner folds of each point, whose reports follow one another. */
function summariesOf(
  raw: RawModule,
  { data, choice, folds }: { readonly data: Dataset; readonly choice: Choice; readonly folds: Folds },
  rows: readonly AssessmentRow[],
): SweepSummary[] {
  return choice.points.map(({ given }, point) => {
    const part = rows.slice(point * choice.inner, (point + 1) * choice.inner);
    const means = meansOf(raw, data, withSamples(folds, part), 1);
    return Object.freeze({ point, options: given, cells: part.length, failed: 0, ...means });
  });
}
