// One result in every engine? npm run test:engines trains the page's opening in Chromium, Firefox and WebKit, in Node and
// natively, and walks through the page in the three browsers. Takes about two minutes after the build.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { puppeteerDriver, watch, webkitDriver } from '../tests/engines/drivers.mjs';
import { mainFlow, opening } from '../tests/engines/flow.mjs';
import { buildLib } from './build-lib.mjs';
import { buildSite } from './build-site.mjs';
import { buildWasm } from './build-wasm.mjs';
import { buildPreset } from './cmake.mjs';
import { installOnDemand } from './on-demand.mjs';
import { serve } from './serve.mjs';
import { setup } from './setup.mjs';
import { bad, findChromium, fromRoot, good, heading, run, whenStarted, which } from './tools.mjs';

const entry = JSON.parse(readFileSync(fromRoot('tests', 'fingerprints.json'))).opening;

async function inNode(trip) {
  const { train } = trip.spiral(entry.spiral);
  const model = trip.fit(train, entry.options);
  const { fingerprint } = model;
  model.dispose();
  return fingerprint;
}

/** The built page with the record of what goes wrong in it; nothing else is changed. */
function watchedSite() {
  const folder = fromRoot('build', 'engines', 'site');
  rmSync(folder, { recursive: true, force: true });
  cpSync(fromRoot('site'), folder, { recursive: true });
  writeFileSync(join(folder, 'watch.js'), watch);
  const page = join(folder, 'index.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace('<script', '<script src="./watch.js"></script><script'));
  return folder;
}

/** The program computes all pinned fits and names those that differ. */
async function native() {
  const program = fromRoot('build', 'native', 'tests', 'cpp', 'trip_tests');
  const { output, code } = await run(program, ['--gtest_filter=Fingerprint.*', '--gtest_brief=1'], {
    capture: true,
    check: false,
  });
  return code === 0 && /PASSED/.test(output) ? entry.fingerprint : `other than the pinned ones: ${output}`;
}

async function inBrowser(start, url, restore) {
  const driver = await start();
  try {
    const { version } = driver;
    const fingerprint = await opening(driver, url);
    let flow = 'works';
    try {
      await mainFlow(driver, restore);
      const problems = await driver.problems();
      if (problems.length > 0) flow = problems.join('; ');
    } catch (error) {
      flow = [error.message, ...(await driver.problems())].join('; ');
    }
    return { version, fingerprint, flow };
  } finally {
    await driver.close();
  }
}

whenStarted(import.meta.url, async () => {
  await setup('engines');
  await buildPreset('native', ['trip_tests'], { tests: true });
  await buildWasm({ tests: false });
  await buildLib();
  await buildSite();
  const folder = await installOnDemand('engines', { 'puppeteer-core': '24.43.1' });
  const { default: puppeteer } = await import(
    `${folder}/node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js`
  );
  const { loadTrip } = await import('../dist/index.js');
  const trips = { 'Node, SIMD': await loadTrip({ simd: true }), 'Node, scalar': await loadTrip({ simd: false }) };
  const restore = (saved) => trips['Node, SIMD'].restore(saved).fingerprint;
  const server = await serve(watchedSite());
  const browsers = {
    Chromium: () => puppeteerDriver(puppeteer, 'chrome', findChromium()),
    Firefox: () => puppeteerDriver(puppeteer, 'firefox', which('firefox-esr', 'firefox')),
    WebKit: webkitDriver,
  };
  heading('Engines');
  const rows = [{ engine: 'native', version: process.arch, fingerprint: await native() }];
  for (const [engine, trip] of Object.entries(trips))
    rows.push({ engine, version: process.version, fingerprint: await inNode(trip) });
  try {
    for (const [engine, start] of Object.entries(browsers)) {
      console.log(`${engine} ...`);
      rows.push({
        engine,
        ...(await inBrowser(start, server.url, restore).catch((error) => ({ flow: error.message }))),
      });
    }
  } finally {
    await server.close();
  }
  const failed = rows.filter(
    ({ fingerprint, flow = 'works' }) => fingerprint !== entry.fingerprint || flow !== 'works',
  );
  for (const row of rows) {
    const { engine, version = '', fingerprint = 'none', flow = '' } = row;
    (failed.includes(row) ? bad : good)([engine.padEnd(12), version.padEnd(28), fingerprint, flow].join('  '));
  }
  console.log(`${rows.length - failed.length} passed, ${failed.length} failed`);
  process.exitCode = failed.length > 0 ? 1 : 0;
});
