/**
 * Chooses the epochs of a job's snapshots. They are multiples of a stride that doubles while it is too short, so that trainings side by
 * side, which nobody coordinates, have snapshots of the same epochs: every multiple of the longest stride.
 */

const INTERVAL_MS = 1000 / 30;
/** Snapshots take at most a tenth of the time. */
const COST_SHARE = 10;
/** A stride that takes longer than this many intervals is halved. */
const TOO_LONG = 2.2;

export class SnapshotSchedule {
  readonly #every: number;
  #stride: number;
  #lastTime: number;
  /** Smallest time between two snapshots. */
  #interval = INTERVAL_MS;

  /** `every`: smallest number of epochs between two snapshots. */
  constructor(every: number, now: number) {
    this.#every = every;
    this.#stride = every;
    this.#lastTime = now;
  }

  /** The first epoch after `epoch` at which a snapshot may be due. Training has to stop there, so that it shows a whole epoch. */
  after(epoch: number): number {
    return (Math.floor(epoch / this.#stride) + 1) * this.#stride;
  }

  /** Whether a snapshot is due at the end of this epoch. */
  isDue(epoch: number, now: number): boolean {
    if (epoch % this.#stride !== 0) return false;
    if (now - this.#lastTime >= this.#interval) return true;
    this.#stride *= 2;
    return false;
  }

  /** Halves a stride that has become too long, at most once an interval; to be called between slices. */
  relax(now: number): void {
    if (this.#stride === this.#every || now - this.#lastTime < TOO_LONG * this.#interval) return;
    this.#stride /= 2;
    this.#lastTime += this.#interval;
  }

  /** Begins again with the shortest stride, because the training was slowed down. */
  reset(): void {
    this.#stride = this.#every;
  }

  /** A snapshot was taken, which cost `costMs`. */
  taken(now: number, costMs: number): void {
    this.#lastTime = now;
    this.#interval = Math.max(INTERVAL_MS, COST_SHARE * costMs);
  }
}
