// Builds the page from web/site and the package in dist/: site/ has static files with relative paths, the page as one file, and the documentation.
import { cpSync, existsSync } from 'node:fs';
import { buildDocs } from './build-docs.mjs';
import { recordReplay } from './record-replay.mjs';
import { setup } from './setup.mjs';
import { Failure, fromRoot, runTool, step, whenStarted } from './tools.mjs';

export async function buildSite() {
  if (!existsSync(fromRoot('dist', 'index.js'))) throw new Failure('dist/ is missing: npm run build:lib makes it.');
  await buildDocs();
  await recordReplay();
  const inputs = [
    'web/site',
    'dist',
    'build/docs',
    'build/recording.json',
    'package-lock.json',
    'build-scripts/build-site.mjs',
  ];
  await step('page', { inputs, outputs: ['site'] }, async () => {
    // Vite's server, which recorded the replay, has set NODE_ENV to development.
    const env = { NODE_ENV: 'production' };
    await runTool('vite', ['build', 'web/site'], { env });
    await runTool('vite', ['build', 'web/site', '--mode', 'one-file'], { env });
    cpSync(fromRoot('build', 'docs'), fromRoot('site'), { recursive: true });
  });
}

whenStarted(import.meta.url, async () => {
  await setup('start');
  await buildSite();
});
