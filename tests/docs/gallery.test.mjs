/** The gallery: the code of each page gives its picture and its output, the text repeats only their numbers, and links open the same training. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { galleryNames, galleryPage, runGalleryPage } from '../../build-scripts/docs/gallery.mjs';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { fromRoot } from '../../build-scripts/tools.mjs';
import { loadTrip } from '../../dist/index.js';

const remedy = 'node build-scripts/docs/gallery.mjs writes pictures, output and fingerprints';
const live = ['digits', 'iris', 'not-to-believe', 'spiral', 'wine'];

let trip, loaded, addresses, catalogue, fitOptions, sealed;
before(async () => {
  trip = await loadTrip();
  loaded = await loadModules('/data/state.ts', '/data/catalogue.ts', '/training/fit-options.ts', '/link/address.ts');
  [{ addresses }, { catalogue }, { fitOptions }, { sealed }] = loaded.modules;
});

test('there are ten pages, and the overview shows and links each', () => {
  assert.equal(galleryNames.length, 10);
  const overview = readFileSync(fromRoot('docs', 'gallery', 'index.md'), 'utf8');
  for (const name of galleryNames) {
    const [title, question] = galleryPage(name).text.split('\n\n');
    const [, alt] = /^!\[(.+)\]\(pictures\//m.exec(galleryPage(name).text);
    const link = `[![${alt}](pictures/${name}.svg)<br>${title.slice(2)}](${name}.md)<br>${question}`;
    assert.ok(overview.includes(link), `docs/gallery/index.md needs ${link}`);
  }
});

const numbersIn = (text) => text.match(/(?<![\w.])\d+(?:\.\d+)?/g) ?? [];

for (const name of galleryNames) {
  test(`${name}: the code gives the picture and the output`, async () => {
    const page = galleryPage(name);
    assert.ok(page.code.split('\n').length <= 25, 'the code is short');
    const made = await runGalleryPage(name);
    assert.equal(made.output, page.output, remedy);
    assert.ok(made.svg === page.svg, remedy);
    if (page.hash) assert.equal(addresses.parse(page.hash).fingerprint, made.fingerprint, remedy);
  });

  test(`${name}: the text has no number but those of code, output and picture`, () => {
    const { text, code, output, svg } = galleryPage(name);
    const prose = text.replace(/^```[\s\S]*?^```$/gm, '').replace(/^(<a |`[\w-]+\.csv` is).*$/gm, '');
    const written = [...svg.matchAll(/(?:aria-label="|>)([^<>"]+)/g)].map(([, words]) => words).join('\n');
    const known = new Set(numbersIn([code, output, written].join('\n')));
    assert.deepEqual(
      numbersIn(prose).filter((number) => !known.has(number)),
      [],
    );
  });
}

test('the pages with data of the live page link to it', () => {
  assert.deepEqual(
    galleryNames.filter((name) => galleryPage(name).hash),
    live,
  );
});

for (const name of live) {
  test(`${name}: the live page trains to the same fingerprint`, async () => {
    const { hash } = galleryPage(name);
    const { state, fingerprint, problems, resultVersion } = addresses.parse(hash);
    assert.deepEqual(problems, []);
    assert.equal(
      sealed(addresses.format(state, { fingerprint, resultVersion })),
      hash,
      'the page would write this link',
    );
    const material = await catalogue[state.data].load(trip, state);
    const model = trip.fit(material.train, { ...fitOptions(state, material, 'trip'), restarts: state.restarts });
    assert.equal(model.fingerprint, fingerprint, remedy);
    model.dispose();
  });
}
