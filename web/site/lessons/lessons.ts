/**
 * The lessons: each step has one claim, a question to answer first, and a figure that is trained on demand. Each value in the text
 * of a step is computed from its figure, so that both always agree.
 */

import { readers } from './findings.ts';
import { plans } from './steps.ts';
import type { Step, StepId } from './types.ts';

export { passMark } from './findings.ts';
export { optionsOf, runStep } from './run.ts';
export type { Finding, Label, Panel, Result, Step, StepId } from './types.ts';

export const steps: readonly Step[] = plans.map((plan) => ({ ...plan, ...readers[plan.id] }));

/** The opening exercise, and the steps: the setting `pathStep` is an index. */
export const path: readonly { readonly id: StepId | 'beat' }[] = [{ id: 'beat' }, ...steps];
