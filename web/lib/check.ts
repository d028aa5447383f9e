/** Argument checks: each throws a TripError that names the argument, the value seen and what is accepted. */

import { TripError } from './errors.js';

/** A value as it is shown in messages. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}...` : value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) {
    const flat = value.length <= 8 && !value.some((entry) => Array.isArray(entry) && entry.some(Array.isArray));
    const text = flat ? `[${value.map((entry) => describe(entry)).join(', ')}]` : '';
    return text !== '' && text.length <= 60 ? text : `an array of length ${value.length}`;
  }
  const name = value.constructor?.name ?? '';
  return name === '' || name === 'Object' ? 'an object' : `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`;
}

/** The value and its type, where the text alone could mislead: `"3" (string)`. */
export function describeTyped(value: unknown): string {
  return typeof value === 'object' || value === undefined ? describe(value) : `${describe(value)} (${typeof value})`;
}

export function requireObject(name: string, value: unknown): asserts value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TripError('option', `${name} is ${describeTyped(value)}; an object is accepted`);
  }
}

/** Refuses names that are not known and says which one was probably meant. */
export function refuseUnknown(owner: string, value: object, known: readonly string[]): void {
  for (const name of Object.keys(value)) {
    if (known.includes(name)) continue;
    const near = nearest(name, known);
    const advice = near === undefined ? `known are ${known.join(', ')}` : `did you mean ${near}?`;
    throw new TripError('option', `${owner} has no option ${describe(name)}; ${advice}`);
  }
}

export function integer(name: string, value: unknown, low: number, high: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < low || value > high) {
    throw new TripError('option', `${name} is ${describeTyped(value)}; an integer from ${low} to ${high} is accepted`);
  }
  return value;
}

/** A finite number in [low, high], or in (low, high] when `open`. */
export function number(name: string, value: unknown, low: number, high: number, open = false): number {
  if (typeof value !== 'number' || !(open ? value > low : value >= low) || !(value <= high)) {
    const range = open ? `above ${low} and at most ${high}` : `from ${low} to ${high}`;
    throw new TripError('option', `${name} is ${describeTyped(value)}; a number ${range} is accepted`);
  }
  return value;
}

export function boolean(name: string, value: unknown): boolean {
  if (typeof value !== 'boolean') {
    throw new TripError('option', `${name} is ${describeTyped(value)}; true or false is accepted`);
  }
  return value;
}

export function oneOf<T extends string>(name: string, value: unknown, accepted: readonly T[]): T {
  if (!accepted.includes(value as T)) {
    const list = accepted.map((entry) => `'${entry}'`).join(', ');
    throw new TripError('option', `${name} is ${describeTyped(value)}; one of ${list} is accepted`);
  }
  return value as T;
}

/** An array of integers in [low, high]; the result is a copy. */
export function integers(name: string, value: unknown, low: number, high: number): number[] {
  if (!Array.isArray(value) && !(ArrayBuffer.isView(value) && !(value instanceof DataView))) {
    throw new TripError('option', `${name} is ${describeTyped(value)}; an array of integers is accepted`);
  }
  return Array.from(value as ArrayLike<unknown>, (entry, i) => integer(`${name}[${i}]`, entry, low, high));
}

/** The known name that a misspelt one resembles, if any. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const lower = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const target = candidate.toLowerCase();
    const prefix = lower.length >= 3 && (target.startsWith(lower) || lower.startsWith(target));
    const distance = prefix ? 1 : editDistance(lower, target);
    if (distance < bestDistance && distance < lower.length) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Levenshtein distance by rows. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitute = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitute, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
