/** The answers of the lessons, computed by the figures themselves. */

import type { Trip } from 'trip-wasm';
import { type Result, runStep, type StepId, steps } from '../lessons/lessons.ts';
import type { AnswerList } from './answer-link.ts';

export interface KeyEntry {
  readonly id: StepId;
  /** Index of the right choice. */
  readonly answer: number;
  readonly results: readonly Result[];
}

type Work = Parameters<typeof runStep>[2];

/** Trains the figures of all steps, one after the other; calls `onEntry` for each. */
export async function computeKey(
  trip: Trip,
  work: Work,
  signal: AbortSignal,
  onEntry: (entry: KeyEntry) => void,
): Promise<void> {
  for (const step of steps) {
    const results = await runStep(trip, step, work, signal);
    signal.throwIfAborted();
    onEntry({ id: step.id, answer: step.answer(results), results });
  }
}

/** The answers as a list; undefined until all are known. */
export const keyAnswers = (entries: readonly KeyEntry[]): AnswerList | undefined =>
  entries.length === steps.length ? entries.map(({ answer }) => answer) : undefined;
