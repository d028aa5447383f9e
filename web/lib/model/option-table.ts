/**
 * Every option of a fit, described once. Defaults, checks, flags of the command and the table of the documentation come from here;
 * `trip/options.h` describes the same options for the core, and a test compares the two.
 */

import { MAX_FLOAT } from '../common/arrays.js';
import { boolean, type Check, frozen, integer, integers, number, oneOf, refuse } from '../common/check.js';
import { fail } from '../common/errors.js';
import { classWeightCheck } from '../data/weights.js';
import type { FitOptions, Method, Step } from '../types.js';
import { projectionCheck } from './given-projection.js';

/** Accepted values, default and help text of an option. */
export interface FitOption {
  /** `name`: one of {@link FitOption.words}; `names`: a list of them; `integers`: a list. */
  readonly kind: 'number' | 'integer' | 'boolean' | 'name' | 'names' | 'integers';
  /** The default for vectors; absent when it follows from other options. */
  readonly initial?: number | boolean | string | readonly number[];
  /** Smallest accepted number, or smallest accepted entry of a list. */
  readonly low?: number;
  /** Largest accepted number, or largest accepted entry of a list. */
  readonly high?: number;
  /** `low` itself is refused. */
  readonly open?: boolean;
  /** Length of the longest accepted list. */
  readonly most?: number;
  /** Accepted words. */
  readonly words?: readonly string[];
  /** Help text of one line. */
  readonly help: string;
}

const MAX_COUNT = 2 ** 31 - 1;
export const MAX_RESTARTS = 100_000;
export const MAX_EPOCHS = 1_000_000;
export const MAX_FRAMES = 10_000;

export const methods: readonly Method[] = ['trip', 'pca', 'lda', 'tucker', 'fixed'];
export const steps: readonly Step[] = ['log1p', 'snv', 'pareto'];
const seed = { kind: 'integer', low: 0, high: Number.MAX_SAFE_INTEGER } as const;

/** Options that are objects or arrays of numbers have no row. */
type Named = Exclude<keyof FitOptions, 'start' | 'projection' | 'test' | 'classWeight'>;

const rows: { readonly [name in Named]: Omit<FitOption, 'help'> } = {
  method: {
    kind: 'name',
    initial: 'trip',
    words: methods,
  },
  ranks: {
    kind: 'integers',
    initial: [2],
    low: 1,
    high: MAX_COUNT,
  },
  hidden: {
    kind: 'integers',
    initial: [10, 10, 10],
    low: 1,
    high: 4096,
    most: 16,
  },
  lambda: {
    kind: 'number',
    initial: 'auto',
    low: 0,
    high: MAX_FLOAT,
    words: ['auto', 'validate'],
  },
  epochs: { kind: 'integer', initial: 'auto', low: 0, high: MAX_EPOCHS, words: ['auto'] },
  batchSize: {
    kind: 'integer',
    initial: 20,
    low: 1,
    high: MAX_COUNT,
  },
  learningRate: {
    kind: 'number',
    initial: 0.001,
    low: 0,
    high: MAX_FLOAT,
    open: true,
  },
  learningRateDecay: {
    kind: 'name',
    initial: 'none',
    words: ['none', 'cosine'],
  },
  standardize: {
    kind: 'boolean',
    initial: true,
  },
  steps: { kind: 'names', initial: [], words: steps },
  standardizeTarget: {
    kind: 'boolean',
    initial: true,
  },
  restarts: {
    kind: 'integer',
    initial: 'auto',
    low: 1,
    high: MAX_RESTARTS,
    words: ['auto'],
  },
  search: {
    kind: 'boolean',
    initial: false,
  },
  halving: {
    kind: 'boolean',
    initial: false,
  },
  firstRestart: {
    kind: 'integer',
    initial: 0,
    low: 0,
    high: MAX_COUNT - MAX_RESTARTS,
  },
  validation: {
    kind: 'number',
    initial: 0,
    low: 0,
    high: 0.9,
  },
  patience: { kind: 'integer', initial: 0, low: 0, high: MAX_EPOCHS },
  minDelta: {
    kind: 'number',
    initial: 0,
    low: 0,
    high: MAX_FLOAT,
  },
  seed: { ...seed, initial: 1 },
  startSeed: { ...seed },
  orderSeed: { ...seed },
  ldaRidge: {
    kind: 'number',
    initial: 1e-8,
    low: 0,
    high: MAX_FLOAT,
  },
  record: {
    kind: 'integer',
    initial: 0,
    low: 0,
    high: MAX_FRAMES,
  },
};

/** Separate from the rows, so that bundles without a form for the options omit these texts. */
const help: { readonly [name in Named]: string } = {
  method:
    'how the projection is found; pca, lda (vectors) and tucker (matrices, cubes) fix it before training, fixed keeps the one that is given',
  ranks: 'size of the projected sample in each mode, at most the size of the mode',
  hidden: 'widths of the hidden ReLU layers; an empty list is softmax or linear regression',
  lambda:
    'weight of the reconstruction: small values fit the response and overfit, large ones approach PCA; validate tries multiples of auto on the validation set',
  epochs: 'passes over the training set; auto: 2000, or as many as make 22,000 steps if those are fewer',
  batchSize: 'samples in a mini-batch; more than there are means full batches',
  learningRate: 'step of Adam; too large a step ends as diverged',
  learningRateDecay: 'cosine lets the learning rate fall to 0 over the steps of each start',
  standardize: 'mean 0 and deviation 1 for each variable; off by default for matrices, cubes and sparse samples',
  steps:
    'preprocessing in this order, learned from the training samples: log(1 + x), standard normal variate of each sample, Pareto scaling',
  standardizeTarget: 'the same for the response of a regression; the paper does not',
  restarts:
    'independent starts, the lowest objective is kept; a single one is often poor: take 8 to 64, or auto (12 with search and halving; 1 for fixed projections and with a start or a projection)',
  search: 'starts 0 to 7 begin where nearest neighbours agree, inside the leading directions',
  halving:
    'every start trains a tenth of the epochs, those with the lowest objectives go on; on with restarts auto, off otherwise',
  firstRestart: 'index of the first start, to repeat one start alone',
  validation: 'share of the samples held out to choose the best epoch and the best start; 0: none',
  patience: 'with validation: a start ends after this many epochs without an improvement; 0: never',
  minDelta: 'with patience: decrease of the validation loss that counts as an improvement',
  seed: 'all randomness; the same seeds give the same bits everywhere',
  startSeed: 'of the initial values; by default from the seed',
  orderSeed: 'of the order of the batches; by default from the seed',
  ldaRidge: 'method lda: larger values shrink the scatter within classes towards a sphere',
  record: 'frames to keep: all parameters at evenly spaced epochs, the first and the last included',
};

/**
 * Every option of a fit that is a number, a name, a switch or a list: for forms, command lines and documentation. It excludes options
 * that are objects or arrays of numbers: `start`, `projection`, `test`, `classWeight`, `onEpoch`.
 */
export const optionTable: {
  readonly [name in Exclude<keyof FitOptions, 'start' | 'projection' | 'test' | 'classWeight'>]: FitOption;
} = /* @__PURE__ */ describeAll();

function describeAll(): typeof optionTable {
  const entries = Object.entries(rows).map(([name, row]) => [name, { ...row, help: help[name as Named] }]);
  return frozen(Object.fromEntries(entries));
}

/** The check of a row. */
function checkOf({
  kind,
  low = 0,
  high = 0,
  open = false,
  most = Number.POSITIVE_INFINITY,
  words = [],
}: Omit<FitOption, 'help'>) {
  const checks: Record<FitOption['kind'], Check<unknown>> = {
    boolean,
    name: (name, value) => oneOf(name, value, words),
    names(name, value) {
      if (!Array.isArray(value)) refuse(name, value, `a list of ${words.map((word) => `'${word}'`).join(', ')} is`);
      const list = Array.from(value, (entry, i) => oneOf(`${name}[${i}]`, entry, words));
      const twice = list.find((entry, i) => list.indexOf(entry) < i);
      if (twice === undefined) return frozen(list);
      fail('option', `${name} has '${twice}' twice; each step once is accepted`);
    },
    number: (name, value) => (words.includes(value as string) ? value : number(name, value, low, high, open)),
    integer: (name, value) => (words.includes(value as string) ? value : integer(name, value, low, high)),
    integers: (name, value) => integers(name, value, low, high, most),
  };
  return checks[kind];
}

/** The check of each option, by name. */
export const optionChecks = () => ({
  ...(Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, checkOf(row)])) as Record<
    Named,
    Check<unknown>
  >),
  classWeight: classWeightCheck,
  projection: projectionCheck,
});

/** The defaults of {@link FitOptions} for vectors (K = 1); matrices, cubes and sparse samples are not standardised. */
export const fitDefaults = /* @__PURE__ */ frozen(
  /* @__PURE__ */ Object.fromEntries(
    /* @__PURE__ */ Object.entries(rows).flatMap(([name, { initial }]) =>
      initial === undefined ? [] : [[name, initial]],
    ),
  ),
) as unknown as Readonly<
  Omit<Required<FitOptions>, 'start' | 'projection' | 'startSeed' | 'orderSeed' | 'test' | 'classWeight'>
>;
