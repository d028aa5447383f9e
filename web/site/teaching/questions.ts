/** The questions of the lessons in the order of the path, as links, keys and lists number them. */

import { type StepId, steps } from '../lessons/lessons.ts';
import { lessons } from '../text/en/lessons.ts';

export interface Question {
  readonly id: StepId;
  /** Number of its step on the path, which begins with an exercise. */
  readonly step: number;
  /** Number of choices. */
  readonly choices: number;
}

export const questions: readonly Question[] = steps.map(({ id }, at) => ({
  id,
  step: at + 2,
  choices: lessons.steps[id].choices.length,
}));

/** Letter of a choice: the same in every language. */
export const letterOf = (choice: number): string => String.fromCharCode(65 + choice);
