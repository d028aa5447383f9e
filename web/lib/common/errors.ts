/** The only error type of the package, and the only place that converts other errors into it. */

import { isA } from './realm.js';

const codes = [
  'shape',
  'value',
  'option',
  'format',
  'diverged',
  'disposed',
  'aborted',
  'closed',
  'load',
  'memory',
  'worker',
  'internal',
] as const;

/**
 * The kind of a failure.
 *
 * - `shape`: sizes that do not fit together.
 * - `value`: a number or label that cannot be used (NaN, infinity, an unknown class).
 * - `option`: an option that does not exist, has the wrong type, or is out of range.
 * - `format`: a model file that is foreign, truncated, altered or newer.
 * - `diverged`: no finite state is left to continue from.
 * - `disposed`: a model or an explanation was used after `dispose()`.
 * - `aborted`: the run's signal was aborted.
 * - `closed`: the trainer was closed.
 * - `load`: the WebAssembly binary could not be fetched or compiled.
 * - `memory`: the data or the model do not fit into memory.
 * - `worker`: a worker could not start, or died.
 * - `internal`: a fault of this package.
 */
export type TripErrorCode = (typeof codes)[number];

/** A text in a message: at most 200 characters of it, since names and files can have any length. */
export function cut(text: string, most = 200): string {
  return text.length > most ? `${text.slice(0, most)}...` : text;
}

/** A message quotes several texts and lists. */
const MOST_CHARACTERS = 4000;

/** Every failure of this package. `code` is its kind; the message names the argument, its value and the accepted values. */
export class TripError extends Error {
  /** The kind of failure. Codes are stable; the wording of messages is not. */
  readonly code: TripErrorCode;

  /** The package creates these errors. Test code that replaces the package may create them too. */
  constructor(code: TripErrorCode, message: string, options?: ErrorOptions) {
    super(cut(message, MOST_CHARACTERS), options);
    this.name = 'TripError';
    this.code = code;
  }
}

/** Throws a {@link TripError}. */
export function fail(code: TripErrorCode, message: string, cause?: unknown): never {
  throw new TripError(code, message, cause === undefined ? {} : { cause });
}

/** The form of an error in messages of workers: structured clone would drop `code`. */
export interface ErrorRecord {
  readonly code: TripErrorCode;
  readonly message: string;
}

/** Converts any thrown value to a TripError. Errors of the core have a `code`; all others except exhausted memory are internal. */
export function toTripError(thrown: unknown): TripError {
  if (thrown instanceof TripError) return thrown;
  if (!isA(thrown, 'Error'))
    return new TripError(
      'internal',
      `unexpected failure: ${Object(thrown) === thrown ? typeof thrown : cut(String(thrown))}`,
    );
  const code = (thrown as { code?: unknown }).code;
  const message = messageOf(thrown);
  if (isCode(code)) return new TripError(code, message, { cause: thrown });
  // V8 throws a RangeError for arrays and strings that are too long.
  if (thrown.name === 'RangeError') {
    return new TripError('memory', `out of memory: ${message}`, { cause: thrown });
  }
  const advice = thrown.name === 'RuntimeError' ? '; load a new instance, this one may be damaged' : '';
  return new TripError('internal', `${thrown.name}: ${message}${advice}`, { cause: thrown });
}

/** Runs code that calls into the core. */
export function guarded<T>(call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    throw toTripError(thrown);
  }
}

/** Frees an object of the core. After a trap even this can fail; its error must not hide the cause of the trap. */
export function release(object: { delete(): void }): void {
  try {
    object.delete();
  } catch {}
}

export function toRecord(error: TripError): ErrorRecord {
  return { code: error.code, message: error.message };
}

export function fromRecord(record: ErrorRecord): TripError {
  const { code } = { ...record };
  return new TripError(isCode(code) ? code : 'internal', messageOf({ ...record }));
}

/** Anything may have been thrown or sent: a message need not be a text, nor have one. */
function messageOf({ message }: { readonly message?: unknown }): string {
  return typeof message === 'string' ? message : 'an error without a message';
}

function isCode(code: unknown): code is TripErrorCode {
  return codes.includes(code as TripErrorCode);
}
