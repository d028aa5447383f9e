// The gallery of the documentation: node build-scripts/docs/gallery.mjs runs its examples and writes their pictures, their output and the
// fingerprints of their links.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { filesBelow, fromRoot, whenStarted } from '../tools.mjs';
import { runExample } from './examples.mjs';

const code = /^```js\n([\s\S]*?)^```$/m;
const output = /(?<=^```text\n)[\s\S]*?(?=^```$)/m;
const link = /(?<=<a href="\.\.\/\.\.\/index\.html#)[^"]*/;
const pictureOf = (name) => fromRoot('docs', 'gallery', 'pictures', `${name}.svg`);

/** Names of the pages, without the overview. */
export const galleryNames = filesBelow('docs/gallery')
  .filter((file) => file.endsWith('.md') && basename(file) !== 'index.md')
  .map((file) => basename(file, '.md'));

const fileOf = (name) => fromRoot('docs', 'gallery', `${name}.md`);

/** A page as it is: its text, code, output, picture, and the hash of its link to the live page, if it has one. */
export function galleryPage(name) {
  const text = readFileSync(fileOf(name), 'utf8');
  return {
    text,
    code: code.exec(text)[1],
    output: output.exec(text)[0],
    hash: link.exec(text)?.[0].replaceAll('&amp;', '&'),
    svg: readFileSync(pictureOf(name), 'utf8'),
  };
}

/** Runs the code of a page among the data files that it names: { output, svg, fingerprint }. */
export async function runGalleryPage(name) {
  const folder = fromRoot('build', 'gallery');
  mkdirSync(folder, { recursive: true });
  for (const file of filesBelow('tests/data').filter((path) => path.endsWith('.csv')))
    copyFileSync(file, `${folder}/${basename(file)}`);
  const lines = [];
  const before = process.cwd();
  process.chdir(folder);
  try {
    await runExample(code.exec(readFileSync(fileOf(name), 'utf8'))[1], { log: (line) => lines.push(`${line}\n`) });
  } finally {
    process.chdir(before);
  }
  const printed = lines.join('');
  return {
    output: printed,
    svg: readFileSync(`${folder}/${name}.svg`, 'utf8'),
    fingerprint: /fingerprint ([0-9a-f]{16})/.exec(printed)[1],
  };
}

whenStarted(import.meta.url, async () => {
  mkdirSync(fromRoot('docs', 'gallery', 'pictures'), { recursive: true });
  for (const name of galleryNames) {
    const made = await runGalleryPage(name);
    writeFileSync(pictureOf(name), made.svg);
    const text = readFileSync(fileOf(name), 'utf8')
      .replace(output, () => made.output)
      .replace(link, (hash) => hash.replace(/(?<=\bf=)[0-9a-f]{16}/, made.fingerprint));
    writeFileSync(fileOf(name), text);
    console.log(`${name}\n${made.output}`);
  }
});
