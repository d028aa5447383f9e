/** The options of the command `assess`. */

import { createHash } from 'node:crypto';
import type { FitOptions } from 'trip-wasm';
import { type ScoreName, scoreTable, TripError } from 'trip-wasm';
import type { AssessedOptions, ChoiceOptions, FoldOptions, ImportanceOptions } from 'trip-wasm/trainer';
import { cut, defined, parseJson, quoted, requireObject } from './checks.js';
import { type Arguments, aNumber, type Options, oneOf } from './command.js';
import { classWeightOption, fitFlags, optionsOf } from './fit.js';
import { readingOptions, readText, trainingDataOptions, withPath } from './input.js';
import type { Training } from './training.js';

/** Options of a fit that an assessment sets itself. */
const fixed = ['first-restart', 'start-seed', 'order-seed', 'seed'];
const scores = (Object.keys(scoreTable) as ScoreName[]).filter((name) => scoreTable[name].pooled);

export const assessFlags: Options = {
  ...trainingDataOptions,
  folds: {
    value: 'N|leave-one-out|leave-one-group-out',
    help: 'parts of the samples; each is predicted by models of the others (default 5)',
    read: (text, name) => (text.startsWith('leave') ? text : aNumber(text, name)),
  },
  repeats: { value: 'N', help: 'repetitions with other folds and starts (default 1)', read: aNumber },
  group: { value: 'COLUMN', help: 'groups of rows, such as patients, that stay together; no variable' },
  fold: { value: 'COLUMN', help: 'the fold of each row, integers from 0; no variable' },
  permutations: { value: 'N', help: 'permutations of the responses (default 199; 0: no test)', read: countFrom(1) },
  permute: {
    value: 'samples|groups',
    help: 'permute responses of rows (with --group within each group; default), or of whole groups',
    read: oneOf('samples', 'groups'),
  },
  'stop-early': { help: 'end the permutations when the decision at 0.05 is certain' },
  grid: { value: 'FILE|JSON', help: 'options to choose from in every fit, such as {"lambda": [0.1, 0.01]}' },
  rule: {
    value: 'best|one-standard-error',
    help: 'the best point of the grid (default), or the first within one standard error of it',
    read: oneOf('best', 'one-standard-error'),
  },
  inner: { value: 'N', help: 'folds of the cross validation that chooses (default 5)', read: aNumber },
  bootstraps: { value: 'N', help: 'bootstrap samples for the stability (default 100; 0: none)', read: countFrom(2) },
  importance: { help: 'how much the score falls when a variable is permuted in the held-out rows' },
  score: {
    value: scores.join('|'),
    help: 'the score that is tested, and that chooses (default accuracy, for numbers rmse)',
    read: oneOf(...scores),
  },
  seed: { value: 'N', help: 'master seed of folds, fits, permutations and bootstraps (default 1)', read: aNumber },
  out: { value: 'RESULTS', help: 'a file of JSON lines; fits that it already contains are not computed again' },
  workers: { value: 'N', help: 'threads (default: processors minus one)', read: aNumber },
  'class-weight': classWeightOption,
  ...Object.fromEntries(Object.entries(fitFlags).filter(([name]) => !fixed.includes(name))),
  ...readingOptions,
};

/** An integer from `least` on, or 0 for none. */
function countFrom(least: number) {
  return (text: string, name: string): number => {
    const count = aNumber(text, name);
    if (Number.isInteger(count) && (count === 0 || count >= least)) return count;
    throw new TripError('option', `${name} is ${cut(text)}; 0 or an integer of at least ${least} is accepted`);
  };
}

/** Everything that the command line says about an assessment. */
export interface Plan {
  readonly options: AssessedOptions;
  readonly folds: Omit<FoldOptions, 'seed'>;
  readonly seed: number;
  readonly score?: ScoreName;
  readonly choice?: ChoiceOptions;
  readonly permutations: number;
  readonly permuting: { readonly permute?: 'samples' | 'groups'; readonly stopEarly?: boolean };
  readonly bootstraps: number;
  readonly importance?: ImportanceOptions;
  /** Everything that the fits depend on. The numbers of permutations and bootstraps are left out, since they may grow. */
  readonly identity: object;
}

export async function planOf(
  values: Arguments['values'],
  { group, fold }: Training['beside'],
  signal: AbortSignal,
): Promise<Plan> {
  const { folds, repeats, permute, rule, inner, score, seed = 1, permutations = 199, bootstraps = 100 } = values;
  if (fold !== undefined && folds !== undefined)
    throw new TripError('option', '--folds is given, but follows from --fold; leave out one of them');
  if (values.grid === undefined)
    for (const name of ['rule', 'inner'])
      if (values[name] !== undefined) throw new TripError('option', `--${name} is for a choice in --grid`);
  if (permutations === 0) {
    for (const name of ['permute', 'stop-early'])
      if (values[name] !== undefined)
        throw new TripError('option', `--${name} is for permutations; --permutations 0 makes none`);
    if (score !== undefined && values.grid === undefined && values.importance === undefined)
      throw new TripError(
        'option',
        '--score is for permutations, --grid and --importance; --permutations 0 makes none, and the others are not given',
      );
  }
  if (values.importance === true && values.grid !== undefined)
    throw new TripError('option', '--importance is for given options; leave out --grid');
  const { seed: _seed, ...options } = optionsOf(values) as FitOptions;
  const own = { folds, repeats, groups: group, assignment: fold && foldsOf(fold, values.fold as string) };
  const asked = defined({ rule, inner, score });
  const grid = values.grid === undefined ? undefined : await readGrid(values.grid as string, signal);
  const choice = grid && ({ grid, ...asked } as ChoiceOptions);
  const importance = values.importance === true ? defined({ score: score as ScoreName | undefined }) : undefined;
  const plan = {
    options: options as AssessedOptions,
    folds: defined(own) as Plan['folds'],
    seed: seed as number,
    ...defined({ score: score as ScoreName | undefined, choice, importance }),
  };
  return {
    ...plan,
    identity: {
      ...plan,
      folds: defined({ folds, repeats, group: digest(group), fold: digest(fold) }),
      ...defined({ permute }),
    },
    permutations: permutations as number,
    permuting: defined({ permute, stopEarly: values['stop-early'] }) as Plan['permuting'],
    bootstraps: bootstraps as number,
  };
}

const digest = (cells: readonly string[] | undefined) =>
  cells && createHash('sha256').update(JSON.stringify(cells)).digest('hex');

function foldsOf(cells: readonly string[], column: string): number[] {
  return cells.map((cell, n) => {
    if (/^\d+$/.test(cell)) return Number(cell);
    const where = `column '${cut(column)}' of --fold is ${quoted(cell)} for sample ${n}`;
    throw new TripError('value', `${where}; integers from 0 are accepted`);
  });
}

/** A file, or the text itself when it begins like JSON. */
async function readGrid(given: string, signal: AbortSignal): Promise<ChoiceOptions['grid']> {
  const isText = /^\s*[[{]/.test(given);
  try {
    const grid = parseJson(isText ? given : await readText(given, signal));
    for (const one of Array.isArray(grid) ? grid : [grid]) requireObject('grid', one);
    return grid as ChoiceOptions['grid'];
  } catch (error) {
    throw withPath(error, isText ? '--grid' : given);
  }
}
