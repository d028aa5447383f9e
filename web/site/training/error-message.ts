import { TripError } from 'trip-wasm/trainer';

/** Errors that a fault of the page or the package throws. Browsers report a part that cannot be loaded as a TypeError, too. */
export function isFault(error: unknown): boolean {
  if (error instanceof TripError) return error.code === 'internal';
  if (error instanceof TypeError) return !/fetch|import|load|network/i.test(error.message);
  return error instanceof ReferenceError || error instanceof WebAssembly.RuntimeError;
}

/** Message of any thrown value. A fault is also reported to the window, which shows a text to copy. */
export function messageOf(error: unknown): string {
  if (isFault(error)) globalThis.reportError?.(error);
  return error instanceof Error ? error.message : String(error);
}
