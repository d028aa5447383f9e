/** Reads and writes numbers on the page. */

import { page } from './en/page.ts';
import { language } from './language.svelte.ts';

export type Parsed = { ok: true; value: number } | { ok: false; problem: string };

/** Reads a typed number with decimal point or comma, such as `1e-3`; empty text is a problem, never 0. */
export function parseNumber(text: string): Parsed {
  const trimmed = text.trim();
  if (trimmed === '') return { ok: false, problem: page.numberNeeded };
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i.test(trimmed)) {
    return { ok: false, problem: page.notNumber(trimmed) };
  }
  const value = Number(trimmed.replace(',', '.'));
  return Number.isFinite(value) ? { ok: true, value } : { ok: false, problem: page.tooLarge(trimmed) };
}

/** The text of a number in a narrow input, as in links: with an exponent if it has more than six characters and that is shorter. */
export function typed(value: number): string {
  const [all, power] = [String(value), value.toExponential().replace('e+', 'e')];
  return all.length > 6 && power.length < all.length ? power : all;
}

/** A setting in a sentence, as people write it: `10`, `0.003`, `1e12`. */
export const written = (value: number): string =>
  value !== 0 && (Math.abs(value) < 1e-4 || Math.abs(value) >= 1e6) ? typed(value) : plain(value);

const formats = new Map<string, Intl.NumberFormat>();

/** Formats a number in the current language, with a true minus, grouped from five digits on. Not for files and links. */
function write(value: number, options: Intl.NumberFormatOptions): string {
  const full = { useGrouping: Math.abs(value) >= 1e4, ...options };
  const key = language() + JSON.stringify(full);
  const format = formats.get(key) ?? new Intl.NumberFormat(language(), full);
  formats.set(key, format);
  return format.format(value).replaceAll('-', '−');
}

const known = (value: number | undefined): value is number => value !== undefined && Number.isFinite(value);
const decimals = (digits: number) => ({ minimumFractionDigits: digits, maximumFractionDigits: digits });
const power = (value: number) => write(value, { notation: 'scientific', ...decimals(1) }).replace('E', 'e');

/** Fixed decimals, a power of ten for long numbers, or a dash for a missing number. */
export function fixed(value: number | undefined, digits: number): string {
  if (!known(value)) return '–';
  return Math.abs(value) < 1e5 ? write(value, decimals(digits)) : power(value);
}

export function percent(value: number | undefined, digits = 1): string {
  return known(value) ? write(value, { style: 'percent', ...decimals(digits) }) : '–';
}

export function degrees(value: number | undefined): string {
  return known(value) ? `${write(value, decimals(0))}°` : '–';
}

/** Three significant digits, without an exponent between 1e-4 and 1e6. */
export function significant(value: number | undefined): string {
  if (!known(value)) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  const digits = { minimumSignificantDigits: 3, maximumSignificantDigits: 3 };
  return size < 1e-4 || size >= 1e6 ? power(value) : write(value, digits);
}

/** Numbers of one column: all with the decimals that give the largest three significant digits. */
export function aligned(values: readonly number[]): string[] {
  const largest = Math.max(...values.map(Math.abs));
  if (largest < 1e-4) return values.map(significant);
  const digits = largest > 0 ? Math.max(0, 2 - Math.floor(Math.log10(largest))) : 0;
  return values.map((value) => fixed(value, digits));
}

/** Short text of a number beside an axis, without trailing zeros. */
export const tick = (value: number): string =>
  value !== 0 && Math.abs(value) < 1e-3
    ? write(value, { notation: 'scientific' }).replace('E', 'e')
    : write(value, { maximumSignificantDigits: 3 });

/** All digits of the number, for settings and counts. */
export const plain = (value: number): string => (known(value) ? write(value, { maximumFractionDigits: 12 }) : '–');
