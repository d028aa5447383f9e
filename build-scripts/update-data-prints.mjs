// Rewrites tests/site/data-prints.json with what the page's data are now: for data that are new or meant to change. Links show these
// data everywhere, so data that have been published keep their bits.
import { readFileSync, writeFileSync } from 'node:fs';
import { loadModules } from './page-modules.mjs';
import { fromRoot, whenStarted } from './tools.mjs';

const file = fromRoot('tests', 'site', 'data-prints.json');

/** 32-bit FNV-1a of the fit samples of each data that the page offers, with another seed than the default. */
export async function dataPrints(trip, { catalogue, initialOf }) {
  const prints = {};
  for (const [id, entry] of Object.entries(catalogue)) {
    if (id === 'own') continue;
    const { train } = await entry.load(trip, { ...initialOf(id), dataSeed: 2 ** 53 - 1 });
    let hash = 0x811c9dc5;
    for (const byte of new Uint8Array(train.x.buffer, train.x.byteOffset, train.x.byteLength))
      hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
    prints[id] = hash.toString(16).padStart(8, '0');
  }
  return prints;
}

whenStarted(import.meta.url, async () => {
  const { loadTrip } = await import('../dist/index.js');
  const { modules } = await loadModules('/data/catalogue.ts', '/data/state.ts');
  const [{ catalogue }, { initialOf }] = modules;
  const before = JSON.parse(readFileSync(file, 'utf8'));
  const prints = await dataPrints(await loadTrip(), { catalogue, initialOf });
  for (const [id, print] of Object.entries(prints))
    console.log(`${id}: ${print === before[id] ? 'unchanged' : `${before[id] ?? 'new'} -> ${print}`}`);
  writeFileSync(file, `${JSON.stringify(prints, undefined, 2)}\n`);
});
