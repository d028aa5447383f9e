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

const interrupts = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs work that may take seconds without returning to the event loop. A listener of a signal would be called after it; without one the
 * signal ends the process at once.
 */
export function killable<T>(work: () => T): T {
  const listeners = interrupts.map((name) => [name, process.rawListeners(name)] as const);
  for (const [name] of listeners) process.removeAllListeners(name);
  try {
    return work();
  } finally {
    for (const [name, own] of listeners) for (const listener of own) process.on(name, listener as () => void);
  }
}

/** Lets pending events in: an interrupt is not heard during long computations. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
