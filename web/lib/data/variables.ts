/** Puts variables of new data in the order of the training set: by name where vectors on both sides have names, else by position. */

import { allocate } from '../common/arrays.js';
import { defined, describe, frozen, nearest } from '../common/check.js';
import { fail } from '../common/errors.js';
import { isA } from '../common/realm.js';
import type { CategoricalColumn, Dataset, ModelSpec } from '../types.js';
import { requireDims } from './dataset.js';

type Names = Pick<ModelSpec, 'dims' | 'featureNames' | 'modeNames'>;

export interface Aligned {
  readonly data: Dataset;
  /** Notes on variables that were left out, or matched by position although the model has names. */
  readonly notes: readonly string[];
}

export function alignVariables(name: string, data: Dataset, { dims, featureNames, modeNames }: Names): Aligned {
  const from = data.featureNames;
  if (from === undefined || featureNames === undefined || same(from, featureNames)) {
    requireDims(name, data, dims);
    for (const [k, names] of modeNames?.entries() ?? []) requireOrder(name, k, data.modeNames?.[k] ?? [], names);
    return { data, notes: frozen(from === undefined && featureNames !== undefined ? [byPosition(name)] : []) };
  }
  const known = new Set(featureNames);
  const extra = from.filter((own) => !known.has(own));
  const notes = extra.length === 0 ? [] : [`${name}: ${listed(extra)} left out, since the model was trained without`];
  const order = orderOf(name, from, featureNames);
  const columns = data.offsets === undefined ? reorderDense(name, data, order) : reorderSparse(data, order);
  const shape = [data.shape[0] as number, order.length];
  const categories = data.categories && reorderCategories(data.categories, order);
  return {
    data: frozen({ ...data, ...columns, shape, featureNames: [...featureNames], ...defined({ categories }) }),
    notes: frozen(notes),
  };
}

const byPosition = (name: string) =>
  `${name}: variables were matched by position, since the data have no names; the model has names`;

const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((name, i) => name === b[i]);

function listed(names: readonly string[]): string {
  const more = names.length > 10 ? ` and ${names.length - 10} more` : '';
  return `${names.length === 1 ? 'the variable' : 'the variables'} ${names.slice(0, 10).map(describe).join(', ')}${more}`;
}

/** Matrices and cubes are matched by position: another order of the same names would give wrong results without an error. */
function requireOrder(name: string, mode: number, from: readonly string[], to: readonly string[]): void {
  if (same(from, to) || !same([...from].sort(), [...to].sort())) return;
  const first = to.findIndex((own, i) => own !== from[i]);
  const seen = `modeNames[${mode}][${first}] of ${name} is ${describe(from[first])}`;
  fail('value', `${seen}, of the training set ${describe(to[first])}: the same names in the same order are accepted`);
}

/** Position in `from` of each name in `to`. */
function orderOf(name: string, from: readonly string[], to: readonly string[]): Int32Array {
  const at = new Map(from.map((own, i) => [own, i]));
  const missing = to.filter((own) => !at.has(own));
  if (missing.length > 0) {
    const near = nearest(missing[0] as string, from);
    const advice = near === undefined ? '' : `; did you misspell it as ${describe(near)}?`;
    fail('value', `${name} lacks ${listed(missing)} of the training set${missing.length === 1 ? advice : ''}`);
  }
  const wanted = new Set(to);
  const duplicates = [from.filter((own) => wanted.has(own)), to].flatMap((names) => {
    const seen = new Set<string>();
    return names.filter((own) => seen.size === seen.add(own).size);
  });
  if (duplicates.length > 0) fail('value', `${name} cannot be matched by name: ${listed(duplicates)} is there twice`);
  return Int32Array.from(to, (own) => at.get(own) as number);
}

function reorderDense(name: string, { x, shape }: Dataset, order: Int32Array) {
  const [samples, size] = shape as [number, number];
  const result = isA(x, 'Float64Array')
    ? allocate(name, samples * order.length, Float64Array)
    : allocate(name, samples * order.length);
  for (let n = 0, next = 0; n < samples; n++) {
    for (let j = 0; j < order.length; j++, next++) result[next] = x[n * size + (order[j] as number)] as number;
  }
  return { x: result };
}

function reorderCategories(categories: readonly CategoricalColumn[], order: Int32Array): CategoricalColumn[] {
  const moved = categories.map(({ column, names }) => ({ column: order.indexOf(column), names }));
  return moved.filter(({ column }) => column >= 0).sort((a, b) => a.column - b.column);
}

/** Sorts the stored values of each sample by position, so that sums have the same bits for every input order. */
function reorderSparse({ x, shape, offsets, index }: Dataset, order: Int32Array) {
  const [samples, size] = shape as [number, number];
  const [from, at] = [offsets as Int32Array, index as Int32Array];
  const place = new Int32Array(size).fill(-1);
  for (const [j, i] of order.entries()) place[i] = j;
  const placeOf = (e: number) => place[at[e] as number] as number;
  const kept: number[] = [];
  const starts = Int32Array.from({ length: samples + 1 }, (_, n) => {
    const begin = kept.length;
    for (let e = from[n] as number; e < (from[n + 1] ?? 0); e++) if (placeOf(e) >= 0) kept.push(e);
    const own = kept.splice(begin).sort((a, b) => placeOf(a) - placeOf(b));
    for (const e of own) kept.push(e);
    return begin;
  });
  return { x: Float32Array.from(kept, (e) => x[e] as number), offsets: starts, index: Int32Array.from(kept, placeOf) };
}
