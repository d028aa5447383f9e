/** Numbers in text: signs, decimal marks, thousands separators, percent and currency signs. */

import { quote } from './errors.js';
import { messages } from './messages.js';
import type { DecimalMark } from './types.js';

const MAX_FLOAT = 3.4028234663852886e38;

/** Thousands separators that are never decimal marks: apostrophes (Swiss) and spaces (French, SI). */
const SPACING = "['\u2019 \u00a0\u202f\u2009]";

/** Minus signs: U+2212, and the en dash that word processors insert instead. */
const MINUS = /[\u2212\u2013]/g;

const CODES = 'EUR|USD|GBP|JPY|CHF|INR|CNY|KRW|SEK|NOK|DKK|PLN|CZK|RUB|TRY|BRL|AUD|CAD|NZD|MXN|ZAR';
const UNIT = `%|R\\$|US\\$|Rs\\.?|Fr\\.|kr\\.?|z\u0142|${CODES}|\\p{Sc}`;
const decorated = new RegExp(`^([+-]?)(?:(${UNIT})\\s*)?([+-]?)([\\d.,](?:.*[\\d.,])?)(?:\\s*(${UNIT}))?$`, 'u');

const escaped: { readonly [mark in DecimalMark]: string } = { '.': '\\.', ',': ',' };
const otherOf: { readonly [mark in DecimalMark]: DecimalMark } = { '.': ',', ',': '.' };

const forms = { '.': formsOf('.'), ',': formsOf(',') };

function formsOf(mark: DecimalMark) {
  const [m, other] = [escaped[mark], escaped[otherOf[mark]]];
  const digits = `(?:\\d+${m}?\\d*|${m}\\d+)(?:[eE][+-]?\\d+)?`;
  const indian = mark === '.' ? `|[1-9]\\d?(?:,\\d{2})*,\\d{3}(?:\\.\\d*)?` : '';
  const thousands = `[1-9]\\d{0,2}(?:(${SPACING})\\d{3}(?:\\1\\d{3})*|(?:${other}\\d{3})+)(?:${m}\\d*)?`;
  return {
    simple: new RegExp(`^[+-]?${digits}$`),
    plain: new RegExp(`^${digits}$`),
    grouped: new RegExp(`^(?:${thousands}${indian})$`),
  };
}

/** The parts of a number in a cell. */
export interface NumberText {
  readonly negative: boolean;
  /** Digits, decimal mark and separators, without signs. */
  readonly core: string;
  /** A percent sign, a currency, or nothing. */
  readonly unit: string;
}

function splitNumber(cell: string): NumberText | undefined {
  const found = decorated.exec(cell.replace(MINUS, '-'));
  if (found === null) return undefined;
  const [, outer = '', before = '', inner = '', core = '', behind = ''] = found;
  if ((outer !== '' && inner !== '') || (before !== '' && behind !== '')) return undefined;
  return { negative: outer === '-' || inner === '-', core, unit: before || behind };
}

function fits(core: string, mark: DecimalMark): boolean {
  return forms[mark].plain.test(core) || forms[mark].grouped.test(core);
}

/**
 * The possible readings of the marks in a cell.
 *
 * - `none`: no point or comma. `spaced`: apostrophes or spaces separate the thousands.
 * - `.` or `,`: the cell is a number with this decimal mark only.
 * - `either`: one mark followed by exactly three digits, as in 1.237, which is 1.237 or 1237.
 */
export type MarkKind = 'none' | 'spaced' | DecimalMark | 'either';

/** Most cells: no mark, or one point with fewer or more than three digits behind it. */
const [unmarked, decimals] = [/^[+-]?\d+$/, /^[+-]?\d+\.(?:\d{0,2}|\d{4,})$/];

/** Undefined for a cell that is no number in any reading. */
export function markKind(cell: string): MarkKind | undefined {
  if (unmarked.test(cell)) return 'none';
  if (decimals.test(cell)) return '.';
  const text = splitNumber(cell);
  if (text === undefined) return undefined;
  const [point, comma] = [fits(text.core, '.'), fits(text.core, ',')];
  if (point && comma) {
    if (/[.,]/.test(text.core)) return 'either';
    return /^\d*$/.test(text.core) || /[eE]/.test(text.core) ? 'none' : 'spaced';
  }
  return point ? '.' : comma ? ',' : undefined;
}

/** The mark of a cell with two readings. */
export function markOf(cell: string): DecimalMark {
  return cell.includes('.') ? '.' : ',';
}

/** The percent or currency sign of a number; empty for a number without a sign and for other texts. */
export function unitOf(cell: string): string {
  if (forms['.'].simple.test(cell)) return '';
  return splitNumber(cell)?.unit ?? '';
}

/** Digits with at most one decimal mark, the format that programs write and parsers accept. */
export function isSimple(cell: string, mark: DecimalMark): boolean {
  return forms[mark].simple.test(cell);
}

export function isNumber(cell: string, mark: DecimalMark): boolean {
  if (forms[mark].simple.test(cell)) return true;
  const text = splitNumber(cell);
  return text !== undefined && fits(text.core, mark);
}

/** Whether reading the cell removes thousands separators. */
export function isGrouped(cell: string, mark: DecimalMark): boolean {
  const text = splitNumber(cell);
  return text !== undefined && !forms[mark].plain.test(text.core) && forms[mark].grouped.test(text.core);
}

/** The number; NaN if the cell is not a number in the range of a 32-bit float ({@link whyNoNumber} gives the reason). */
export function toNumber(cell: string, mark: DecimalMark): number {
  const value = simpleNumber(cell, mark);
  return Number.isNaN(value) ? finite(decoratedNumber(cell, mark)) : value;
}

/** The same for digits with at most one decimal mark ({@link isSimple}), NaN for all other texts. */
export function simpleNumber(cell: string, mark: DecimalMark): number {
  const short = shortNumber(cell, mark);
  if (!Number.isNaN(short)) return short;
  return forms[mark].simple.test(cell) ? finite(simple(cell, mark)) : Number.NaN;
}

const powers = Array.from({ length: 16 }, (_, power) => 10 ** power);

/**
 * The same for at most 15 digits without an exponent, NaN for all other texts. It reads most cells of most files and is
 * faster than a regular expression. Digits and power are integers that are exact in a double, so that their quotient is
 * the double nearest to the decimal number.
 */
function shortNumber(cell: string, mark: DecimalMark): number {
  if (cell.length > 17) return Number.NaN;
  const [point, sign] = [mark === '.' ? 46 : 44, cell.charCodeAt(0)];
  let [whole, digits, decimals] = [0, 0, -1];
  for (let i = sign === 43 || sign === 45 ? 1 : 0; i < cell.length; i++) {
    const code = cell.charCodeAt(i);
    if (code >= 48 && code <= 57) {
      whole = 10 * whole + code - 48;
      digits++;
      if (decimals >= 0) decimals++;
    } else if (code === point && decimals < 0) decimals = 0;
    else return Number.NaN;
  }
  if (digits === 0 || digits > 15) return Number.NaN;
  const value = decimals > 0 ? whole / (powers[decimals] as number) : whole;
  return sign === 45 ? -value : value;
}

function finite(value: number): number {
  return Number.isFinite(Math.fround(value)) ? value : Number.NaN;
}

function simple(text: string, mark: DecimalMark): number {
  return Number(mark === '.' ? text : text.replace(',', '.'));
}

function decoratedNumber(cell: string, mark: DecimalMark): number {
  const text = splitNumber(cell);
  if (text === undefined || !fits(text.core, mark)) return Number.NaN;
  const { plain } = forms[mark];
  const other = otherOf[mark];
  const digits = plain.test(text.core) ? text.core : text.core.replaceAll(other, '').replace(/[^\d.,]/g, '');
  const value = simple(digits, mark);
  return text.negative ? -value : value;
}

export function whyNoNumber(cell: string, mark: DecimalMark): string {
  const text = quote(cell);
  if (isNumber(cell, mark)) return messages().tooLarge(text, MAX_FLOAT);
  if (/^[+-]?inf(inity)?$/i.test(cell)) return messages().notFinite(text);
  if (/^[+-]?0x[\da-f]+$/i.test(cell)) return messages().hexadecimal(text);
  if (isNumber(cell, otherOf[mark])) return messages().otherMark(text, quote(mark));
  return messages().noNumber(text);
}
