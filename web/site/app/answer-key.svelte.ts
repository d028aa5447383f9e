/** The answers of the lessons while their figures are trained for a teacher. */

import type { Trainer } from 'trip-wasm/trainer';
import { computeKey, type KeyEntry, keyAnswers } from '../teaching/answer-key.ts';
import { messageOf } from '../training/error-message.ts';
import type { App } from './app.svelte.ts';

export class AnswerKey {
  entries = $state.raw<readonly KeyEntry[]>([]);
  running = $state(false);
  problem = $state('');
  /** The choices by question, once all figures are trained. */
  answers = $derived.by(() => keyAnswers(this.entries));

  private readonly control = new AbortController();

  /** Trains the figures that are missing; once is enough for key, worksheet and list. */
  async compute({ loaded }: App): Promise<void> {
    if (this.running || this.answers || !loaded.trainer) return;
    this.running = true;
    this.problem = '';
    this.entries = [];
    const work = { fit: loaded.fit, trainer: loaded.trainer as Trainer };
    const { signal } = this.control;
    try {
      await computeKey(loaded.trip, work, signal, (entry) => {
        this.entries = [...this.entries, entry];
      });
    } catch (error) {
      if (!signal.aborted) this.problem = messageOf(error);
    } finally {
      this.running = false;
    }
  }

  dispose(): void {
    this.control.abort();
  }
}
