// Builds the documentation as static pages: build/docs/ from docs/*.md and the declarations in web/lib. build-site.mjs copies it into the site.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { setup } from './setup.mjs';
import { filesBelow, fromRoot, step, whenStarted } from './tools.mjs';

/** Entries of the package that the reference documents. */
const entries = ['index', 'trainer', 'single'];

const documents = () => filesBelow('docs').filter((file) => file.endsWith('.md'));
/** Files that the report of the reproduction shows and links to. */
const figures = () => filesBelow('docs/reproduction').filter((file) => /\.(svg|csv)$/.test(file));
/** Path on the site of a file of docs/. */
const placeOf = (file) => relative(fromRoot(), file).replace(/\.md$/, '.html');

async function write() {
  const { apiPage } = await import('./docs/api.mjs');
  const { markdownPage } = await import('./docs/markdown.mjs');
  const { wholePage } = await import('./docs/shell.mjs');
  const pages = documents().map((file) => [placeOf(file), markdownPage(readFileSync(file, 'utf8'))]);
  pages.push(['api/index.html', await apiPage(entries)]);
  for (const [path, page] of pages) {
    const file = fromRoot('build', 'docs', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, wholePage(path, page));
  }
  for (const file of figures()) copyFileSync(file, fromRoot('build', 'docs', placeOf(file)));
  copyFileSync(fromRoot('docs', 'docs.css'), fromRoot('build', 'docs', 'docs', 'docs.css'));
}

export async function buildDocs() {
  const inputs = [
    'docs',
    'web/lib',
    'web/site/index.html',
    'package-lock.json',
    'build-scripts/docs',
    'build-scripts/build-docs.mjs',
  ];
  await step('documentation', { inputs, outputs: ['build/docs'] }, async () => {
    rmSync(fromRoot('build', 'docs'), { recursive: true, force: true });
    await write();
  });
}

whenStarted(import.meta.url, async () => {
  await setup('start');
  await buildDocs();
});
