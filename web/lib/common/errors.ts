/** The one error type of the package, and the one place where anything else is turned into it. */

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
 * What kind of failure it is.
 *
 * - `shape`: sizes that do not fit together.
 * - `value`: a number or label that cannot be used (NaN, infinity, an unknown class).
 * - `option`: an option that does not exist, has the wrong type, or is out of range.
 * - `format`: a model file that is foreign, truncated, altered or newer.
 * - `diverged`: there is no finite state to go on from.
 * - `disposed`: a model or an explanation was used after `dispose()`.
 * - `aborted`: the run's signal was aborted.
 * - `closed`: the trainer was closed.
 * - `load`: the WebAssembly binary could not be fetched or compiled.
 * - `memory`: the data or the model do not fit into memory.
 * - `worker`: a worker could not start, or died.
 * - `internal`: a fault of this package.
 */
export type TripErrorCode = (typeof codes)[number];

/** Every failure of this package: `code` says what kind, the message names the argument, the value and what is accepted. */
export class TripError extends Error {
  /** What kind of failure it is; stable, where the wording of the message is not. */
  readonly code: TripErrorCode;

  /** Made by the package; code of yours that stands in for it in a test may make one too. */
  constructor(code: TripErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TripError';
    this.code = code;
  }
}

/** Throws a {@link TripError}. */
export function fail(code: TripErrorCode, message: string, cause?: unknown): never {
  throw new TripError(code, message, cause === undefined ? {} : { cause });
}

/** The form in which an error crosses the worker border: structured clone would drop `code`. */
export interface ErrorRecord {
  readonly code: TripErrorCode;
  readonly message: string;
}

/** Any thrown value as a TripError. Errors of the core carry a `code`; all else but exhausted memory is a fault inside. */
export function toTripError(thrown: unknown): TripError {
  if (thrown instanceof TripError) return thrown;
  if (!isA(thrown, 'Error')) return new TripError('internal', `unexpected failure: ${String(thrown)}`);
  const code = (thrown as { code?: unknown }).code;
  if (isCode(code)) return new TripError(code, thrown.message, { cause: thrown });
  // V8 says this of arrays and strings that are too long for it.
  if (thrown.name === 'RangeError') {
    return new TripError('memory', `out of memory: ${thrown.message}`, { cause: thrown });
  }
  const advice = thrown.name === 'RuntimeError' ? '; load a new instance, this one may be damaged' : '';
  return new TripError('internal', `${thrown.name}: ${thrown.message}${advice}`, { cause: thrown });
}

/** Runs code that calls into the core. */
export function guarded<T>(call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    throw toTripError(thrown);
  }
}

/** Frees an object of the core. In a module that has trapped even that can fail, and must not hide why. */
export function release(object: { delete(): void }): void {
  try {
    object.delete();
  } catch {}
}

export function toRecord(error: TripError): ErrorRecord {
  return { code: error.code, message: error.message };
}

export function fromRecord(record: ErrorRecord): TripError {
  return new TripError(record.code, record.message);
}

function isCode(code: unknown): code is TripErrorCode {
  return codes.includes(code as TripErrorCode);
}
