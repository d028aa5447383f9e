// Builds the documentation: build/docs/ from docs/*.md and the declarations in web/lib, by TypeDoc and VitePress. build-site.mjs copies it
// into the site, with the files of the package that the examples import.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setup } from './setup.mjs';
import { noticesFor, readList } from './third-party.mjs';
import { filesBelow, fromRoot, runTool, step, whenStarted } from './tools.mjs';

/** Files that pages show or link to, beside the pages. */
const isBeside = (file) => /docs\/((opening|growth)\.svg|(pictures|reproduction|gallery)\/.*\.(svg|csv))$/.test(file);
const place = (folder, file) => fromRoot('build', folder, relative(fromRoot(), file));

function copy(file, target) {
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(file, target);
}

/** The Markdown of all pages, in the folders that they have on the site. */
async function writeSources() {
  const { writeReference } = await import('./docs/reference.mjs');
  for (const file of filesBelow('docs').filter((name) => name.endsWith('.md'))) copy(file, place('docs-source', file));
  await writeReference(fromRoot('build', 'docs-source', 'api'), fromRoot('build', 'docs-reference'));
}

async function writeExamples() {
  const { exampleModule, exampleName, runnableBlocks } = await import('./docs/examples.mjs');
  const folder = fromRoot('build', 'docs', 'docs', 'examples');
  mkdirSync(folder, { recursive: true });
  for (const file of filesBelow('build/docs-source').filter((name) => name.endsWith('.md')))
    for (const code of runnableBlocks(readFileSync(file, 'utf8')))
      writeFileSync(join(folder, `${exampleName(code)}.js`), exampleModule(code));
}

export async function buildDocs() {
  const inputs = [
    'docs',
    'web/lib',
    'web/bullmq',
    'web/draw',
    'web/site/index.html',
    'package-lock.json',
    'build-scripts/docs',
    'build-scripts/build-docs.mjs',
    'build-scripts/third-party.mjs',
    'build-scripts/native-notices.txt',
  ];
  await step('documentation', { inputs, outputs: ['build/docs', 'build/bundled/documentation.json'] }, async () => {
    for (const name of ['docs', 'docs-source']) rmSync(fromRoot('build', name), { recursive: true, force: true });
    await writeSources();
    await runTool('vitepress', ['build', 'docs'], { env: { NODE_ENV: 'production' } });
    for (const file of filesBelow('docs').filter(isBeside)) copy(file, place('docs', file));
    await writeExamples();
    writeFileSync(fromRoot('build', 'docs', 'docs', 'THIRD-PARTY.txt'), noticesFor(readList('documentation')));
  });
}

whenStarted(import.meta.url, async () => {
  await setup('start');
  await buildDocs();
});
