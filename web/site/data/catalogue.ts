/** The data that the page offers, in the order in which it offers them. Each is one file beside this one. */

import type { Method } from '../link/state.ts';
import { cube } from './cube.ts';
import { digits } from './digits.ts';
import { type EntryOf, measured } from './entry.ts';
import { geneNetwork } from './gene-network.ts';
import { helix } from './helix.ts';
import { iris } from './iris.ts';
import { noise } from './noise.ts';
import { rings } from './rings.ts';
import { roll } from './roll.ts';
import { spiral } from './spiral.ts';
import { wine } from './wine.ts';

/** Placeholder for the reader's table, which brings its own entry. */
const own = {
  ...measured,
  classes: undefined,
  preset: { ...measured.preset, hiddenLayers: 1 },
  load: () => Promise.reject(new Error('no table has been chosen')),
} as const satisfies EntryOf;

const entries = {
  spiral,
  rings,
  helix,
  roll,
  iris,
  wine,
  digits,
  network: geneNetwork,
  cube,
  noise,
  own,
} as const;

export type DataId = keyof typeof entries;
export type ModeName = (typeof entries)[DataId]['modes'][number];
export type Entry = EntryOf<ModeName>;
export type { Material } from './entry.ts';

export const catalogue: Readonly<Record<DataId, Entry>> = entries;

/** The methods shown, TRIP last. */
export const methodsOf = ({ baselines }: Entry): readonly Method[] => [...baselines, 'trip'];
