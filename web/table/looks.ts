/** Detects from the first rows what a column holds: numbers, row names, dates or categories. */

import { hasLeadingZeros, mayBeIdentifier } from './cells.js';
import { type DateOrder, dateOrderOf } from './dates.js';
import { quote } from './errors.js';
import { messages } from './messages.js';
import { isNumber, unitOf } from './numbers.js';
import type { ColumnPlan, DecimalMark, Looks } from './types.js';

/** Fewer values differ by chance. */
const FEWEST_IDENTIFIERS = 5;
const FEWEST_NAMES = 20;
/** Without a header every column is unnamed, and only a long sequence of row numbers is not a variable. */
const FEWEST_UNNAMED = 10;

/** Usual names of columns with row numbers or row names. */
const rowNames =
  /^(unnamed: ?\d+|x|\.?row[._ -]?(names?|ids?|index|numbers?|no|nr)?|index|level_0|_?id|no\.?|nr\.?|#|s\.?no\.?|obs|uid|uuid|guid)$/i;
/** `patient_id` and `SampleID` are row names when all their values differ. */
const endsInId = /[ ._-][iI][dD]$|[a-z]I[dD]$/;
const zipNames = /^(zip|plz|postal|post_?code|postleitzahl|cap$)/i;

/** Properties of a column in addition to its cells. */
export interface ColumnPlace {
  readonly name: string;
  /** The name is from the header; a generated name has no meaning. */
  readonly named: boolean;
  /** The header is one cell shorter than the rows: the first column holds their names. */
  readonly rowNames: boolean;
  readonly header: boolean;
  readonly first: boolean;
}

type Look = Omit<ColumnPlan, 'name'>;

/** `values`: the cells of the first rows that are not missing. */
export function lookOf(place: ColumnPlace, values: readonly string[], decimal: DecimalMark): Look {
  const look = zipLook(place, values) ?? plainLook(values, decimal);
  return { ...look, ...rowNameLook(place, values, look) };
}

function plainLook(values: readonly string[], decimal: DecimalMark): Look {
  const all = { unit: '', count: new Set(values).size };
  const like = (type: 'number' | 'category', looks: Looks, reason: string): Look => ({
    ...all,
    type,
    kept: type,
    looks,
    reason,
  });
  if (values.length === 0) return like('number', 'number', messages().noValue);
  const zeros = values.find(hasLeadingZeros);
  if (zeros !== undefined && dateOrderOf(values) === undefined)
    return like('category', codesOr(values), messages().leadingZero(quote(zeros)));
  const numbers = values.filter((cell) => isNumber(cell, decimal));
  const reason = messages().numbersAmong(numbers.length, values.length);
  const odd = numbers.find(mayBeIdentifier);
  if (odd !== undefined && holdsIdentifiers(values, numbers))
    return like('category', 'identifier', messages().identifierAmong(quote(odd)));
  if (2 * numbers.length > values.length) {
    const dated = values.length >= FEWEST_IDENTIFIERS && values[0]?.length === 8 && dateOrderOf(values) === 'ymd';
    return { ...like('number', 'number', reason), unit: commonUnit(numbers), ...(dated ? { order: 'ymd' } : {}) };
  }
  const order = dateOrderOf(values);
  if (order !== undefined) return { ...like('category', dateLooks(order), dateReason(order, values)), order };
  return like('category', isUnique(values) ? 'identifier' : 'categories', reason);
}

/** Zip codes without a leading zero differ from numbers only by the name of their column. */
function zipLook({ name }: ColumnPlace, values: readonly string[]): Look | undefined {
  if (!zipNames.test(name) || values.length === 0 || !values.every((cell) => /^\d{4,6}$/.test(cell))) return undefined;
  const count = new Set(values).size;
  return { unit: '', count, type: 'category', kept: 'category', looks: 'codes', reason: messages().zipName };
}

function isUnique(values: readonly string[]): boolean {
  return values.length >= FEWEST_IDENTIFIERS && new Set(values).size === values.length;
}

const dateLooks = (order: DateOrder | 'open'): Looks =>
  order === 'time' ? 'times' : order === 'open' ? 'openDates' : 'dates';

function dateReason(order: DateOrder | 'open', values: readonly string[]): string {
  const example = quote(values[0] as string);
  if (order === 'open') return messages().openDates(example);
  return order === 'time' ? messages().times(example) : messages().dates(example);
}

/** Digits of equal length, some with leading zeros, are codes: zip codes, article numbers. */
function codesOr(values: readonly string[]): Looks {
  const length = values[0]?.length;
  return values.every((cell) => /^\d+$/.test(cell) && cell.length === length) ? 'codes' : 'categories';
}

/**
 * Cells like 713752e1 are identifiers when other cells of the column are hexadecimal or mix letters and digits, or when
 * all have equal length, like hash values.
 */
function holdsIdentifiers(values: readonly string[], numbers: readonly string[]): boolean {
  const known = new Set(numbers);
  const others = values.filter((cell) => !known.has(cell));
  if (others.length > 0)
    return others.some((cell) => /^[\da-z_-]*\d[\da-z_-]*$/i.test(cell) || /^[\da-f]+$/i.test(cell));
  const length = values[0]?.length as number;
  return length >= 6 && values.every((cell) => cell.length === length && /^\d+([eE]\d+)?$/.test(cell));
}

/** The most frequent sign of the numbers in the column. */
function commonUnit(numbers: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const cell of numbers) {
    const unit = unitOf(cell);
    counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), ['', 0])[0];
}

/** The look of a column with row names or row numbers; `type` is skip if the column is left out by default. */
function rowNameLook(place: ColumnPlace, values: readonly string[], { type }: Look): Partial<Look> | undefined {
  if (values.length < 3) return undefined;
  const differ = new Set(values).size === values.length;
  if (place.rowNames) return differ ? { type: 'skip', looks: 'rowNames', reason: messages().shortHeader } : undefined;
  const named = (rowNames.test(place.name) && place.name !== 'x') || endsInId.test(place.name);
  const called = !place.named || named;
  if (counts(values)) {
    if (called && values.length >= (place.header ? 3 : FEWEST_UNNAMED)) {
      return { type: 'skip', looks: 'counter', reason: messages().countsRows(quote(values[0] as string)) };
    }
    return values.length >= FEWEST_UNNAMED ? { looks: 'counter' } : undefined;
  }
  const whole = values.every((cell) => /^\d+$/.test(cell));
  const unnamedLater = !place.named && !place.first;
  if (!called || !differ || unnamedLater || !place.header || values.length < FEWEST_NAMES) return undefined;
  if (!whole && type === 'number') return undefined;
  return { type: 'skip', looks: 'rowNames', reason: messages().allDiffer(values.length) };
}

/** Whether the values are consecutive, such as 0, 1, 2 or 17, 18, 19. */
function counts(values: readonly string[]): boolean {
  const from = Number(values[0]);
  // Pandas writes an integer column with missing values as 1.0, 2.0.
  return (
    /^\d+(\.0)?$/.test(values[0] as string) && values.every((cell, n) => cell.replace(/\.0$/, '') === String(from + n))
  );
}
