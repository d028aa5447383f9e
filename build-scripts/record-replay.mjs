// Writes build/recording.json, the opening training of the page, for browsers without WebAssembly, and build/still.html, the drawing of its end.
// The package in dist/ trains it with the page's modules.
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadModules } from './page-modules.mjs';
import { fromRoot, step, whenStarted } from './tools.mjs';

/** Folders of the page that determine the recording. */
const rooms = ['data', 'link', 'picture', 'training'];

export async function recordReplay() {
  const inputs = [
    ...rooms.map((name) => `web/site/${name}`),
    'web/site/still.ts',
    'web/draw',
    'dist/core-simd.wasm',
    'dist/index.js',
    'build-scripts/record-replay.mjs',
  ];
  await step('recording', { inputs, outputs: ['build/recording.json', 'build/still.html'] }, async () => {
    // dist/ exists only after the build.
    const { loadTrip } = await import('../dist/index.js');
    const loaded = await loadModules('/training/recording.ts', '/still.ts');
    const [{ record }, { still }] = loaded.modules;
    mkdirSync(fromRoot('build'), { recursive: true });
    const recording = await record(await loadTrip());
    writeFileSync(fromRoot('build', 'recording.json'), JSON.stringify(recording));
    writeFileSync(fromRoot('build', 'still.html'), still(recording));
  });
}

whenStarted(import.meta.url, recordReplay);
