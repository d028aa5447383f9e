/** How numbers are read and written on the page. */

import { page } from './en/page.ts';
import { language } from './language.svelte.ts';

export type Parsed = { ok: true; value: number } | { ok: false; problem: string };

/** Reads what a person types: decimal point or comma, `1e-3` allowed; empty text is a problem, never 0. */
export function parseNumber(text: string): Parsed {
  const trimmed = text.trim();
  if (trimmed === '') return { ok: false, problem: page.numberNeeded };
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i.test(trimmed)) {
    return { ok: false, problem: page.notNumber(trimmed) };
  }
  const value = Number(trimmed.replace(',', '.'));
  return Number.isFinite(value) ? { ok: true, value } : { ok: false, problem: page.tooLarge(trimmed) };
}

/** As in a link, for a narrow box to be typed in: with an exponent where all digits would be long and that is shorter. */
export function typed(value: number): string {
  const [all, power] = [String(value), value.toExponential().replace('e+', 'e')];
  return all.length > 6 && power.length < all.length ? power : all;
}

const formats = new Map<string, Intl.NumberFormat>();

/** In the language on view, with a true minus; groups of digits from five digits on. Files and links never come here. */
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

/** Fixed decimals, a power of ten where that would be long, or a dash where there is no number to show. */
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

/** Numbers that stand below one another: as many decimals as give the largest three significant digits. */
export function aligned(values: readonly number[]): string[] {
  const largest = Math.max(...values.map(Math.abs));
  if (largest < 1e-4) return values.map(significant);
  const digits = largest > 0 ? Math.max(0, 2 - Math.floor(Math.log10(largest))) : 0;
  return values.map((value) => fixed(value, digits));
}

/** Beside an axis: no more digits than the number has, and short. */
export const tick = (value: number): string =>
  value !== 0 && Math.abs(value) < 1e-3
    ? write(value, { notation: 'scientific' }).replace('E', 'e')
    : write(value, { maximumSignificantDigits: 3 });

/** As many digits as the number has: settings, counts. */
export const plain = (value: number): string => (known(value) ? write(value, { maximumFractionDigits: 12 }) : '–');
