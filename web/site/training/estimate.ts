/** Remaining time of anything that does equal amounts of work one after the other: grids, assessments, starts, a training. */

export class Estimate {
  private readonly since: number;

  /**
   * `total`: all of the work in any unit; `before`: the part that was done when the clock started, which says nothing about the speed.
   * `clock`: milliseconds.
   */
  constructor(
    private readonly total: number,
    private readonly before = 0,
    private readonly clock: () => number = () => performance.now(),
  ) {
    this.since = clock();
  }

  /** Seconds to the end when so much is done; undefined until some work has been done. */
  left(done: number): number | undefined {
    const own = done - this.before;
    if (!(own > 0)) return undefined;
    const seconds = (this.clock() - this.since) / 1000;
    return (seconds / own) * Math.max(0, this.total - done);
  }
}
