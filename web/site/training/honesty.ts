/** The outcome of an assessment as codes with values, from which the page writes its sentence and its advice. */

import type { Interval, PermutationTest, Stability } from 'trip-wasm/trainer';
import type { AssessmentPlan, Parts } from './assessment.ts';

export interface Honesty {
  readonly chance?: {
    readonly significant: boolean;
    /** Whether the test could have been significant with these responses. */
    readonly tells: boolean;
    readonly p: number;
    /** The test stopped early: the p value is only known to be on this side of 0.05. */
    readonly bound: boolean;
  };
  readonly heldOut?: Interval;
  /** Absent where every plane is the whole space. */
  readonly plane?: Plane | { readonly tooFew: number; readonly fewest: number };
  readonly advice: readonly Advice[];
}

export interface Plane {
  /** Angle in degrees within which the planes of 95 % of the resamples lie, of the mode where it is largest. */
  readonly within: number;
  /** Angle in degrees within which 95 % of random planes lie of their mean. */
  readonly random: number;
  readonly stable: boolean;
}

export type Advice =
  /** The score on the samples of the fits is outside the interval of the held-out one. */
  | { readonly code: 'optimistic'; readonly score: Interval['score']; readonly fit: number; readonly heldOut: number }
  | { readonly code: 'notBetter'; readonly lambda: number }
  /** The smallest p of so many permutations is above 0.05. */
  | { readonly code: 'fewPermutations'; readonly permutations: number; readonly smallest: number }
  /** The smallest p that these responses let expect is above 0.05. */
  | { readonly code: 'fewArrangements'; readonly smallest: number }
  /** The permuted responses are so near to the true ones that they can be predicted nearly as well. */
  | { readonly code: 'alike'; readonly correlation: number }
  /** The permutation test had fewer starts than the trainings shown. */
  | { readonly code: 'starts'; readonly used: number; readonly all: number }
  | { readonly code: 'unstable' }
  | { readonly code: 'diverged'; readonly fits: number };

/** A plane is called stable when 95 % of the resamples are within this share of the angle between random planes. */
const stableShare = 0.5;

/** Fewer resamples are near their mean in any case. */
const fewestBootstraps = 20;

/** None where every plane is the whole space, which any resample gives. */
export function planeOf({ modes, bootstraps }: Stability): Honesty['plane'] {
  const [worst] = modes
    .filter(({ angles, loadings }) => loadings.length > (angles.length / bootstraps) ** 2)
    .map(({ angleQuantiles, randomQuantiles }) => ({ within: angleQuantiles[2], random: randomQuantiles[2] }))
    .sort((a, b) => b.within / b.random - a.within / a.random);
  if (worst && bootstraps < fewestBootstraps) return { tooFew: bootstraps, fewest: fewestBootstraps };
  return worst && { ...worst, stable: worst.within < stableShare * worst.random };
}

const level = 0.05;
/** Mean correlation of permuted responses with the true ones from which the test can hardly tell. */
const near = 0.5;

const correlationOf = ({ correlation }: PermutationTest) =>
  correlation.reduce((sum, value) => sum + value, 0) / correlation.length;

/** Why a test is not significant; the rules are those of web/cli/assess-result.ts. */
function reasonOf(test: PermutationTest, lambda: number): Advice {
  const correlation = correlationOf(test);
  const { permutations } = test;
  const smallest = 1 / (1 + permutations);
  if (test.smallestP > Math.max(level, smallest)) return { code: 'fewArrangements', smallest: test.smallestP };
  if (smallest > level) return { code: 'fewPermutations', permutations, smallest };
  return correlation >= near ? { code: 'alike', correlation } : { code: 'notBetter', lambda };
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
  const reason =
    permutationTest && !permutationTest.significant ? reasonOf(permutationTest, settings.lambda) : undefined;
  if (reason) {
    advice.push(reason);
    if (testStarts < settings.restarts) advice.push({ code: 'starts', used: testStarts, all: settings.restarts });
  }
  const plane = stability && planeOf(stability);
  if (plane && 'stable' in plane && !plane.stable) advice.push({ code: 'unstable' });
  if (crossValidation && crossValidation.diverged > 0)
    advice.push({ code: 'diverged', fits: crossValidation.diverged });
  return {
    ...(permutationTest && {
      chance: {
        significant: permutationTest.significant,
        tells: reason === undefined || reason.code === 'notBetter',
        p: permutationTest.p,
        bound: permutationTest.stoppedEarly,
      },
    }),
    ...(crossValidation && { heldOut: crossValidation.interval }),
    ...(plane && { plane }),
    advice,
  };
}
