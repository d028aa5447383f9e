/** Builds the columns of a table from its rows, and its errors and notes. */

import {
  CategoryBuilder,
  type Changes,
  type ColumnBuilder,
  DateBuilder,
  Decimal,
  Growing,
  NumberArrays,
  NumberBuilder,
} from './columns.js';
import { isFilled, type Layout } from './detect.js';
import { questionError, quote, RowErrors, TableError } from './errors.js';
import { Marks } from './marks.js';
import { messages } from './messages.js';
import { simpleNumber } from './numbers.js';
import type { PlainTarget } from './plain.js';
import type { Row } from './rows.js';
import type { ColumnPlan, ColumnType, DecimalMark, Format, Note, Table, TableOptions } from './types.js';

/** Largest number of columns named in a note. */
const MAX_NAMED = 5;

/** Builds columns from rows. */
export class TableBuilder {
  readonly errors = new RowErrors();
  /** The number of rows that the reader has left out as comments. */
  comments = () => 0;
  readonly #absent = new RowErrors();
  readonly #layout: Layout;
  readonly #decimal: Decimal;
  readonly #builders: readonly (ColumnBuilder | undefined)[];
  readonly #required: readonly boolean[];
  readonly #verbatim: readonly boolean[];
  readonly #missing: ReadonlySet<string>;
  /** Length of the longest text that means a missing value. */
  readonly #longest: number;
  readonly #tokens = new Map<string, Map<string, number>>();
  readonly #rows: Growing<Int32Array>;
  readonly #problems: TableOptions['problems'];
  #header: boolean;
  #blank = 0;
  /** Rows in blocks that were taken. */
  #taken = 0;

  /** `decimal`: the mark of the complete file, if it is known. */
  constructor(
    layout: Layout,
    { choose, required, verbatim, problems }: TableOptions,
    expected: number,
    decimal: DecimalMark | undefined = undefined,
  ) {
    const { format, plans, settled } = layout;
    this.#layout = layout;
    this.#problems = problems;
    this.#rows = new Growing((length) => new Int32Array(length), expected);
    this.#header = format.header.value;
    this.#missing = new Set(format.missingTokens);
    this.#longest = Math.max(0, ...[...this.#missing].map((token) => token.length));
    const open = !settled && decimal === undefined;
    this.#decimal = new Decimal(decimal ?? format.decimal.value, open ? new Marks(format.delimiter.value) : undefined);
    const types: readonly ColumnType[] = choose?.(plans, format) ?? plans.map(({ type }) => type);
    const arrays = new NumberArrays(types.filter((type) => type === 'number' || type === 'date').length, expected);
    this.#builders = plans.map((plan, c) => builderOf(plan, c, types[c] as ColumnType, this.#decimal, arrays));
    this.#required = plans.map(({ name }) => required?.(name) ?? false);
    this.#verbatim = plans.map(({ name }) => verbatim?.(name) ?? false);
  }

  add(row: Row): void {
    if (!isFilled(row)) {
      this.#blank++;
      return;
    }
    if (this.#header) {
      this.#header = false;
      return;
    }
    if (!this.#fits(row)) return;
    const { number, cells } = row;
    this.#rows.push(number);
    for (let c = 0; c < this.#builders.length; c++) {
      const builder = this.#builders[c];
      if (builder !== undefined) this.#addCell(builder, number, c, cells[c] as string);
    }
  }

  get layout(): Layout {
    return this.#layout;
  }

  /** Whether a later cell may still change the values of this block. */
  get open(): boolean {
    return this.#decimal.open;
  }

  skipHeader(): void {
    this.#header = false;
  }

  /** The rows since the last block, which are then forgotten; errors and notes are those of {@link build}. */
  block(): Table {
    const { format, plans } = this.#layout;
    const rows = this.#rows.drain();
    this.#taken += rows.length;
    const columns = this.#builders.flatMap((builder) => builder?.block() ?? []);
    return { format, plans, columns, rows, tokens: this.#tokens, notes: [] };
  }

  plainTarget(): PlainTarget {
    const { format, trailing } = this.#layout;
    const marks = ['.', ','] as const;
    const numbers = format.missingTokens.flatMap((token) => marks.map((mark) => simpleNumber(token, mark)));
    return {
      delimiter: format.delimiter.value,
      decimal: this.#decimal,
      trailing,
      headerRead: !this.#header,
      builders: this.#builders,
      numericTokens: numbers.filter((value) => !Number.isNaN(value)),
      begin: (row) => this.#rows.push(row),
      addCell: (row, c, cell) => this.#addCell(this.#builders[c] as ColumnBuilder, row, c, cell),
      add: (row) => this.add(row),
    };
  }

  #fits({ number, cells }: Row): boolean {
    const width = this.#builders.length;
    if (cells.length === width) return true;
    if (this.#layout.trailing && cells.length === width + 1 && cells[width] === '') return true;
    const marked = [cells[0], this.#layout.plans[0]?.name].some((text) => text?.startsWith('#'));
    const wrong = cells.length === 1 ? messages().oneCell(width) : messages().cells(cells.length, width);
    this.errors.add(number, undefined, marked ? messages().comment(wrong) : wrong);
    return false;
  }

  #addCell(builder: ColumnBuilder, number: number, c: number, cell: string): void {
    // Long cells are not looked up, since hashing would read their complete text.
    if (cell.length <= this.#longest && this.#missing.has(cell) && !this.#verbatim[c]) {
      const name = this.#layout.plans[c]?.name as string;
      builder.addMissing();
      this.#seeMissing(cell, name);
      if (this.#required[c]) this.#absent.add(number, name, messages().noCell);
      return;
    }
    const wrong = builder.add(cell);
    if (wrong !== undefined) this.errors.add(number, this.#layout.plans[c]?.name as string, wrong);
  }

  #seeMissing(cell: string, name: string): void {
    if (cell === '') return;
    const counts = this.#tokens.get(name) ?? new Map<string, number>();
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
    this.#tokens.set(name, counts);
  }

  build(): Table {
    const { plans, notes } = this.#layout;
    const { format, decimalNotes } = this.#settled();
    const rows = this.#rows.drain();
    if (this.#taken + rows.length === 0) {
      this.errors.refuse(messages().problems);
      throw new TableError('format', messages().onlyHeader);
    }
    const empty = this.#blank;
    const comments = this.comments();
    const blank = [
      ...(empty === 0 ? [] : [() => messages().emptyRows(empty)]),
      ...(comments === 0 ? [] : [() => messages().skipped(comments)]),
    ];
    const columns = this.#builders.flatMap((builder) => builder?.build() ?? []);
    const changed = changeNotes(plans.map(({ name }, c) => ({ name, changes: this.#builders[c]?.changes ?? {} })));
    const all = [...notes, ...blank, ...decimalNotes, ...changed, ...tokenNotes(this.#tokens)];
    const table = { format, plans, columns, rows, tokens: this.#tokens, notes: all };
    this.#refuse(table);
    return table;
  }

  /** Reports all errors at once, including missing values and columns that would be refused next. */
  #refuse(table: Table): void {
    if (this.errors.count === 0) return;
    this.errors.join(this.#absent);
    const advice = this.#absent.count > 0 ? messages().meanAdvice : '';
    this.errors.refuse(messages().problems, advice, this.#problems?.(table));
  }

  /** The format with the decimal mark determined from all rows. */
  #settled(): { format: Format; decimalNotes: readonly Note[] } {
    const { format, plans } = this.#layout;
    const { marks } = this.#decimal;
    if (marks === undefined) return { format, decimalNotes: [] };
    const { found, question, note } = marks.judge(plans.map(({ name }) => name));
    if (question !== undefined) throw questionError(question);
    this.#decimal.settle(found.value);
    return { format: { ...format, decimal: found }, decimalNotes: note === undefined ? [] : [note] };
  }
}

function builderOf(
  plan: ColumnPlan,
  column: number,
  type: ColumnType,
  decimal: Decimal,
  arrays: NumberArrays,
): ColumnBuilder | undefined {
  if (type === 'skip') return undefined;
  if (type === 'number') return new NumberBuilder(plan, column, decimal, arrays);
  if (type !== 'date') return new CategoryBuilder(plan.name, type === 'indicators', arrays.expected);
  const { order } = plan;
  if (order !== undefined && order !== 'open') return new DateBuilder(plan.name, order, arrays);
  const why = order === 'open' ? messages().openOrder(quote(plan.name)) : messages().noDates(quote(plan.name));
  throw new TableError('value', why);
}

function tokenNotes(tokens: ReadonlyMap<string, ReadonlyMap<string, number>>): Note[] {
  if (tokens.size === 0) return [];
  const counts = new Map<string, number>();
  for (const own of tokens.values()) {
    for (const [token, count] of own) counts.set(token, (counts.get(token) ?? 0) + count);
  }
  const listed = () => [...counts].map(([token, count]) => `${quote(token)} (${count})`).join(messages().list);
  return [() => messages().readAsMissing(listed())];
}

/** One note per kind of sign, with its columns. */
function changeNotes(columns: readonly { name: string; changes: Changes }[]): Note[] {
  const kinds = [
    ['thousands', 'thousandsMarks'],
    ['percent', 'percentSigns'],
    ['currency', 'currencySigns'],
    ['exponent', 'exponents'],
  ] as const;
  return kinds.flatMap(([kind, message]) => {
    const found = columns.flatMap(({ name, changes }) =>
      changes[kind] === undefined ? [] : [{ name, cell: changes[kind] }],
    );
    if (found.length === 0) return [];
    const some = found.slice(0, MAX_NAMED);
    const listed = () =>
      some.map(({ name, cell }) => messages().example(quote(name), quote(cell))).join(messages().list);
    const rest = found.length - some.length;
    return [() => messages()[message](rest === 0 ? listed() : `${listed()}${messages().list}${messages().more(rest)}`)];
  });
}
