// Frames and long tasks of the page with small and large tables: npm run bench:frames [-- --quick]; see --help.
//
// Every number of frames stands beside that of an empty animation in the same browser, since other work on the machine takes frames from
// both. Tasks are measured in processor time, which excludes other work.
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildSite } from '../../build-scripts/build-site.mjs';
import { launchChromium } from '../../build-scripts/chromium.mjs';
import { serve } from '../../build-scripts/serve.mjs';
import { setup } from '../../build-scripts/setup.mjs';
import { fromRoot, heading, whenStarted } from '../../build-scripts/tools.mjs';
import { judge, markdownTable, printBars, processor, readOptions, writeResults } from './report.mjs';
import { spiralTable } from './tables.mjs';

const help = `Measures frames and long tasks of the built page in Chromium.

  --quick   one short round, without judging
  --only N  only the tables whose name contains N
  --help    this text`;

const tables = {
  Spiral: undefined,
  '10,000 x 100': [10000, 100],
  '100,000 x 50': [100000, 50],
};

/** Moves of a reader, each for as long as frames are counted. */
const activities = {
  pointing: async (page, during) => {
    const box = await page.locator('[data-method=trip] .plot').boundingBox();
    await during(async (step) => {
      const [x, y] = [0.5 + 0.3 * Math.cos(step / 9), 0.5 + 0.3 * Math.sin(step / 7)];
      await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
    });
    await page.mouse.move(0, 0);
  },
  'looking back': (page, during) => dragging(page, '[data-control=timeline] input[type=range]', during),
  'dragging lambda': (page, during) => dragging(page, '[data-control=lambda] input[type=range]', during),
  tour: async (page, during) => {
    await page.locator('[data-control=planeView] input[value=plane]').check();
    await dragging(page, '[data-control=tourAt] input[type=range]', during);
    await page.locator('[data-control=planeView] input[value=panels]').check();
  },
  training: async (page, during) => {
    await page.locator('[data-control=speed] select').selectOption('normal');
    await page.getByRole('button', { name: 'Rewind', exact: true }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await sleep(300);
    await during(() => sleep(20));
  },
};

async function dragging(page, selector, during) {
  const slider = page.locator(selector).first();
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  const at = (share) => [box.x + (0.1 + 0.8 * share) * box.width, box.y + box.height / 2];
  await page.mouse.move(...at(0.5));
  await page.mouse.down();
  await during((step) => page.mouse.move(...at(0.5 + 0.5 * Math.sin(step / 10))));
  await page.mouse.up();
  await ended(page);
}

/** All that was asked for is trained and drawn. */
const ended = (page) =>
  page.waitForFunction(
    () =>
      /^TRIP/.test(document.querySelector('[data-value=verdict]')?.textContent) &&
      document.querySelector('.axes[aria-busy=false]'),
    undefined,
    { timeout: 300_000, polling: 100 },
  );

/** Frames of a page while `work` runs, a second. */
async function framesDuring(page, milliseconds, work) {
  await page.evaluate(() => {
    window.framesSeen = 0;
    window.framesFrom = performance.now();
    (function count() {
      window.framesSeen++;
      window.framesRequest = requestAnimationFrame(count);
    })();
  });
  const end = performance.now() + milliseconds;
  for (let step = 0; performance.now() < end; step++) {
    const begun = performance.now();
    await work(step);
    await sleep(Math.max(0, 12 - (performance.now() - begun)));
  }
  return page.evaluate(() => {
    cancelAnimationFrame(window.framesRequest);
    return (1000 * window.framesSeen) / (performance.now() - window.framesFrom);
  });
}

/** Processor time of the longest task of the main thread, the number of tasks above 50 ms, and the share of the time with a task. */
async function tasksDuring(browser, page, work) {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'toplevel'] });
  const begun = performance.now();
  const value = await work();
  const passed = performance.now() - begun;
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const thread = ({ pid, tid }) => `${pid} ${tid}`;
  const main = new Set(traceEvents.filter(({ args }) => args?.name === 'CrRendererMain').map(thread));
  const took = traceEvents
    .filter((event) => event.name === 'RunTask' && main.has(thread(event)))
    .map(({ tdur = 0 }) => tdur / 1000);
  return {
    value,
    longest: Math.max(0, ...took),
    long: took.filter((one) => one > 50).length,
    busy: took.reduce((sum, one) => sum + one, 0) / passed,
  };
}

/** Settings that a link does not change are folded. */
async function openSettings(page) {
  const button = page.locator('button[data-part=settings]');
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
  await page.locator('[data-control=lambda] input[type=range]').waitFor();
}

async function open(browser, url, file) {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  page.setDefaultTimeout(120_000);
  if (file === undefined) {
    await page.goto(`${url}#v=1&p=full`);
    await ended(page);
    await openSettings(page);
    return { page };
  }
  await page.goto(`${url}#v=1&p=full&k=1&e=50`);
  await ended(page);
  await page.getByRole('button', { name: 'Your own table …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').first().setInputFiles(file);
  await dialog.locator('form[aria-busy=false]').waitFor();
  await dialog.locator('button.primary:enabled').waitFor();
  const imported = await tasksDuring(browser, page, async () => {
    const begun = performance.now();
    await dialog.locator('button.primary').click();
    await page.waitForFunction(() => {
      const epoch = document.querySelector('[data-method=trip] [data-value=epoch]');
      return !document.querySelector('dialog[open]') && /^\d/.test(epoch?.textContent);
    });
    return performance.now() - begun;
  });
  await ended(page);
  await openSettings(page);
  return { page, imported };
}

async function measureTable(browser, url, { name, file, milliseconds }) {
  heading(name);
  const { page, imported } = await open(browser, url, file);
  const empty = await (await browser.newContext()).newPage();
  const rows = [];
  if (imported) {
    const { value, longest, long, busy } = imported;
    rows.push({ table: name, activity: 'import to first picture', milliseconds: value, longest, long, busy });
  }
  for (const [activity, move] of Object.entries(activities)) {
    await empty.bringToFront();
    const most = await framesDuring(empty, milliseconds / 2, () => sleep(20));
    await page.bringToFront();
    let frames = 0;
    const { longest, long, busy } = await tasksDuring(browser, page, () =>
      move(page, async (step) => {
        frames = await framesDuring(page, milliseconds, step);
      }),
    );
    rows.push({ table: name, activity, frames, most, ratio: frames / most, longest, long, busy });
  }
  await page.context().close();
  await empty.context().close();
  for (const row of rows) console.log(textOf(row).join('  '));
  return rows;
}

const textOf = ({ activity, frames, most, ratio, milliseconds, longest, long, busy }) => [
  activity.padEnd(24),
  (frames === undefined
    ? `${(milliseconds / 1000).toFixed(2)} s`
    : `${frames.toFixed(1)} of ${most.toFixed(1)}`
  ).padStart(14),
  (ratio === undefined ? '' : ratio.toFixed(2)).padStart(5),
  `${longest.toFixed(0)} ms`.padStart(7),
  String(long).padStart(4),
  `${Math.round(100 * busy)} %`.padStart(6),
];

whenStarted(import.meta.url, async () => {
  const values = readOptions(help, { only: { type: 'string', default: '' } });
  if (values === undefined) return;
  await setup('bench');
  await buildSite();
  const browser = await launchChromium();
  const server = await serve(fromRoot('site'));
  const files = [];
  try {
    const machine = `${processor()}, Chromium ${browser.version()}`;
    heading(machine);
    const results = [];
    for (const [name, size] of Object.entries(tables)) {
      if (!name.includes(values.only)) continue;
      const file = size && join(tmpdir(), `trip-frames-${process.pid}-${size.join('x')}.csv`);
      if (file) {
        writeFileSync(file, spiralTable(...size));
        files.push(file);
      }
      results.push(
        ...(await measureTable(browser, server.url, { name, file, milliseconds: values.quick ? 1500 : 4000 })),
      );
    }
    console.log(
      `\n${markdownTable(
        [
          'table',
          'activity',
          'frames a second of an empty page',
          'ratio',
          'longest task',
          'tasks over 50 ms',
          'main thread busy',
        ],
        results.map((row) => [row.table, ...textOf(row).map((cell) => cell.trim())]),
      )}`,
    );
    const bars = results.flatMap((row) => [
      ...(row.ratio === undefined
        ? [{ what: `${row.table}, ${row.activity}`, unit: 's', value: row.milliseconds / 1000, atMost: 2 }]
        : [
            {
              what: `${row.table}, ${row.activity}: frames`,
              unit: 'of an empty page',
              value: row.ratio,
              atLeast: 0.92,
            },
          ]),
      { what: `${row.table}, ${row.activity}: longest task`, unit: 'ms', value: row.longest, atMost: 50 },
    ]);
    writeResults('bench-frames.json', { machine, quick: values.quick, results });
    if (!values.quick) printBars(judge(bars));
  } finally {
    for (const file of files) rmSync(file, { force: true });
    await browser.close();
    await server.close();
  }
});
