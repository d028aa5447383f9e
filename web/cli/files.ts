/** File formats by extension, and the arrays of files as input of the package. */

import * as zlib from 'node:zlib';
import { type DatasetInput, type SparseInput, TripError } from 'trip-wasm';
import {
  type ArrayChoice,
  type ArrayFormat,
  type Codecs,
  type FileSamples,
  inShape,
  type NamedFormat,
  namedFormat,
  namedFormats,
  ofArrays,
  readNpy,
  readNpzArrays,
  readSvmlight,
  readTns,
} from '../formats/index.js';
import { defined, quoted } from './checks.js';
import { type Options, oneOf } from './command.js';

export type FileFormat = 'csv' | 'json' | NamedFormat;

export const formats: readonly FileFormat[] = ['csv', 'json', ...namedFormats];

/** The format of a path; CSV for other endings. */
export function formatOf(path: string): FileFormat {
  return namedFormat(path) ?? (/\.json$/i.test(path) ? 'json' : 'csv');
}

export function isArrayFormat(format: FileFormat): format is ArrayFormat {
  return format !== 'csv' && format !== 'json' && format !== 'parquet';
}

export const formatNames: { readonly [format in ArrayFormat]: string } = {
  npy: 'NumPy array',
  npz: 'NumPy archive',
  svmlight: 'svmlight',
  tns: 'sparse tensor',
};

/** Options for reading arrays. */
export const arrayOptions: Options = {
  array: { value: 'NAME', help: 'the array of an .npz file with the samples (default: x, X or data)' },
  'first-index': {
    value: '0|1',
    help: 'index of the first variable in svmlight files (default: 0 if an index 0 occurs, otherwise 1)',
    read: (text, name) => Number(oneOf('0', '1')(text, name)),
  },
};

export const responseOptions: Options = {
  'target-array': { value: 'NAME', help: 'the array of an .npz file with the response (default: y, labels or target)' },
  y: { value: 'FILE', help: 'a file with the response: .npy, .npz, or a table whose column is given by --target' },
};

/** The names of these options in messages. */
export const flags = { array: '--array', targetArray: '--target-array', value: ' NAME' } as const;

export interface ArrayRequest extends ArrayChoice {
  readonly array?: string | undefined;
  readonly targetArray?: string | undefined;
  readonly first?: 0 | 1 | undefined;
  /** The column of the weights, which only tables have. */
  readonly weight?: string | undefined;
  /** The treatment of missing values where neither a flag nor the file says it. */
  readonly usualMissing?: 'mean' | undefined;
  /** Whether a response is needed; otherwise a response in the file is ignored. */
  readonly withResponse: boolean;
}

/** The requested arrays among the values of a command line, or of the plan of a sweep. */
export function arraysOf(values: { readonly [name: string]: unknown }): Omit<ArrayRequest, 'withResponse'> {
  const { array, 'target-array': targetArray, 'first-index': first, weight } = values;
  return defined({ array, targetArray, first, weight }) as Omit<ArrayRequest, 'withResponse'>;
}

/** Samples of an array file, and the index of the first variable where the format leaves it open. */
export type ArraySamples = FileSamples & { readonly first?: 0 | 1 };

export async function readArrays(bytes: Uint8Array, format: ArrayFormat, request: ArrayRequest): Promise<ArraySamples> {
  const { withResponse } = request;
  const samples = await samplesOf(bytes, format, { ...request, missing: request.missing ?? request.usualMissing });
  const { y, ...rest } = samples.input;
  if (!withResponse) return { ...samples, input: withoutTask(rest) };
  if (y !== undefined) {
    if (rest.task === undefined) requireTask(y as ArrayLike<unknown>);
    return samples;
  }
  throw new TripError('option', `the response is missing: ${needed[format]} is needed`);
}

/** Numbers that are not integers could be classes or real responses: the task must be given. */
function requireTask(y: ArrayLike<unknown>): void {
  const at = Array.from(y).findIndex((value) => typeof value === 'number' && !Number.isInteger(value));
  if (at === -1) return;
  const choices = '--task regression (real numbers) or --task classification (each value a class)';
  throw new TripError('option', `y[${at}] is ${y[at]}, not an integer; ${choices} is needed`);
}

/** Removes the properties of the response. */
function withoutTask({ task, classNames, ...rest }: Omit<DatasetInput, 'y'> | Omit<SparseInput, 'y'>) {
  return rest as DatasetInput | SparseInput;
}

const needed: { readonly [format in ArrayFormat]: string } = {
  npy: '--y FILE, or --target COLUMN of a matrix,',
  npz: '--target-array NAME, --y FILE, or --target COLUMN of a matrix,',
  svmlight: '--y FILE',
  tns: '--y FILE',
};

async function samplesOf(bytes: Uint8Array, format: ArrayFormat, request: ArrayRequest): Promise<ArraySamples> {
  const { array, targetArray, first, response, dims, target } = request;
  if (format === 'svmlight') return sparse(readSvmlight(bytes, { first, dims }), request);
  if (format === 'tns') return sparse(readTns(bytes, { dims, samples: response?.length }), request);
  if (format === 'npy') return ofArrays({ x: readNpy(bytes, 'x') }, request);
  const withResponse = request.withResponse && response === undefined && target === undefined;
  const found = await readNpzArrays(bytes, { array, targetArray, withResponse, optionNames: flags });
  return 'input' in found ? sparse(inShape(found, dims), request) : ofArrays(found, request);
}

/** An object `{ x, y }` is the input of `trip.dataset` itself: options that have no field there are refused. */
export function ofObject(input: DatasetInput, request: ArrayRequest): ArraySamples {
  const { target, weight, task, missing, usualMissing } = request;
  const other = Object.entries({ target, weight }).find(([, column]) => column !== undefined);
  if (other !== undefined) {
    const [name, column] = other;
    const own = name === 'target' ? 'y' : 'sampleWeight';
    const seen = `--${name} is ${quoted(column as string)}, a column of a table`;
    throw new TripError('option', `${seen}; an object with x has ${own}`);
  }
  if (missing === 'drop')
    throw new TripError(
      'option',
      '--missing drop is for tables and arrays; for an object with x, refuse and mean are accepted',
    );
  const own = { ...defined({ missing: usualMissing }), ...input, ...defined({ missing, task }) };
  return { input: own.missing === 'mean' ? { ...own, x: withNaN(own.x) as DatasetInput['x'] } : own, notes: [] };
}

/** JSON has no NaN: a missing value is null. */
const withNaN = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(withNaN) : value === null ? Number.NaN : value;

/** Adds the response of another file, if there is one. */
function sparse(samples: ArraySamples, { response, task, target }: ArrayRequest): ArraySamples {
  if (target !== undefined && response === undefined) {
    throw new TripError(
      'option',
      `--target is ${quoted(target)}; sparse samples have no columns, --y FILE is accepted`,
    );
  }
  const { input } = samples;
  const y = response ?? input.y;
  return {
    ...samples,
    input: { ...input, ...defined({ y, task: y === undefined ? undefined : task }) } as SparseInput,
  };
}

/** Given table options, which do not apply to arrays. */
export function unused(reading: { readonly [name: string]: unknown }): string[] {
  const used = ['format', ...Object.keys(arrayOptions)];
  return Object.keys(reading).filter((name) => !used.includes(name));
}

/** Given options for arrays that a file of this format does not have. */
export function unusedArrayOptions(reading: { readonly [name: string]: unknown }, format: FileFormat): string[] {
  const formatsOf: { readonly [name: string]: FileFormat } = { array: 'npz', 'first-index': 'svmlight' };
  return Object.keys(formatsOf).filter((name) => reading[name] !== undefined && formatsOf[name] !== format);
}

type Unpack = (input: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;

/** Decompressors of Node; zstd needs Node 22.15. */
export function codecsOfNode(): Codecs {
  const { gunzipSync, brotliDecompressSync, zstdDecompressSync } = zlib as unknown as {
    readonly [name: string]: Unpack;
  };
  const known = { GZIP: gunzipSync, BROTLI: brotliDecompressSync, ZSTD: zstdDecompressSync };
  return Object.fromEntries(
    Object.entries(known).map(([codec, unpack]) => [
      codec,
      unpack && ((input: Uint8Array, size: number) => unpack(input, { maxOutputLength: Math.max(size, 1) })),
    ]),
  );
}

/** Formats of results, by file extension. */
export type ResultFormat = 'csv' | 'json' | 'npy';

export function resultFormat(path: string): ResultFormat {
  return /\.npy$/i.test(path) ? 'npy' : /\.json$/i.test(path) ? 'json' : 'csv';
}
