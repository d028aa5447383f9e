/** The opening trained by the built package in the runtime that starts this file: prints version and fingerprints of thread and workers as JSON. */
import { readFileSync } from 'node:fs';
import { loadTrip } from '../../dist/index.js';
import { createTrainer } from '../../dist/trainer.js';

const { opening } = JSON.parse(readFileSync(new URL('../fingerprints.json', import.meta.url), 'utf8'));
const options = { restarts: 1, ...opening.options };

async function trained(simd) {
  const trip = await loadTrip({ simd });
  const { train } = trip.spiral(opening.spiral);
  const trainer = await createTrainer({ trip, workers: 2 });
  const models = [trip.fit(train, options), await trainer.fit(train, options).model];
  await trainer.close();
  return models.map(({ fingerprint }) => fingerprint);
}

const name = globalThis.Deno ? `Deno ${globalThis.Deno.version.deno}` : globalThis.Bun ? `Bun ${globalThis.Bun.version}` : `Node ${process.versions.node}`;
console.log(JSON.stringify({ name, fingerprints: [...(await trained('auto')), ...(await trained(false))] }));
