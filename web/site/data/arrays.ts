/** The reader's own arrays: files of NumPy, svmlight and FROSTT as data to train on. Loaded with the first such file. */

import { dataset, type Task, type Trip } from 'trip-wasm';
import {
  type ArrayFormat,
  type Arrays,
  asResponse,
  inShape,
  membersOfNpz,
  type NdArray,
  namedFormat,
  ofArrays,
  type ResponseValues,
  readNpy,
  readNpzArrays,
  readNpzResponse,
  readSvmlight,
  readTns,
} from '../../formats/index.ts';
import { checked, numberLimit, type RowsChoice, refusal } from './checked.ts';
import { mostModes, type OwnData, ownOf } from './own.ts';
import { nextTask } from './tasks.ts';

/** Where the response comes from; the empty string while the reader has not chosen. */
export type ResponseChoice = '' | 'labels' | 'first' | 'last' | 'file' | `array ${string}`;

export interface ArrayChoice {
  /** The array of an archive with the samples. */
  readonly array: string;
  readonly response: ResponseChoice;
  /** The file of the response. */
  readonly file: File | undefined;
  /** Shape of a sample as the reader writes it, `8x8`; empty for that of the file. */
  readonly shape: string;
  readonly task: Task | '';
  readonly missing: 'refuse' | 'mean' | 'drop';
  /** The answer to the question about many numbers. */
  readonly rows?: RowsChoice | undefined;
}

export const defaultChoice: ArrayChoice = {
  array: '',
  response: '',
  file: undefined,
  shape: '',
  task: '',
  missing: 'refuse',
};

export interface ArrayFile {
  readonly name: string;
  readonly format: ArrayFormat;
  readonly bytes: Uint8Array;
  /** Names of the arrays of an archive. */
  readonly arrays: readonly string[];
}

export interface ArrayInspection {
  /** N x I_1 x ...; absent until the array of an archive is chosen. */
  readonly shape: readonly number[] | undefined;
  readonly sparse: boolean;
  /** Choices for the response. */
  readonly responses: readonly Exclude<ResponseChoice, ''>[];
  /** The chosen response consists of texts, which are classes. */
  readonly texts: boolean;
  readonly notes: readonly string[];
}

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());

export async function openArrays(file: File, format: ArrayFormat): Promise<ArrayFile> {
  const bytes = await bytesOf(file);
  const opened = { name: file.name, format, bytes, arrays: [] };
  if (format !== 'npz') return opened;
  const { members, sparse } = membersOfNpz(bytes);
  return { ...opened, arrays: sparse ? [] : members.map(({ name }) => name) };
}

/** The usual arrays of an archive, or the only one. */
export function usualChoice({ arrays, format }: ArrayFile): ArrayChoice {
  const usual = (names: readonly string[]) => {
    const found = arrays.filter((name) => names.includes(name));
    return found.length === 1 ? found[0] : undefined;
  };
  const array = usual(['x', 'X', 'data']) ?? (arrays.length === 1 ? arrays[0] : undefined) ?? '';
  const response = usual(['y', 'labels', 'target']);
  return {
    ...defaultChoice,
    array,
    response: response !== undefined ? `array ${response}` : format === 'svmlight' ? 'labels' : '',
  };
}

/** The shape of the samples, the choices for the response, and what the chosen one contains. */
export async function inspectArrays(file: ArrayFile, choice: ArrayChoice): Promise<ArrayInspection> {
  const samples = await samplesOf(file, choice);
  const others = file.arrays.filter((name) => name !== choice.array).map((name) => `array ${name}` as const);
  if (samples === undefined) return { shape: undefined, sparse: false, responses: [], texts: false, notes: [] };
  const sparse = 'input' in samples;
  const shape = sparse ? samples.input.shape : samples.x.shape;
  // Refuses texts and a list of numbers before anything else is chosen.
  if (!sparse) ofArrays(samples);
  requireModes(shape);
  const labels = file.format === 'svmlight' ? (['labels'] as const) : [];
  const columns = !sparse && shape.length === 2 && (shape[1] as number) > 1 ? (['first', 'last'] as const) : [];
  const response = await responseOf(file, choice);
  return {
    shape,
    sparse,
    responses: [...others, ...labels, ...columns, 'file'],
    texts: typeof response?.values[0] === 'string',
    notes: sparse ? samples.notes : [],
  };
}

/** Throws a TripError that names the array, line or element at fault, or a Refusal with the missing requirement. */
export async function importArrays(trip: Trip, file: ArrayFile, choice: ArrayChoice): Promise<OwnData> {
  const { task, missing } = choice;
  const response = await responseOf(file, choice);
  const samples = await samplesOf(file, choice, response?.values.length);
  if (samples === undefined || task === '') throw new Error('something is not chosen yet');
  const dims = dimsOf(choice.shape);
  const about = { response: response?.name ?? 'y', rows: choice.rows };
  await nextTask();
  if ('input' in samples) {
    const { input, notes } = inShape(samples, dims);
    requireModes(input.shape);
    const y = response?.values ?? input.y ?? [];
    const all = { ...about, notes: notes.map((note) => () => note) };
    return ownOf(file.name, await checked(trip.sparseDataset({ ...input, y, task }), all));
  }
  const columns: { readonly [response: string]: string } = { first: '1', last: '-1' };
  const target = columns[choice.response];
  const { input, notes } = ofArrays(samples, { target, response: response?.values, task, dims, missing });
  requireModes(input.shape as readonly number[]);
  return ownOf(file.name, await checked(dataset(input), { ...about, notes: notes.map((note) => () => note) }));
}

/** Undefined until the array of an archive is chosen. `count` is the number of samples, which a file of FROSTT leaves open. */
async function samplesOf({ format, bytes, arrays }: ArrayFile, { array }: ArrayChoice, count?: number) {
  if (format === 'svmlight') return readSvmlight(bytes);
  if (format === 'tns') return readTns(bytes, { samples: count });
  if (format === 'npy') return withinLimit({ x: readNpy(bytes, 'x') });
  if (arrays.length === 0) return readNpzArrays(bytes);
  if (array === '') return undefined;
  requireSize(bytes, array);
  const found = await readNpzArrays(bytes, { array, withResponse: false });
  return 'x' in found ? withinLimit(found) : found;
}

function withinLimit(arrays: Arrays): Arrays {
  const { length } = arrays.x.values;
  if (length > numberLimit) throw refusal({ code: 'tooMany', numbers: length, limit: numberLimit });
  return arrays;
}

/** An archive may be much smaller than its arrays, so their sizes are checked before they are unpacked. */
function requireSize(bytes: Uint8Array, array: string): void {
  const size = membersOfNpz(bytes).members.find(({ name }) => name === array)?.size ?? 0;
  if (size > 9 * numberLimit) throw refusal({ code: 'tooMany', numbers: Math.ceil(size / 8), limit: numberLimit });
}

/** The chosen response, unless it is a part of the samples. */
async function responseOf(
  { bytes }: ArrayFile,
  { response, file }: ArrayChoice,
): Promise<{ readonly name: string; readonly values: ResponseValues } | undefined> {
  if (response.startsWith('array ')) {
    const name = response.slice('array '.length);
    requireSize(bytes, name);
    return { name, values: asVector(await readNpzResponse(bytes, { targetArray: name })) };
  }
  if (response !== 'file' || file === undefined) return undefined;
  const format = namedFormat(file.name.toLowerCase());
  if (format !== 'npy' && format !== 'npz') throw refusal({ code: 'responseFile', name: file.name });
  const own = await bytesOf(file);
  return { name: file.name, values: asVector(format === 'npy' ? readNpy(own, 'y') : await readNpzResponse(own)) };
}

const asVector = (array: NdArray): ResponseValues => asResponse(array, array.shape[0] ?? 1);

/** The sizes in a text such as `8x8`; undefined for an empty text. */
function dimsOf(text: string): readonly number[] | undefined {
  const sizes = text.trim() === '' ? undefined : text.split(/[x×,]/).map((size) => Number(size.trim()));
  if (sizes?.some((size) => !(Number.isInteger(size) && size >= 1))) throw refusal({ code: 'shape', text });
  return sizes;
}

function requireModes(shape: readonly number[]): void {
  const modes = shape.length - 1;
  if (modes > mostModes) throw refusal({ code: 'modes', modes, most: mostModes });
}
