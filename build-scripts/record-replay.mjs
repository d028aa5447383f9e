// build/recording.json: the opening training of the page, for browsers without WebAssembly. Recorded by the package in dist/ with the
// page's own modules.
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadModules } from './page-modules.mjs';
import { fromRoot, step, whenStarted } from './tools.mjs';

/** What the recording is made of. */
const modules = ['recording', 'state', 'picture', 'geometry', 'fit-options', 'data/catalogue'];

export async function recordReplay() {
  const inputs = [
    ...modules.map((name) => `web/site/${name}.ts`),
    'dist/core-simd.wasm',
    'dist/index.js',
    'build-scripts/record-replay.mjs',
  ];
  await step('recording', { inputs, outputs: ['build/recording.json'] }, async () => {
    // Not there before the build.
    const { loadTrip } = await import('../dist/index.js');
    const loaded = await loadModules('/recording.ts');
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
