/** Argument checks: each throws a TripError that names the argument, the value seen and what is accepted. */

import { cut, fail, type TripErrorCode } from './errors.js';
import { isA } from './realm.js';

/** The text of a value in messages. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(cut(value, 40));
  if (typeof value === 'bigint') return cut(`${value}n`);
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return cut(String(value));
  if (Array.isArray(value)) {
    const flat = value.length <= 8 && !value.some((entry) => Array.isArray(entry) && entry.some(Array.isArray));
    const text = flat ? `[${value.map((entry) => describe(entry)).join(', ')}]` : '';
    return text !== '' && text.length <= 60 ? text : `an array of length ${value.length}`;
  }
  const name = cut(Object.prototype.toString.call(value).slice(8, -1));
  return name === 'Object' ? 'an object' : `${/^[AEIO]/.test(name) ? 'an' : 'a'} ${name}`;
}

/** The value and its type, where the text alone could mislead: `"3" (string)`. */
export function describeTyped(value: unknown): string {
  return typeof value === 'object' || value === undefined ? describe(value) : `${describe(value)} (${typeof value})`;
}

/** Refuses a value; `accepted` names accepted values with the verb, such as "an object is". */
export function refuse(name: string, value: unknown, accepted: string, code: TripErrorCode = 'option'): never {
  fail(code, `${name} is ${describeTyped(value)}; ${accepted} accepted`);
}

export function requireObject(name: string, value: unknown): asserts value is Record<string, unknown> {
  if (!isRecord(value)) refuse(name, value, 'an object is');
}

/** Whether a value can hold named properties. The entries of a Map or Set are no properties, so they would be ignored. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || ArrayBuffer.isView(value)) return false;
  return !(isA(value, 'Map') || isA(value, 'Set') || isA(value, 'Date') || isA(value, 'Promise'));
}

/**
 * Refuses unknown names in an object of options and suggests the known name that was probably meant (code `option`). For programs that
 * read options from their users. Known names must be ordinary properties: a copy of the object or its JSON would lose inherited and
 * hidden ones.
 */
export function refuseUnknown(owner: string, value: object, known: readonly string[]): void {
  const names = new Set(Object.getOwnPropertyNames(value));
  for (const name in value) names.add(name);
  requireOwn(owner, value, known);
  for (const name of names) {
    // Scripts of a page may have added properties to every object.
    if (known.includes(name) || (name in Object.prototype && !Object.hasOwn(value, name))) continue;
    fail('option', `${owner} has no option ${describe(name)}; ${adviceFor(name, known)}`);
  }
}

/** Names of other libraries for the same options, without case, hyphens and underscores. */
const otherNames: readonly (readonly [string, readonly string[]])[] = [
  ['ranks', ['ncomponents', 'components', 'dims', 'dim', 'rank', 'outputdim']],
  ['hidden', ['hiddenlayersizes', 'layers', 'units']],
  ['epochs', ['maxiter', 'niter', 'iterations', 'nepochs']],
  ['learningRate', ['lr', 'learningrateinit', 'stepsize']],
  ['restarts', ['ninit', 'starts']],
  ['seed', ['randomstate', 'randomseed']],
  ['validation', ['earlystopping', 'validationfraction', 'validationsplit', 'validationdata', 'valsplit']],
  ['patience', ['niternochange']],
  ['minDelta', ['tol', 'tolerance']],
  ['method', ['solver', 'algorithm']],
  ['standardize', ['scale', 'normalize', 'standardise']],
  ['lambda', ['alpha', 'regularization']],
  ['folds', ['cv', 'nsplits']],
  ['workers', ['njobs', 'threads']],
  ['x', ['data', 'samples']],
  ['y', ['labels', 'targets', 'target', 'classes']],
  ['featureNames', ['columns', 'features', 'variables']],
  ['target', ['y', 'response', 'label']],
];

/** Names of options that belong to the data. */
const ofData = ['sampleWeight', 'featureNames', 'classNames', 'missing', 'task'];

const plain = (name: string) => name.toLowerCase().replace(/[-_]/g, '');

function adviceFor(name: string, known: readonly string[]): string {
  const own = known.find((candidate) =>
    otherNames.some(([ours, others]) => plain(ours) === plain(candidate) && others.includes(plain(name))),
  );
  if (own !== undefined) return `it is called ${own} here`;
  if (ofData.includes(name) && known.includes('epochs')) return `${name} belongs to the dataset`;
  const near = nearest(name, known);
  return near === undefined ? `known are ${known.join(', ')}` : `did you mean ${near}?`;
}

export function requireOwn(
  owner: string,
  value: object,
  names: readonly string[],
  code: TripErrorCode = 'option',
): void {
  for (const name of names) {
    if (!(name in value) || Object.prototype.propertyIsEnumerable.call(value, name)) continue;
    fail(code, `${owner} has ${describe(name)} as an inherited or hidden property; an ordinary one is accepted`);
  }
}

/** Checks an option: returns the value or a copy of it, or refuses it. */
export type Check<T> = (name: string, value: unknown) => T;

/**
 * Checks an object of options: refuses unknown names, applies each name's check, and replaces undefined values by `defaults`.
 */
export function readOptions<C extends Readonly<Record<string, Check<unknown>>>, D extends keyof C = never>(
  owner: string,
  given: unknown,
  checks: C,
  defaults?: { readonly [name in D]: unknown },
): { [name in D]: ReturnType<C[name]> } & { [name in Exclude<keyof C, D>]?: ReturnType<C[name]> } {
  requireObject('options', given);
  refuseUnknown(owner, given, Object.keys(checks));
  const full = Object.entries({ ...defaults, ...defined(given) });
  return Object.fromEntries(full.map(([name, value]) => [name, checks[name]?.(name, value)])) as never;
}

/** Entries that may be undefined become entries that may be absent. */
type Defined<T> = { [name in keyof T as undefined extends T[name] ? never : name]: T[name] } & {
  [name in keyof T as undefined extends T[name] ? name : never]?: Exclude<T[name], undefined>;
};

/** A copy without the entries that are undefined. */
export function defined<T extends object>(entries: T): Defined<T> {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as Defined<T>;
}

/** Freezes nested lists and plain objects; typed arrays cannot be frozen. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !Object.isFrozen(value)) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}

export function integer(name: string, value: unknown, low: number, high: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high) return value;
  refuse(name, value, low === high ? `${low} is` : `an integer from ${low} to ${high} is`);
}

/** 0 to 2^53 - 1: the integers that a number holds exactly. */
export const seed: Check<number> = (name, value) => integer(name, value, 0, Number.MAX_SAFE_INTEGER);

/** A finite number in [low, high], or in (low, high] when `open`. */
export function number(name: string, value: unknown, low: number, high: number, open = false): number {
  if (typeof value === 'number' && (open ? value > low : value >= low) && value <= high) return value;
  refuse(name, value, `a number ${open ? `above ${low} and at most` : `from ${low} to`} ${high} is`);
}

export function boolean(name: string, value: unknown): boolean {
  return typeof value === 'boolean' ? value : refuse(name, value, 'true or false is');
}

export function callback<T extends (...arguments_: never[]) => unknown>(name: string, value: unknown): T {
  return typeof value === 'function' ? (value as T) : refuse(name, value, 'a function is');
}

export function oneOf<T extends string>(name: string, value: unknown, accepted: readonly T[]): T {
  if (accepted.includes(value as T)) return value as T;
  refuse(name, value, `one of ${accepted.map((entry) => `'${entry}'`).join(', ')} is`);
}

/** An array of at most `most` integers in [low, high]; the result is a copy. */
export function integers(
  name: string,
  value: unknown,
  low: number,
  high: number,
  most = Number.POSITIVE_INFINITY,
): number[] {
  if (!Array.isArray(value) && !(ArrayBuffer.isView(value) && !isA(value, 'DataView')))
    refuse(name, value, 'an array of integers is');
  const { length } = value as ArrayLike<unknown>;
  if (length > most) fail('option', `${name} has ${length} entries; at most ${most} are accepted`);
  return Array.from(value as ArrayLike<unknown>, (entry, i) => integer(`${name}[${i}]`, entry, low, high));
}

/** Characters up to which a name is compared with others: the time grows with the product of both lengths. */
const MOST_COMPARED = 64;

/** The known name that a misspelt name resembles, or undefined. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > MOST_COMPARED) return undefined;
  const lower = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    if (candidate.length > MOST_COMPARED) continue;
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
