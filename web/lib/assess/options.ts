/** Reads the options that assessments share. */

import { type Check, oneOf } from '../common/check.js';
import { fail } from '../common/errors.js';
import type { RawModule } from '../core/raw.js';
import { fillOptions, type OpenOptions } from '../model/options.js';
import { poolingOf, scoresOf } from '../model/scores.js';
import { givenCheck, MAX_CELLS } from '../sweep/plan.js';
import type { Dataset, ScoreName, Task } from '../types.js';

export const readGiven = givenCheck('an assessment');

/** The options of the fits, with all defaults. */
export const fullOptions = (raw: RawModule, data: Dataset, given: unknown): OpenOptions =>
  fillOptions(raw, readGiven('options', given), data);

/** Scores in training units follow lambda and the scaling, so that they compare nothing. */
export function scoreCheck({ task }: Dataset): Check<ScoreName> {
  const accepted = scoresOf(task as Task).filter((name) => poolingOf(name) !== undefined);
  return (name, value) => oneOf(name, value, accepted);
}

export const defaultScore = ({ task }: Dataset): ScoreName => (task === 'classification' ? 'accuracy' : 'rmse');

/** Refuses assessments of too many fits; `parts` explains their number. */
export function requireFewFits(fits: number, parts: string): void {
  if (fits > MAX_CELLS) fail('option', `the assessment has ${fits} fits (${parts}); at most ${MAX_CELLS} are accepted`);
}
