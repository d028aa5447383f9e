// build/recording.json: the opening training of the page, for browsers without WebAssembly. Recorded by the package in dist/ with the
// page's own modules.
import { mkdirSync, writeFileSync } from 'node:fs';
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
    // Neither is there before the setup and the build.
    const { createServer } = await import('vite');
    const { loadTrip } = await import('../dist/index.js');
    const server = await createServer({
      configFile: fromRoot('web', 'site', 'vite.config.ts'),
      server: { middlewareMode: true, hmr: false, ws: false, watch: null },
      appType: 'custom',
      logLevel: 'error',
      optimizeDeps: { noDiscovery: true },
    });
    try {
      const { record } = await server.ssrLoadModule('recording.ts');
      mkdirSync(fromRoot('build'), { recursive: true });
      writeFileSync(fromRoot('build', 'recording.json'), JSON.stringify(await record(await loadTrip())));
    } finally {
      await server.close();
    }
  });
}

whenStarted(import.meta.url, recordReplay);
