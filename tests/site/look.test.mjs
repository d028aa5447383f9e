// Appearance: accessible in both themes and at every width; TRIP_SCREENSHOTS=1 saves pictures for people in build/screenshots.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import {
  becomes,
  briefly,
  button,
  control,
  epochBecomes,
  follow,
  screenshot,
  shows,
  startBench,
  unfold,
  until,
  violations,
} from './support.mjs';

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

for (const width of [1440, 320]) {
  test(`${width} px, light and dark: axe finds nothing, nothing is wider than the screen`, async () => {
    const { page } = await bench.open(briefly, {
      wait: 'end',
      viewport: { width, height: 900 },
      ...(width === 320 && { hasTouch: true, isMobile: true }),
    });
    const schemes = ['light', 'dark'];
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await until.drawn(page);
      await screenshot(page, `${width}-${colorScheme}`, { fullPage: true });
    }
    await page.getByText('All numbers as a table').click();
    await unfold(page);
    for (const explained of ['', '&ec=1']) {
      if (explained) await follow(page, briefly + explained);
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await violations(page), [], colorScheme + explained);
      }
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
    }
  });
}

test('explanations of all kinds of data and the import dialogue: axe finds nothing, nothing is wider than 320 px', async () => {
  const { page, heard } = await bench.open('#v=1&p=full&k=1&e=5&a=wine', {
    wait: 'end',
    colorScheme: 'dark',
    viewport: { width: 320, height: 700 },
    hasTouch: true,
    isMobile: true,
  });
  const look = async (what) => {
    assert.deepEqual(await violations(page), [], what);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320, `${what} is too wide`);
  };
  for (const data of ['wine', 'digits', 'network', 'cube']) {
    if (data !== 'wine') await follow(page, `#v=1&p=full&k=1&e=5&a=${data}`);
    await until.end(page);
    const plot = page.locator('[data-method=trip] .plot');
    await plot.press('ArrowRight');
    await plot.press('Enter');
    await page.waitForSelector('.sample table');
    await unfold(page);
    await look(data);
  }
  await button(page, 'Your own table …').tap();
  await page.waitForSelector('dialog[open]');
  await look('the empty dialogue');
  const rows = Array.from({ length: 30 }, (_, n) => `${n},${n % 3 ? 'Paris' : 'Rome'},${n % 2 ? 'x' : 'y'}`);
  await page.locator('dialog input[type=file]').setInputFiles({
    name: 'a.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['size,a very long name of a column that has to be cut somewhere,class', ...rows].join('\n')),
  });
  await page.waitForSelector('dialog .preview');
  await look('the dialogue with a table');
  assert.deepEqual(heard, []);
});

for (const [what, path, hash, scheme] of [
  ['three axes in Japanese', '', '&a=helix&hl=ja', 'dark'],
  ['the page as one file, in a frame', 'trip.html', '&em=1', 'light'],
])
  test(`${what}, at 768 px: axe finds nothing, nothing is wider than the screen`, async () => {
    const { page, heard } = await bench.open(`#v=1&p=full&k=1&e=20${hash}`, {
      path,
      wait: null,
      colorScheme: scheme,
      viewport: { width: 768, height: 900 },
    });
    await page.waitForSelector('.starts button, [data-start]');
    await page.waitForSelector('[data-part=charts] table');
    assert.deepEqual(await violations(page), []);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 768);
    assert.deepEqual(heard, []);
  });

test('axe finds nothing in notices', async () => {
  const { page } = await bench.open('#v=1&r=10000000000&k=1&p=full&e=400&zz=1');
  await page.waitForSelector('[data-notice=diverged]');
  assert.deepEqual(await violations(page), []);
});

test('the theme control overrides the system, also for the pictures', async () => {
  const { page } = await bench.open(briefly, { wait: 'end', colorScheme: 'light' });
  const corner = () =>
    page.locator('[data-method=lda] canvas').evaluate((one) => [...one.getContext('2d').getImageData(3, 3, 1, 1).data]);
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = { corner: await corner(), paper: await paper() };
  await page.getByLabel('Theme').first().selectOption('dark');
  const sum = (colour) => colour.slice(0, 3).reduce((total, part) => total + part, 0);
  await becomes(paper, (now) => now !== light.paper);
  await becomes(corner, (now) => sum(now) < sum(light.corner) - 150);
});

test('pictures are drawn at the pixel ratio of the screen', async () => {
  for (const deviceScaleFactor of [1.25, 3]) {
    const { page } = await bench.open(briefly, { deviceScaleFactor, viewport: { width: 640, height: 480 } });
    const widths = () => page.locator('[data-method=trip] canvas').evaluate((one) => [one.width, one.clientWidth]);
    await becomes(widths, ([wide, shown]) => Math.abs(wide - shown * deviceScaleFactor) <= deviceScaleFactor, {
      what: `the width at ${deviceScaleFactor}`,
    });
    await bench.tidy();
  }
});

test('pictures follow the window’s width and forced colours', async () => {
  const { page, heard } = await bench.open(briefly, { wait: 'end' });
  const canvas = page.locator('[data-method=trip] canvas');
  const width = () => canvas.evaluate((one) => one.width);
  const wide = await width();
  await page.setViewportSize({ width: 700, height: 900 });
  await becomes(width, (now) => now !== wide, { what: 'the width' });
  const picture = () => canvas.evaluate((one) => one.toDataURL());
  const before = await picture();
  await page.emulateMedia({ forcedColors: 'active' });
  await becomes(picture, (now) => now !== before, { what: 'the picture' });
  const colours = await canvas.evaluate((one) => {
    const { data } = one.getContext('2d').getImageData(0, 0, one.width, one.height);
    return new Set(new Uint32Array(data.buffer)).size;
  });
  assert.ok(colours > 3, `marks, boundary and frames in ${colours} colours`);
  assert.deepEqual(heard, []);
});

test('a finger scrolls the page over a picture, and a tap probes it', async () => {
  const { page } = await bench.open(briefly, {
    wait: 'end',
    viewport: { width: 320, height: 700 },
    hasTouch: true,
    isMobile: true,
  });
  const plot = page.locator('[data-method=trip] .plot');
  assert.equal(await plot.evaluate((one) => getComputedStyle(one).touchAction), 'pan-y');
  await plot.tap({ position: { x: 100, y: 100 } });
  await shows(page, '#trip-probe', /^\s*P\(A\)/);
  await control(page, 'back').tap();
  await epochBecomes(page, 'trip', 90);
});
