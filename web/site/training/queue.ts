/** Tasks that wait for a free worker: at most `concurrency` of them run at once, in the order of their requests. */
export class TaskQueue {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(readonly concurrency: number) {
    this.free = concurrency;
  }

  /** Runs the task when a worker is free. A cancelled task has to check that itself when it runs. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}
