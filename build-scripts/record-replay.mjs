// build/recording.json: the opening training of the page, for browsers without WebAssembly. Recorded by the package in dist/ with the
// page's own modules.
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadModules } from './page-modules.mjs';
import { fromRoot, step, whenStarted } from './tools.mjs';

/** The rooms of the page that decide what the recording holds. */
const rooms = ['data', 'link', 'picture', 'training'];

export async function recordReplay() {
  const inputs = [
    ...rooms.map((name) => `web/site/${name}`),
    'dist/core-simd.wasm',
    'dist/index.js',
    'build-scripts/record-replay.mjs',
  ];
  await step('recording', { inputs, outputs: ['build/recording.json'] }, async () => {
    // Not there before the build.
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
