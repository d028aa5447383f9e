/** The panels that each step trains, with data and seeds in which its claim holds. */

import type { DataId } from '../data/catalogue.ts';
import { initialOf, type Settings, type State } from '../data/state.ts';
import type { Method } from '../training/track.ts';
import { angleToPca, digitsOf, directionsIn, spaceIn } from './evidence.ts';
import type { Label, Panel, Plan } from './types.ts';

const panel = (label: Label, method: Method, data: DataId, changed: Partial<State> = {}, start = 0): Panel => ({
  label,
  method,
  start,
  state: { ...initialOf(data), ...changed },
});
/** A method with the settings that suit the data. */
const suited = (method: Method, data: DataId, changed: Partial<Settings> = {}) =>
  panel({ method }, method, data, changed);

/**
 * The spirals of the first steps. The tool opens with another one, whose results stand above the questions, and shows all methods when
 * the figure of a step opens there: so each step has a spiral of its own.
 */
export const seeds = {
  pca: { dataSeed: 24, seed: 1 },
  lda: { dataSeed: 21, seed: 1 },
  trip: { dataSeed: 4, seed: 9 },
  lambda: { dataSeed: 2, seed: 9 },
};
/** Start that is trained with each lambda. */
const lambdaStart = 4;

/** Data and start seed of the trainings that differ in their first plane alone. */
const planeSeeds = { dataSeed: 7, seed: 1 };
/** Trainings of one start with these settings from random first planes; weights and order of the samples are equal. */
const planes = (data: DataId, changed: Partial<Settings>, count: number) =>
  Array.from({ length: count }, (_, at): Panel => {
    const one = panel({ plane: at + 1 }, 'trip', data, { ...changed, restarts: 1 });
    const shown = { planeView: 'plane', tour: 'hand', handFrom: 'random', tourSeed: at + 1 } as const;
    return { ...one, state: { ...one.state, ...shown }, fromPlane: true };
  });

/** From this direction the strands of the helix cover one another least. */
export const apart = { yaw: 0, pitch: 60 } as const;

/** A spiral in fewer dimensions, which trains faster, so that many starts can be compared. */
export const compared = { dataSeed: 5, seed: 9, noiseDimensions: 17, epochs: 600, restarts: 12 };

export const plans: readonly Plan[] = [
  { id: 'pca', panels: [suited('pca', 'spiral', seeds.pca)], examine: directionsIn },
  { id: 'lda', panels: [suited('lda', 'spiral', seeds.lda)] },
  { id: 'trip', panels: [suited('trip', 'spiral', seeds.trip)], record: 201 },
  {
    id: 'lambda',
    part: 'settings',
    panels: [0.001, 0.03, 0.3, 1, 10].map((lambda) =>
      panel({ lambda }, 'trip', 'spiral', { ...seeds.lambda, lambda }, lambdaStart),
    ),
    examine: angleToPca,
  },
  { id: 'lottery', panels: planes('spiral', planeSeeds, 6) },
  {
    id: 'chooses',
    part: 'charts',
    panels: Array.from({ length: compared.restarts }, (_, start) =>
      panel({ start }, 'trip', 'spiral', compared, start),
    ),
  },
  {
    id: 'axes',
    part: 'settings',
    panels: [
      // The start with the lowest objective of eight, in both panels.
      panel({ axes: 2 }, 'trip', 'helix', { ranks: 2 }, 6),
      panel({ axes: 3 }, 'trip', 'helix', apart, 5),
    ],
    examine: spaceIn,
  },
  { id: 'read', part: 'explain', panels: [suited('trip', 'wine')] },
  { id: 'matrices', panels: [suited('tucker', 'digits'), suited('trip', 'digits')], examine: digitsOf },
  { id: 'noise', part: 'assess', panels: [panel({ seen: true }, 'trip', 'noise')], permutations: 39 },
];
