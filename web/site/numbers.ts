/** How numbers are read and written on the page. */

export type Parsed = { ok: true; value: number } | { ok: false; problem: string };

/** Reads what a person types: decimal point or comma, `1e-3` allowed; empty text is a problem, never 0. */
export function parseNumber(text: string): Parsed {
  const trimmed = text.trim();
  if (trimmed === '') return { ok: false, problem: 'A number is needed here.' };
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i.test(trimmed)) {
    return { ok: false, problem: `“${trimmed}” is not a number. Write it like 0.1 or 1e-3.` };
  }
  const value = Number(trimmed.replace(',', '.'));
  return Number.isFinite(value) ? { ok: true, value } : { ok: false, problem: `“${trimmed}” is too large.` };
}

/** Fixed decimals, a power of ten where that would be long, or a dash where there is no number to show. */
export function fixed(value: number | undefined, digits: number): string {
  if (value === undefined || !Number.isFinite(value)) return '–';
  return Math.abs(value) < 1e5 ? value.toFixed(digits) : value.toExponential(1).replace('+', '');
}

export function percent(value: number | undefined): string {
  return value === undefined || !Number.isFinite(value) ? '–' : `${(100 * value).toFixed(1)}\u00a0%`;
}

export function degrees(value: number | undefined): string {
  return value === undefined || !Number.isFinite(value) ? '–' : `${value.toFixed(0)}°`;
}

/** Three significant digits, without an exponent between 1e-6 and 1e6. */
export function significant(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  return size < 1e-6 || size >= 1e6 ? value.toExponential(1).replace('+', '') : String(Number(value.toPrecision(3)));
}
