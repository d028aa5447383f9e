/** The outcome of an assessment in words. */

import type { Interval, PermutationTest } from 'trip-wasm/trainer';
import type { Advice, Honesty } from '../training/honesty.ts';
import { assess } from './en/assess.ts';
import { degrees, percent, plain, significant } from './numbers.ts';

/** A held-out score: shares in whole percent, errors with three digits. */
export const scoreText = (score: Interval['score'], value: number | undefined): string =>
  score === 'rmse' ? significant(value) : percent(value, 0);

const pText = (p: number): string => plain(Number(p.toPrecision(2)));

/** One sentence with the numbers that are known; undefined while none is. */
export function honestText({ chance, heldOut, plane }: Honesty): string | undefined {
  const clauses: string[] = [];
  if (chance) clauses.push(chanceText(chance));
  if (heldOut) {
    const text = (value: number) => scoreText(heldOut.score, value);
    const sentence = heldOut.score === 'rmse' ? assess.heldOutError : assess.heldOut;
    clauses.push(sentence(text(heldOut.value), text(heldOut.low), text(heldOut.high)));
  }
  if (plane) clauses.push(planeText(plane));
  const whole = clauses.join(assess.join);
  return whole === '' ? undefined : assess.honest(whole.charAt(0).toUpperCase() + whole.slice(1));
}

function planeText(plane: NonNullable<Honesty['plane']>): string {
  if ('tooFew' in plane) return assess.notJudged(plane.tooFew, plane.fewest);
  const within = degrees(plane.within);
  return plane.stable ? assess.stable(within) : assess.unstable(within, degrees(plane.random));
}

function chanceText({ significant, tells, p, bound }: NonNullable<Honesty['chance']>): string {
  const [exact, atLeast] = significant
    ? [assess.better, assess.betterBound]
    : tells
      ? [assess.notBetter, assess.notBetterBound]
      : [assess.untold, assess.untoldBound];
  return bound ? atLeast : exact(pText(p));
}

export function adviceText(advice: Advice): string {
  const sentences = assess.advice;
  switch (advice.code) {
    case 'optimistic': {
      const { score, fit, heldOut } = advice;
      const sentence = score === 'rmse' ? sentences.optimisticError : sentences.optimistic;
      return sentence(scoreText(score, fit), scoreText(score, heldOut));
    }
    case 'notBetter':
      return sentences.notBetter(plain(advice.lambda));
    case 'fewPermutations':
      return sentences.fewPermutations(advice.permutations, pText(advice.smallest));
    case 'fewArrangements':
      return sentences.fewArrangements(Math.round(1 / advice.smallest), pText(advice.smallest));
    case 'alike':
      return sentences.alike(significant(advice.correlation));
    case 'starts':
      return sentences.starts(advice.used, advice.all);
    case 'unstable':
      return sentences.unstable;
    case 'diverged':
      return sentences.diverged(advice.fits);
  }
}

/** The distribution of the permuted scores, and the observed one among them. */
export function permutationText(test: PermutationTest): string[] {
  const { permuted, score } = test;
  const text = (value: number) => scoreText(score, value);
  const mean = permuted.reduce((sum, value) => sum + value, 0) / permuted.length;
  return [
    assess.permuted(permuted.length, text(Math.min(...permuted)), text(Math.max(...permuted)), text(mean)),
    assess.observed(text(test.observed), test.atLeastAsGood),
    ...(test.stoppedEarly ? [assess.early(permuted.length, test.permutations)] : []),
  ];
}
