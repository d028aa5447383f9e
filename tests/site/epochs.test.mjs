// One epoch for all panels and the counter, in every animation frame, live and recorded.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { becomes, briefly, button, control, follow, startBench, until } from './support.mjs';

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

/** Records the epochs of all panels and of the counter whenever the page changes, until `stop` returns them. */
async function record(page) {
  await page.evaluate(() => {
    const seen = new Map();
    const number = (element) => Number.parseInt(element?.textContent, 10);
    const look = () => {
      const panels = [...document.querySelectorAll('[data-method] [data-value=epoch]')];
      const row = [document.querySelector('[data-control=timeline] output'), ...panels].map(number);
      seen.set(row.join(), row);
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    window.changes = () => seen.size;
    window.stopRecording = () => {
      observer.disconnect();
      look();
      return [...seen.values()];
    };
  });
  return () => page.evaluate(() => window.stopRecording());
}
const epochsOf = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-control=timeline] output, [data-method] [data-value=epoch]')].map((one) =>
      Number.parseInt(one.textContent, 10),
    ),
  );
const agree = (row) => row.every((epoch) => epoch === row[0]);

test('live: panels and counter have the same epoch whenever anything on the page changes, at every speed', async () => {
  for (const [hash, from] of [
    ['#v=1&k=1&e=600', 80],
    ['#v=1&k=1&e=3000&p=quick', 200],
    ['#v=1&k=1&e=20000&p=full', 3000],
    ['#v=1&a=iris&k=1&e=400', 60],
  ]) {
    const { page, heard } = await bench.open(hash);
    const stop = await record(page);
    // A busy machine may show an epoch beyond `from` first.
    await becomes(
      async () => [(await epochsOf(page))[0], await page.evaluate(() => window.changes())],
      ([epoch, changes]) => epoch > from && changes > 2,
    );
    const rows = (await stop()).filter((row) => row.every(Number.isFinite));
    assert.ok(rows.length >= 2, `${hash}: ${rows.length} changes`);
    assert.deepEqual(
      rows.filter((row) => !agree(row)),
      [],
      hash,
    );
    assert.deepEqual(heard, []);
    await bench.tidy();
  }
});

test('the reports of all trainings between two animation frames are one change of the page', async () => {
  const { page } = await bench.open('#v=1&k=1&e=20000');
  const changes = await page.evaluate(async () => {
    const counter = document.querySelector('[data-control=timeline] output');
    const all = [];
    let changed = 0;
    const observer = new MutationObserver(() => changed++);
    observer.observe(counter, { subtree: true, childList: true, characterData: true });
    // At least 60 frames, and more until something has changed often enough: reports are rare on a busy machine.
    const end = performance.now() + 60_000;
    for (let seen = 0; performance.now() < end && (all.length < 60 || seen <= 5); seen += Number(all.at(-1) > 0)) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      all.push(changed);
      changed = 0;
    }
    observer.disconnect();
    return all;
  });
  assert.ok(changes.filter((count) => count > 0).length > 5, `${changes}`);
  assert.ok(Math.max(...changes) <= 1, `${changes}`);
});

test('paused: a step moves all trainings by the same number', async () => {
  const { page } = await bench.open('#v=1&k=1&e=20000&p=slow');
  const newest = async () => (await epochsOf(page))[0];
  await becomes(newest, (epoch) => epoch > 40);
  for (let round = 0; round < 2; round++) {
    await button(page, 'Pause').click();
    // A step may be longer while it waits for trainings that catch up with the first one, which may take many steps on a busy machine.
    const steps = [await newest()];
    while (steps.length < 30 && !(steps.length > 5 && steps.at(-1) - steps.at(-2) === 10)) {
      await control(page, 'step').click();
      const row = await becomes(
        () => epochsOf(page),
        (now) => agree(now) && now[0] >= steps.at(-1) + 10,
      );
      steps.push(row[0]);
    }
    assert.equal(steps.at(-1) - steps.at(-2), 10, `${steps}`);
    // The trainings that caught up may have moved the view beyond the last step, so that one press back may not be enough.
    await becomes(
      async () => {
        await control(page, 'back').click();
        return epochsOf(page);
      },
      (row) => agree(row) && row[0] < steps.at(-1),
    );
    // Back to the newest epoch, from which the trainings go on.
    await control(page, 'timeline').getByRole('slider').fill('20000');
    await button(page, 'Play').click();
    await becomes(newest, (epoch) => epoch > steps.at(-1) + 20);
  }
});

test('recorded: panels and counter have the same epoch at every position of the time line', async () => {
  for (const hash of ['#v=1&k=2&e=300&p=quick', briefly, '#v=1&a=cube&k=1&e=130&p=full']) {
    const { page } = await bench.open(hash, { wait: 'end' });
    const line = control(page, 'timeline').getByRole('slider');
    const last = Number(await line.getAttribute('max'));
    for (let position = 0; position <= 5; position++) {
      const wanted = Math.round((last * position) / 50) * 10;
      const stop = await record(page);
      await line.fill(String(wanted));
      const row = await becomes(
        () => epochsOf(page),
        (now) => agree(now) && Math.abs(now[0] - wanted) <= 10,
      );
      assert.equal(row[0], row.at(-1));
      await until.drawn(page);
      assert.deepEqual(
        (await stop()).filter((one) => !agree(one)),
        [],
        `${hash} at ${wanted}`,
      );
    }
    await bench.tidy();
  }
});

test('a training that ended early says its own epoch', async () => {
  const { page } = await bench.open('#v=1&k=1&e=3000&va=0.3&pa=30&p=full', { wait: 'end' });
  const texts = await page.locator('[data-method] [data-value=epoch]').allTextContents();
  const own = texts.map((text) => Number.parseInt(text, 10));
  const longest = Math.max(...own);
  assert.ok(
    own.some((epoch) => epoch < longest),
    `${texts}`,
  );
  for (const [at, text] of texts.entries()) assert.equal(text, own[at] < longest ? `${own[at]}, ended` : `${longest}`);
  assert.equal((await epochsOf(page))[0], longest);
  const line = control(page, 'timeline').getByRole('slider');
  const shortest = Math.min(...own);
  await line.fill(String(Math.floor(shortest / 20) * 10));
  await becomes(() => epochsOf(page), agree);
  const texts2 = await page.locator('[data-method] [data-value=epoch]').allTextContents();
  assert.ok(texts2.every((text) => /^\d+$/.test(text)));
});

test('other data at any moment: no picture or explanation has the model of one and the samples or modes of the other', async () => {
  const { page, heard } = await bench.open('#v=1&a=iris&k=1&e=20000&p=quick');
  const visit = async (link, wait) => {
    await follow(page, `v=1&${link}`);
    await page.waitForTimeout(wait);
  };
  const vectors = [
    'a=digits&k=1&e=5000&p=full',
    'a=wine&k=1&e=40&p=full',
    'm=7&k=1&e=5000&p=full',
    'a=iris&k=1&e=40&p=full',
  ];
  for (let at = 0; at < 8; at++) await visit(vectors[at % 4], at < 4 ? 60 : 700);
  // Explanations begin after a while without change.
  for (const wait of [900, 300, 2000, 900]) {
    await visit('a=cube&k=1&e=60', wait);
    await visit('a=helix&k=1&e=100&hl=ja', wait / 2);
  }
  await visit('a=wine&k=1&e=30&p=full', 0);
  await until.end(page);
  assert.deepEqual(heard, []);
});
