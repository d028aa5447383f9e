/** The reader's answers to the questions of the lessons, before the figures show them, and the name that goes with them into a link. */

import type { StepId } from '../lessons/lessons.ts';

export class Answers {
  private given = $state.raw<Readonly<Partial<Record<StepId, number>>>>({});

  /** Typed by the reader, or that of the link that brought the answers. */
  name = $state('');

  /** Index of the choice that was taken. */
  of(step: StepId): number | undefined {
    return this.given[step];
  }

  /** Replaces all answers and the name by those of a link. */
  take(given: Readonly<Partial<Record<StepId, number>>>, name: string): void {
    this.given = given;
    this.name = name;
  }

  give(step: StepId, choice: number): void {
    this.given = { ...this.given, [step]: choice };
  }
}
