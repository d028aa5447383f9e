/** The result of the command `assess` as text. */

import { type ScoreName, scoreTable } from 'trip-wasm';
import type { VariableImportance } from 'trip-wasm/trainer';
import type { Mode, Result, Test, Validation } from './assess-result.js';
import { align, short, type Terminal } from './terminal.js';

/** Classes of a confusion matrix that is printed as a table, and pairs of classes that are listed otherwise. */
const MAX_CLASSES = 8;
const MAX_PAIRS = 10;
const MAX_VARIABLES = 15;

export function print(result: Result, terminal: Terminal): void {
  const { verdict, advice, crossValidation, classNames, selection, permutationTest, stability, importance } = result;
  terminal.heading(verdict);
  for (const line of advice) terminal.print(line);
  const section = (heading: string, text: string | readonly string[]) => {
    terminal.print('');
    terminal.heading(heading);
    terminal.print(text);
  };
  if (selection !== undefined) {
    const { options, choices, chosen, optimistic } = selection;
    const often = choices.filter((choice) => choice === chosen).length;
    section('Chosen on all samples', [
      JSON.stringify(options),
      `chosen in ${often} of ${choices.length} outer folds; the score that chose is ${short(optimistic)}, which is optimistic`,
    ]);
  }
  const { folds, repeats } = crossValidation;
  section(`Scores of ${folds} folds${repeats === 1 ? '' : `, ${repeats} times`}`, scoresOf(crossValidation));
  const { recall, confusion } = crossValidation;
  if (recall !== undefined && confusion !== undefined)
    section('Held-out classes (rows) and predictions', confusionOf(classNames ?? [], recall, confusion));
  if (permutationTest !== undefined)
    section(
      `${permutationTest.score} of ${permutationTest.permuted.length} permuted responses`,
      histogramOf(permutationTest),
    );
  for (const [k, mode] of stability?.modes.entries() ?? []) {
    const which = stability?.modes.length === 1 ? '' : `mode ${k + 1}, `;
    for (let axis = 0; axis < mode.loadings.length / mode.names.length; axis++)
      section(...loadingsOf(mode, axis, `${which}axis ${axis + 1}`));
  }
  for (const [k, variables] of importance?.entries() ?? [])
    section(
      `Importance${importance?.length === 1 ? '' : ` in mode ${k + 1}`}: loss of the score when permuted`,
      importanceOf(variables),
    );
}

/** Scores in training units follow lambda and the scaling, so that they are left out. */
const names = (Object.keys(scoreTable) as ScoreName[]).filter((name) => scoreTable[name].pooled);

function scoresOf({ train, test, pooled, folds, repeats }: Validation): string[] {
  const own = names.filter((name) => test[name] !== undefined || pooled[name] !== undefined);
  const rows = own.map((name) => [
    name,
    train[name] === undefined ? '' : short(train[name].mean),
    test[name] === undefined ? 'not defined' : `${short(test[name].mean)} +- ${short(test[name].deviation)}`,
    `${test[name]?.defined ?? 0} of ${folds * repeats}`,
    pooled[name] === undefined ? '' : short(pooled[name].mean),
  ]);
  const note =
    'held out: mean +- standard deviation over the folds in which the score is defined; pooled: of all held-out predictions';
  return [...align([['', 'training', 'held out', 'folds', 'pooled'], ...rows]), note];
}

type Matrix = readonly (readonly number[])[];

function confusionOf(classNames: readonly string[], recall: readonly (number | null)[], confusion: Matrix): string[] {
  const percent = (share: number | null | undefined) => (share == null ? '' : `${Math.round(100 * share)} %`);
  if (classNames.length <= MAX_CLASSES) {
    const rows = classNames.map((name, c) => [name, ...(confusion[c] ?? []).map(short), percent(recall[c])]);
    return align([['', ...classNames, 'recall'], ...rows]);
  }
  const pairs = confusion.flatMap((row, a) =>
    row.flatMap((count, b) => (a === b || count === 0 ? [] : [{ a, b, count }])),
  );
  const worst = [...pairs].sort((one, other) => other.count - one.count).slice(0, MAX_PAIRS);
  const lowest = [...classNames.keys()]
    .filter((c) => typeof recall[c] === 'number')
    .sort((a, b) => (recall[a] as number) - (recall[b] as number))
    .slice(0, MAX_PAIRS);
  return [
    ...align([['lowest recalls', ''], ...lowest.map((c) => [classNames[c] as string, percent(recall[c])])]),
    '',
    ...align([
      ['class', 'predicted as', 'samples'],
      ...worst.map(({ a, b, count }) => [classNames[a] as string, classNames[b] as string, short(count)]),
    ]),
  ];
}

const BINS = 12;
const WIDTH = 40;

/** Counts of the permuted scores in bins of equal width, and the bin of the observed one. */
export function histogramOf({ permuted, observed, score }: Test): string[] {
  const values = permuted.filter(Number.isFinite);
  const [low, high] = [Math.min(observed, ...values), Math.max(observed, ...values)];
  const width = (high - low) / BINS || 1;
  const binOf = (value: number) => Math.min(BINS - 1, Math.floor((value - low) / width));
  const counts = Array.from({ length: high > low ? BINS : 1 }, () => 0);
  for (const value of values) counts[binOf(value)] = (counts[binOf(value)] as number) + 1;
  const most = Math.max(1, ...counts);
  const rows = counts.map((count, b) => {
    const bar = '#'.repeat(count === 0 ? 0 : Math.max(1, Math.round((WIDTH * count) / most)));
    const mark = b === binOf(observed) ? `${bar === '' ? '' : ' '}<- true responses: ${short(observed)}` : '';
    return [`  ${short(low + b * width)}`, `${bar}${mark}`];
  });
  const undefinedCount = permuted.length - values.length;
  const note =
    undefinedCount === 0
      ? []
      : [`${score} is not defined for ${undefinedCount} of them, which count as good as the true one`];
  return [...align(rows), ...note];
}

/** The variables of an axis whose interval leaves out 0, by size. */
function loadingsOf(
  { names: own, loadings, low, high, signHolds }: Mode,
  axis: number,
  which: string,
): [string, string[]] {
  const axes = loadings.length / own.length;
  const all = own.map((name, i) => {
    const at = i * axes + axis;
    return {
      name,
      value: loadings[at] as number,
      low: low[at] as number,
      high: high[at] as number,
      holds: signHolds[at] as number,
    };
  });
  const sure = all.filter((one) => one.low > 0 || one.high < 0).sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const heading = `Variables of ${which} whose 95 % interval leaves out 0: ${sure.length} of ${own.length}`;
  const rows = sure
    .slice(0, MAX_VARIABLES)
    .map((one) => [
      one.name,
      short(one.value),
      `${short(one.low)} to ${short(one.high)}`,
      `${Math.round(100 * one.holds)} %`,
    ]);
  if (rows.length === 0) return [heading, ['the weights on this axis are not certain for any variable']];
  const more = sure.length > rows.length ? [`and ${sure.length - rows.length} more`] : [];
  return [heading, [...align([['', 'weight', 'interval', 'sign holds'], ...rows]), ...more]];
}

function importanceOf(variables: readonly VariableImportance[]): string[] {
  const sorted = [...variables].sort((a, b) => b.mean - a.mean).slice(0, MAX_VARIABLES);
  const rows = sorted.map(({ name, index, mean, deviation }) => [
    name ?? `${index + 1}`,
    `${short(mean)} +- ${short(deviation)}`,
  ]);
  return align(rows);
}
