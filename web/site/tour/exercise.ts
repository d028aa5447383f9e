/** The exercise “Can you beat it?”: the settings that it opens with. */

import type { State } from '../data/state.ts';

/**
 * Settings of the page, beside those of the spiral's opening. The reader can try each of the ten variables. With this seed, TRIP finds the
 * spiral from the plane of PCA, and from better planes it does better than from its own starts.
 */
export const exercise = {
  data: 'spiral',
  dataSeed: 7,
  noiseDimensions: 7,
  planeView: 'plane',
  tour: 'hand',
  exercise: true,
} as const satisfies Partial<State>;
