/** Splits long work into short tasks, so that the page can respond between them. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
