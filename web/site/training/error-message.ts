import { TripError } from 'trip-wasm/trainer';

/** How engines say that a file could not be loaded, which is a TypeError, too. */
const notLoaded = /failed to fetch|dynamically imported|importing a module|networkerror|load failed/i;

/** Errors that a fault of the page or the package throws. */
export function isFault(error: unknown): boolean {
  if (error instanceof TripError) return error.code === 'internal';
  if (error instanceof TypeError) return !notLoaded.test(error.message);
  return error instanceof ReferenceError || error instanceof WebAssembly.RuntimeError;
}

/** Message of any thrown value. A fault is also reported to the window, which shows a text to copy. */
export function messageOf(error: unknown): string {
  if (isFault(error)) globalThis.reportError?.(error);
  return error instanceof Error ? error.message : String(error);
}
