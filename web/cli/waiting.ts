/** Waits for the operating system. A pipe without another end may block forever, and an interrupt must end the wait. */

/** Settles like `work`, or rejects as soon as the signal is aborted. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Lets pending events in: an interrupt is not heard during long computations. A signal that has arrived is handled in the second turn. */
export async function nextTurn(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}

const interrupts = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs work that may take seconds without returning to the event loop. A listener of a signal would be called after it; without one the
 * signal ends the process at once. Signals that have arrived before are heard first, since taking a listener away forgets them.
 */
export async function killable<T>(work: () => T, signal: AbortSignal): Promise<T> {
  await nextTurn();
  signal.throwIfAborted();
  const listeners = interrupts.map((name) => [name, process.rawListeners(name)] as const);
  for (const [name] of listeners) process.removeAllListeners(name);
  try {
    return work();
  } finally {
    for (const [name, own] of listeners) for (const listener of own) process.on(name, listener as () => void);
  }
}
