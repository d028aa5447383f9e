/** Models whose projections are compared: those of rows, and a reference that was given. */

import { requireArrayLike } from '../common/arrays.js';
import { type Check, describe, refuse } from '../common/check.js';
import { fail } from '../common/errors.js';
import { encodedDims, learnInput, placesIn } from '../data/categories.js';
import { withClassWeight } from '../data/weights.js';
import type { OpenOptions } from '../model/options.js';
import type { AssessmentRow, Dataset, InputSpec, Model } from '../types.js';
import { isList } from './fits.js';
import { type Planes, times } from './turning.js';

/** The projections of a model, and the samples that it projected. */
export interface Projected extends Planes {
  readonly latent?: readonly number[] | Float32Array;
}

/** [I_1, ..] of the data with the columns of all categories. */
export const dimsOf = ({ shape, categories }: Dataset) => encodedDims(shape.slice(1), categories);

/**
 * The projections of a row. A category that does not occur in the samples of a fit has no column there; its row in the projection is 0,
 * so that the projections of all fits have the same rows: those of all categories of the data.
 */
export function projectedOf(
  data: Dataset,
  { projections = [], latent }: AssessmentRow,
  { input, ranks }: { input: InputSpec | undefined; ranks: readonly number[] },
): Projected {
  return { projections: everyCategory(data, projections, input), ranks, ...(latent ? { latent } : {}) };
}

/** The categories of a fit of these samples. */
export const inputOf = (fitted: Dataset, { classWeight }: OpenOptions): InputSpec | undefined =>
  learnInput(withClassWeight(fitted, classWeight));

/** Whether a row has the projections of a fit of the data, and the given number of projected coordinates. */
export function hasPlanes(
  { projections, latent }: AssessmentRow,
  dims: readonly number[],
  ranks: readonly number[],
  coordinates?: number,
): boolean {
  const planes = ranks.every((rank, k) => isList(projections?.[k], rank * (dims[k] as number)));
  return planes && (coordinates === undefined || isList(latent, coordinates));
}

/** Projections with a row for every category of the data. */
function everyCategory(data: Dataset, projections: readonly ArrayLike<number>[], input: InputSpec | undefined) {
  if (input === undefined) return projections;
  const [own] = projections as [ArrayLike<number>];
  const places = placesIn(input, data);
  const rank = own.length / places.length;
  const [size] = dimsOf(data) as [number];
  const full = new Float64Array(size * rank);
  for (const [i, place] of places.entries())
    for (let j = 0; j < rank; j++) full[place * rank + j] = own[i * rank + j] as number;
  return [full];
}

export const readReference: Check<Model> = (name, value) => {
  const { spec, projection } = (value ?? {}) as Partial<Model>;
  if (typeof projection === 'function' && Array.isArray(spec?.ranks)) return value as Model;
  return refuse(name, value, 'a model of these data is', 'value');
};

/** Checks that a given model is one of these data with these options. */
export function projectedReference(model: Model, data: Dataset, { ranks }: OpenOptions): Projected {
  const { spec } = model;
  const names = spec.input?.featureNames ?? spec.featureNames;
  const own = { dims: dimsOf(data), ranks, categories: data.categories && learnInput(data)?.categories };
  const seen = { dims: spec.dims, ranks: spec.ranks, categories: spec.input?.categories };
  for (const name of ['dims', 'ranks', 'categories'] as const) {
    const [a, b] = [JSON.stringify(seen[name]), JSON.stringify(own[name])];
    if (a !== b) fail('value', `reference has ${name} ${a ?? 'none'}; these data and options have ${b ?? 'none'}`);
  }
  const other = names?.findIndex((name, i) => data.featureNames !== undefined && data.featureNames[i] !== name) ?? -1;
  if (other >= 0) {
    const has = `reference has ${describe(names?.[other])} as variable ${other}`;
    fail('value', `${has}, the data have ${describe(data.featureNames?.[other])}; the same variables are accepted`);
  }
  const projections = ranks.map((_, k) => model.projection(k));
  return { projections: everyCategory(data, projections, spec.input), ranks };
}

/** Largest relative distance of an axis from the span of the projection, which has the precision of floats. */
const TOLERANCE = 1e-3;

/** The axes in the basis of the reference's projection, J_k x J_k a mode; undefined for the projections themselves. */
export function readAxes(given: unknown, reference: Projected | undefined): Float64Array[] | undefined {
  if (given === undefined) return undefined;
  if (reference === undefined)
    return fail(
      'option',
      'axes are given without a reference; the model in the span of whose projection they lie is needed',
    );
  const { projections, ranks } = reference;
  if (!Array.isArray(given) || given.length !== ranks.length)
    return refuse(
      'axes',
      given,
      `${ranks.length === 1 ? 'a list of 1 matrix' : `a list of ${ranks.length} matrices`} is`,
      'shape',
    );
  return ranks.map((rank, k) => {
    const basis = projections[k] as ArrayLike<number>;
    const name = `axes[${k}]`;
    const axes: unknown = given[k];
    requireArrayLike(name, axes);
    if (axes.length !== basis.length) fail('shape', `${name} has ${axes.length} numbers; ${basis.length} are accepted`);
    const values = Float64Array.from(axes, (value, i) =>
      Number.isFinite(value) ? (value as number) : refuse(`${name}[${i}]`, value, 'finite numbers are', 'value'),
    );
    const inBasis = transposedTimes(basis, values, rank);
    requireSpan(name, { values, basis, inBasis }, rank);
    return inBasis;
  });
}

/** A^T B of row-major matrices with `columns` columns each. */
function transposedTimes(a: ArrayLike<number>, b: ArrayLike<number>, columns: number): Float64Array {
  const result = new Float64Array(columns * columns);
  for (let row = 0; row < a.length; row += columns)
    for (let i = 0; i < columns; i++)
      for (let j = 0; j < columns; j++)
        result[i * columns + j] = (result[i * columns + j] as number) + (a[row + i] as number) * (b[row + j] as number);
  return result;
}

function requireSpan(
  name: string,
  { values, basis, inBasis }: { values: Float64Array; basis: ArrayLike<number>; inBasis: Float64Array },
  rank: number,
): void {
  const near = times(basis, inBasis, rank);
  let [missed, largest] = [0, 0];
  for (const [at, value] of values.entries()) {
    missed = Math.max(missed, Math.abs(value - (near[at] as number)));
    largest = Math.max(largest, Math.abs(value));
  }
  if (missed <= TOLERANCE * largest) return;
  fail('value', `${name} is not in the span of the reference's projection, which it leaves by up to ${missed}`);
}
