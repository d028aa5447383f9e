/** NumPy's .npz files: archives of named arrays, some of which are the samples, the response and the names. */

import { type SparseInput, TripError } from 'trip-wasm';
import { type ArrayChoice, ofArrays } from './arrays.js';
import { requireChoice } from './checks.js';
import { cut, shown } from './lines.js';
import { readNpy } from './npy.js';
import { inShape } from './shape.js';
import type { Arrays, FileSamples, NdArray } from './types.js';
import { type Archive, openZip, unpack } from './zip.js';

/** The arrays to read. */
export interface ArrayNames {
  /** The samples; default `x`, `X` or `data`, or the only array. */
  readonly array?: string | undefined;
  /** The response; default `y`, `labels` or `target`, if the archive has one of them. */
  readonly targetArray?: string | undefined;
  /** Whether the response is read; default true. */
  readonly withResponse?: boolean;
  /**
   * The names of both options in messages, and the sign of their value.
   * @internal
   */
  readonly optionNames?: OptionNames;
}

/** @internal */
type OptionNames = { readonly array: string; readonly targetArray: string; readonly value: string };

/** Default names; if an archive has two of them, the option must select one. */
const usual = {
  array: ['x', 'X', 'data'],
  targetArray: ['y', 'labels', 'target'],
} as const;

const inCode: OptionNames = { array: 'the option array', targetArray: 'the option targetArray', value: '' };

/**
 * The arrays of an archive in order, with their sizes in bytes when unpacked, and whether they are a sparse matrix of SciPy.
 * @internal
 */
export function membersOfNpz(bytes: Uint8Array): {
  readonly members: readonly { readonly name: string; readonly size: number }[];
  readonly sparse: boolean;
} {
  const archive = openZip(bytes);
  const names = namesOf(archive);
  const members = names.map((name) => ({ name, size: archive.get(`${name}.npy`)?.size ?? 0 }));
  return { members, sparse: isScipy(names) };
}

function namesOf(archive: Archive): string[] {
  return [...archive.keys()].filter((member) => member.endsWith('.npy')).map((member) => member.slice(0, -4));
}

async function arrayOf(archive: Archive, name: string): Promise<NdArray> {
  return readNpy(await unpack(archive, `${name}.npy`), cut(name));
}

function listed(names: readonly string[]): string {
  const more = names.length > 20 ? ` and ${names.length - 20} more` : '';
  return `${names.slice(0, 20).map(cut).join(', ')}${more}`;
}

/** The requested array, the one with a usual name, or the only one. */
function chosen(names: readonly string[], role: keyof typeof usual, options: ArrayNames): string | undefined {
  const { [role]: wanted, optionNames = inCode } = options;
  if (wanted !== undefined) {
    if (names.includes(wanted)) return wanted;
    throw new TripError('option', `${optionNames[role]} is ${shown(wanted)}; the archive has ${listed(names)}`);
  }
  const found = usual[role].filter((name) => names.includes(name));
  if (found.length > 1) {
    const option = `${optionNames[role]}${optionNames.value}`;
    throw new TripError('option', `${found.join(' and ')} are both in the archive; ${option} selects one`);
  }
  return found[0] ?? (names.length === 1 ? names[0] : undefined);
}

function noneOf(names: readonly string[], role: keyof typeof usual, { optionNames = inCode }: ArrayNames): TripError {
  const option = `${optionNames[role]}${optionNames.value}`;
  return new TripError(
    'option',
    `none of ${usual[role].join(', ')} is in the archive; ${option} takes one of ${listed(names)}`,
  );
}

/**
 * The samples and the response of an archive, as the input of `trip.dataset`, or of `trip.sparseDataset` for a matrix that
 * `scipy.sparse.save_npz` wrote. `feature_names` and `target_names` name the variables and the classes.
 *
 * @throws TripError `format` for a damaged archive, `option` for an array that is not in it or must be chosen.
 */
export async function readNpz(bytes: Uint8Array, choice: ArrayNames & ArrayChoice = {}): Promise<FileSamples> {
  requireChoice('the choice', choice);
  const elsewhere = choice.response !== undefined || choice.target !== undefined;
  const found = await readNpzArrays(bytes, elsewhere ? { ...choice, withResponse: false } : choice);
  if (!('input' in found)) return ofArrays(found, choice);
  const { input, ...rest } = inShape(found, choice.dims);
  return { ...rest, input: choice.response === undefined ? input : { ...input, y: choice.response } };
}

/** The requested arrays without conversion to the input of `trip.dataset`. Other arrays are not unpacked. */
export async function readNpzArrays(
  bytes: Uint8Array,
  options: ArrayNames = {},
): Promise<Arrays | FileSamples<SparseInput>> {
  requireChoice('the choice', options);
  const archive = openZip(bytes);
  const names = namesOf(archive);
  if (isScipy(names)) return ofScipy(archive);
  const array = chosen(names, 'array', options);
  if (array === undefined) throw noneOf(names, 'array', options);
  const own = names.length === 1 && options.targetArray === undefined;
  const target = options.withResponse === false || own ? undefined : chosen(names, 'targetArray', options);
  const textsOf = async (name: string) => {
    const found = names.includes(name) ? await arrayOf(archive, name).catch(() => undefined) : undefined;
    return found === undefined || ArrayBuffer.isView(found.values) ? undefined : (found.values as readonly string[]);
  };
  const [featureNames, classNames] = [await textsOf('feature_names'), await textsOf('target_names')];
  return {
    x: await arrayOf(archive, array),
    ...(target === undefined ? {} : { y: await arrayOf(archive, target) }),
    ...(featureNames === undefined ? {} : { featureNames }),
    ...(classNames === undefined ? {} : { classNames }),
  };
}

/**
 * The response of an archive: `targetArray`, or the usual names, or the only array.
 * @internal
 */
export async function readNpzResponse(bytes: Uint8Array, options: ArrayNames = {}): Promise<NdArray> {
  requireChoice('the choice', options);
  const archive = openZip(bytes);
  const names = namesOf(archive);
  const name = chosen(names, 'targetArray', options);
  if (name === undefined) throw noneOf(names, 'targetArray', options);
  return arrayOf(archive, name);
}

function isScipy(names: readonly string[]): boolean {
  return ['indptr', 'indices', 'format', 'shape', 'data'].every((name) => names.includes(name));
}

/** A matrix written by scipy.sparse.save_npz, in csr format. */
async function ofScipy(archive: Archive): Promise<FileSamples<SparseInput>> {
  const kind = String((await arrayOf(archive, 'format')).values[0]);
  if (kind !== 'csr') {
    throw new TripError('format', `the sparse matrix is in the format ${shown(kind)}; csr is accepted: x.tocsr()`);
  }
  const numbers = async (name: string) => {
    const { values } = await arrayOf(archive, name);
    if (ArrayBuffer.isView(values)) return values;
    throw new TripError('format', `${name} of the sparse matrix holds texts; numbers are accepted`);
  };
  const [offsets, index, value] = [await numbers('indptr'), await numbers('indices'), await numbers('data')];
  return { input: { offsets, index, value, shape: Array.from(await numbers('shape')) }, notes: [] };
}
