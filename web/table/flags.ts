/** Columns that are not numeric: their look, and the flags of the command that handle them. */

import { determinesClass } from './answers.js';
import { type Flags, quote } from './errors.js';
import { messages } from './messages.js';
import { isNumber } from './numbers.js';
import type { CategoryColumn, ColumnPlan, Looks, Table } from './types.js';

/** Above either limit, categories become indicators on request only; two categories always become indicators. */
const MOST_CATEGORIES = 20;
const MOST_SHARE = 0.1;
/** Fewer values may be all different by chance. */
const FEWEST_IDENTIFIERS = 5;

export function hasMany({ categories }: CategoryColumn, rows: number): boolean {
  return categories.length > 2 && (categories.length > MOST_CATEGORIES || categories.length > MOST_SHARE * rows);
}

/** A column that training refuses, its description, and the flag that handles it. */
export interface Refused {
  readonly line: string;
  readonly flag: 'ignore' | 'dates' | 'indicators';
  readonly looks: Looks;
  readonly many: boolean;
  readonly index: number;
}

/** `index`: the position of the column in the file; `labels`: the classes of the rows, if the response has classes. */
export function describe(table: Table, column: CategoryColumn, index: number, labels: Int32Array | undefined): Refused {
  const plan = table.plans[index] as ColumnPlan;
  const { categories, codes, missing } = column;
  const rows = codes.length - missing;
  const unique = categories.length >= FEWEST_IDENTIFIERS && categories.length === rows;
  const dated = ['dates', 'times', 'openDates'].includes(plan.looks);
  const looks = dated || (plan.looks === 'codes' && !unique) ? plan.looks : unique ? 'identifier' : 'categories';
  const many = hasMany(column, rows);
  const answer = !dated && !unique && labels !== undefined && determines(codes, labels);
  const mark = table.format.decimal.value;
  const isForeign = (text: string) => isNumber(text, mark === '.' ? ',' : '.') && !isNumber(text, mark);
  const foreign = 2 * categories.filter(isForeign).length > categories.length;
  const text = foreign
    ? messages().isOtherMark(exampleOf(categories), quote(mark))
    : wordsFor(looks, many, categories, plan.reason);
  const flag =
    looks === 'dates' || looks === 'times'
      ? 'dates'
      : many || unique || answer || dated || foreign
        ? 'ignore'
        : 'indicators';
  return {
    line: messages().columnIs(quote(column.name), answer ? messages().isAnswer(text) : text),
    flag,
    looks,
    many,
    index,
  };
}

const exampleOf = (categories: readonly string[]) =>
  `${categories.slice(0, 3).map(quote).join(messages().list)}${categories.length > 3 ? messages().andSoOn : ''}`;

function wordsFor(looks: Looks, many: boolean, categories: readonly string[], reason: string): string {
  const count = categories.length;
  const some = exampleOf(categories);
  if (looks === 'dates') return messages().isDates(some);
  if (looks === 'times') return messages().isTimes(some);
  if (looks === 'openDates') return messages().isOpenDates(some);
  if (looks === 'identifier') return messages().isIdentifier(count, some);
  if (looks === 'codes') return messages().isCodes(count, some, reason);
  return many ? messages().isMany(count, some) : messages().isCategories(count, some, reason);
}

const determines = (codes: Int32Array, labels: Int32Array) =>
  determinesClass(
    Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : code)),
    labels,
  );

/** The flags for a command line; a column is given by its name or else by its position. */
export function flagsFor(names: readonly string[], refused: readonly Refused[]): Flags {
  const known = new Set(names);
  const listed = (wanted: Refused['flag']) =>
    refused
      .filter(({ flag }) => flag === wanted)
      .map(({ index }) => reference(names[index] as string, index, known))
      .join(',');
  const [ignore, dates] = [listed('ignore'), listed('dates')];
  return {
    ...(ignore === '' ? {} : { ignore }),
    ...(dates === '' ? {} : { dates }),
    ...(refused.some(({ flag }) => flag === 'indicators') ? { categories: 'indicators' } : {}),
  };
}

/** A name that is valid in a list of the command, or the position of the column. */
function reference(name: string, index: number, known: ReadonlySet<string>): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these cannot be typed
  const plain = name === name.trim() && !/^-|,|[\u0000-\u001f\u007f-\u009f]/.test(name);
  return plain || known.has(`${index + 1}`) ? name : `${index + 1}`;
}
