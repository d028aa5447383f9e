// Starts of TRIP that are halted early: the same chosen start, bit for bit, and one's own table begins with it.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { becomes, button, control, fingerprint, hashOf, shows, startBench, text, until } from './support.mjs';
import { classTable, offer } from './tables.mjs';

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

const settings = '#v=1&k=12&e=200&p=full';
const start = (page, index) => page.locator(`[data-start="${index}"]`);

test('most starts are halted; the chosen one has the bits of an undisturbed one, and a halted one trains when it is chosen', async () => {
  const { page, heard } = await bench.open(`${settings}&hv=1`, { wait: 'end' });
  const said = await text(page, '[data-value=starts]');
  const [, chosen, halted] = /^Start (\d+) has the lowest objective\. (\d+) of 12 were halted early/
    .exec(said)
    .map(Number);
  assert.ok(halted >= 10, said);
  const words = await page.locator('[data-start] .accuracy').allTextContents();
  assert.equal(words.filter((word) => /^halted at (20|40)$/.test(word)).length, halted, words.join());
  const found = await fingerprint(page);
  const other = words.indexOf('halted at 20');
  await start(page, other).click();
  await page.waitForSelector(`[data-start="${other}"][aria-pressed=true]`);
  await until.end(page);
  const trained = await becomes(
    () => fingerprint(page),
    (now) => now !== found,
  );
  assert.deepEqual(heard, []);

  const whole = await bench.open(`${settings}&i=${chosen - 1}`, { wait: 'end' });
  assert.doesNotMatch(await text(whole.page, '[data-value=starts]'), /halted/);
  await becomes(() => fingerprint(whole.page), found);
  await start(whole.page, other).click();
  await becomes(() => fingerprint(whole.page), trained);
});

test('in two parts no start is halted, and with a validation set the loss on it decides', async () => {
  const { page } = await bench.open(`${settings}&hv=1&va=0.3`, { wait: 'end' });
  await shows(page, '[data-value=starts]', /^Start \d+ has the lowest validation loss\. \d+ of 12 were halted early/);
  await control(page, 'halving').getByRole('checkbox').uncheck();
  await until.end(page);
  await shows(page, '[data-value=starts]', /^Start \d+ has the lowest validation loss\.$/);
  assert.doesNotMatch(await hashOf(page), /hv=/);
});

test('one’s own table begins with it', async () => {
  const { page } = await bench.open('#v=1&k=1&e=10&p=full', { wait: 'end' });
  const dialog = await offer(page, classTable(3, 40));
  await button(dialog, 'Train on this').click();
  await becomes(() => hashOf(page), /&hv=1(&|$)/);
  await until.end(page);
  await shows(page, '[data-value=starts]', /10 of 12 were halted early, as others had lower ones\.$/);
});
