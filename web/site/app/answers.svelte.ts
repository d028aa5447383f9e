/** The reader's answers to the questions of the lessons, before the figures show them. */

import type { StepId } from '../lessons/lessons.ts';

export class Answers {
  private given = $state.raw<Readonly<Partial<Record<StepId, number>>>>({});

  /** Index of the choice that was taken. */
  of(step: StepId): number | undefined {
    return this.given[step];
  }

  give(step: StepId, choice: number): void {
    this.given = { ...this.given, [step]: choice };
  }
}
