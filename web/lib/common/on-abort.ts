/** Listening to a signal that many runs share: Node warns of a leak when more than ten listeners hang on one. */

import { refuse } from './check.js';
import { isA } from './realm.js';

const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls back once when the signal is aborted; the result takes that back. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  let callbacks = listeners.get(signal);
  if (callbacks === undefined) {
    callbacks = new Set();
    listeners.set(signal, callbacks);
    const all = callbacks;
    signal.addEventListener('abort', () => {
      for (const each of all) each();
    });
  }
  const own = callbacks.add(callback);
  return () => own.delete(callback);
}

export function requireSignal(name: string, signal: unknown): AbortSignal {
  return isA(signal, 'AbortSignal') ? signal : refuse(name, signal, 'an AbortSignal is');
}
