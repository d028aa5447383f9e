/** Small checks and helpers that several commands share. */

import { TripError } from 'trip-wasm';

export function requireObject(name: string, value: unknown): asserts value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TripError('option', `${name} is ${JSON.stringify(value)?.slice(0, 40)}; an object is accepted`);
  }
}

/** Entries that may be undefined become entries that may be absent. */
type Defined<T> = { [name in keyof T]?: Exclude<T[name], undefined> };

/** A copy without the entries that are undefined. */
export function defined<T extends object>(entries: T): Defined<T> {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as Defined<T>;
}
