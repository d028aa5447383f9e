/** NumPy's .npz files: archives of named arrays, of which some are the samples, the response and names. */

import { type SparseInput, TripError } from 'trip-wasm';
import { readNpy } from './npy.js';
import type { Arrays, NdArray, Samples } from './types.js';
import { type Archive, openZip, unpack } from './zip.js';

/** The names of the arrays to read; default names otherwise. */
export interface ArrayNames {
  readonly array?: string | undefined;
  readonly targetArray?: string | undefined;
  /** Whether the response is read; default true. */
  readonly withResponse?: boolean;
}

/** Default names; an archive with two of them needs a flag. */
const usual = {
  array: ['x', 'X', 'data'],
  targetArray: ['y', 'labels', 'target'],
} as const;

const flags = { array: '--array', targetArray: '--target-array' } as const;

/** The names of the arrays in order. */
function namesOf(archive: Archive): string[] {
  return [...archive.keys()].filter((member) => member.endsWith('.npy')).map((member) => member.slice(0, -4));
}

async function arrayOf(archive: Archive, name: string): Promise<NdArray> {
  return readNpy(await unpack(archive, `${name}.npy`), name);
}

function listed(names: readonly string[]): string {
  const more = names.length > 20 ? ` and ${names.length - 20} more` : '';
  return `${names.slice(0, 20).join(', ')}${more}`;
}

function chosen(names: readonly string[], role: keyof typeof usual, wanted: string | undefined): string | undefined {
  if (wanted !== undefined) {
    if (names.includes(wanted)) return wanted;
    throw new TripError('option', `${flags[role]} is ${JSON.stringify(wanted)}; the archive has ${listed(names)}`);
  }
  const found = usual[role].filter((name) => names.includes(name));
  if (found.length > 1) {
    throw new TripError('option', `${found.join(' and ')} are both in the archive; ${flags[role]} NAME selects one`);
  }
  return found[0];
}

/**
 * The samples from `array` (default: x, X or data, or the only array), the response from `targetArray` (default: y, labels or target,
 * where one is there), names of variables from feature_names and of classes from target_names. Other arrays are not unpacked.
 */
export async function readNpz(bytes: Uint8Array, wanted: ArrayNames = {}): Promise<Arrays | Samples<SparseInput>> {
  const archive = openZip(bytes);
  const names = namesOf(archive);
  if (['indptr', 'indices', 'format', 'shape', 'data'].every((name) => names.includes(name))) return ofScipy(archive);
  const array = chosen(names, 'array', wanted.array) ?? (names.length === 1 ? names[0] : undefined);
  if (array === undefined) {
    const usualNames = usual.array.join(', ');
    throw new TripError(
      'option',
      `none of ${usualNames} is in the archive; --array NAME takes one of ${listed(names)}`,
    );
  }
  const target = wanted.withResponse === false ? undefined : chosen(names, 'targetArray', wanted.targetArray);
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

/** The response of an archive: `targetArray`, or the usual names, or the only array. */
export async function readNpzResponse(bytes: Uint8Array, targetArray?: string): Promise<NdArray> {
  const archive = openZip(bytes);
  const names = namesOf(archive);
  const name = chosen(names, 'targetArray', targetArray) ?? (names.length === 1 ? names[0] : undefined);
  if (name !== undefined) return arrayOf(archive, name);
  const usualNames = usual.targetArray.join(', ');
  throw new TripError(
    'option',
    `none of ${usualNames} is in the archive; --target-array NAME takes one of ${listed(names)}`,
  );
}

/** A matrix written by scipy.sparse.save_npz, in csr format. */
async function ofScipy(archive: Archive): Promise<Samples<SparseInput>> {
  const kind = String((await arrayOf(archive, 'format')).values[0]);
  if (kind !== 'csr') {
    throw new TripError(
      'format',
      `the sparse matrix is in the format ${JSON.stringify(kind)}; csr is accepted: x.tocsr()`,
    );
  }
  const numbers = async (name: string) => {
    const { values } = await arrayOf(archive, name);
    if (ArrayBuffer.isView(values)) return values;
    throw new TripError('format', `${name} of the sparse matrix holds texts; numbers are accepted`);
  };
  const [offsets, index, value] = [await numbers('indptr'), await numbers('indices'), await numbers('data')];
  return { input: { offsets, index, value, shape: Array.from(await numbers('shape')) }, notes: [] };
}
