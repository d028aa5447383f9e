/** Converts dates and times in text to numbers: days since 1970-01-01, or hours of the day. */

/** `dmy` and `mdy` read the same text differently: 01/02/2020 is the first of February or the second of January. */
export type DateOrder = 'ymd' | 'dmy' | 'mdy' | 'time';

const CLOCK = '(\\d{1,2}):(\\d{2})(?::(\\d{2}(?:[.,]\\d+)?))?\\s*([AaPp][Mm])?\\s*(Z|[+-]\\d{2}:?\\d{2})?';
const forms = {
  ymd: new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})(?:[T ]\\s*${CLOCK})?$`),
  year: new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})(?:[T ]\\s*${CLOCK})?$`),
  digits: /^((?:1[89]|2[01])\d{2})(\d{2})(\d{2})$/,
  month: /^(\d{4})-(\d{2})$/,
  named: /^(\d{1,2})[ .-]+([a-z]{3,9})\.?[ ,-]+(\d{4}|\d{2})$/i,
  namedFirst: /^([a-z]{3,9})\.? +(\d{1,2}),? +(\d{4})$/i,
  time: new RegExp(`^${CLOCK}$`),
};

const DAY = 86_400_000;
const months = 'january february march april may june july august september october november december'.split(' ');

/** Days since 1970-01-01 (hours of the day for a time alone); NaN for a text that is not a date in this order. */
export function dateValue(cell: string, order: DateOrder): number {
  if (order === 'time') {
    const found = forms.time.exec(cell);
    return found === null ? Number.NaN : hours(found.slice(1));
  }
  const found = (order === 'ymd' ? forms.ymd : forms.year).exec(cell);
  if (found === null) return order === 'ymd' ? wordsValue(cell) : Number.NaN;
  const [, first, , second, third, ...clock] = found;
  const [a, b, c] = [Number(first), Number(second), Number(third)];
  if (order === 'ymd') return days(a, b, c, clock);
  const year = (third as string).length === 2 ? fullYear(c) : c;
  return order === 'dmy' ? days(year, b, a, clock) : days(year, a, b, clock);
}

/** Reads eight digits, a month without a day, or a date with an English month name. */
function wordsValue(cell: string): number {
  const [, full, inside, last] = forms.digits.exec(cell) ?? [];
  if (full !== undefined) return days(Number(full), Number(inside), Number(last), []);
  const [, year, month] = forms.month.exec(cell) ?? [];
  if (year !== undefined) return days(Number(year), Number(month), 1, []);
  const [, first, second, third] = forms.named.exec(cell) ?? forms.namedFirst.exec(cell) ?? [];
  if (first === undefined || second === undefined) return Number.NaN;
  const [day, name] = /^\d/.test(first) ? [first, second] : [second, first];
  const called = name.toLowerCase();
  const index = months.findIndex((full) => full === called || full.slice(0, 3) === called);
  return index === -1 ? Number.NaN : days(fullYear(Number(third)), index + 1, Number(day), []);
}

/** Reads two-digit years like POSIX: 69 to 99 are in the 20th century. */
function fullYear(year: number): number {
  return year > 99 ? year : year + (year > 68 ? 1900 : 2000);
}

function days(year: number, month: number, day: number, clock: readonly (string | undefined)[]): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return Number.NaN;
  const hour = clock[0] === undefined ? 0 : hours(clock);
  return date.getTime() / DAY + hour / 24;
}

/** A time zone converts the hour to UTC. */
function hours([hour, minute, second = '0', half, zone]: readonly (string | undefined)[]): number {
  const [h, m, s] = [Number(hour), Number(minute), Number(second.replace(',', '.'))];
  if (m > 59 || s >= 60 || h > 24 || (half !== undefined && (h < 1 || h > 12))) return Number.NaN;
  const full = half === undefined ? h : (h % 12) + (/p/i.test(half) ? 12 : 0);
  const shift =
    zone === undefined || zone === 'Z'
      ? 0
      : Number(zone.slice(0, 3)) + Math.sign(Number(`${zone[0]}1`)) * (Number(zone.slice(-2)) / 60);
  return full + m / 60 + s / 3600 - shift;
}

/** Smallest share of dates in a column of dates; reading reports the other cells as errors. */
const MOST = 0.9;

/**
 * The order of most cells, `open` if day and month are ambiguous, undefined if the cells are not dates. Dates with
 * points always have the day first.
 */
export function dateOrderOf(cells: readonly string[]): DateOrder | 'open' | undefined {
  const dates = (order: DateOrder) => cells.filter((cell) => !Number.isNaN(dateValue(cell, order)));
  const enough = (found: readonly string[]) => found.length > 0 && found.length >= MOST * cells.length;
  for (const order of ['time', 'ymd'] as const) if (enough(dates(order))) return order;
  const [dmy, mdy] = [dates('dmy'), dates('mdy')];
  if (dmy.length === mdy.length) {
    if (!enough(dmy)) return undefined;
    return dmy.every((cell) => cell.includes('.')) ? 'dmy' : 'open';
  }
  const [order, more] = dmy.length > mdy.length ? (['dmy', dmy] as const) : (['mdy', mdy] as const);
  return enough(more) ? order : undefined;
}
