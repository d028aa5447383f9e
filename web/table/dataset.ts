/** Converts a table to the input of `trip.dataset`: the response, the variables, and the treatment of missing values. */

import type { DatasetInput, Task } from 'trip-wasm';
import { quote, RowErrors, TableError } from './errors.js';
import { describe, flagsFor, type Refused } from './flags.js';
import { messages } from './messages.js';
import { columnOf, isMissing, responseOf, weightsOf } from './response.js';
import { trainingNotes } from './training-notes.js';
import type { CategoryColumn, Column, Note, Table } from './types.js';

export interface DatasetChoice {
  /** Name of the response column, or of several for a regression; without it the samples have no response. */
  target?: string | readonly string[] | undefined;
  /** Name of the column with the weights of the rows. It is no variable. */
  weight?: string;
  /** Names of further columns that are no variables, such as groups. */
  beside?: readonly string[];
  /** Default: as for `trip.dataset`, categories and integers are classes. */
  task?: Task;
  /** Shape of one sample, row-major over the columns of the variables. Default: a vector. */
  shape?: readonly number[];
  /**
   * The treatment of variables that are categories. `indicators`: a 0/1 variable for each category, named `city=Paris`.
   * A column with more than 20 categories, or more than a tenth of the rows, needs the type `indicators` itself.
   * Default `refuse`.
   */
  categories?: 'refuse' | 'indicators';
  /** Names of columns whose texts are passed on, for `categorical` of `trip.dataset`. */
  categorical?: readonly string[];
  /**
   * The treatment of missing values of variables: `drop` leaves out their rows, `mean` is the option of `trip.dataset`.
   * Default `refuse`.
   */
  missing?: 'refuse' | 'mean' | 'drop';
  /** The variables of a model in its order. Columns are found by these names, other columns are ignored. */
  features?: readonly string[];
  /** Columns that the user has decided about; no note reports that they are left out. */
  decided?: readonly string[];
  /**
   * Rows of a vector are computed when `trip.dataset` reads them, so that the samples are not held as doubles beside the columns. A row is
   * valid until the next one is read.
   */
  lazy?: boolean;
  /** The table is a block of a larger one: no sample may be left of it. */
  block?: boolean;
}

export interface TableDataset {
  /** The argument of `trip.dataset`. */
  readonly input: DatasetInput;
  /** Names of the variables in order, for any shape. */
  readonly features: readonly string[];
  /** Row of the table for each sample. */
  readonly samples: Int32Array;
  /** If rows were left out, the first note says which. */
  readonly notes: readonly Note[];
  /** More than a third of the rows were left out, which has to be reported first. */
  readonly fewLeft: boolean;
}

/** One variable: a value for each row of the table, NaN if it is missing. */
interface Variable {
  readonly name: string;
  readonly column: Column;
  /** Indicators only: the category with the value 1. */
  readonly code?: number;
  /** The values are the texts of the column. */
  readonly text?: true;
}

/** @throws TableError that names the rows and columns with errors. */
export function toDataset(table: Table, choice: DatasetChoice = {}): TableDataset {
  const names = choice.target === undefined ? [] : [choice.target].flat();
  const targets = names.map((name) => columnOf(table, name));
  const weight = choice.weight === undefined ? undefined : columnOf(table, choice.weight);
  const besides = (choice.beside ?? []).map((name) => columnOf(table, name));
  const others = [...targets, ...(weight === undefined ? [] : [weight]), ...besides];
  const { variables, refused } = variablesOf(table, choice, others);
  const rows = samplesOf(table, targets, variables, choice.missing ?? 'refuse');
  refuse(table, refused, rows.errors);
  if (variables.length === 0) throw new TableError('value', messages().noVariables);
  const dims = dimsOf(choice.shape, variables.length);
  const { samples } = rows;
  if (samples.length === 0 && choice.block !== true)
    throw new TableError(
      'value',
      rows.unlabelled === table.rows.length ? messages().noResponses : messages().noWholeRow,
    );
  const features = variables.map(({ name }) => name);
  const { leftNote, fewLeft } = withoutRows(table.rows.length - samples.length, table.rows.length, rows.unlabelled);
  const columns = new Set(variables.map(({ column }) => column));
  const forTraining = choice.features === undefined ? trainingNotes(table, choice, targets, columns, samples) : [];
  return {
    input: {
      x:
        choice.lazy === true && dims.length === 1 && !variables.some(({ text }) => text)
          ? rowsOf(variables, samples)
          : gather(variables, samples),
      shape: [samples.length, ...dims],
      ...(variables.some(({ text }) => text)
        ? { categorical: [...variables.keys()].filter((i) => variables[i]?.text === true) }
        : {}),
      ...responseOf(table, targets, samples, choice.task),
      ...weightsOf(table, weight, samples),
      ...(dims.length === 1 ? { featureNames: features } : {}),
      ...(choice.missing === 'mean' ? { missing: 'mean' } : {}),
    },
    features,
    samples,
    notes: [...leftNote, ...forTraining],
    fewLeft,
  };
}

/** The note on rows that were left out, `unlabelled` of them without a response, and whether they are more than a third. */
export function withoutRows(left: number, rows: number, unlabelled = 0): { leftNote: Note[]; fewLeft: boolean } {
  const leftNote = left === 0 ? [] : [() => messages().leftOut(left, rows, unlabelled, left - unlabelled)];
  return { leftNote, fewLeft: 3 * left > rows };
}

/** Throws one error for all columns that are not numeric and all missing values. */
function refuse(table: Table, refused: readonly Refused[], missing: RowErrors): void {
  if (refused.length === 0) {
    missing.refuse(messages().missing, messages().meanAdvice);
    return;
  }
  const names = table.plans.map(({ name }) => name);
  const columns = linesOf(refused);
  const rows = missing.count === 0 ? [] : [...missing.lines(messages().missing), messages().meanAdvice];
  const mean = missing.count > 0 ? ({ missing: 'mean' } as const) : {};
  const details = { rows: missing.rows, flags: { ...flagsFor(names, refused), ...mean } };
  throw new TableError('value', [...columns, ...rows].join('\n'), details);
}

const linesOf = (refused: readonly Refused[]): string[] =>
  refused.length === 0
    ? []
    : [messages().notNumeric(refused.length), ...refused.map(({ line }) => line), adviceOn(refused)];

/** Lines about the columns that `toDataset` would refuse, for {@link TableOptions.problems}. */
export function refusedColumns(table: Table, choice: DatasetChoice): string[] {
  if (choice.features !== undefined) return [];
  const names = [...[choice.target ?? []].flat(), ...[choice.weight ?? []].flat(), ...(choice.beside ?? [])];
  const apart = new Set(names);
  const others = table.columns.filter(({ name }) => apart.has(name));
  const targets = new Set([choice.target].flat());
  const target = others.find(({ name }) => targets.has(name));
  return linesOf(variablesOf(table, choice, target === undefined ? others : [target, ...others]).refused);
}

function adviceOn(refused: readonly Refused[]): string {
  const { ignoreAdvice, indicatorAdvice, manyAdvice, dateAdvice, numberAdvice } = messages();
  const has = (wanted: (one: Refused) => boolean, advice: string) => (refused.some(wanted) ? [advice] : []);
  return [
    ignoreAdvice,
    ...has(({ flag }) => flag === 'indicators', indicatorAdvice),
    ...has(({ flag, many }) => flag === 'ignore' && many, manyAdvice),
    ...has(({ flag }) => flag === 'dates', dateAdvice),
    ...has(({ looks }) => looks === 'categories' || looks === 'codes', numberAdvice),
  ].join(messages().between);
}

function dimsOf(shape: readonly number[] | undefined, count: number): readonly number[] {
  const size = shape?.reduce((product, length) => product * length, 1) ?? count;
  if (size === count) return shape ?? [count];
  const wanted = `shape ${shape?.join('x')} needs ${size}`;
  throw new TableError(
    'shape',
    `${count} columns are left for the variables; ${wanted}: ignore columns or change the shape`,
  );
}

function variablesOf(
  table: Table,
  choice: DatasetChoice,
  others: readonly Column[],
): { variables: Variable[]; refused: Refused[] } {
  if (choice.features !== undefined)
    return { variables: knownVariables(table, choice.features, choice.categorical), refused: [] };
  const labels = others[0]?.type === 'category' ? others[0].codes : undefined;
  const refused: Refused[] = [];
  const [apart, categorical] = [new Set(others), new Set(choice.categorical)];
  const places = new Map([...table.plans.entries()].reverse().map(([index, { name }]) => [name, index]));
  const variables = table.columns
    .filter((column) => !apart.has(column))
    .flatMap((column) => {
      if (column.type === 'number') return [{ name: column.name, column }];
      if (categorical.has(column.name)) return [{ name: column.name, column, text: true as const }];
      if (column.indicators) return indicatorsOf(column);
      const found = describe(table, column, places.get(column.name) as number, labels);
      const few = !found.many && (found.looks === 'categories' || found.looks === 'codes');
      if (choice.categories === 'indicators' && few) return indicatorsOf(column);
      refused.push(found);
      return [];
    });
  requireNames(variables);
  return { variables, refused };
}

/** Refuses an indicator with the name of a column, since a model could not distinguish them. */
function requireNames(variables: readonly Variable[]): void {
  const names = new Set<string>();
  for (const { name, column } of variables) {
    if (names.has(name)) throw new TableError('value', messages().nameTwice(quote(name), quote(column.name)));
    names.add(name);
  }
}

function indicatorsOf(column: CategoryColumn): Variable[] {
  return column.categories.map((category, code) => ({ name: `${column.name}=${category}`, column, code }));
}

/** The variables with the names of indicators, such as `g=a`, by the columns that they may belong to, such as g. */
export function indicatorsIn(variables: readonly string[], columns: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>(columns.map((name) => [name, []]));
  const lengths = new Set(columns.map(({ length }) => length));
  for (const name of variables)
    for (let at = name.indexOf('='); at !== -1; at = name.indexOf('=', at + 1))
      if (lengths.has(at)) found.get(name.slice(0, at))?.push(name);
  return found;
}

/** Finds every variable of the model and refuses categories that the model does not know. */
function knownVariables(table: Table, features: readonly string[], categorical: readonly string[] = []): Variable[] {
  const numbers = table.columns.filter(({ type }) => type === 'number');
  const known = new Map<string, Variable>(numbers.map((column) => [column.name, { name: column.name, column }]));
  const [wanted, encoded] = [new Set(features), new Set(categorical)];
  const texts = table.columns.flatMap(({ name, type }) => (type === 'category' ? [name] : []));
  const indicating = indicatorsIn(features, texts);
  for (const column of table.columns) {
    if (column.type !== 'category') continue;
    if (encoded.has(column.name)) {
      known.set(column.name, { name: column.name, column, text: true });
      continue;
    }
    // A variable that is a column itself is no indicator.
    const own = (indicating.get(column.name) ?? []).filter((feature) => !known.has(feature));
    if (own.length === 0) continue;
    const indicators = indicatorsOf(column);
    const unknownIndicator = indicators.find(({ name }) => !wanted.has(name));
    if (unknownIndicator !== undefined) refuseUnknownCategory(table, column, unknownIndicator.code as number);
    const found = new Map(indicators.map((variable) => [variable.name, variable]));
    for (const name of own) known.set(name, found.get(name) ?? { name, column, code: column.categories.length });
  }
  const missing = features.filter((feature) => !known.has(feature));
  if (missing.length === 0) return features.map((feature) => known.get(feature) as Variable);
  const some = missing.slice(0, 10).map(quote).join(', ');
  const more = missing.length > 10 ? ` and ${missing.length - 10} more` : '';
  throw new TableError('value', `the data lack columns of numbers that the model needs: ${some}${more}`);
}

function refuseUnknownCategory(table: Table, column: CategoryColumn, code: number): void {
  const errors = new RowErrors();
  const name = quote(column.categories[code] as string);
  errors.add(table.rows[column.codes.indexOf(code)] as number, column.name, `the model does not know ${name}`);
  errors.refuse(messages().problems);
}

/** Rows to use, the number of rows without a response, and missing values that are refused. */
interface Rows {
  readonly samples: Int32Array;
  readonly unlabelled: number;
  readonly errors: RowErrors;
}

/** Rows without a response are always left out, since training cannot use them. */
function samplesOf(
  table: Table,
  targets: readonly Column[],
  variables: readonly Variable[],
  missing: 'refuse' | 'mean' | 'drop',
): Rows {
  const errors = new RowErrors();
  const all = Int32Array.from(table.rows.keys());
  const answered = all.filter((row) => !targets.some((target) => target.missing > 0 && isMissing(target, row)));
  const unlabelled = all.length - answered.length;
  const columns = [...new Set(variables.map(({ column }) => column))].filter((column) => column.missing > 0);
  if (missing === 'mean' || columns.length === 0) return { samples: answered, unlabelled, errors };
  if (missing === 'drop') {
    return { samples: answered.filter((row) => !columns.some((column) => isMissing(column, row))), unlabelled, errors };
  }
  for (const row of answered) {
    for (const column of columns) {
      if (isMissing(column, row)) errors.add(table.rows[row] as number, column.name, messages().noCell);
    }
  }
  return { samples: answered, unlabelled, errors };
}

/** Most rows and values that are gathered at a time: columns are read in pieces of a few cache lines, and the rows stay in the cache. */
const TILE = 64;
const TILE_VALUES = 2 ** 17;

/** The rows of `gather`, in memory that is used again for later rows. */
function rowsOf(variables: readonly Variable[], samples: Int32Array): readonly (readonly number[])[] {
  const size = variables.length;
  const height = Math.max(1, Math.min(TILE, samples.length, Math.floor(TILE_VALUES / size)));
  const tile = new Float64Array(height * size);
  const rows = Array.from({ length: height }, (_, r) => tile.subarray(r * size, (r + 1) * size));
  let first = Number.NEGATIVE_INFINITY;
  const rowAt = (n: number): ArrayLike<number> | undefined => {
    if (n >= samples.length) return undefined;
    if (n < first || n >= first + height) {
      first = n;
      const some = samples.subarray(n, n + height);
      for (const [i, variable] of variables.entries()) putColumn(variable, some, tile, i, size);
    }
    return rows[n - first];
  };
  return new Proxy({ length: samples.length } as unknown as readonly (readonly number[])[], {
    get: (target, key) =>
      typeof key === 'string' && /^\d+$/.test(key) ? rowAt(Number(key)) : Reflect.get(target, key),
  });
}

/** Puts the values of the rows into every `step`th place of an array. */
function putColumn({ column, code }: Variable, rows: Int32Array, into: Float64Array, from: number, step: number): void {
  if (column.type === 'number') {
    const { values } = column;
    for (let n = 0; n < rows.length; n++) into[n * step + from] = values[rows[n] as number] as number;
  } else {
    const { codes } = column;
    for (let n = 0; n < rows.length; n++) into[n * step + from] = indicator(codes[rows[n] as number], code);
  }
}

/** N x I, row-major; with texts a plain array. */
function gather(variables: readonly Variable[], samples: Int32Array): Float64Array | (number | string)[] {
  const size = variables.length;
  const x = new Float64Array(samples.length * size);
  for (const [i, variable] of variables.entries()) putColumn(variable, samples, x, i, size);
  if (!variables.some(({ text }) => text)) return x;
  return Array.from(x, (value, at) => {
    const { column, text } = variables[at % size] as Variable;
    if (!text || column.type === 'number') return value;
    return column.categories[column.codes[samples[Math.floor(at / size)] as number] as number] ?? Number.NaN;
  });
}

function indicator(found: number | undefined, code: number | undefined): number {
  return found === -1 ? Number.NaN : Number(found === code);
}
