/** Categorical columns: how they are named and read, and their replacement by columns of zeros and ones. */

import { allocate, requireRoom } from '../common/arrays.js';
import { defined, describe, frozen, refuse } from '../common/check.js';
import { fail } from '../common/errors.js';
import type { CategoricalColumn, Dataset, InputSpec } from '../types.js';

/** The codes of the categorical columns of a dataset that is being read, by column. */
export type Codes = ReadonlyMap<number, Map<string, number>>;

/** Checks the names or positions of categorical columns. */
export function readCategorical(given: unknown, dims: readonly number[], names?: readonly string[]): Codes {
  if (given === undefined) return new Map();
  if (dims.length > 1) fail('option', `categorical is for vectors; the samples have ${dims.length} modes`);
  if (!Array.isArray(given)) refuse('categorical', given, 'an array of names or positions of columns is');
  const size = dims[0] as number;
  const columns = Array.from(given as unknown[], (own, i) => {
    const at = typeof own === 'string' ? (names ?? []).indexOf(own) : own;
    if (Number.isInteger(at) && (at as number) >= 0 && (at as number) < size) return at as number;
    const known = names === undefined ? '' : `a name (${names.slice(0, 20).map(describe).join(', ')}) or `;
    return refuse(`categorical[${i}]`, own, `${known}a position from 0 to ${size - 1} is`);
  });
  const twice = columns.find((column, i) => columns.indexOf(column) < i);
  if (twice !== undefined) fail('option', `categorical has the column ${twice} twice; each column once is accepted`);
  return new Map(columns.sort((a, b) => a - b).map((column) => [column, new Map()]));
}

/** The code of a category, a new one for a category that was not seen before. */
export function codeOf(codes: Map<string, number>, value: unknown, where: () => string): number {
  const plain = typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
  if (!plain) refuse(where(), value, 'texts, finite numbers and booleans are', 'value');
  const name = String(value);
  const known = codes.get(name) ?? codes.size;
  codes.set(name, known);
  return known;
}

export function categoriesOf(codes: Codes): Pick<Dataset, 'categories'> {
  if (codes.size === 0) return {};
  return { categories: Array.from(codes, ([column, names]) => ({ column, names: [...names.keys()] })) };
}

/** Checks the categorical columns of a dataset that may have been altered, or of a model file. */
export function requireCategories(name: string, value: unknown, size: number): asserts value is CategoricalColumn[] {
  if (!Array.isArray(value)) refuse(name, value, 'an array is', 'value');
  let before = -1;
  for (const [c, own] of value.entries()) {
    const { column, names } = (own ?? {}) as Partial<CategoricalColumn>;
    const ascends = Number.isInteger(column) && (column as number) > before && (column as number) < size;
    if (!ascends || !Array.isArray(names) || !names.every((one) => typeof one === 'string'))
      refuse(`${name}[${c}]`, own, `{ column, names } with columns that rise up to ${size - 1} is`, 'value');
    before = column as number;
  }
}

/** The categorical columns of samples with names, or their positions. */
export function categoricalOf({ categories, featureNames }: Partial<InputSpec>): (string | number)[] | undefined {
  return categories?.map(({ column }) => featureNames?.[column] ?? column);
}

/** Size of a sample whose categorical columns are encoded. */
export function encodedDims(dims: readonly number[], categories: readonly CategoricalColumn[] = []): readonly number[] {
  if (categories.length === 0) return dims;
  return [categories.reduce((size, { names }) => size + names.length - 1, dims[0] as number)];
}

/** Whether each column of encoded samples is a number of the input. */
export function plainColumns(input: InputSpec): boolean[] {
  const coded = new Set(input.categories.map(({ column }) => column));
  return variablesOf(input).map((i) => !coded.has(i));
}

/** The column of the input to which each column of encoded samples belongs. */
export function variablesOf({ dims, categories }: InputSpec): number[] {
  const widths = new Map(categories.map(({ column, names }) => [column, names.length]));
  return Array.from({ length: dims[0] as number }, (_, i) => i).flatMap((i) =>
    Array.from({ length: widths.get(i) ?? 1 }, () => i),
  );
}

/** The column among those of all categories of the data for each column of samples that are encoded as `input`. */
export function placesIn(input: InputSpec, data: Dataset): number[] {
  const whole = learnInput(data) as InputSpec;
  const owners = variablesOf(whole);
  return variablesOf(input).map((i, at, all) => {
    const within = (list: readonly CategoricalColumn[]) => list.find(({ column }) => column === i)?.names;
    const name = within(input.categories)?.[at - all.indexOf(i)];
    return owners.indexOf(i) + Math.max(0, within(whole.categories)?.indexOf(name as string) ?? 0);
  });
}

/** Names along a mode, of encoded samples; undefined where there are none. */
export function namesAlong(data: Dataset, mode: number): readonly string[] | undefined {
  if (data.categories !== undefined) return encodedNames(learnInput(data) as InputSpec);
  const names = data.modeNames?.[mode] ?? data.featureNames;
  return names?.length === 0 ? undefined : names;
}

/** The samples as a training takes them: the categories that occur among those that count, sorted. */
export function learnInput(train: Dataset): InputSpec | undefined {
  const { categories, shape, x, featureNames, sampleWeight } = train;
  if (categories === undefined) return undefined;
  const [samples, size] = shape as [number, number];
  const learned = categories.map(({ column, names }) => {
    const seen = new Set<string>();
    for (let n = 0; n < samples; n++) {
      const name = names[x[n * size + column] as number];
      if (name !== undefined && (sampleWeight?.[n] ?? 1) > 0) seen.add(name);
    }
    return { column, names: sorted([...seen]) };
  });
  return frozen({ dims: [size], ...defined({ featureNames }), categories: learned });
}

/** Numbers ascend; texts are ordered by their code units, as in every engine. */
function sorted(names: string[]): string[] {
  const numeric = names.every((name) => name.trim() !== '' && Number.isFinite(Number(name)));
  return names.sort((a, b) => (numeric ? Number(a) - Number(b) : 0) || (a < b ? -1 : a > b ? 1 : 0));
}

/** Names of the variables of encoded samples, such as `colour=red`. */
function encodedNames({ dims, featureNames, categories }: InputSpec): string[] | undefined {
  const byColumn = new Map(categories.map(({ column, names }) => [column, names]));
  return featureNames?.flatMap((own, i) =>
    i < (dims[0] as number) ? (byColumn.get(i)?.map((name) => `${own}=${name}`) ?? [own]) : [],
  );
}

/** The samples with columns of zeros and ones for those of `input`; a note names categories that are not among them. */
export function encode(name: string, data: Dataset, input: InputSpec): { data: Dataset; notes: string[] } {
  const own = requireSame(name, data, input);
  const [samples, size] = data.shape as [number, number];
  const [width] = encodedDims(input.dims, input.categories) as [number];
  requireRoom(name, 12 * samples * width);
  const x = allocate(name, samples * width, Float64Array);
  const notes: string[] = [];
  let [at, c] = [0, 0];
  for (let i = 0; i < size; i++) {
    if (input.categories[c]?.column !== i) {
      for (let n = 0; n < samples; n++) x[n * width + at] = data.x[n * size + i] as number;
      at++;
      continue;
    }
    const known = (input.categories[c] as CategoricalColumn).names;
    const names = (own[c] as CategoricalColumn).names;
    const places = names.map((one) => known.indexOf(one));
    const unknown = new Set<string>();
    for (let n = 0; n < samples; n++) {
      const code = data.x[n * size + i] as number;
      const place = places[code];
      if (place === undefined) continue;
      if (place < 0) unknown.add(names[code] as string);
      else x[n * width + at + place] = 1;
    }
    if (unknown.size > 0) notes.push(unknownNote(name, [...unknown], input.featureNames?.[i] ?? i));
    at += known.length;
    c++;
  }
  const { categories: _categories, featureNames: _names, ...rest } = data;
  const encoded = { ...rest, x, shape: [samples, width], ...defined({ featureNames: encodedNames(input) }) };
  return { data: frozen(encoded), notes };
}

function unknownNote(name: string, unknown: readonly string[], column: string | number): string {
  const more = unknown.length > 10 ? ` and ${unknown.length - 10} more` : '';
  const listed = `${unknown.slice(0, 10).map(describe).join(', ')}${more}`;
  const place = `${name}: ${listed} in the categorical column ${describe(column)}`;
  return `${place} ${unknown.length > 1 || more ? 'do' : 'does'} not occur in the training samples; its columns are 0`;
}

/** Categorical columns must be the same on both sides: codes and numbers would be mistaken for each other. */
function requireSame(name: string, { categories = [] }: Dataset, input: InputSpec): readonly CategoricalColumn[] {
  const columns = (list: readonly CategoricalColumn[]) => list.map(({ column }) => column);
  const [own, known] = [columns(categories), columns(input.categories)];
  if (own.join() === known.join()) return categories;
  const nameOf = (i: number) => describe(input.featureNames?.[i] ?? i);
  const without = known.find((i) => !own.includes(i));
  if (without === undefined) {
    const extra = own.find((i) => !known.includes(i)) as number;
    fail('value', `${name} has categories in the column ${nameOf(extra)}; the training set has numbers there`);
  }
  const seen = `${name} has numbers in the column ${nameOf(without)}; the training set has categories there`;
  return fail('value', `${seen}, so that categorical: [${nameOf(without)}] of dataset() is needed`);
}
