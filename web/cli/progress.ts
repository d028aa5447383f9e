/** Progress and remaining time: a bar that is redrawn on a terminal, a line every few seconds otherwise. */

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const BAR = 24;
/** Milliseconds between two updates, on a terminal and otherwise. */
const REDRAW = 100;
const LINES = 5000;

export class ProgressBar {
  readonly #output: Output;
  readonly #now: () => number;
  #what = '';
  #since = 0;
  /** Share that was done at `since`: it says nothing about the speed. */
  #before = 0;
  #shown = 0;
  #drawn = false;

  constructor(output: Output, now: () => number = () => performance.now()) {
    this.#output = output;
    this.#now = now;
  }

  show(what: string, done: number, total: number): void {
    const now = this.#now();
    if (what !== this.#what) {
      this.clear();
      [this.#what, this.#since, this.#shown] = [what, now, now];
      this.#before = shareOf(done, total);
    }
    if (now - this.#shown < (this.#output.isTTY ? REDRAW : LINES)) return;
    this.#shown = now;
    const known = Number.isFinite(total) && total > 0;
    const share = shareOf(done, total);
    const own = share - this.#before;
    const left = own > 0 ? `, ${clock(((now - this.#since) * (1 - share)) / own)} left` : '';
    const count = known ? `${Math.floor(100 * share)} %${left}` : `${done}`;
    if (!this.#output.isTTY) {
      this.#output.write(`${what}: ${count}\n`);
      return;
    }
    const filled = Math.round(BAR * share);
    const bar = known ? ` [${'='.repeat(filled)}${' '.repeat(BAR - filled)}]` : '';
    this.#output.write(`\r\u001b[K${what}${bar} ${count}`);
    this.#drawn = true;
  }

  /** Removes the bar, so that the next line starts at the left. */
  clear(): void {
    if (this.#drawn) this.#output.write('\r\u001b[K');
    this.#drawn = false;
    this.#what = '';
  }
}

/** 0 where the total is unknown. */
const shareOf = (done: number, total: number): number =>
  Number.isFinite(total) && total > 0 ? Math.min(1, done / total) : 0;

/** Formats a duration: 9 s, 2 min 5 s, 3 h 20 min. */
export function clock(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
