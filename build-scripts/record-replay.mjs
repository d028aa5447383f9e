// Writes build/recording.json: the opening training of the page, for browsers without WebAssembly. The package in dist/ trains it with the
// page's modules.
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadModules } from './page-modules.mjs';
import { fromRoot, step, whenStarted } from './tools.mjs';

/** Folders of the page that determine the recording. */
const rooms = ['data', 'link', 'picture', 'training'];

export async function recordReplay() {
  const inputs = [
    ...rooms.map((name) => `web/site/${name}`),
    'web/draw',
    'dist/core-simd.wasm',
    'dist/index.js',
    'build-scripts/record-replay.mjs',
  ];
  await step('recording', { inputs, outputs: ['build/recording.json'] }, async () => {
    // dist/ exists only after the build.
    const { loadTrip } = await import('../dist/index.js');
    const loaded = await loadModules('/training/recording.ts');
    try {
      const [{ record }] = loaded.modules;
      mkdirSync(fromRoot('build'), { recursive: true });
      writeFileSync(fromRoot('build', 'recording.json'), JSON.stringify(await record(await loadTrip())));
    } finally {
      await loaded.close();
    }
  });
}

whenStarted(import.meta.url, recordReplay);
