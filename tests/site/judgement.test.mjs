// Notices and verdict come from one judgement of each training: trained, diverged, without result, at high learning rates.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { becomes, button, epochBecomes, epochOf, shows, startBench, text, until } from './support.mjs';

let bench, judge, verdictOf, written;
before(async () => {
  const loaded = await loadModules('/training/judgement.ts', '/text/numbers.ts');
  [{ judge, verdictOf }, { written }] = loaded.modules;
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

const done = { kind: 'done', fingerprint: '' };
const train = { task: 'classification', labels: Int32Array.of(0, 0, 0, 1), classNames: ['a', 'b'] };
const regression = { task: 'regression' };
/** Loss of guessing by the shares of the classes. */
const guessing = -(0.75 * Math.log(0.75) + 0.25 * Math.log(0.25));
const judged = (changes) =>
  judge({
    state: done,
    report: { loss: 0.1, accuracy: 1 },
    train,
    learningRate: 10,
    isConstant: () => true,
    ...changes,
  });

test('the judgement of a training in every state', () => {
  assert.deepEqual(judged({ state: undefined }), { code: 'training' });
  assert.deepEqual(judged({ state: { kind: 'training' } }), { code: 'training' });
  assert.deepEqual(judged({ state: { kind: 'failed', message: 'x' } }), { code: 'failed' });
  assert.deepEqual(judged({ state: { kind: 'diverged', epoch: 3 } }), { code: 'diverged', epoch: 3 });
  assert.deepEqual(judged({}), { code: 'ended' });
  const bad = { loss: guessing, accuracy: 0.75 };
  assert.deepEqual(judged({ report: bad }), { code: 'nothing', inactive: true });
  assert.deepEqual(judged({ report: bad, isConstant: () => false }), { code: 'nothing', inactive: false });
  assert.deepEqual(
    judged({ report: bad, learningRate: 0.001 }),
    { code: 'ended' },
    'the learning rate is not the cause',
  );
  assert.deepEqual(judged({ report: { loss: 357, accuracy: 0.957 } }), { code: 'overshot' });
  assert.deepEqual(judged({ report: { loss: 0.9 * guessing, accuracy: 0.75 } }), { code: 'ended' });
  assert.deepEqual(judged({ train: regression, report: { loss: 1.2 } }), { code: 'nothing', inactive: true });
  assert.deepEqual(judged({ train: regression, report: { loss: 0.3 } }), { code: 'ended' });
});

test('the verdict of every judgement names only scores that exist', () => {
  const verdict = (judgement, accuracy, loss, task = 'classification') =>
    verdictOf({ judgement, accuracy, loss }, task);
  const ended = { code: 'ended' };
  assert.equal(verdict({ code: 'failed' }), 'failed');
  assert.equal(verdict({ code: 'diverged', epoch: 1 }, 0.9, 1), 'diverged');
  assert.equal(verdict({ code: 'nothing', inactive: false }, 0.5, 1), 'collapsed');
  assert.equal(verdict({ code: 'overshot' }, 0.957, 20), 'right');
  assert.equal(verdict(ended, 0.5), 'right');
  assert.equal(verdict(ended, undefined, 0.3), 'unknown', 'a classification has no sentence about its loss');
  assert.equal(verdict(ended, Number.NaN, 0.3), 'unknown');
  assert.equal(verdict(ended, undefined, 0.3, 'regression'), 'loss');
  assert.equal(verdict(ended, undefined, undefined, 'regression'), 'unknown');
});

test('settings in sentences are written as people write them', () => {
  const pairs = [
    [10, '10'],
    [3, '3'],
    [0.003, '0.003'],
    [0.0001, '0.0001'],
    [1e-5, '1e-5'],
    [1e12, '1e12'],
    [2.5e7, '25000000'],
  ];
  for (const [value, expected] of pairs.slice(0, 6)) assert.equal(written(value), expected);
});

const notices = (page) =>
  page
    .locator('[data-notice]')
    .evaluateAll((all) => all.map(({ dataset, textContent }) => [dataset.notice, textContent]));

test('high learning rates: no notice contradicts the verdict', async () => {
  for (const hash of [
    '#v=1&a=iris&k=1&r=10&p=full',
    '#v=1&a=wine&k=1&r=10&p=full&h=3',
    '#v=1&a=iris&k=1&r=1000&p=full&h=0',
    '#v=1&a=wine&k=1&r=1000&p=full',
    '#v=1&a=digits&k=1&r=10&p=full&e=40',
    '#v=1&k=1&r=3&p=full&e=300',
  ]) {
    const { page } = await bench.open(hash, { wait: 'end' });
    const verdict = await text(page, '[data-value=verdict]');
    const said = await notices(page);
    const names = { pca: 'PCA', lda: 'LDA', tucker: 'Tucker', trip: 'TRIP' };
    const methods = await page
      .locator('[data-method]')
      .evaluateAll((all) =>
        all.map((one) => [one.dataset.method, Number.parseFloat(one.querySelector('[data-value=fit]').textContent)]),
      );
    const classes = { iris: 3, wine: 3, digits: 10 }[/a=(\w+)/.exec(hash)?.[1]] ?? 2;
    for (const [kind, sentence] of said) {
      if (kind === 'collapsed' || kind === 'nothing')
        for (const [method, fit] of methods)
          if (sentence.includes(names[method])) assert.ok(fit < 100 / classes + 12, `${hash}: ${fit}, ${sentence}`);
      if (kind === 'overshot') assert.match(sentence, /too sure/);
    }
    const nothing = said.some(([kind, sentence]) => /collapsed|nothing/.test(kind) && sentence.includes('TRIP'));
    assert.equal(/learned nothing/.test(verdict), nothing, `${hash}: ${verdict}`);
    assert.doesNotMatch(`${verdict} ${said}`, /10\.0 |3\.00|1\.0e/, 'numbers as people write them');
    await bench.tidy();
  }
});

test('workers that die in silence: the page says so, no verdict is false, and “Try again” trains again', async () => {
  // Long enough that the workers die during the training.
  const { page } = await bench.open('#v=1&k=1&e=20000&p=slow');
  await becomes(
    () => page.workers().length,
    (count) => count >= 4,
  );
  await becomes(
    async () => Number.parseInt(await text(page, '[data-method=trip] [data-value=epoch]'), 10),
    (epoch) => epoch > 3,
  );
  const killAll = async () => {
    const killed = new Set(page.workers());
    for (const worker of killed) await worker.evaluate(() => globalThis.close()).catch(() => {});
    return killed;
  };
  // Other workers repeat the work, once the silence of the dead ones has been noticed. When these die of it, too, it has failed.
  const killed = await killAll();
  await becomes(
    () => page.workers().filter((worker) => !killed.has(worker)).length,
    (count) => count >= 4,
  );
  const before = await epochOf(page, 'trip');
  await epochBecomes(page, 'trip', (epoch) => epoch > before);
  assert.equal(await page.locator('[data-notice=failure]').count(), 0);
  await killAll();
  await shows(page, '[data-notice=failure]', /the worker died: it has not answered.*2 workers died of it/);
  const verdict = await shows(page, '[data-value=verdict]', /^TRIP’s training failed, so it has no result\. PCA .*LDA/);
  assert.doesNotMatch(verdict, /–|NaN/);
  // The start trains at full speed beside the training shown: it has ended before its worker died, or failed.
  await shows(page, '[data-value=starts]', /all have failed|Start 1 has the lowest objective/);
  await button(page, 'Try again').click();
  await becomes(() => page.locator('[data-notice=failure]').count(), 0);
  await becomes(
    async () => Number.parseInt(await text(page, '[data-method=trip] [data-value=epoch]'), 10),
    (epoch) => epoch > 3,
  );
  await page.evaluate(() => {
    location.hash = '#v=1&k=1&e=60&p=full';
  });
  await until.end(page);
});
