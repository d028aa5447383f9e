// Builds the page from web/site and the package in dist/: site/ has static files with relative paths, the page as one file, and the documentation.
import { cpSync, existsSync } from 'node:fs';
import { relative } from 'node:path';
import { buildDocs } from './build-docs.mjs';
import { recordReplay } from './record-replay.mjs';
import { setup } from './setup.mjs';
import { finishNotices } from './third-party.mjs';
import { Failure, fromRoot, runTool, step, whenStarted } from './tools.mjs';

/** Files of the package that the examples of the documentation import: not the command, nor what is for other environments. */
const forExamples = (file) => !/\.ts$|\.cjs$|\.cts$|^(cli|draw|element|formats|hyparquet|table|single)\.js$/.test(file);

/** Puts the documentation, and beside it the package for its examples, into the site. */
function copyDocumentation() {
  cpSync(fromRoot('build', 'docs'), fromRoot('site'), { recursive: true });
  cpSync(fromRoot('dist'), fromRoot('site', 'docs', 'package'), {
    recursive: true,
    filter: (file) => forExamples(relative(fromRoot('dist'), file)),
  });
}

export async function buildSite() {
  if (!existsSync(fromRoot('dist', 'index.js'))) throw new Failure('dist/ is missing: npm run build:lib makes it.');
  await buildDocs();
  await recordReplay();
  const inputs = [
    'web/site',
    'web/draw',
    'dist',
    'build/docs',
    'build/recording.json',
    'build/still.html',
    'package-lock.json',
    'build-scripts/build-site.mjs',
    'build-scripts/third-party.mjs',
    'build-scripts/native-notices.txt',
  ];
  await step(
    'page',
    { inputs, outputs: ['site', 'build/bundled/page.json'], flags: process.env.TRIP_SITE_URL ?? '' },
    async () => {
      // Vite's server, which recorded the replay, has set NODE_ENV to development.
      const env = { NODE_ENV: 'production' };
      await runTool('vite', ['build', 'web/site'], { env });
      await runTool('vite', ['build', 'web/site', '--mode', 'one-file'], { env });
      finishNotices();
      copyDocumentation();
    },
  );
}

whenStarted(import.meta.url, async () => {
  await setup('start');
  await buildSite();
});
