// The validation set on the page: its curve, the end of the training, and the result of the package.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { button, fingerprint, shows, startBench } from './support.mjs';

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

const hash = '#v=1&a=iris&p=full&k=2&e=300&va=0.3&pa=5';

test('a validation set has a curve beside those of the fit and the test samples, and its link repeats the result', async () => {
  const { page, heard } = await bench.open(hash, { wait: 'end' });
  await shows(page, '[aria-labelledby=loss-title]', /validation loss/);
  assert.ok(await button(page, /^Go on/).isDisabled());
  const seen = await fingerprint(page);
  const other = await bench.open(hash, { wait: 'end' });
  assert.equal(await fingerprint(other.page), seen);
  const plain = await bench.open('#v=1&a=iris&p=full&k=2&e=20', { wait: 'end' });
  await shows(plain.page, '[aria-labelledby=loss-title]', /test loss/);
  assert.doesNotMatch(await plain.page.locator('[aria-labelledby=loss-title]').textContent(), /validation/);
  assert.notEqual(await fingerprint(plain.page), seen);
  assert.deepEqual([...heard, ...other.heard, ...plain.heard], []);
});

test('small multiples show lambda as a multiple of the automatic value', async () => {
  const { page, heard } = await bench.open('#v=1&a=iris&p=full&k=1&e=20&gn=3');
  await shows(page, '.board', /× auto/);
  await shows(page, '#lambda-note', /^= [\d.]+ × auto$/);
  assert.deepEqual(heard, []);
});
