/** Node runs every js block of the documentation unchanged; a shell with `trip` on its path runs the sh blocks of docs/. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { test } from 'node:test';
import { endsSurely, fromRoot, run } from '../../build-scripts/tools.mjs';
import { blocks, inLanguage } from './blocks.mjs';

/** `gallery.test.mjs` runs the examples of the gallery, which need data files, and compares their output. */
const isGallery = ({ place }) => place.startsWith('docs/gallery/');

/** A folder inside the project, where the name of the package resolves to dist/ like an installed package. */
const folder = fromRoot('build', 'docs-node');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

test('the language of every block is tested, and the files with examples have blocks', () => {
  const languages = ['js', 'html', 'jsx', 'svelte', 'python', 'sh'];
  // Files that need other programs: the page has their text, and `npm run test:scale` runs them.
  const files = new Set(['bash', 'text', 'yaml', 'javascript']);
  for (const { place, language } of blocks) {
    const isFile = place.startsWith('docs/large-sweeps.md:') && files.has(language);
    const isOutput = isGallery({ place }) && language === 'text';
    assert.ok(isFile || isOutput || languages.includes(language), `${place}: ${language}`);
  }
  const places = blocks.map(({ place }) => place.split(':')[0]);
  for (const file of ['README.md', 'docs/index.md', 'docs/recipes.md', 'docs/loading.md', 'web/lib/trip.ts']) {
    assert.ok(places.includes(file), `${file} has no code`);
  }
});

test('js blocks', { concurrency: 2 }, async (t) => {
  const examples = inLanguage('js').filter((block) => !isGallery(block));
  const tests = examples.map(({ place, code }, n) =>
    t.test(place, async () => {
      const file = `${folder}/block-${n}.mjs`;
      writeFileSync(file, code);
      const options = { cwd: folder, capture: true, check: false, timeout: 60_000 };
      const { code: status, output, stdout } = await run(process.execPath, [...endsSurely, file], options);
      assert.equal(status, 0, output);
      assert.equal(output, stdout, 'stderr must be empty');
      assert.notEqual(stdout, '', 'an example must print something');
      assert.doesNotMatch(stdout, /undefined|NaN/);
    }),
  );
  await Promise.all(tests);
});

/** A build would replace the pages that other tests read meanwhile; `site/head` tests the address that a build is given. */
const builds = ({ code }) => /npm run build/.test(code);

for (const { place, code } of inLanguage('sh').filter((block) => block.place.startsWith('docs/') && !builds(block))) {
  test(`sh of ${place}`, async () => {
    const programs = `${folder}/bin`;
    mkdirSync(programs, { recursive: true });
    writeFileSync(`${programs}/trip`, `#!/bin/sh\nexec '${process.execPath}' '${fromRoot('dist', 'cli.js')}' "$@"\n`);
    chmodSync(`${programs}/trip`, 0o755);
    const env = { PATH: `${programs}${delimiter}${process.env.PATH}` };
    const options = { cwd: folder, env, capture: true, check: false, timeout: 120_000 };
    const { code: status, output } = await run('sh', ['-e', '-c', code], options);
    assert.equal(status, 0, output);
  });
}
