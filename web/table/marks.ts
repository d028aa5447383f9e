/**
 * Determines the decimal mark from all cells of a file.
 *
 * A cell such as 0,5 or 12.3456 or 1.234.567 has a single reading and determines the mark of the file, since one
 * program wrote all columns. A cell such as 1.237 has two readings that differ by a factor of 1000, and a file with
 * only such cells is ambiguous. The user is asked, with one exception: if the delimiter is a comma and every value of a
 * column has a point followed by three digits, the column has a fixed number of decimals. Two facts justify this
 * exception. Points are thousands separators in countries with decimal commas, whose programs separate columns by
 * semicolons or tabs. Numbers below 1000 have no thousands separator, so a column with thousands separators usually has
 * cells without a point, such as 300. A note reports the other reading with its flag.
 */

import { quote } from './errors.js';
import { messages } from './messages.js';
import { isNumber, type MarkKind, markKind, markOf } from './numbers.js';
import type { DecimalMark, Found, Note, Question } from './types.js';

/** The decimal mark, a question if the file is ambiguous, and a note on the rejected reading. */
export interface Judgement {
  readonly found: Found<DecimalMark>;
  readonly question?: Question;
  readonly note?: Note;
}

/** Evidence about the marks from the cells seen so far. */
export class Marks {
  readonly #delimiter: string;
  /** First cell that determines the mark, and the number of such cells. */
  readonly #settled = new Map<DecimalMark, { cell: string; count: number }>();
  /** First cell with two readings, by column and mark. */
  readonly #open = new Map<string, string>();
  /** First cell without a mark, by column. */
  readonly #bare = new Map<number, string>();
  #spaced: string | undefined;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** Records a number. */
  see(column: number, cell: string, kind: MarkKind): void {
    if (kind === 'none') this.#seeBare(column, cell);
    else if (kind === 'spaced') this.#spaced ??= cell;
    else if (kind === 'either') {
      const key = `${column}${markOf(cell)}`;
      if (!this.#open.has(key)) this.#open.set(key, cell);
    } else {
      const seen = this.#settled.get(kind);
      if (seen === undefined) this.#settled.set(kind, { cell, count: 1 });
      else seen.count++;
    }
  }

  /** Must be fast, since most cells of most files are recorded here. */
  #seeBare(column: number, cell: string): void {
    if (!this.#bare.has(column)) this.#bare.set(column, cell);
  }

  /** Whether no cell so far determines the decimal mark. */
  get undecided(): boolean {
    return this.#settled.size === 0;
  }

  /** `names`: the names of the columns. */
  judge(names: readonly string[]): Judgement {
    const [point, comma] = [this.#settled.get('.'), this.#settled.get(',')];
    if (point !== undefined || comma !== undefined) return { found: this.#bySettled(point, comma) };
    const open = [...this.#open].map(([key, cell]) => {
      const column = Number(key.slice(0, -1));
      return { column, mark: markOf(cell), cell, bare: this.#bare.get(column) };
    });
    const [first] = open;
    if (first === undefined) return { found: { value: '.', reason: messages().usual } };
    const { mark, cell } = first;
    const alike = open.every((one) => one.mark === mark);
    const reason = messages().asIn(quote(cell));
    if (alike && this.#spaced !== undefined) {
      return { found: { value: mark, reason: messages().asBesideThousands(quote(cell), quote(this.#spaced)) } };
    }
    const fixed = alike && mark === '.' && this.#delimiter === ',' && open.every(({ bare }) => bare === undefined);
    if (fixed) {
      const note = () => messages().fixedDecimals(quote(names[first.column] ?? ''), quote(cell), cell.replace('.', ''));
      return { found: { value: '.', reason }, note };
    }
    const asked = open.find(({ bare }) => bare !== undefined) ?? first;
    return { found: { value: asked.mark, reason }, question: questionOf(asked, names[asked.column] ?? '') };
  }

  #bySettled(point?: { cell: string; count: number }, comma?: { cell: string; count: number }): Found<DecimalMark> {
    const [dot, tail] = [point && quote(point.cell), comma && quote(comma.cell)];
    if (point === undefined || comma === undefined) {
      const quoted = point === undefined && this.#delimiter === ',';
      const reason = quoted ? messages().asInQuotes(tail as string) : messages().asIn((dot ?? tail) as string);
      return { value: point === undefined ? ',' : '.', reason };
    }
    const value = comma.count > point.count ? ',' : '.';
    const [own, other] = value === '.' ? [dot, tail] : [tail, dot];
    return { value, reason: messages().inSpiteOf(own as string, other as string) };
  }
}

function questionOf({ mark, cell, bare }: { mark: DecimalMark; cell: string; bare: string | undefined }, name: string) {
  const decimals = cell.replace(',', '.');
  const thousands = cell.replace(mark, '');
  const beside = bare === undefined ? quote(cell) : messages().beside(quote(cell), quote(bare));
  const message = messages().eitherMark(quote(name), beside, decimals, thousands, mark);
  return { option: 'decimal', message } as const;
}

/** The marks in the first rows, from columns that are mostly numbers. */
export function marksOf(
  rows: readonly { readonly cells: readonly string[] }[],
  delimiter: string,
  missing: ReadonlySet<string>,
): Marks {
  const marks = new Marks(delimiter);
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  for (let c = 0; c < width; c++) {
    const cells = rows.map(({ cells: all }) => all[c] ?? '').filter((cell) => !missing.has(cell));
    const numbers = cells.filter((cell) => isNumber(cell, '.') || isNumber(cell, ','));
    if (2 * numbers.length <= cells.length) continue;
    for (const cell of numbers) {
      const kind = markKind(cell);
      if (kind !== undefined) marks.see(c, cell, kind);
    }
  }
  return marks;
}
