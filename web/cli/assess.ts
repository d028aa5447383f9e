/** The command `assess`: cross validation, permutation test and stability of a training, each fit a line of a resumable journal. */

import { type Dataset, loadTrip, TripError } from 'trip-wasm';
import {
  type AssessmentRow,
  type ChoiceOptions,
  createTrainer,
  type PermutationTest,
  type Trainer,
} from 'trip-wasm/trainer';
import { hashOf } from '../shards/index.js';
import { assessFlags, type Plan, planOf } from './assess-plan.js';
import { type Results, resultOf } from './assess-result.js';
import { print } from './assess-text.js';
import type { Arguments, Command } from './command.js';
import { Journal, linesOf } from './journal.js';
import { isReplaceable, requireWritable, writeFile } from './output.js';
import type { Terminal } from './terminal.js';
import { traced } from './trace.js';
import { readTraining } from './training.js';

export const assess: Command = {
  name: 'assess',
  summary: 'tell whether a separation is real, how stable it is, and which variables carry it',
  files: ['DATA'],
  details:
    'DATA is read as by trip fit, and its options are those of the fits. Each sample is predicted by models that have not seen it; the same is ' +
    'repeated with permuted responses, which gives the chance of such a score without anything to learn (p); and models of bootstrap samples ' +
    'show how stable the plane and the weights of the variables are. With --out, running the same command again resumes an interrupted one. ' +
    'The method trip has twelve starts a fit by default: --restarts 1 takes about a quarter of the time.',
  options: assessFlags,
  examples: [
    ['trip assess iris.csv --target species --restarts 1 --out iris.jsonl', ''],
    ['trip assess scans.csv --target ill --group patient --permute groups', 'scans of one patient stay together'],
    ['trip assess wine.csv --target 1 --repeats 5 --permutations 0 --importance', 'which variables matter'],
    [
      `trip assess wine.csv --target 1 --restarts 1 --grid '{"lambda": [1, 0.1, 0.01]}' --rule one-standard-error`,
      'lambda is chosen without the samples that are predicted',
    ],
  ],
  run,
};

/** A row of one of the procedures. */
type Line = AssessmentRow & { readonly part: Part };
type Part = 'validation' | 'permutations' | 'stability';

async function run({ files: [path = ''], values }: Arguments, terminal: Terminal): Promise<object> {
  const out = values.out === undefined ? undefined : await requireWritable(values.out as string);
  if (out !== undefined && !(await isReplaceable(out)))
    throw new TripError('option', `--out is ${values.out}; the name of a file is accepted`);
  const trip = await loadTrip();
  const { data, beside } = await readTraining(trip, path, values, terminal);
  const plan = await planOf(values, beside, terminal.signal);
  const header = JSON.stringify({
    format: 'trip-wasm assessment',
    version: 1,
    data: hashOf(data),
    plan: plan.identity,
  });
  const journal =
    out === undefined ? undefined : new Journal<Line>(out, { header, what: 'assessment', texts: ['part', 'cell'] });
  const rows = new Rows(terminal, (await journal?.read(terminal)) ?? [], (row) => journal?.add(row));
  const workers = values.workers as number | undefined;
  traced('assess');
  const trainer = await createTrainer({ trip, ...(workers === undefined ? {} : { workers }) });
  try {
    const signal = AbortSignal.any([terminal.signal, ...(journal === undefined ? [] : [journal.failed])]);
    const results = await assessAll(trainer, { data, plan, rows, signal }).finally(() => journal?.written());
    terminal.finish();
    if (out !== undefined) await writeFile(out, [...linesOf(header, rows.sorted(results.test))], terminal.signal);
    const result = resultOf(data, results);
    print(result, terminal);
    return { ...result, ...(out === undefined ? {} : { out }) };
  } finally {
    await trainer.close();
  }
}

interface Work {
  readonly data: Dataset;
  readonly plan: Plan;
  readonly rows: Rows;
  readonly signal: AbortSignal;
}

/** All procedures at once, so that the first error of any plan comes before the first fit. */
async function assessAll(trainer: Trainer, { data, plan, rows, signal }: Work): Promise<Results> {
  const { options, folds, seed, score, choice, importance } = plan;
  const failed = new AbortController();
  const settings = (part: Part) => ({
    seed,
    signal: AbortSignal.any([signal, failed.signal]),
    ...rows.settingsOf(part),
  });
  const chosen =
    choice === undefined
      ? undefined
      : trainer.select(data, choice.grid, { ...withoutGrid(choice), ...folds, ...settings('validation'), options });
  const validation =
    chosen === undefined
      ? trainer.crossValidate(data, options, { ...folds, ...settings('validation'), ...(importance && { importance }) })
      : chosen.then(({ outer }) => outer);
  const test =
    plan.permutations === 0
      ? undefined
      : trainer.permutationTest(data, options, {
          ...{ ...folds, ...settings('permutations'), ...plan.permuting, permutations: plan.permutations },
          ...(score && { score }),
          ...(choice && { choice }),
        });
  const stable = async () => {
    const used = chosen === undefined ? options : (await chosen).options;
    if (plan.bootstraps === 0) return undefined;
    const reference = await trainer.fit(data, { ...used, seed }, { signal: settings('stability').signal }).model;
    try {
      // The axes of one target, as in `trip explain`: all classes would take a multiple of the time.
      const { axes } = reference.explain(data, { target: targetOf(data) });
      const { groups } = folds;
      const drawing = { bootstraps: plan.bootstraps, reference, axes, ...(groups && { groups }) };
      return await trainer.stability(data, used, { ...settings('stability'), ...drawing });
    } finally {
      reference.dispose();
    }
  };
  const all = [validation, chosen, test, stable()] as const;
  // The others end when one fails; their errors follow from the first one.
  for (const one of all) one?.catch(() => failed.abort());
  const [validated, selection, tested, stability] = await Promise.all(all);
  return {
    validation: validated,
    ...(selection && { selection }),
    ...(tested && { test: tested }),
    ...(stability && { stability }),
  };
}

const targetOf = ({ classNames }: Dataset) => Number(classNames?.length === 2);

const withoutGrid = ({ grid: _grid, ...rest }: ChoiceOptions) => rest;

const keyOf = ({ part, cell }: Line) => `${part} ${cell}`;

/** The rows of all parts: earlier ones, new ones, and their progress. */
class Rows {
  readonly #terminal: Terminal;
  readonly #add: (row: Line) => void;
  readonly #lines: Line[];
  readonly #counts = new Map<Part, { done: number; total: number }>();
  /** Cells that an earlier run computed. */
  readonly #earlier: ReadonlySet<string>;

  constructor(terminal: Terminal, done: readonly Line[], add: (row: Line) => void) {
    this.#terminal = terminal;
    // Two commands that write the same file at once may both compute a fit.
    this.#lines = [...new Map(done.map((line) => [keyOf(line), line])).values()];
    this.#add = add;
    this.#earlier = new Set(this.#lines.map(keyOf));
  }

  settingsOf(part: Part) {
    const done = this.#lines.flatMap(({ part: own, ...row }) => (own === part ? [row] : []));
    return {
      done,
      onProgress: ({ row, ...count }: { row: AssessmentRow; done: number; total: number }) => {
        const line: Line = { part, ...row };
        this.#lines.push(line);
        this.#add(line);
        this.#counts.set(part, count);
        const counts = [...this.#counts.values()];
        const sum = (name: 'done' | 'total') => counts.reduce((total, own) => total + own[name], 0);
        this.#terminal.progress('fits', sum('done'), sum('total'));
      },
    };
  }

  /**
   * In an order that does not depend on the workers. After an early stop, permutations beyond it are left out, unless an earlier run computed
   * them.
   */
  sorted(test: PermutationTest | undefined): Line[] {
    const made = test?.stoppedEarly ? test.permuted.length : Number.POSITIVE_INFINITY;
    const isBeyond = (line: Line) =>
      Number(/^permutation (\d+),/.exec(line.cell)?.[1] ?? -1) >= made && !this.#earlier.has(keyOf(line));
    const placeOf = (line: Line) => keyOf(line).replace(/\d+/g, (digits) => digits.padStart(9, '0'));
    const keyed = this.#lines.filter((line) => !isBeyond(line)).map((line) => [placeOf(line), line] as const);
    return keyed.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
  }
}
