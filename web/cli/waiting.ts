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

/** Lets pending events in: an interrupt is not heard during long computations. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
