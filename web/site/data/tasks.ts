/** Splits long work into short tasks, so that the page can respond between them. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Milliseconds of work in one task. */
const slice = 10;

/** Runs work that is given in steps, in short tasks; undefined when aborted. */
export async function inTasks<T>(steps: Iterator<undefined, T>, signal: AbortSignal): Promise<T | undefined> {
  for (;;) {
    await nextTask();
    if (signal.aborted) return undefined;
    for (const end = performance.now() + slice; performance.now() < end; ) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }
}
