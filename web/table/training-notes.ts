/** Notes on a table and the choice of its response, reported before a training. */

import { determinesClass, determinesNumber, spreadOf } from './answers.js';
import { quote } from './errors.js';
import { messages } from './messages.js';
import { numberNotes } from './number-notes.js';
import { toNumber } from './numbers.js';
import type { Column, Note, Table } from './types.js';

/** Number of columns reported as possible copies of the response. */
const MAX_ANSWERS = 5;
/** Maximum number of groups of almost equal class names that are reported. */
const MAX_ALIKE = 5;

/** Columns whose roles are given, by their names: `decided` have no note on how they were read. */
interface Given {
  readonly decided?: readonly string[];
  readonly weight?: string;
}

/** Columns left out, unusual classes, and columns of variables that may be the response in the rows `samples`. */
export function trainingNotes(
  table: Table,
  { decided = [], weight }: Given,
  targets: readonly Column[],
  variables: ReadonlySet<Column>,
  samples: Int32Array,
): Note[] {
  const read = new Set(table.columns.map(({ name }) => name));
  const known = new Set([...decided, ...targets.map(({ name }) => name), ...(weight === undefined ? [] : [weight])]);
  const notes: Note[] = [];
  for (const { name, looks, type, reason } of table.plans) {
    if (known.has(name)) continue;
    if (type === 'skip' && !read.has(name)) notes.push(() => messages().noVariable(quote(name), reason));
    if (type === 'number' && looks === 'counter' && read.has(name)) notes.push(() => messages().counter(quote(name)));
  }
  const own = targets.flatMap((target) => [...classNotes(table, target), ...answerNotes(target, variables, samples)]);
  return [...notes, ...numberNotes(table, new Set(decided)), ...own];
}

/** Notes on texts read as missing that may be classes, and on classes that are the same number. */
function classNotes(table: Table, target: Column): Note[] {
  const notes: Note[] = [];
  const tokens = table.tokens.get(target.name);
  if (tokens !== undefined) {
    const found = [...tokens];
    const listed = () => found.map(([token, count]) => `${quote(token)} (${count})`).join(messages().list);
    const others = table.format.missingTokens.filter((token) => !tokens.has(token));
    notes.push(() =>
      target.type === 'number'
        ? messages().tokenNumber(quote(target.name), listed())
        : messages().tokenResponse(
            quote(target.name),
            listed(),
            messages().quoted(others.join(messages().tokenSeparator)),
          ),
    );
  }
  if (target.type === 'number') return notes;
  const byValue = grouped(target.categories, (text) => toNumber(text, table.format.decimal.value));
  for (const [value, alike] of byValue) {
    if (Number.isNaN(value) || alike.length === 1) continue;
    notes.push(() => messages().sameNumber(quote(target.name), alike.map(quote).join(messages().list)));
  }
  const byLetters = grouped(target.categories, (text) => text.toLowerCase().replace(/[\s_-]+/g, ' '));
  const alike = [...byLetters.values()].filter((texts) => texts.length > 1).slice(0, MAX_ALIKE);
  return [
    ...notes,
    ...alike.map((texts) => () => messages().sameText(quote(target.name), texts.map(quote).join(messages().list))),
  ];
}

/** Groups texts by a key. */
function grouped<T>(texts: readonly string[], keyOf: (text: string) => T): Map<T, string[]> {
  const groups = new Map<T, string[]>();
  for (const text of texts) {
    const key = keyOf(text);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [text]);
    else group.push(text);
  }
  return groups;
}

function answerNotes(target: Column, variables: ReadonlySet<Column>, samples: Int32Array): Note[] {
  const responses = target.type === 'number' ? target.values : target.codes;
  const own = new Float64Array(samples.length);
  const gathered = new Float64Array(samples.length);
  for (let n = 0; n < samples.length; n++) own[n] = responses[samples[n] as number] as number;
  const spread = target.type === 'number' ? spreadOf(own) : 0;
  const valuesOf = (column: Column) => {
    // Without rows that are left out the column is read in place.
    if (column.type === 'number' && samples.length === column.values.length) return column.values;
    for (let n = 0; n < samples.length; n++) gathered[n] = valueAt(column, samples[n] as number);
    return gathered;
  };
  const answers = [...variables].filter((column) => {
    if (target.type === 'category') return determinesClass(valuesOf(column), own);
    return column.type === 'number' && determinesNumber(valuesOf(column), own, spread);
  });
  return answers.slice(0, MAX_ANSWERS).map(
    ({ name }) =>
      () =>
        messages().answer(quote(name)),
  );
}

/** A number, or the code of a category; NaN if it is missing. */
function valueAt(column: Column, row: number): number {
  if (column.type === 'number') return column.values[row] as number;
  const code = column.codes[row] as number;
  return code === -1 ? Number.NaN : code;
}
