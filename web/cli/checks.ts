/** Small checks and helpers that several commands share. */

import { TripError } from 'trip-wasm';

/** A text in a message: at most 200 characters of it, since names and files can have any length. */
export const cut = (text: string, most = 200): string => (text.length > most ? `${text.slice(0, most)}...` : text);

/** A text in quotes, for messages. */
export const quoted = (text: string): string => JSON.stringify(cut(text));

/** A value of a file, for messages. Lists and objects may have any size. */
export const shownValue = (value: unknown): string =>
  Array.isArray(value)
    ? 'a list'
    : typeof value === 'object' && value !== null
      ? 'an object'
      : cut(String(JSON.stringify(value)));

export function requireObject(name: string, value: unknown): asserts value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TripError('option', `${name} is ${shownValue(value)}; an object is accepted`);
}

/** Deepest accepted nesting of lists and objects in JSON: functions that follow it call themselves. */
const MAX_DEPTH = 100;

/** @throws TripError `format` for text that is not JSON, or deeply nested. */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new TripError('format', `the file is not JSON: ${(error as Error).message}`);
  }
  requireShallow(value, MAX_DEPTH);
  return value;
}

function requireShallow(value: unknown, levels: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (levels === 0)
    throw new TripError(
      'format',
      `the file nests lists or objects deeper than ${MAX_DEPTH} levels, which are accepted`,
    );
  for (const own of Array.isArray(value) ? value : Object.values(value)) requireShallow(own, levels - 1);
}

/** Entries that may be undefined become entries that may be absent. */
type Defined<T> = { [name in keyof T]?: Exclude<T[name], undefined> };

/** A copy without the entries that are undefined. */
export function defined<T extends object>(entries: T): Defined<T> {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as Defined<T>;
}

/** The response of a test set is read with the test set. */
export function requireTest(values: { readonly [name: string]: unknown }): void {
  if (values['test-y'] === undefined || values.test !== undefined) return;
  throw new TripError('option', '--test-y is given without --test; --test FILE --test-y FILE is accepted');
}
