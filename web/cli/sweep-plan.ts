/** The plan of a sweep: a file that names its data, with the options for reading them. */

import { dirname, resolve } from 'node:path';
import { type Dataset, loadTrip, refuseUnknown, type SweepCells, type Trip, TripError } from 'trip-wasm';
import { type Identity, identityOf, type PlanOptions } from '../shards/index.js';
import { cut, parseJson, requireObject, shownValue } from './checks.js';
import type { Arguments } from './command.js';
import { readingOptions, readText, trainingDataOptions, withPath } from './input.js';
import type { Terminal } from './terminal.js';
import { readTraining } from './training.js';

const dataOptions = { ...trainingDataOptions, ...readingOptions };

/** A plan whose data have been read. */
export interface LoadedPlan {
  readonly trip: Trip;
  readonly data: Dataset;
  readonly plan: PlanOptions;
  readonly cells: SweepCells;
  /** Names plan and data in the files of rows; the name of the data file does not matter. */
  readonly identity: Identity;
}

export async function loadPlan(path: string, terminal: Terminal): Promise<LoadedPlan> {
  const trip = await loadTrip();
  const { sweep: plan, ...file } = await readPlan(path, terminal.signal);
  const { data } = await readTraining(trip, file.path, file.values, terminal);
  const cells = trip.sweepCells({ ...plan, data });
  reportRareClasses(data, plan.folds ?? 10, terminal);
  return { trip, data, plan, cells, identity: identityOf(plan, data) };
}

interface Plan {
  readonly path: string;
  /** Values as on the command line of `fit`. */
  readonly values: Arguments['values'];
  readonly sweep: PlanOptions;
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
      const text = textOf(value, `table.${name}`);
      return [name, dataOptions[name]?.read?.(text, `table.${name}`) ?? text];
    });
    const own = Object.fromEntries(values);
    if (own.y !== undefined) own.y = resolve(dirname(path), own.y as string);
    return { path: resolve(dirname(path), data), values: own, sweep: rest as unknown as PlanOptions };
  } catch (error) {
    throw withPath(error, path);
  }
}

/** The value of an option as on the command line. */
function textOf(value: unknown, name: string): string {
  const all = Array.isArray(value) ? value : [value];
  const wrong = all.find((own) => typeof own === 'object');
  if (wrong === undefined) return all.join(',');
  const accepted = 'a text, a number, true, false, or a list of them is accepted';
  throw new TripError('option', `${name} ${all === value ? 'has' : 'is'} ${shownValue(wrong)}; ${accepted}`);
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
    terminal.note(
      `class '${cut(name ?? '')}' has ${count === 1 ? `1 sample: ${alone}` : `${count} samples: ${absent}`}`,
    );
  }
  if (rare.length > 5) terminal.note(`${rare.length - 5} more classes have fewer samples than there are folds`);
}
