/** The first line of a file of rows. It identifies the plan, the data by their content, and the shard. */

import { createHash } from 'node:crypto';
import { type Dataset, type SweepPlan, TripError } from 'trip-wasm';
import { beginningOf, linesOf } from './lines.js';
import { readShard, type Shard, textOf } from './rule.js';

/** A plan without its samples. */
export type PlanOptions = Omit<SweepPlan, 'data'>;

/** Identifies data by their content. */
export function hashOf(data: Dataset): string {
  const { x, offsets, index, shape, labels, targets, classNames, sampleWeight, categories } = data;
  const own = [shape, classNames, ...(categories === undefined ? [] : [categories])];
  const hash = createHash('sha256').update(JSON.stringify(own));
  for (const array of [x, offsets, index, labels, targets, sampleWeight]) if (array !== undefined) hash.update(array);
  return hash.digest('hex');
}

/** The plan and the data to which a file of rows belongs. */
export interface Identity {
  /** From {@link hashOf}. */
  readonly data: string;
  readonly plan: PlanOptions;
}

export const identityOf = (plan: PlanOptions, data: Dataset): Identity => ({
  data: hashOf(data),
  plan: fullPlan(plan),
});

const fullPlan = ({ grid, options = {}, folds = 10, trials = 1, seed = 1 }: PlanOptions) => ({
  ...{ grid, options, folds, trials, seed },
});

/** The first line of the rows of a whole sweep. */
export const headerOf = ({ data, plan }: Identity): string =>
  JSON.stringify({ format: 'trip-wasm sweep', version: 1, data, plan });

/** The first line of a part: of a shard, or of any cells that a queue gave to its writer. */
export const partHeaderOf = ({ data, plan }: Identity, shard?: Shard): string =>
  JSON.stringify({
    ...{ format: 'trip-wasm sweep part', version: 1, ...(shard === undefined ? {} : { shard: textOf(shard) }) },
    ...{ data, plan },
  });

const notRows = (path: string) => new TripError('format', `${path} is not a file of the rows of a sweep`);

/** Most cells of a sweep. */
const MAX_CELLS = 1_000_000;

/** Every first line begins with this text. */
const BEGINNING = '{"format":"trip-wasm sweep';

/** Refuses files of another kind, also those without a complete line. A file that was begun may have a part of the first line. */
export async function requireBeginning(path: string): Promise<void> {
  const text = await beginningOf(path, BEGINNING.length);
  if (!BEGINNING.startsWith(text)) throw notRows(path);
}

/** Reads the first line of any file of rows; `text` identifies plan and data. */
export function readHeader(
  line: string,
  path: string,
): Identity & { readonly shard?: string; readonly isPart: boolean; readonly text: string } {
  try {
    const { format, version, data, plan, shard } = JSON.parse(line);
    const isPart = format === 'trip-wasm sweep part';
    const known = (isPart || format === 'trip-wasm sweep') && version === 1 && typeof data === 'string';
    // A plan with more cells was never accepted, and its status would need memory for them.
    const cells = known ? cellsIn(plan) : 0;
    const isShard = shard === undefined || typeof shard === 'string';
    if (isShard && Number.isInteger(cells) && cells > 0 && cells <= MAX_CELLS)
      return { data, plan, isPart, text: JSON.stringify([data, plan]), ...(shard === undefined ? {} : { shard }) };
  } catch {}
  throw notRows(path);
}

/** The shard of a part; undefined for files of other writers, and for those without a complete first line. */
export async function shardOf(path: string): Promise<Shard | undefined> {
  await requireBeginning(path);
  for await (const { bytes } of linesOf(path)) {
    const { shard } = readHeader(bytes.toString(), path);
    return shard === undefined ? undefined : readShard(shard, `${path}: shard`);
  }
  return undefined;
}

/** Number of cells of a plan that has been accepted. */
export function cellsIn({ grid, folds = 10, trials = 1 }: PlanOptions): number {
  const points = [grid].flat().map((one) => Object.values(one).reduce((product, values) => product * values.length, 1));
  return points.reduce((sum, count) => sum + count, 0) * folds * trials;
}
