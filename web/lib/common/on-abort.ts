/** One listener for a signal that many runs share: Node warns of a leak when a signal has more than ten listeners. */

import { refuse } from './check.js';
import { isA } from './realm.js';

const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `callback` once when the signal is aborted; the returned function removes the callback. */
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
