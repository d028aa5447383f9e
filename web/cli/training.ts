/** Reads training data: the columns of the response, of weights and of groups, the variables, and the report about them. */

import { type Dataset, type Trip, TripError } from 'trip-wasm';
import {
  type ColumnPlan,
  type ColumnType,
  type DatasetChoice,
  findColumn,
  findTargets,
  positionsOf,
  refusedColumns,
  requireRegression,
  type Table,
} from '../table/index.js';
import { cut } from './checks.js';
import type { Arguments } from './command.js';
import { constantNote, constantVariables } from './constant.js';
import { type ArraySamples, formatOf } from './files.js';
import {
  asChoice,
  datasetOf,
  datasetOfInput,
  decidedOf,
  displayName,
  isInput,
  readData,
  readingOf,
  reportTable,
  requestedTypes,
  withPath,
} from './input.js';
import { freeColumns } from './memory.js';
import { cellsOf, type TableOfModel } from './model.js';
import { arraysFrom } from './response.js';
import { signsOf } from './signs.js';
import type { Terminal } from './terminal.js';

export interface Training {
  readonly data: Dataset;
  /** Absent when the file was the input of `trip.dataset`. */
  readonly table?: TableOfModel;
  /** Names of the constant variables. */
  readonly constant: readonly string[];
  /** The cells of --group and --fold, one text a sample. */
  readonly beside: Beside;
}

type Beside = { readonly [name in (typeof besideNames)[number]]?: readonly string[] };
/** Options that name columns beside the variables. */
const besideNames = ['group', 'fold'] as const;

/** The training set given by the values of a command line or of the plan of a sweep. */
export async function readTraining(
  trip: Trip,
  path: string,
  values: Arguments['values'],
  terminal: Terminal,
): Promise<Training> {
  const choice = asChoice(values);
  const reading = readingOf(values);
  let roles: Roles = { target: [], beside: {} };
  let decided: readonly string[] = [];
  let categorical: readonly string[] = [];
  const choose = (columns: readonly ColumnPlan[]) => {
    const types = requestedTypes(columns, reading);
    categorical = categoricalOf(columns, choice, types);
    roles = rolesOf(columns, { ...choice, ...values }, types);
    decided = [...decidedOf(columns, reading), ...categorical, ...Object.values(roles.beside)];
    return types;
  };
  const required = (name: string) => (choice.missing ?? 'refuse') === 'refuse' && !roles.target.includes(name);
  const problems = (table: Table) =>
    refusedColumns(table, { ...choice, ...roles, beside: Object.values(roles.beside), categorical });
  const arrays = { ...(await arraysFrom(values, values.y, terminal)), dims: choice.shape, withResponse: true };
  const read = await readData(path, reading, { choose, required, problems, arrays }, terminal);
  try {
    if (isInput(read) && choice.shape !== undefined && (reading.format ?? formatOf(path)) === 'json')
      throw new TripError('option', `--shape is ${choice.shape.join('x')}; an object with x has its shape in shape`);
    const training = isInput(read)
      ? { ...fromArrays(trip, read, { ...choice, ...values }), beside: {} }
      : fromTable(trip, path, read, { ...choice, ...roles, decided, categorical }, terminal);
    return { ...training, constant: reportConstant(path, training, terminal) };
  } catch (error) {
    throw withPath(error, path);
  }
}

type Read = Omit<Training, 'constant' | 'beside'>;

function fromArrays(trip: Trip, samples: ArraySamples, values: Arguments['values']): Read {
  const { first } = samples;
  for (const name of ['categorical', ...besideNames])
    if (values[name] !== undefined) {
      const seen = `--${name} is ${cut(JSON.stringify(values[name]))}`;
      throw new TripError(
        'option',
        `${seen}, ${name === 'categorical' ? 'columns' : 'a column'} of a table; arrays have none`,
      );
    }
  return { data: datasetOfInput(trip, samples), ...(first === undefined ? {} : { table: { firstIndex: first } }) };
}

/** Names of the constant variables; numbers from 1 if the data have no names. */
function reportConstant(path: string, { data, table }: Read, terminal: Terminal): string[] {
  const [samples = 0, ...dims] = data.shape;
  // In a single sample every variable would be constant; in sparse samples most variables are nearly always zero.
  if (samples === 1 || data.offsets !== undefined) return [];
  const names = data.featureNames ?? table?.features;
  const constant = constantVariables(data).map((i) => names?.[i] ?? `${i + 1}`);
  const size = dims.reduce((product, length) => product * length, 1);
  if (constant.length === size) {
    const reason = 'every variable is constant, so nothing can be learned from them';
    throw new TripError('value', `all ${samples} samples are equal: ${reason}`);
  }
  if (constant.length > 0) terminal.note(`${displayName(path)}: ${constantNote(constant, size)}`);
  const { targets, responses = 1, responseNames } = data;
  for (let r = 0; targets !== undefined && r < responses; r++) {
    if (!targets.every((value, at) => at % responses !== r || value === targets[r])) continue;
    const which = responses === 1 ? 'the response' : `the response '${cut(responseNames?.[r] ?? `${r + 1}`)}'`;
    terminal.note(`${displayName(path)}: ${which} is ${targets[r]} in every row, so that nothing can be learned of it`);
  }
  return constant;
}

/** The columns that are no variables. */
interface Roles {
  readonly target: readonly string[];
  readonly weight?: string;
  /** The columns of --group and --fold. */
  readonly beside: { readonly [name in keyof Beside]: string };
}

/** Names of the columns with categories that a training encodes, and sets their types. */
function categoricalOf(
  columns: readonly ColumnPlan[],
  { categorical = [] }: DatasetChoice,
  types: ColumnType[],
): string[] {
  const names = columns.map(({ name }) => name);
  const found = positionsOf(names, categorical);
  for (const c of found) types[c] = 'category';
  return found.map((c) => names[c] as string);
}

/** Finds the columns of the response and of the weights, and sets their types. */
function rolesOf(
  columns: readonly ColumnPlan[],
  { target, weight, task, ...values }: ReturnType<typeof asChoice> & Arguments['values'],
  types: ColumnType[],
): Roles {
  const names = columns.map(({ name }) => name);
  if (target === undefined)
    throw new TripError(
      'option',
      `--target COLUMN is needed, one of ${names
        .slice(0, 20)
        .map((name) => cut(name, 40))
        .join(', ')}`,
    );
  const responses = findTargets(names, target);
  const own = responses.map((c) => names[c] as string);
  requireRegression(own, task);
  for (const c of responses) {
    if (task !== 'regression') types[c] = 'category';
    else if (types[c] !== 'date') types[c] = 'number';
  }
  const taken = new Map(responses.map((c) => [c, '--target']));
  const columnOf = (option: string, wanted: string, type: ColumnType): string => {
    const c = findColumn(names, wanted);
    if (taken.has(c))
      throw new TripError('option', `--${option} and ${taken.get(c)} are both column '${cut(names[c] as string)}'`);
    taken.set(c, `--${option}`);
    types[c] = type;
    return names[c] as string;
  };
  const weights = weight === undefined ? {} : { weight: columnOf('weight', weight, 'number') };
  const beside = besideNames.flatMap((name) =>
    values[name] === undefined ? [] : [[name, columnOf(name, values[name] as string, 'category')]],
  );
  return { target: own, ...weights, beside: Object.fromEntries(beside) };
}

/** The cells of columns beside the variables, which have no missing values. */
function besideOf(table: Table, beside: Roles['beside'], samples: Int32Array): Beside {
  const entries = Object.entries(beside).map(([option, name]) => {
    const cells = cellsOf(table, name, samples);
    const at = cells.indexOf('');
    if (at === -1) return [option, cells];
    throw new TripError(
      'value',
      `column '${cut(name)}' of --${option} has no value in row ${table.rows[samples[at] as number]}`,
    );
  });
  return Object.fromEntries(entries);
}

function fromTable(
  trip: Trip,
  path: string,
  table: Table,
  { beside, ...choice }: Omit<DatasetChoice, 'beside'> & Roles,
  terminal: Terminal,
): Omit<Training, 'constant'> {
  const dataset = datasetOf(path, table, { ...choice, beside: Object.values(beside) }, terminal);
  const data = trip.dataset(dataset.input);
  const [samples, ...dims] = data.shape;
  const classes = data.classNames?.length;
  const response = classes === undefined ? 'numbers' : `${classes} classes`;
  const listed = choice.target.map((name) => `'${cut(name, 40)}'`).join(', ');
  const place = `${choice.target.length > 1 ? 'columns' : 'column'} ${listed}`;
  const weights = choice.weight === undefined ? '' : `, weights in column '${cut(choice.weight)}'`;
  const summary = `${samples} samples of ${dims.join(' x ')} variables, ${response} in ${place}${weights}`;
  reportTable(path, table, terminal, dataset, summary);
  const { features } = dataset;
  const [target, ...others] = choice.target as [string, ...string[]];
  const known = { target: others.length === 0 ? target : choice.target, features };
  const signs = signsOf(table, [...features, ...choice.target]);
  const training = { data, table: { ...known, signs }, beside: besideOf(table, beside, dataset.samples) };
  freeColumns(table);
  return training;
}
