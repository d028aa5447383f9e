/** Trainings that go on beside those on view: so many at once, first come first served. */
export class Lanes {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(readonly width: number) {
    this.free = width;
  }

  /** Does the work when a lane is free; whoever no longer wants it finds out there. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}
