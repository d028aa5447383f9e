// CITATION.cff, the entries that the page shows, and package.json name the same software and the same paper.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fromRoot } from '../../build-scripts/tools.mjs';

const citation = readFileSync(fromRoot('CITATION.cff'), 'utf8');
const entries = readFileSync(fromRoot('web', 'site', 'text', 'cite.ts'), 'utf8');
const { version, license } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
const field = (name) => new RegExp(`^${name}: "?([^"\\n]*)"?$`, 'm').exec(citation)?.[1];

test('version and licence are those of the package', () => {
  assert.equal(field('version'), version);
  assert.equal(field('license'), license);
});

test('the page shows the same software and paper', () => {
  assert.ok(entries.includes(`title = {${field('title')}}`));
  const [, paper] = /preferred-citation:\n {2}type: article\n {2}title: (.*)/.exec(citation);
  assert.ok(entries.includes(`title = {${paper}}`));
  const names = [...citation.matchAll(/family-names: (.*)\n {6}given-names: (.*)/g)].map(
    ([, last, first]) => `${last}, ${first}`,
  );
  assert.equal(names.length, 4);
  assert.ok(entries.includes(`author = {${names.join(' and ')}}`));
  assert.ok(entries.includes(/arXiv:[\d.]+/.exec(citation)[0]));
});
