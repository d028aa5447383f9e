/** Numbers of parameters. */

import type { Dataset } from 'trip-wasm';
import type { Settings } from '../link/state.ts';

export interface Sizes {
  /** Number of values in a sample. */
  readonly inputs: number;
  /** Parameters of the projection and of the network. */
  readonly projection: number;
  readonly network: number;
  /** Parameters of a plain network with the same layers on the flattened sample. */
  readonly plain: number;
}

export function sizesOf({ shape, classNames }: Dataset, { ranks: most, hiddenLayers, hiddenWidth }: Settings): Sizes {
  const dims = shape.slice(1);
  const ranks = dims.map((size) => Math.min(size, most));
  const inputs = dims.reduce((product, size) => product * size, 1);
  const widths = [...Array<number>(hiddenLayers).fill(hiddenWidth), classNames?.length ?? 1];
  const first = widths[0] as number;
  const later = widths.slice(1).reduce((sum, size, at) => sum + ((widths[at] as number) + 1) * size, 0);
  return {
    inputs,
    projection: dims.reduce((sum, size, mode) => sum + size * (ranks[mode] as number), 0),
    // Each unit of the first layer has a weight vector for each mode, and a bias.
    network: ranks.reduce((sum, size) => sum + size * first, first) + later,
    plain: (inputs + 1) * first + later,
  };
}
