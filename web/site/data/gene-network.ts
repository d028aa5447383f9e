/** Gene networks with a number as response. */

import { type EntryOf, split, tensor } from './entry.ts';

export const geneNetwork = {
  ...tensor,
  classes: 0,
  modes: ['targets', 'regulators'],
  preset: { ...tensor.preset, lambda: 0.001, hiddenLayers: 1, epochs: 200 },
  load: async (trip, { dataSeed }) => {
    const { geneNetworks } = await import('./gene-network-samples.ts');
    return split(trip, geneNetworks(trip, dataSeed, 200), dataSeed);
  },
} as const satisfies EntryOf;
