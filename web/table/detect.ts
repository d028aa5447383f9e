/** What the first rows of a file tell about it: delimiter, decimal mark, header, types. */

import { hasLeadingZeros, isNumber, mayBeThousands, missingTokens } from './cells.js';
import { quote, RowErrors, TableError } from './errors.js';
import { said } from './messages.js';
import { type Row, RowReader } from './rows.js';
import type { ColumnPlan, ColumnType, DecimalMark, Format, Found, Note, Question, TableOptions } from './types.js';

/** Everything that is decided before the rows are read. */
export interface Layout {
  readonly format: Format;
  readonly plans: readonly ColumnPlan[];
  /** Every row ends with a delimiter: the empty cell behind it is none. */
  readonly trailing: boolean;
  readonly notes: readonly Note[];
  readonly questions: readonly Question[];
  /** Rows of data among the first ones. */
  readonly body: readonly Row[];
}

const candidates = [',', ';', '\t', '|'];
const delimiterNames: { readonly [delimiter: string]: 'comma' | 'semicolon' | 'tab' | 'bar' } = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
};

export function nameOf(delimiter: string): string {
  const name = delimiterNames[delimiter];
  return name ? said()[name] : quote(delimiter);
}

/** `head` is the beginning of the text, `whole` says that it is all of it. */
export function detect(head: string, whole: boolean, encoding: Found<string>, options: TableOptions): Layout {
  checkOptions(options);
  const questions: Question[] = [];
  const delimiter = findDelimiter(head, whole, options, questions);
  const rows = rowsOf(head, whole, delimiter.value, options.comment);
  if (rows.length === 0) throw new TableError('format', said().noRows);
  return layoutOf(rows, encoding, delimiter, options, questions);
}

/** From rows that are there already: the first one holds the names when `options.header` says so. */
export function layoutOf(
  rows: readonly Row[],
  encoding: Found<string>,
  delimiter: Found<string>,
  options: TableOptions,
  questions: Question[],
): Layout {
  const missing = options.missingTokens ?? missingTokens;
  const decimal = findDecimal(rows, delimiter.value, options, questions);
  const header = findHeader(rows, decimal.value, missing, options);
  const body = header.value ? rows.slice(1) : rows;
  const wide = header.value ? (rows[0] as Row).cells.length : commonWidth(rows).width;
  const trailing = wide > 1 && rows.every(({ cells }) => cells.length !== wide || cells[wide - 1] === '');
  const width = trailing ? wide - 1 : wide;
  const notes: Note[] = trailing ? [() => said().trailing] : [];
  const names = findNames(header.value ? (rows[0] as Row).cells : [], width, notes);
  const plans = names.map((name, c) => ({ name, ...typeOf(body, c, decimal.value, new Set(missing)) }));
  const format = { encoding, delimiter, decimal, header, missingTokens: missing };
  return { format, plans, trailing, notes, questions, body };
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

function rowsOf(head: string, whole: boolean, delimiter: string, comment: string | undefined): Row[] {
  return new RowReader(delimiter, comment, new RowErrors()).push(head, whole).filter(isFilled);
}

/** Spreadsheets leave rows without any content behind. */
export function isFilled({ cells }: Row): boolean {
  return cells.some((cell) => cell !== '');
}

/** The most frequent number of cells, and the share of rows that have it. */
function commonWidth(rows: readonly Row[]): { width: number; share: number } {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [width, count] = [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [1, 0]);
  return { width, share: count / rows.length };
}

/**
 * The delimiter that cuts most rows into the same number of cells; of equals the one that leaves more numbers (`1,5;2,5` is
 * cut into three by commas and into two by semicolons, but only the two are numbers).
 */
function findDelimiter(head: string, whole: boolean, options: TableOptions, questions: Question[]): Found<string> {
  if (options.delimiter !== undefined) return { value: options.delimiter, reason: said().given };
  const found = candidates
    .filter((delimiter) => head.includes(delimiter))
    .map((delimiter) => ({ delimiter, ...rate(rowsOf(head, whole, delimiter, options.comment)) }))
    .filter(({ width }) => width > 1)
    .sort((a, b) => b.share - a.share || b.numbers - a.numbers);
  const [best, next] = found;
  if (best === undefined) return { value: ',', reason: said().oneColumn };
  if (next !== undefined && next.share === best.share && next.numbers === best.numbers) {
    const message = said().equalDelimiters(nameOf(best.delimiter), nameOf(next.delimiter));
    questions.push({ option: 'delimiter', message });
  }
  const { share, width } = best;
  const reason = share === 1 ? said().cutsAll(width) : said().cutsMost(Math.floor(100 * share), width);
  return { value: best.delimiter, reason };
}

function rate(rows: readonly Row[]) {
  const cells = rows.flatMap((row) => row.cells);
  const numbers = cells.filter((cell) => isNumber(cell, '.') || isNumber(cell, ',')).length;
  return { ...commonWidth(rows), numbers: numbers / cells.length };
}

/** A comma, when numbers have one and none has a point. */
function findDecimal(
  rows: readonly Row[],
  delimiter: string,
  options: TableOptions,
  questions: Question[],
): Found<DecimalMark> {
  if (options.decimal !== undefined) return { value: options.decimal, reason: said().given };
  const cells = rows.flatMap((row) => row.cells);
  const commas = cells.filter((cell) => cell.includes(',') && isNumber(cell, ','));
  const points = cells.filter((cell) => cell.includes('.') && isNumber(cell, '.'));
  const [comma, point] = [commas[0], points[0]];
  if (comma === undefined) {
    return { value: '.', reason: point === undefined ? said().usual : said().asIn(quote(point)) };
  }
  if (point !== undefined) return { value: '.', reason: said().inSpiteOf(quote(point), quote(comma)) };
  if (commas.every(mayBeThousands)) {
    const message = said().eitherMark(quote(comma), comma.replace(',', '.'), comma.replaceAll(',', ''));
    questions.push({ option: 'decimal', message });
  }
  return { value: ',', reason: delimiter === ',' ? said().asInQuotes(quote(comma)) : said().asIn(quote(comma)) };
}

/** Names are no numbers; a row 0, 1, 2 (or 1, 2, 3) counts the columns and is one of names too. */
function findHeader(
  rows: readonly Row[],
  decimal: DecimalMark,
  missing: readonly string[],
  options: TableOptions,
): Found<boolean> {
  if (options.header !== undefined) return { value: options.header, reason: said().given };
  const { cells } = rows[0] as Row;
  const numbers = cells.filter((cell) => isNumber(cell, decimal));
  const counts = (from: number) => cells.every((cell, c) => !isNumber(cell, decimal) || cell === String(c + from));
  if (numbers.length >= 3 && (counts(0) || counts(1))) {
    return { value: true, reason: said().countsColumns };
  }
  if (numbers.length > 0) return { value: false, reason: said().firstRowNumber(quote(numbers[0] as string)) };
  if (cells.every((cell) => missing.includes(cell))) return { value: false, reason: said().firstRowEmpty };
  return { value: true, reason: said().firstRowNames };
}

function findNames(header: readonly string[], width: number, notes: Note[]): string[] {
  const names = new Set<string>();
  for (let c = 0; c < width; c++) {
    const given = header[c] ?? '';
    const base = given === '' ? `column ${c + 1}` : given;
    let name = base;
    for (let n = 2; names.has(name); n++) name = `${base} (${n})`;
    if (name !== base) notes.push(() => said().sameName(c + 1, quote(base), quote(name)));
    if (given === '' && header.length > 0) notes.push(() => said().noName(c + 1, quote(name)));
    names.add(name);
  }
  return [...names];
}

/** Numbers, when most of the values are; a few others are mistakes that the reading will name. */
function typeOf(
  body: readonly Row[],
  column: number,
  decimal: DecimalMark,
  missing: ReadonlySet<string>,
): { type: ColumnType; reason: string } {
  const values = body.map(({ cells }) => cells[column] ?? '').filter((cell) => !missing.has(cell));
  if (values.length === 0) return { type: 'number', reason: said().noValue };
  const zeros = values.find(hasLeadingZeros);
  if (zeros !== undefined) return { type: 'category', reason: said().leadingZero(quote(zeros)) };
  const numbers = values.filter((cell) => isNumber(cell, decimal)).length;
  const type = 2 * numbers > values.length ? 'number' : 'category';
  return { type, reason: said().numbersAmong(numbers, values.length) };
}
