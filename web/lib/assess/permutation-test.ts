/** Permutation test: could a procedure without anything to learn score as well? */

import { boolean, defined, integer, oneOf, readOptions } from '../common/check.js';
import { fail, TripError } from '../common/errors.js';
import type { RawModule } from '../core/raw.js';
import { permuted } from '../data/permuted.js';
import type { OpenOptions } from '../model/options.js';
import { isLargerBetter, poolingOf } from '../model/scores.js';
import type { Execute } from '../sweep/execute.js';
import { readData } from '../sweep/plan.js';
import { meansOf } from '../sweep/summary.js';
import type {
  AssessedOptions,
  AssessmentRow,
  Dataset,
  PermutationOptions,
  PermutationTest,
  Samples,
  ScoreName,
} from '../types.js';
import { choiceCheck, innerFolds, margin, outerFits, validationOf } from './choice.js';
import { crossValidationOf } from './cross-validation.js';
import { Fits, fitsChecks, planChecksum } from './fits.js';
import { type Sampled, sampledOf } from './fold-checks.js';
import { drawingOf, type Folds, foldChecks, toFoldSettings } from './fold-settings.js';
import { drawFolds, FREE_STREAM, plainFolds } from './folds.js';
import { placesOf, withSamples } from './held-out.js';
import { defaultScore, fullOptions, readGiven, requireFewFits, scoreCheck } from './options.js';
import { amongGroups, amongSamples, correlationOf, type Permuting } from './permuted-responses.js';
import { type Procedure, runProcedure } from './procedure.js';

const LEVEL = 0.05;

/** Permutations in work at the same time, so that every worker has a fit. */
const LANES = 16;

/** A test that has passed the checks. */
interface Test extends Procedure {
  readonly data: Dataset;
  readonly folds: Folds;
  readonly score: ScoreName;
  readonly permutations: number;
  readonly stopEarly: boolean;
  readonly permuting: Permuting;
}

/** Checks everything, and returns the function that trains. */
export function planPermutationTest(
  raw: RawModule,
  given: { readonly data: Samples; readonly options: AssessedOptions; readonly settings: PermutationOptions },
) {
  const data = readData('data', given.data);
  const options = fullOptions(raw, data, given.options);
  const checks = {
    ...fitsChecks,
    ...foldChecks(data),
    permutations: (name: string, value: unknown) => integer(name, value, 1, 100_000),
    score: scoreCheck(data),
    choice: choiceCheck(raw, data, readGiven('options', given.options)),
    permute: (name: string, value: unknown) => oneOf(name, value, ['samples', 'groups'] as const),
    stopEarly: boolean,
  };
  const {
    signal,
    executor,
    retries,
    onProgress,
    done = [],
    ...own
  } = readOptions('a permutation test', given.settings, checks);
  const {
    permutations = 199,
    score = defaultScore(data),
    choice,
    permute = 'samples',
    stopEarly = false,
    ...foldOptions
  } = own;
  const settings = toFoldSettings(data, foldOptions);
  const procedure: Procedure = { settings, options, ...defined({ choice }) };
  const sampled = sampledOf(data);
  const folds = drawFolds(raw, sampled, settings, validationIn(procedure));
  if (permute === 'groups' && settings.groups === undefined)
    fail('option', "permute is 'groups', but no groups are given; groups with a name for each sample are needed");
  const permuting =
    permute === 'groups' && settings.groups !== undefined
      ? amongGroups(raw, data, settings.groups)
      : amongSamples(raw, data, settings.groups);
  const fitsEach = outerFits(folds, choice);
  const total = fitsEach * (permutations + 1);
  requireFewFits(total, `${permutations} permutations of ${fitsEach} fits`);
  const full: Test = { ...procedure, data, folds, score, permutations, stopEarly, permuting };
  requireInnerFolds(raw, sampled, folds, procedure);
  requirePermutedFolds(raw, full);
  const plan = planChecksum(data, {
    ...{ kind: 'permutation test', permute, score, options: choice ?? options },
    ...{ folds: plainFolds(folds), drawing: drawingOf(settings) },
  });
  const run = (execute: Execute) => runTest(raw, full, new Fits(execute, { plan, total, done, onProgress }));
  return { data, execution: { signal, executor, retries }, run };
}

const validationIn = ({ choice, options }: Procedure) =>
  choice === undefined ? ((options as OpenOptions).validation as number) : validationOf(choice);

/** Draws the folds of the choice, since they may be refused. */
function requireInnerFolds(raw: RawModule, data: Sampled, folds: Folds, { settings, choice }: Procedure): void {
  if (choice !== undefined)
    for (const place of placesOf(folds)) innerFolds(raw, { data, folds, settings, choice }, place);
}

/**
 * Permuted classes can leave a fold nothing to learn from. If all samples count, that depends on the numbers of the classes alone where
 * folds are stratified by them, or are single samples.
 */
function requirePermutedFolds(raw: RawModule, test: Test): void {
  const { settings, permutations, data } = test;
  const byCounts = settings.groups === undefined && (settings.stratify || settings.folds === 'leave-one-out');
  const allCount = data.sampleWeight?.every((weight) => weight > 0) ?? true;
  if (data.labels === undefined || (byCounts && allCount)) return;
  for (let p = 0; p < permutations; p++) {
    try {
      const own = { ...sampledOf(permutedBy(raw, test, p)), permuted: true };
      requireInnerFolds(raw, own, drawFolds(raw, own, settings, validationIn(test)), test);
    } catch (thrown) {
      if (!(thrown instanceof TripError)) throw thrown;
      fail(thrown.code, `permutation ${p}: ${thrown.message}; fewer or stratified folds may be accepted`, thrown);
    }
  }
}

/** The seed of permutation p is stream 10,002 + p of the master seed. */
const permutationOf = (raw: RawModule, { settings, permuting }: Test, p: number) =>
  permuting.draw(raw.deriveSeed(settings.seed, FREE_STREAM + p));

const permutedBy = (raw: RawModule, test: Test, p: number) => permuted(test.data, permutationOf(raw, test, p));

async function runTest(raw: RawModule, test: Test, fits: Fits): Promise<PermutationTest> {
  const { data, folds, settings, score } = test;
  const decision = new Decision(test);
  const truth = async () => {
    const held = await runProcedure(raw, fits, test, { prefix: '', wanted: { predictions: true } });
    const crossValidation = crossValidationOf(raw, { data, folds, settings }, held?.rows ?? []);
    decision.observe(crossValidation.pooled[score]?.mean);
    return crossValidation;
  };
  let next = 0;
  const lane = async () => {
    while (next < test.permutations && !decision.certain) {
      const p = next++;
      const value = await scoreOf(raw, test, fits, { p, isOver: () => decision.certain });
      if (value !== undefined) decision.add(p, value);
    }
  };
  const lanes = Array.from({ length: Math.min(LANES, test.permutations) }, lane);
  const [crossValidation] = await Promise.all([truth(), ...lanes]);
  const { permuted: values, observed, atLeastAsGood } = decision;
  const correlation = values.map((_, p) => correlationOf(permutedBy(raw, test, p), data));
  const made = values.length;
  return Object.freeze({
    ...{ score, observed, permuted: Object.freeze(values), correlation: Object.freeze(correlation) },
    permutations: test.permutations,
    atLeastAsGood,
    p: (1 + atLeastAsGood) / (1 + made),
    smallestP: Math.max(1 / (1 + test.permutations), 1 / test.permuting.arrangements),
    stoppedEarly: made < test.permutations,
    significant: decision.significant,
    crossValidation,
  });
}

/** The pooled score of permutation p; undefined when the test is over. */
async function scoreOf(
  raw: RawModule,
  test: Test,
  fits: Fits,
  { p, isOver }: { p: number; isOver: () => boolean },
): Promise<number | undefined> {
  const permutation = permutationOf(raw, test, p);
  const [data, responses] = [permuted(test.data, permutation), [...permutation]];
  const folds = drawFolds(raw, { ...sampledOf(data), permuted: true }, test.settings, validationIn(test));
  const wanted = { predictions: poolingOf(test.score) === 'predictions' };
  const pass = { prefix: `permutation ${p}, `, wanted, isOver, otherwise: 0 };
  const held = await runProcedure(raw, fits, { ...test, data, responses, folds }, pass);
  return held && pooledScore(raw, { data, folds, rows: held.rows }, test.score);
}

function pooledScore(
  raw: RawModule,
  { data, folds, rows }: { data: Dataset; folds: Folds; rows: readonly AssessmentRow[] },
  score: ScoreName,
): number {
  return meansOf(raw, data, withSamples(folds, rows), folds.repeats.length).pooled[score]?.mean ?? Number.NaN;
}

/** The decision at the level 0.05, taken on the permutations in their order, so that it does not depend on the order of completion. */
class Decision {
  observed = Number.NaN;
  atLeastAsGood = 0;
  /** Scores of the permutations up to the decision. */
  readonly permuted: number[] = [];
  /** Whether no further permutation can change the decision. */
  certain = false;
  readonly #values = new Map<number, number>();
  readonly #test: Test;

  constructor(test: Test) {
    this.#test = test;
  }

  get significant(): boolean {
    return this.#isSignificant(this.atLeastAsGood + this.#test.permutations - this.permuted.length);
  }

  observe(value: number | undefined): void {
    const { score } = this.#test;
    if (value === undefined) fail('value', `${score} of the true responses is not defined; another score is accepted`);
    this.observed = value;
    this.#decide();
  }

  add(p: number, value: number): void {
    this.#values.set(p, value);
    if (!Number.isNaN(this.observed)) this.#decide();
  }

  #decide(): void {
    const { permutations, stopEarly } = this.#test;
    for (;;) {
      const value = this.#values.get(this.permuted.length);
      if (this.certain || value === undefined) return;
      this.permuted.push(value);
      if (this.#isAsGood(value)) this.atLeastAsGood++;
      const undecided = this.#isSignificant(this.atLeastAsGood) && !this.significant;
      this.certain = stopEarly && !undecided && this.permuted.length < permutations;
    }
  }

  #isSignificant(atLeastAsGood: number): boolean {
    return (1 + atLeastAsGood) / (1 + this.#test.permutations) <= LEVEL;
  }

  /** A score that is not defined counts as good, so that it never makes a result significant. */
  #isAsGood(value: number): boolean {
    const sign = isLargerBetter(this.#test.score) ? 1 : -1;
    return Number.isNaN(value) || sign * (value - this.observed) >= -margin(this.observed);
  }
}
