/** The pages that help to decide: each line of the tables of settings has an example and its picture, each error code has its section. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { draw, pictureNow, pictures } from '../../build-scripts/docs/pictures.mjs';
import { filesBelow, fromRoot } from '../../build-scripts/tools.mjs';

const read = (...path) => readFileSync(fromRoot(...path), 'utf8');

test('each line of the table of settings leads to an example with a picture', () => {
  const lines = [...read('docs', 'which-setting.md').matchAll(/^\|.*\]\(#([\w-]+)\) \|$/gm)].map(
    ([, anchor]) => anchor,
  );
  assert.ok(lines.length >= 8);
  assert.deepEqual(
    lines,
    pictures().map(({ name }) => name),
  );
  const drawn = filesBelow('docs/pictures').filter((file) => !file.includes('/assess-'));
  assert.equal(drawn.length, lines.length);
});

for (const picture of pictures()) {
  test(`the picture ${picture.name} is that of its example`, async () => {
    assert.equal(await draw(picture), pictureNow(picture.name), 'node build-scripts/docs/pictures.mjs draws it');
  });
}

test('each error code has its section in Troubleshooting', () => {
  const list = /const codes = \[([^\]]*)\]/.exec(read('web', 'lib', 'common', 'errors.ts'))[1];
  const codes = [...list.matchAll(/'(\w+)'/g)].map(([, code]) => code);
  const sections = [...read('docs', 'troubleshooting.md').matchAll(/^## (.*)$/gm)].map(([, title]) => title);
  assert.ok(codes.length >= 12);
  assert.deepEqual(sections.toSorted(), codes.toSorted());
});
