/** The reader's own data as an entry of the catalogue. table.ts reads tables, arrays.ts files of arrays, and checked.ts checks both. */

import type { Dataset } from 'trip-wasm';
import type { Method } from '../link/state.ts';
import { catalogue, type Entry } from './catalogue.ts';
import type { Checked, OwnNote, TableProblem } from './checked.ts';
import { type Rows, split, splitInTasks } from './entry.ts';
import { splitByGroups } from './groups.ts';

/** Larger files are refused without reading them. */
export const fileLimit = 100e6;

export interface OwnData {
  readonly name: string;
  readonly data: Dataset;
  /** Hash of values, names and responses: the same table read with the same options. */
  readonly fingerprint: string;
  /** Notes on skipped, renamed and filled-in values. */
  readonly notes: readonly OwnNote[];
  readonly entry: Entry;
}

/** Problem of a file that is too large. */
export function tooLarge({ size }: Blob): TableProblem | undefined {
  return size <= fileLimit ? undefined : { code: 'tooLarge', size: Math.ceil(size / 1e6), limit: fileLimit / 1e6 };
}

export function ownOf(name: string, { data, fingerprint, notes, groups, rows }: Checked): OwnData {
  return { name, data, fingerprint, notes, entry: entryOf(data, groups, rows) };
}

/** Data of more numbers are split in several tasks. */
const splitAtOnce = 2 ** 18;

/** Names of the modes of matrices and of cubes. */
const modesOf: { readonly [modes: number]: Entry['modes'] } = {
  2: ['rows', 'columns'],
  3: ['first mode', 'second mode', 'third mode'],
};
export const mostModes = 3;

function entryOf(data: Dataset, groups: readonly string[] | undefined, rows: Rows | undefined): Entry {
  const dims = data.shape.slice(1);
  const vectors: readonly Method[] = data.task === 'regression' ? ['pca'] : ['pca', 'lda'];
  return {
    ...catalogue.own,
    baselines: dims.length === 1 ? vectors : ['tucker'],
    modes: modesOf[dims.length] ?? catalogue.own.modes,
    mostAxes: Math.max(...dims),
    classes: data.classNames?.length ?? 0,
    load: (trip, { dataSeed }) => {
      if (groups) return splitByGroups(trip, data, groups, dataSeed, rows);
      return (data.x.length > splitAtOnce ? splitInTasks : split)(trip, data, dataSeed, rows);
    },
  };
}

/** A small table as an example of the format. */
export const template = `height_cm,weight_kg,team
171.5,64.2,red
182.0,80.1,blue
165.3,,red
`;
