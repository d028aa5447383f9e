/** One cell of a sweep or an assessment, trained inside a worker in short slices, between which messages are handled. */

import type { RawModule } from '../core/raw.js';
import { cellSteps } from '../sweep/cell.js';
import type { CellReport } from '../types.js';
import { type ControlMessage, failure, letMessagesIn, SLICE_MS } from './job.js';
import type { CellMessage, Post } from './protocol.js';
import { Pulse } from './pulse.js';

export class CellJob {
  readonly pulse: Pulse;
  readonly #job: number;
  readonly #steps: ReturnType<typeof cellSteps>;
  readonly #post: Post;
  readonly #since = performance.now();
  #cancelled = false;

  constructor(raw: RawModule, { job, task }: CellMessage, post: Post) {
    this.#job = job;
    this.#steps = cellSteps(raw, task);
    this.#post = post;
    this.pulse = new Pulse(post);
  }

  async run(): Promise<void> {
    const job = this.#job;
    try {
      let report: CellReport | undefined;
      while (report === undefined && !this.#cancelled) {
        report = this.#slice();
        await letMessagesIn();
      }
      const cancelled = report === undefined || this.#cancelled;
      this.#post(cancelled ? { type: 'cancelled', job } : { type: 'report', job, report: report as CellReport }, []);
    } catch (thrown) {
      this.#post(failure(job, thrown), []);
    } finally {
      // Frees the core's memory when the cell did not finish.
      this.#steps.return(undefined as never);
    }
  }

  /** Cells can only be cancelled. */
  onMessage(message: ControlMessage): void {
    if (message.type === 'cancel') this.#cancelled = true;
  }

  #slice(): CellReport | undefined {
    const since = performance.now();
    while (performance.now() - since < SLICE_MS) {
      const step = this.#steps.next();
      if (step.done) return step.value;
      this.pulse.say(step.value === 'steady' && this.pulse.trusts(performance.now() - this.#since));
    }
    return undefined;
  }
}
