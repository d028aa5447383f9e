/** The current training as a program for the npm package. */

import type { FitOptions } from 'trip-wasm';
import type { Branch, Settings } from '../link/state.ts';

/** File name of saved data that the package cannot generate. */
export const dataName = 'trip-data.json';

const spiral = ({ dataSeed, samplesPerClass, noiseDimensions }: Settings) => `import { loadTrip } from 'trip-wasm';

const trip = await loadTrip();
const { train, test } = trip.spiral({ seed: ${dataSeed}, samplesPerClass: ${samplesPerClass}, noiseDimensions: ${noiseDimensions} });
`;

const saved = `import { readFile } from 'node:fs/promises';
import { loadTrip } from 'trip-wasm';

const trip = await loadTrip();
const data = JSON.parse(await readFile('${dataName}', 'utf8')); // saved with the button above
const [train, test] = [data.train, data.test].map(({ x, ...rest }) =>
  trip.dataset({ x: x.map((value) => value ?? NaN), ...rest }),
);
`;

/** `start` is the shown start. Only a training in two parts names it, since each start has its own parts. */
export function snippetOf(settings: Settings, options: FitOptions, branch?: Branch, start = 0): string {
  const [call, end, tail] = branch
    ? ['const options = {', '};', twoParts(branch, options)]
    : ['const model = trip.fit(train, {', '});', ''];
  const { method: _method, test: _test, ...plain } = options;
  return `${settings.data === 'spiral' ? spiral(settings) : saved}${call}
${lines({ ...plain, ...(branch ? { firstRestart: start } : { restarts: settings.restarts }) })}
  test,
${end}
${tail}console.log(model.score(test), model.fingerprint);
model.dispose();
`;
}

const lines = (options: object) =>
  Object.entries(options)
    .map(([name, value]) => `  ${name}: ${JSON.stringify(value).replaceAll(',', ', ')},`)
    .join('\n');

const twoParts = ({ epoch, rate }: Branch, { epochs = 0 }: FitOptions) =>
  `const first = trip.fit(train, { ...options, epochs: ${epoch}, learningRate: ${rate} });
const model = trip.fit(train, { ...options, epochs: ${epochs - epoch}, start: first });
`;
