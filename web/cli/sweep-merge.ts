/** Merges parts of a sweep in the order of the cells. */

import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type SweepSummary, TripError } from 'trip-wasm';
import { beginningOf, headerOf, isFailure, Merger } from '../shards/index.js';
import { cut } from './checks.js';
import type { Arguments } from './command.js';
import { withPath } from './input.js';
import { isReplaceable, requireWritable, writeFile } from './output.js';
import { type LoadedPlan, loadPlan } from './sweep-plan.js';
import { summaryOf } from './sweep-summary.js';
import type { Terminal } from './terminal.js';

/** Bytes that are written at a time. */
const CHUNK = 2 ** 20;
/** Most points of which a merge prints means. */
const MOST_POINTS = 10_000;
/** Missing cells that are named. */
const NAMED = 5;

export async function mergeParts({ files: [path, ...more], values }: Arguments, terminal: Terminal): Promise<object> {
  if (path === undefined)
    throw new TripError('option', 'no plan is given; PLAN --merge PARTS --out RESULTS is accepted');
  const out = await requireWritable(values.out as string);
  const parts = await partsOf([values.merge as string, ...more]);
  const plan = await loadPlan(path, terminal);
  const results = (await hasRows(out, plan)) ? out : undefined;
  const merged = await mergeInto(plan, parts, out, { points: MOST_POINTS, results, terminal });
  const { counts, missing, repeated, summary, failure } = merged;
  if (summary !== undefined) terminal.print(summaryOf(summary));
  else terminal.print(`${out}: ${counts.done} fits of ${plan.cells.points.length} points`);
  if (repeated > 0) terminal.note(`${repeated} rows stand in several parts and are equal`);
  const remedy = 'the shards that have them try again';
  if (failure !== undefined) reportFailures({ count: counts.failed, first: failure }, terminal, remedy);
  if (missing.count > 0) {
    const others = missing.count > missing.first.length ? ', ...' : '';
    terminal.warn(`${missing.count} of ${counts.total} fits are missing: ${missing.first.join('; ')}${others}`);
    process.exitCode = 1;
  }
  return {
    out,
    fits: counts.done,
    failed: counts.failed,
    missing: missing.count,
    repeated,
    ...(summary && { summary }),
  };
}

/** Whether the results file has rows to keep. A file of another kind is refused. */
async function hasRows(out: string, { identity }: LoadedPlan): Promise<boolean> {
  if (!(await isReplaceable(out))) return false;
  const header = `${headerOf(identity)}\n`;
  const found = await beginningOf(out, Buffer.byteLength(header)).catch(absent);
  if (found === header) return true;
  // A run that was stopped may have left a part of the first line.
  if (header.startsWith(found)) return false;
  throw new TripError('format', `${out} exists, and is not the file of this sweep; give another --out or delete it`);
}

/** The beginning of a file that does not exist. */
function absent(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}

/** Says how many fits failed and what tries them again; the exit status is then 1. */
export function reportFailures(
  { count, first }: { readonly count: number; readonly first: string },
  terminal: Terminal,
  remedy = 'the same command tries again',
): void {
  terminal.warn(`${count === 1 ? '1 fit' : `${count} fits`} failed, the first: ${cut(first)}; ${remedy}`);
  process.exitCode = 1;
}

interface Merged {
  readonly counts: ReturnType<Merger['counts']>;
  readonly missing: ReturnType<Merger['missing']>;
  readonly repeated: number;
  /** The first failure. */
  readonly failure: string | undefined;
  /** Absent for more points than asked for. */
  readonly summary: readonly SweepSummary[] | undefined;
}

/** Writes the rows of all parts in order, with those of earlier `results`; means are computed of at most `points` points. */
export async function mergeInto(
  { cells, identity }: LoadedPlan,
  parts: readonly string[],
  out: string,
  {
    points,
    results,
    terminal,
  }: { readonly points: number; readonly results?: string | undefined; readonly terminal: Terminal },
): Promise<Merged> {
  const merger = new Merger(cells, identity);
  try {
    const inPath = (path: string) => (error: unknown) => {
      throw error instanceof TripError ? error : withPath(error, path);
    };
    if (results !== undefined) await merger.addResults(results, terminal.signal).catch(inPath(results));
    const others = results === undefined ? parts : parts.filter((part) => resolve(part) !== resolve(results));
    for (const [p, part] of others.entries()) {
      await merger.add(part, terminal.signal).catch(inPath(part));
      terminal.progress('reading parts', p + 1, parts.length);
    }
    const summary = cells.points.length <= points ? cells.summary() : undefined;
    let failure: string | undefined;
    function* chunks(): Generator<Buffer> {
      let waiting: Uint8Array[] = [Buffer.from(`${headerOf(identity)}\n`)];
      let size = 0;
      for (const { c, bytes } of merger.lines()) {
        if (summary !== undefined || failure === undefined) {
          const row = JSON.parse(bytes.toString());
          summary?.add(row);
          if (isFailure(row)) failure ??= `${cells.plan(c).name}: ${row.error.message}`;
        }
        waiting.push(bytes, newline);
        size += bytes.length + 1;
        if (size < CHUNK) continue;
        yield Buffer.concat(waiting);
        [waiting, size] = [[], 0];
      }
      yield Buffer.concat(waiting);
    }
    await writeFile(out, chunks(), terminal.signal);
    terminal.finish();
    return {
      ...{ counts: merger.counts(), missing: merger.missing(NAMED), repeated: merger.repeated },
      ...{ failure, summary: summary?.result() },
    };
  } finally {
    merger.close();
  }
}

const newline = Buffer.from('\n');

/** The files of rows: those that are given, and those in folders that are given. */
export async function partsOf(given: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of given) {
    const isFolder = await stat(path).then(
      (one) => one.isDirectory(),
      (error) => {
        throw withPath(error, path);
      },
    );
    if (!isFolder) found.push(path);
    else found.push(...(await partsIn(path)));
  }
  return found;
}

async function partsIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /^part-.*\.jsonl$/.test(name)).sort();
  if (names.length > 0) return names.map((name) => join(folder, name));
  throw new TripError('option', `${folder} has no part; files with names such as part-3.jsonl are accepted`);
}
