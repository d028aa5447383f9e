/** The paper's spiral. */

import { type EntryOf, hidden } from './entry.ts';

export const spiral = {
  ...hidden,
  dimensions: 3,
  preset: {},
  load: (trip, { dataSeed: seed, samplesPerClass, noiseDimensions }) => {
    const { train, test, truth } = trip.spiral({ seed, samplesPerClass, noiseDimensions });
    const classNames = ['A', 'B'];
    return { train: { ...train, classNames }, test: { ...test, classNames }, truth: [truth.plane] };
  },
} as const satisfies EntryOf;
