/** Long work in short tasks: the page answers and moves between them. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
