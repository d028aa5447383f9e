/** The training on view as a program for the npm package. */

import type { Settings } from '../state.ts';

export function snippetOf(settings: Settings): string {
  const { dataSeed, samplesPerClass, noiseDimensions, startSeed, layers, width, ...rest } = settings;
  const hidden = Array<number>(layers).fill(width).join(', ');
  return `import { loadTrip } from 'trip-wasm';

const trip = await loadTrip();
const { train, test } = trip.spiral({ seed: ${dataSeed}, samplesPerClass: ${samplesPerClass}, noiseDimensions: ${noiseDimensions} });
const model = trip.fit(train, {
  hidden: [${hidden}],
  lambda: ${rest.lambda},
  epochs: ${rest.epochs},
  batchSize: ${rest.batchSize},
  learningRate: ${rest.learningRate},
  standardize: ${rest.standardize},
  restarts: ${rest.restarts},
  seed: ${startSeed},
  test,
});
console.log(model.score(test).accuracy, model.fingerprint);
model.dispose();
`;
}
