/** Computes the cells of a sweep, or of one shard of it, into a file that can be resumed. */

import { type CellPlan, TripError } from 'trip-wasm';
import { createTrainer } from 'trip-wasm/trainer';
import {
  type AnyRow,
  cellsOfShard,
  headerOf,
  isFailure,
  isIn,
  partHeaderOf,
  RowFile,
  type Shard,
  state,
  textOf,
} from '../shards/index.js';
import type { Arguments } from './command.js';
import { linesOf } from './journal.js';
import { isReplaceable, requireWritable, unwritable, writeFile } from './output.js';
import { mergeInto, reportFailures } from './sweep-merge.js';
import { type LoadedPlan, loadPlan } from './sweep-plan.js';
import { summaryOf } from './sweep-summary.js';
import type { Terminal } from './terminal.js';
import { traced } from './trace.js';

export async function computeRows({ files: [path = ''], values }: Arguments, terminal: Terminal): Promise<object> {
  const out = await requireWritable(values.out as string);
  if (out === '-') throw new TripError('option', `--out is ${values.out}; the name of a file is accepted`);
  const shard = values.shard as Shard | undefined;
  const isFile = await isReplaceable(out);
  if (shard !== undefined && !isFile)
    throw new TripError('option', `--out is ${values.out}; a part is the name of a file`);
  const plan = await loadPlan(path, terminal);
  const settings = {
    workers: values.workers as number | undefined,
    retries: (values.retries as number | undefined) ?? 2,
  };
  if (!isFile) return computeThrough(plan, out, settings, terminal);
  const header = shard === undefined ? headerOf(plan.identity) : partHeaderOf(plan.identity, shard);
  const belongs = shard && ((c: number) => isIn(shard, c));
  const options = { cells: plan.cells, header, marked: shard !== undefined, ...(belongs && { belongs }) };
  const file = await RowFile.open(out, options, terminal.signal);
  const mine = [...cellsOfShard(shard ?? { k: 1, n: 1 }, plan.cells.length)];
  const earlier = file.rows;
  if (earlier > 0) terminal.note(`${out}: ${earlier} fits already exist`);
  const failures = await compute(plan, mine, file, { ...settings, terminal });
  if (shard === undefined) return finish(plan, out, terminal);
  if (failures.length > 0) reportFailures(firstOf(failures), terminal);
  terminal.print(`${out}: ${file.rows} of ${mine.length} fits of shard ${textOf(shard)}`);
  return { out, shard: textOf(shard), fits: file.rows, failed: failures.length };
}

const firstOf = (failures: readonly string[]) => ({ count: failures.length, first: failures[0] as string });

interface Settings {
  readonly workers: number | undefined;
  readonly retries: number;
}

/** Where rows go. */
type Target = Pick<RowFile, 'path' | 'states' | 'failed' | 'add' | 'close'>;

/** Computes the cells that have no row; returns the messages of those that failed each time. */
async function compute(
  { trip, data, cells }: LoadedPlan,
  mine: readonly number[],
  target: Target,
  { workers, retries, terminal }: Settings & { readonly terminal: Terminal },
): Promise<string[]> {
  const open = mine.filter((c) => target.states[c] !== state.row);
  const failures: string[] = [];
  if (open.length === 0) return failures;
  traced('compute cells');
  const trainer = await createTrainer({ trip, ...(workers === undefined ? {} : { workers }) });
  const running = new Map<CellPlan, number>();
  function* plans(): Generator<CellPlan> {
    for (const c of open) {
      const plan = cells.plan(c);
      running.set(plan, c);
      yield plan;
    }
  }
  let done = mine.length - open.length;
  const receive: Parameters<typeof trainer.execute>[0]['receive'] = (plan, outcome) => {
    const c = running.get(plan) as number;
    running.delete(plan);
    terminal.progress('fits', ++done, mine.length);
    if ('report' in outcome) return target.add(c, cells.row(c, outcome.report));
    const { code, message } = outcome.error;
    failures.push(`${plan.name}: ${message}`);
    target.add(c, { cell: cells.at(c), error: { code, message } });
  };
  try {
    const signal = AbortSignal.any([terminal.signal, target.failed]);
    await trainer.execute({ data, cells: plans(), receive, signal }, { retries }).finally(() => written(target));
  } finally {
    await trainer.close();
  }
  terminal.finish();
  return failures;
}

/** The path of the file is in the message of an error. */
const written = (target: Target) =>
  target.close().catch((error) => {
    throw unwritable(target.path, error);
  });

/** Puts the rows of the file in the order of the cells, whatever the order in which they were computed. */
async function finish(plan: LoadedPlan, out: string, terminal: Terminal): Promise<object> {
  const { counts, failure, summary } = await mergeInto(plan, [out], out, {
    points: Number.POSITIVE_INFINITY,
    terminal,
  });
  if (failure !== undefined) reportFailures({ count: counts.failed, first: failure }, terminal);
  terminal.print(summaryOf(summary ?? []));
  return { out, fits: counts.done, ...(failure === undefined ? {} : { failed: counts.failed }), summary };
}

/** A pipe or device cannot be read again, so all rows are written at the end. */
async function computeThrough(plan: LoadedPlan, out: string, settings: Settings, terminal: Terminal): Promise<object> {
  const { cells, identity } = plan;
  const rows: AnyRow[] = [];
  const target: Target = {
    path: out,
    states: new Uint8Array(cells.length),
    failed: new AbortController().signal,
    add: (c, row) => {
      rows[c] = row;
    },
    close: async () => {},
  };
  const failures = await compute(plan, [...Array(cells.length).keys()], target, { ...settings, terminal });
  await writeFile(out, [...linesOf(headerOf(identity), rows)], terminal.signal);
  const summarizer = cells.summary();
  for (const row of rows) summarizer.add(row);
  const summary = summarizer.result();
  if (failures.length > 0) reportFailures(firstOf(failures), terminal);
  terminal.print(summaryOf(summary));
  return { out, fits: rows.filter((row) => !isFailure(row)).length, summary };
}
