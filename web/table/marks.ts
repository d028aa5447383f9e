/**
 * Which mark is the decimal one: decided by all cells of a file together.
 *
 * A cell such as 0,5 or 12.3456 or 1.234.567 can be read in one way only, and settles the mark for the file: one program wrote all
 * columns. A cell such as 1.237 has two readings that differ by a factor of 1000, and a file whose marks all stand like that does
 * not say which is meant. It is asked, with one exception: in a file of commas as delimiters, a column in which every value has a
 * point and three digits behind it is written with a fixed number of decimals. A point between thousands belongs to countries that
 * write decimal commas, whose programs part columns by semicolons or tabs; and among thousands, numbers below 1000 have no point,
 * so that in a column of thousands some cells are bare, as 300 beside 1.237. The other reading is told with its flag all the same.
 */

import { quote } from './errors.js';
import { said } from './messages.js';
import { isNumber, type MarkKind, markKind, markOf } from './numbers.js';
import type { DecimalMark, Found, Note, Question } from './types.js';

/** The decimal mark, the question that stays when the file does not tell, and a note on the reading that was not taken. */
export interface Judgement {
  readonly found: Found<DecimalMark>;
  readonly question?: Question;
  readonly note?: Note;
}

/** Evidence about the marks from the cells seen so far. */
export class Marks {
  readonly #delimiter: string;
  /** First cell that settles the mark, and the number of such cells. */
  readonly #settled = new Map<DecimalMark, { cell: string; count: number }>();
  /** First cell with two readings, by column and mark. */
  readonly #open = new Map<string, string>();
  /** First cell without a mark, by column. */
  readonly #bare = new Map<number, string>();
  #spaced: string | undefined;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** Takes note of a number. */
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

  /** Cheap: most cells of most files come here. */
  #seeBare(column: number, cell: string): void {
    if (!this.#bare.has(column)) this.#bare.set(column, cell);
  }

  /** Whether no cell so far says which mark is the decimal one. */
  get undecided(): boolean {
    return this.#settled.size === 0;
  }

  /** `names` are those of the columns. */
  judge(names: readonly string[]): Judgement {
    const [point, comma] = [this.#settled.get('.'), this.#settled.get(',')];
    if (point !== undefined || comma !== undefined) return { found: this.#bySettled(point, comma) };
    const open = [...this.#open].map(([key, cell]) => {
      const column = Number(key.slice(0, -1));
      return { column, mark: markOf(cell), cell, bare: this.#bare.get(column) };
    });
    const [first] = open;
    if (first === undefined) return { found: { value: '.', reason: said().usual } };
    const { mark, cell } = first;
    const alike = open.every((one) => one.mark === mark);
    const reason = said().asIn(quote(cell));
    if (alike && this.#spaced !== undefined) {
      return { found: { value: mark, reason: said().asBesideThousands(quote(cell), quote(this.#spaced)) } };
    }
    const fixed = alike && mark === '.' && this.#delimiter === ',' && open.every(({ bare }) => bare === undefined);
    if (fixed) {
      const note = () => said().fixedDecimals(quote(names[first.column] ?? ''), quote(cell), cell.replace('.', ''));
      return { found: { value: '.', reason }, note };
    }
    const asked = open.find(({ bare }) => bare !== undefined) ?? first;
    return { found: { value: asked.mark, reason }, question: questionOf(asked, names[asked.column] ?? '') };
  }

  #bySettled(point?: { cell: string; count: number }, comma?: { cell: string; count: number }): Found<DecimalMark> {
    const [dot, tail] = [point && quote(point.cell), comma && quote(comma.cell)];
    if (point === undefined || comma === undefined) {
      const quoted = point === undefined && this.#delimiter === ',';
      const reason = quoted ? said().asInQuotes(tail as string) : said().asIn((dot ?? tail) as string);
      return { value: point === undefined ? ',' : '.', reason };
    }
    const value = comma.count > point.count ? ',' : '.';
    const [own, other] = value === '.' ? [dot, tail] : [tail, dot];
    return { value, reason: said().inSpiteOf(own as string, other as string) };
  }
}

function questionOf({ mark, cell, bare }: { mark: DecimalMark; cell: string; bare: string | undefined }, name: string) {
  const decimals = cell.replace(',', '.');
  const thousands = cell.replace(mark, '');
  const beside = bare === undefined ? quote(cell) : said().beside(quote(cell), quote(bare));
  const message = said().eitherMark(quote(name), beside, decimals, thousands, mark);
  return { option: 'decimal', message } as const;
}

/** The marks of the first rows, of columns that hold numbers for the most part. */
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
