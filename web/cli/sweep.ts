/** The command `sweep`: cross validation over a grid, one line of JSON per fit. An interrupted sweep can be resumed. */

import { dirname, resolve } from 'node:path';
import {
  type Dataset,
  loadTrip,
  refuseUnknown,
  type ScoreName,
  type Spread,
  type SweepPlan,
  type SweepRow,
  type SweepTable,
  scoreTable,
  TripError,
} from 'trip-wasm';
import { createTrainer, type SweepProgress } from 'trip-wasm/trainer';
import { requireObject } from './checks.js';
import { type Arguments, aNumber, type Command } from './command.js';
import { parseJson, readingOptions, readText, trainingDataOptions, withPath } from './input.js';
import { hashOf, Journal, linesOf } from './journal.js';
import { isReplaceable, requireWritable, writeFile } from './output.js';
import { align, short, type Terminal } from './terminal.js';
import { readTraining } from './training.js';

export const sweep: Command = {
  name: 'sweep',
  summary: 'cross-validate a grid of options',
  files: ['PLAN'],
  details: `PLAN is a JSON file, for example
  { "data": "iris.csv", "table": { "target": "species" },
    "grid": { "lambda": [0.01, 0.1], "hidden": [[], [10, 10]] },
    "options": { "epochs": 500, "restarts": 4 }, "folds": 10, "trials": 1, "seed": 1 }
data and y are relative to the plan; table has the options of trip fit for reading (target, shape, missing, ...), grid and options have
the options of fit in the package (batchSize, learningRate, ...). The first line of the results identifies plan and data, each other
line is one fit. Running the same command again resumes an interrupted sweep, and the finished file is the same.`,
  options: {
    out: { value: 'RESULTS', help: 'a file of JSON lines; fits that it already contains are not computed again' },
    workers: { value: 'N', help: 'threads (default: processors minus one)', read: aNumber },
  },
  needs: ['out'],
  examples: [['trip sweep plan.json --out results.jsonl', '']],
  run,
};

const dataOptions = { ...trainingDataOptions, ...readingOptions };

async function run({ files: [path = ''], values }: Arguments, terminal: Terminal): Promise<object> {
  const out = await requireWritable(values.out as string);
  if (out === '-') throw new TripError('option', `--out is ${values.out}; the name of a file is accepted`);
  const trip = await loadTrip();
  const plan = await readPlan(path, terminal.signal);
  const { data } = await readTraining(trip, plan.path, plan.values, terminal);
  const header = headerOf(plan.sweep, data);
  reportRareClasses(data, plan.sweep.folds ?? 10, terminal);
  // A pipe or device cannot be read again, so all rows are written at the end.
  const journal = (await isReplaceable(out)) ? new Journal<SweepRow>(out, { header, what: 'sweep' }) : undefined;
  const done = (await journal?.read(terminal)) ?? [];
  const workers = values.workers as number | undefined;
  const trainer = await createTrainer({ trip, ...(workers === undefined ? {} : { workers }) });
  try {
    const signal = AbortSignal.any([terminal.signal, ...(journal === undefined ? [] : [journal.failed])]);
    const onProgress = (progress: SweepProgress) => {
      terminal.progress('fits', progress.done, progress.total);
      journal?.add(progress.row);
    };
    const table = await trainer
      .sweep({ ...plan.sweep, data }, { signal, done, onProgress })
      .finally(() => journal?.written());
    terminal.finish();
    await writeFile(out, linesOf(header, table.rows), terminal.signal);
    terminal.print(summaryOf(table));
    return { out, fits: table.rows.length, summary: table.summary };
  } finally {
    await trainer.close();
  }
}

type Sweep = Omit<SweepPlan, 'data'>;

interface Plan {
  readonly path: string;
  /** Values as on the command line of `fit`. */
  readonly values: Arguments['values'];
  readonly sweep: Sweep;
}

async function readPlan(path: string, signal: AbortSignal): Promise<Plan> {
  try {
    const plan = parseJson(await readText(path, signal));
    requireObject('the plan', plan);
    refuseUnknown('a plan', plan, ['data', 'table', 'grid', 'options', 'folds', 'trials', 'seed']);
    const { data, table = {}, ...rest } = plan;
    if (typeof data !== 'string') throw new TripError('option', 'data is missing; the name of a file is accepted');
    requireObject('table', table);
    refuseUnknown('table', table, Object.keys(dataOptions));
    const values = Object.entries(table).map(([name, value]) => {
      const text = Array.isArray(value) ? value.join(',') : String(value);
      return [name, dataOptions[name]?.read?.(text, `table.${name}`) ?? text];
    });
    const own = Object.fromEntries(values);
    if (own.y !== undefined) own.y = resolve(dirname(path), own.y as string);
    return { path: resolve(dirname(path), data), values: own, sweep: rest as unknown as Sweep };
  } catch (error) {
    throw withPath(error, path);
  }
}

/** Identifies a sweep by its plan and the content of its data; the name of the data file does not matter. */
function headerOf(plan: Sweep, data: Dataset): string {
  const { grid, options = {}, folds = 10, trials = 1, seed = 1 } = plan;
  const full = { grid, options, folds, trials, seed };
  return JSON.stringify({ format: 'trip-wasm sweep', version: 1, data: hashOf(data), plan: full });
}

/** Scores in training units follow lambda and the scaling, so that points cannot be compared by them. */
const scoreNames = (Object.keys(scoreTable) as ScoreName[]).filter((name) => scoreTable[name].pooled);

/** One line per point of the grid: the varied options, and the scores on the held-out folds. */
function summaryOf({ summary }: SweepTable): string {
  const own = scoreNames.filter((name) => summary.some(({ test }) => test[name] !== undefined));
  const varied = [...new Set(summary.flatMap(({ options }) => Object.keys(options)))];
  const rows = summary.map(({ options, test }) => [
    ...varied.map((name) => textOf((options as Record<string, unknown>)[name])),
    ...own.map((name) => spreadOf(test[name])),
  ]);
  const gaps = own.flatMap((name) => {
    const counts = [...new Set(summary.map(({ test }) => test[name]?.defined ?? 0))].sort((a, b) => a - b);
    const all = summary[0]?.cells as number;
    return (counts[0] as number) < all ? [`${name} is defined in ${counts.join(' or ')} of ${all} fits`] : [];
  });
  return [
    align([[...varied, ...own], ...rows]),
    'mean +- standard deviation over the held-out folds',
    ...gaps.map((gap) => `${gap}; its mean leaves out the other fits`),
  ].join('\n');
}

function spreadOf(spread: Spread | undefined): string {
  return spread === undefined ? 'not defined' : `${short(spread.mean)} +- ${short(spread.deviation)}`;
}

/** Reports classes missing from some folds. They are allowed, but the scores of such folds do not measure them. */
function reportRareClasses({ labels, classNames = [] }: Dataset, folds: number, terminal: Terminal): void {
  const counts = new Array<number>(classNames.length).fill(0);
  for (const label of labels ?? []) counts[label] = (counts[label] as number) + 1;
  const rare = [...counts.keys()].filter((c) => (counts[c] as number) < folds);
  for (const c of rare.slice(0, 5)) {
    const [count, name] = [counts[c] as number, classNames[c]];
    if (count === 0) continue;
    const absent = `${folds - count} of ${folds} folds contain none of them`;
    const alone = 'only one fold tests it, and that fold has no training sample of it';
    terminal.note(`class '${name}' has ${count === 1 ? `1 sample: ${alone}` : `${count} samples: ${absent}`}`);
  }
  if (rare.length > 5) terminal.note(`${rare.length - 5} more classes have fewer samples than there are folds`);
}

function textOf(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'object' && !Array.isArray(value)) return JSON.stringify(value);
  return Array.isArray(value) ? value.join(',') || 'none' : String(value);
}
