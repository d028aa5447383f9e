/** Reads the options that assessments share. */

import { type Check, oneOf, refuseUnknown, requireObject } from '../common/check.js';
import { fail } from '../common/errors.js';
import type { RawModule } from '../core/raw.js';
import { requireTrainable } from '../data/dataset.js';
import { toDataset } from '../data/rows.js';
import { fillOptions, type OpenOptions } from '../model/options.js';
import { poolingOf, scoresOf } from '../model/scores.js';
import { type Given, gridNames, MAX_CELLS } from '../sweep/plan.js';
import type { Dataset, Samples, ScoreName, Task } from '../types.js';

export function readData(value: Samples): Dataset {
  const data = toDataset('data', value);
  requireTrainable(data);
  return data;
}

export const readGiven: Check<Given> = (name, value) => {
  requireObject(name, value);
  refuseUnknown('options of an assessment', value, gridNames);
  return value;
};

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
