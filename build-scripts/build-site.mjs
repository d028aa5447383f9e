// The page: site/, static files with relative paths, from web/site and the package in dist/.
import { existsSync } from 'node:fs';
import { setup } from './setup.mjs';
import { Failure, fromRoot, runTool, step, whenStarted } from './tools.mjs';

export async function buildSite() {
  if (!existsSync(fromRoot('dist', 'index.js'))) throw new Failure('dist/ is missing: npm run build:lib makes it.');
  const inputs = ['web/site', 'dist', 'tsconfig.json', 'package-lock.json', 'build-scripts/build-site.mjs'];
  await step('page', { inputs, outputs: ['site'] }, () => runTool('vite', ['build', 'web/site']));
}

whenStarted(import.meta.url, async () => {
  await setup('start');
  await buildSite();
});
