/** The outcome of an assessment as codes with values, from which the page writes its sentence and its advice. */

import type { Interval, Stability } from 'trip-wasm/trainer';
import type { AssessmentPlan, Parts } from './assessment.ts';

export interface Honesty {
  readonly chance?: {
    readonly significant: boolean;
    readonly p: number;
    /** The test stopped early: the p value is only known to be on this side of 0.05. */
    readonly bound: boolean;
  };
  readonly heldOut?: Interval;
  readonly plane?: Plane;
  readonly advice: readonly Advice[];
}

export interface Plane {
  /** Angle in degrees within which the planes of 95 % of the resamples lie, of the mode where it is largest. */
  readonly within: number;
  /** Median angle of random planes. */
  readonly random: number;
  readonly stable: boolean;
}

export type Advice =
  /** The score on the samples of the fits is outside the interval of the held-out one. */
  | { readonly code: 'optimistic'; readonly score: Interval['score']; readonly fit: number; readonly heldOut: number }
  | { readonly code: 'notBetter'; readonly lambda: number }
  /** The permutation test had fewer starts than the trainings shown. */
  | { readonly code: 'starts'; readonly used: number; readonly all: number }
  | { readonly code: 'unstable' }
  | { readonly code: 'diverged'; readonly fits: number };

/** A plane is called stable when 95 % of the resamples are within this share of the angle between random planes. */
const stableShare = 0.5;

/** None where every plane is the whole space, which any resample gives. */
export function planeOf({ modes, bootstraps }: Stability): Plane | undefined {
  const [worst] = modes
    .filter(({ angles, loadings }) => loadings.length > (angles.length / bootstraps) ** 2)
    .map(({ angleQuantiles, randomAngle }) => ({ within: angleQuantiles[2], random: randomAngle }))
    .sort((a, b) => b.within / b.random - a.within / a.random);
  return worst && { ...worst, stable: worst.within < stableShare * worst.random };
}

export function honestyOf({ settings, testStarts }: AssessmentPlan, parts: Parts): Honesty {
  const { crossValidation, permutationTest, stability } = parts;
  const advice: Advice[] = [];
  if (crossValidation) {
    const { score, value, low, high } = crossValidation.interval;
    const fit = crossValidation.train[score]?.mean;
    if (fit !== undefined && (score === 'rmse' ? fit < low : fit > high))
      advice.push({ code: 'optimistic', score, fit, heldOut: value });
  }
  if (permutationTest && !permutationTest.significant) {
    advice.push({ code: 'notBetter', lambda: settings.lambda });
    if (testStarts < settings.restarts) advice.push({ code: 'starts', used: testStarts, all: settings.restarts });
  }
  const plane = stability && planeOf(stability);
  if (plane && !plane.stable) advice.push({ code: 'unstable' });
  if (crossValidation && crossValidation.diverged > 0)
    advice.push({ code: 'diverged', fits: crossValidation.diverged });
  return {
    ...(permutationTest && {
      chance: {
        significant: permutationTest.significant,
        p: permutationTest.p,
        bound: permutationTest.stoppedEarly,
      },
    }),
    ...(crossValidation && { heldOut: crossValidation.interval }),
    ...(plane && { plane }),
    advice,
  };
}
