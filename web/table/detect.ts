/** Detects delimiter, decimal mark, header and types from the first rows of a file. */

import { missingTokens } from './cells.js';
import { quote, RowErrors, TableError } from './errors.js';
import { lookOf } from './looks.js';
import { marksOf } from './marks.js';
import { messages } from './messages.js';
import { isNumber, unitOf } from './numbers.js';
import type { Head } from './preamble.js';
import { type Row, RowReader } from './rows.js';
import type { ColumnPlan, DecimalMark, Format, Found, Note, Question, TableOptions } from './types.js';

/** The decisions made before the rows are read. */
export interface Layout {
  readonly format: Format;
  readonly plans: readonly ColumnPlan[];
  /** No later cell can change the decimal mark. */
  readonly settled: boolean;
  /** Every row ends with a delimiter; the empty cell after it is ignored. */
  readonly trailing: boolean;
  readonly notes: readonly Note[];
  /** Notes on the decimal mark from the first rows; the complete file may change it. */
  readonly decimalNotes: readonly Note[];
  readonly questions: readonly Question[];
  /** Rows of data among the first ones. */
  readonly body: readonly Row[];
}

const candidates = [',', ';', '\t', '|'];
/** Notes on names that columns were given. */
const MAX_NAMES = 20;
const delimiterNames: { readonly [delimiter: string]: 'comma' | 'semicolon' | 'tab' | 'bar' } = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
};

export function nameOf(delimiter: string): string {
  const name = delimiterNames[delimiter];
  return name ? messages()[name] : quote(delimiter);
}

/** Detects the layout from the beginning of the text. */
export function detect(head: Head, encoding: Found<string>, options: TableOptions): Layout {
  checkOptions(options);
  const questions: Question[] = [];
  const delimiter = findDelimiter(head, options, questions);
  const rows = rowsOf(head, delimiter.value, options.comment);
  if (rows.length === 0) throw new TableError('format', messages().noRows);
  const notes = head.preamble.comments === 0 ? [] : [() => messages().comments(head.preamble.comments)];
  const layout = layoutOf(rows, encoding, delimiter, options);
  return { ...layout, notes: [...notes, ...layout.notes], questions: [...questions, ...layout.questions] };
}

/** Detects the layout from given rows; the first row holds the names if `options.header` is true. */
export function layoutOf(
  rows: readonly Row[],
  encoding: Found<string>,
  delimiter: Found<string>,
  options: TableOptions,
): Layout {
  const missing = options.missingTokens ?? missingTokens;
  const header = findHeader(rows, markOfAll(rows, delimiter.value, options), missing, options);
  const body = header.value ? rows.slice(1) : rows;
  const shape = shapeOf(header.value ? rows[0] : undefined, body);
  const notes: Note[] = shape.trailing ? [() => messages().trailing] : [];
  const given = header.value ? (rows[0] as Row).cells : [];
  const names = findNames(shape.rowNames ? ['', ...given] : given, shape, header.value, notes);
  const { decimal, settled, questions, decimalNotes } = findDecimal(body, delimiter.value, options, names);
  const columns = columnsOf(body, names.length, new Set(missing));
  const plans = names.map((name, c) => {
    const named = header.value && (given[shape.rowNames ? c - 1 : c] ?? '') !== '';
    const place = { name, named, rowNames: shape.rowNames && c === 0, header: header.value, first: c === 0 };
    return { name, ...lookOf(place, columns[c] as string[], decimal.value) };
  });
  const format = { encoding, delimiter, decimal, header, missingTokens: missing };
  return { format, plans, settled, trailing: shape.trailing, notes, decimalNotes, questions, body };
}

/** The values of each column; a short row has none in its last columns. */
function columnsOf(body: readonly Row[], width: number, missing: ReadonlySet<string>): string[][] {
  const columns = Array.from({ length: width }, (): string[] => []);
  for (const { cells } of body) for (const [c, cell] of cells.entries()) if (!missing.has(cell)) columns[c]?.push(cell);
  return columns;
}

interface Shape {
  readonly width: number;
  readonly trailing: boolean;
  /** The header lacks the name of the row-name column, as in files of R. */
  readonly rowNames: boolean;
}

function shapeOf(header: Row | undefined, body: readonly Row[]): Shape {
  const common = commonWidth(body);
  const wide = header?.cells.length ?? common.width;
  const longer = header !== undefined && body.length > 0 && common.share === 1 && common.width === wide + 1;
  const emptyLast = body.every(({ cells }) => cells[wide] === '');
  if (longer && emptyLast) return { width: wide, trailing: true, rowNames: false };
  if (longer && wide > 1 && namesRows(body)) return { width: wide + 1, trailing: false, rowNames: true };
  const rows = header === undefined ? body : [header, ...body];
  const trailing = wide > 1 && rows.every(({ cells }) => cells.length !== wide || cells[wide - 1] === '');
  return { width: trailing ? wide - 1 : wide, trailing, rowNames: false };
}

/** Row names are all different. Otherwise another name is missing from the header, and the rows are refused. */
function namesRows(body: readonly Row[]): boolean {
  return body.length > 1 && new Set(body.map(({ cells }) => cells[0])).size === body.length;
}

function checkOptions({ delimiter, decimal, comment }: TableOptions): void {
  if (delimiter !== undefined && (delimiter.length !== 1 || /["\r\n]/.test(delimiter))) {
    throw new TableError('option', `delimiter is ${JSON.stringify(delimiter)}; one character is accepted`);
  }
  if (decimal !== undefined && decimal !== '.' && decimal !== ',') {
    throw new TableError('option', `decimal is ${JSON.stringify(decimal)}; '.' or ',' is accepted`);
  }
  if (comment === '') throw new TableError('option', "comment is empty; a text like '#' is accepted");
}

function rowsOf({ text, whole, preamble }: Head, delimiter: string, comment: string | undefined): Row[] {
  return new RowReader(delimiter, comment, new RowErrors(), preamble.lines).push(text, whole).filter(isFilled);
}

/** Spreadsheets may write rows without content. */
export function isFilled({ cells }: Row): boolean {
  return cells.some((cell) => cell !== '');
}

/** The most frequent number of cells per row, and the share of rows with that number. */
function commonWidth(rows: readonly Row[]): { width: number; share: number } {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [width, count] = [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [1, 0]);
  return { width, share: count / rows.length };
}

/**
 * Selects the delimiter that splits the largest share of rows into the same number of cells, minus the share of cells
 * that contain another delimiter: both delimiters split `a|0,5` into two cells, but the comma belongs to a number.
 * Among equals, the delimiter with the larger share of numbers wins: commas split `1,5;2,5` into three cells,
 * semicolons into two, and only the latter are all numbers.
 */
function findDelimiter(head: Head, options: TableOptions, questions: Question[]): Found<string> {
  if (options.delimiter !== undefined) return { value: options.delimiter, reason: messages().given };
  const { separator } = head.preamble;
  if (separator !== undefined) return { value: separator, reason: messages().separatorLine };
  const found = candidates
    .filter((delimiter) => head.text.includes(delimiter))
    .map((delimiter) => ({ delimiter, ...rate(rowsOf(head, delimiter, options.comment), delimiter) }))
    .filter(({ width }) => width > 1)
    .sort((a, b) => b.share - b.mixed - (a.share - a.mixed) || b.numbers - a.numbers);
  const [best, next] = found;
  if (best === undefined) return { value: ',', reason: messages().oneColumn };
  if (next !== undefined && next.share - next.mixed === best.share - best.mixed && next.numbers === best.numbers) {
    const message = messages().equalDelimiters(nameOf(best.delimiter), nameOf(next.delimiter));
    questions.push({ option: 'delimiter', message });
  }
  const { share, width } = best;
  const reason = share === 1 ? messages().cutsAll(width) : messages().cutsMost(Math.floor(100 * share), width);
  return { value: best.delimiter, reason };
}

function rate(rows: readonly Row[], delimiter: string) {
  const cells = rows.flatMap((row) => row.cells);
  const others = candidates.filter((other) => other !== delimiter);
  const isOne = (cell: string) => isNumber(cell, '.') || isNumber(cell, ',');
  const numbers = cells.filter(isOne).length;
  const mixed = cells.filter((cell) => others.some((other) => cell.includes(other)) && !isOne(cell)).length;
  const { width, share } = commonWidth(rows);
  const first = rows[0]?.cells.length;
  // In files of R the header has one cell less than each row.
  const all = first === width - 1 && commonWidth(rows.slice(1)).share === 1 ? 1 : share;
  return { width, share: all, numbers: numbers / cells.length, mixed: mixed / cells.length };
}

function tokensOf(options: TableOptions): ReadonlySet<string> {
  return new Set(options.missingTokens ?? missingTokens).add('');
}

/** The decimal mark for detecting the header. */
function markOfAll(rows: readonly Row[], delimiter: string, options: TableOptions): DecimalMark {
  return options.decimal ?? marksOf(rows, delimiter, tokensOf(options)).judge([]).found.value;
}

/** `settled`: no later cell can change the mark. */
function findDecimal(
  body: readonly Row[],
  delimiter: string,
  options: TableOptions,
  names: readonly string[],
): { decimal: Found<DecimalMark>; settled: boolean; questions: Question[]; decimalNotes: Note[] } {
  const { decimal } = options;
  if (decimal !== undefined) {
    return { decimal: { value: decimal, reason: messages().given }, settled: true, questions: [], decimalNotes: [] };
  }
  const marks = marksOf(body, delimiter, tokensOf(options));
  const { found, question, note } = marks.judge(names);
  const questions = question === undefined ? [] : [question];
  return { decimal: found, settled: !marks.undecided, questions, decimalNotes: note === undefined ? [] : [note] };
}

/** Names are not numbers, but a row 0, 1, 2 (or 1, 2, 3) numbers the columns and is a header too. */
function findHeader(
  rows: readonly Row[],
  decimal: DecimalMark,
  missing: readonly string[],
  options: TableOptions,
): Found<boolean> {
  if (options.header !== undefined) return { value: options.header, reason: messages().given };
  const { cells } = rows[0] as Row;
  // A cell with a sign is a number only if the row below has the same sign, since columns of quantiles are named 5% and
  // 95%.
  const below = (rows[1] as Row | undefined)?.cells ?? [];
  const isOne = (cell: string, c: number) =>
    isNumber(cell, decimal) && (unitOf(cell) === '' || unitOf(cell) === unitOf(below[c] ?? ''));
  const numbers = cells.filter(isOne);
  const counts = (from: number) => cells.every((cell, c) => !isOne(cell, c) || cell === String(c + from));
  if (numbers.length >= 3 && (counts(0) || counts(1))) {
    return { value: true, reason: messages().countsColumns };
  }
  if (numbers.length > 0) return { value: false, reason: messages().firstRowNumber(quote(numbers[0] as string)) };
  if (cells.every((cell) => missing.includes(cell))) return { value: false, reason: messages().firstRowEmpty };
  return { value: true, reason: messages().firstRowNames };
}

/** Generated names for empty and repeated ones never equal a name in the file. */
function findNames(header: readonly string[], { width, rowNames }: Shape, named: boolean, notes: Note[]): string[] {
  const given = new Set(header.filter((name) => name !== ''));
  const names = new Set<string>();
  /** The number after a repeated name that is tried next. */
  const next = new Map<string, number>();
  const own: Note[] = [];
  for (let c = 0; c < width; c++) {
    const text = header[c] ?? '';
    const base = text === '' ? (rowNames && c === 0 ? 'row name' : `column ${c + 1}`) : text;
    const isFree = (name: string) => !names.has(name) && (name === text || !given.has(name));
    let name = base;
    let n = next.get(base) ?? 2;
    for (; !isFree(name); n++) name = `${base} (${n})`;
    next.set(base, n);
    if (text !== '' && name !== base) own.push(() => messages().sameName(c + 1, quote(base), quote(name)));
    if (text === '' && named && !(rowNames && c === 0)) own.push(() => messages().noName(c + 1, quote(name)));
    names.add(name);
  }
  const more = own.length - MAX_NAMES;
  notes.push(...own.slice(0, MAX_NAMES), ...(more > 0 ? [() => messages().moreNames(more)] : []));
  return [...names];
}
