/** Reads from the results of a step the answer to its question, and the numbers of the sentence about it. */

import type { Finding, Result, Step, StepId } from './types.ts';

type Reader<Id extends StepId> = {
  readonly answer: Step['answer'];
  readonly finding: (results: readonly Result[]) => Extract<Finding, { code: Id }>;
};

/** A test accuracy above this counts as a spiral that was found. */
export const passMark = 0.75;

export const right = ({ test }: Result) => test.accuracy ?? 0;
const best = (results: readonly Result[], value: (result: Result) => number) =>
  results.reduce((top, result, at) => (value(result) > value(results[top] as Result) ? at : top), 0);
/** Adapts a function of one result to a step with one figure, or of two results to a step with two. */
const of1 =
  <T>(read: (one: Result) => T) =>
  (results: readonly Result[]) =>
    read(results[0] as Result);
const of2 =
  <T>(read: (first: Result, second: Result) => T) =>
  (results: readonly Result[]) =>
    read(results[0] as Result, results[1] as Result);
const passed = (results: readonly Result[]) => results.filter((result) => right(result) > passMark).length;
/** Index of the result with the lowest objective on the fit samples. */
export const byObjective = (results: readonly Result[]) => best(results, ({ report }) => -report.objective);

/** Ordered like the choices. */
export const wineChoices = ['ash', 'magnesium', 'flavanoids'];
/** The values of lambda in the question about it, ordered like the choices. */
export const lambdaChoices = [0.001, 0.3, 10];

export const readers: { readonly [Id in StepId]: Reader<Id> } = {
  pca: {
    answer: of1(({ test }) => ((test.accuracy ?? 0) > 0.85 ? 0 : (test.accuracy ?? 0) > 0.55 ? 1 : 2)),
    finding: of1(({ test, match }) => ({
      code: 'pca',
      nearest: match?.nearest,
      furthest: match?.furthest,
      test: test.accuracy,
    })),
  },
  lda: {
    answer: of1(({ fit, test }) => {
      const lost = (fit.accuracy ?? 0) - (test.accuracy ?? 0);
      return lost < 0.05 ? 0 : lost < 0.15 ? 1 : 2;
    }),
    finding: of1(({ fit, test, match }) => ({
      code: 'lda',
      fit: fit.accuracy,
      test: test.accuracy,
      furthest: match?.furthest,
    })),
  },
  trip: {
    answer: of1(({ match }) => ((match?.furthest ?? 90) < 15 ? 0 : (match?.furthest ?? 90) < 70 ? 1 : 2)),
    finding: of1(({ test, match, frames }) => ({
      ...{ code: 'trip', first: frames[0]?.match?.furthest, furthest: match?.furthest, test: test.accuracy },
    })),
  },
  lambda: {
    answer: (results) => lambdaChoices.indexOf((results[best(results, right)] as Result).panel.state.lambda),
    finding: (results) => ({
      code: 'lambda',
      all: results.map((one) => ({ lambda: one.panel.state.lambda, fit: one.fit.accuracy, test: right(one) })),
      fromTruth: results[best(results, right)]?.match?.furthest,
      fromPca: results[best(results, right)]?.fromPca,
    }),
  },
  lottery: {
    answer: (results) => {
      const found = passed(results);
      return found === results.length ? 0 : found > 2 ? 1 : found > 0 ? 2 : 3;
    },
    finding: (results) => ({ code: 'lottery', passed: passed(results), tests: results.map(right) }),
  },
  chooses: {
    answer: (results) => {
      const kept = right(results[byObjective(results)] as Result);
      const all = results.map(right);
      if (kept >= Math.max(...all) - 0.02) return 0;
      return kept > (Math.max(...all) + Math.min(...all)) / 2 ? 1 : 2;
    },
    finding: (results) => {
      const start = byObjective(results);
      const kept = results[start] as Result;
      const others = results.filter((result) => result !== kept).map(right);
      const { objective } = kept.report;
      return { code: 'chooses', start, objective, test: right(kept), passed: passed(results), others };
    },
  },
  axes: {
    answer: of2((plane, space) => (right(space) - right(plane) >= 0.05 ? 1 : 0)),
    finding: of2((plane, space) => ({ code: 'axes', two: right(plane), three: right(space) })),
  },
  read: {
    answer: of1(({ variables }) => {
      const known = variables.filter(({ name }) => wineChoices.includes(name ?? ''));
      return wineChoices.indexOf(known[0]?.name ?? '');
    }),
    finding: of1(({ variables, test }) => ({ code: 'read', heaviest: variables.slice(0, 4), test: test.accuracy })),
  },
  matrices: {
    answer: of2((tucker, trip) =>
      Math.abs(right(trip) - right(tucker)) < 0.01 ? 2 : right(trip) > right(tucker) ? 1 : 0,
    ),
    finding: of2((tucker, trip) => {
      const { projection, network, inputs, plain } = trip.sizes;
      const [tuckerKept, tripKept] = [tucker.rebuilt?.kept ?? 0, trip.rebuilt?.kept ?? 0];
      return {
        ...{ code: 'matrices', tucker: right(tucker), trip: right(trip), tuckerKept, tripKept },
        ...{ numbers: projection + network, inputs, plain },
      };
    }),
  },
  noise: {
    answer: of2((_, heldOut) => (right(heldOut) > 0.9 ? 0 : (heldOut.chance?.p ?? 1) <= 0.05 ? 1 : 2)),
    finding: of2((seen, heldOut) => {
      const { p, permutations, atLeastAsGood } = heldOut.chance as NonNullable<Result['chance']>;
      return {
        ...{ code: 'noise', fit: seen.fit.accuracy, heldOut: right(heldOut), test: right(seen) },
        ...{ p, permutations, atLeastAsGood },
      };
    }),
  },
};
