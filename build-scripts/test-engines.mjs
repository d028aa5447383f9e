// Checks that every engine gives one result: npm run test:engines trains the page's opening and other data in Chromium, Firefox and
// WebKit, in three versions of Node, in Deno and Bun, and natively. It also walks through the page in the three browsers: hosted, as one
// file from a disk, in a frame without an origin. It takes about six minutes after the build.
//   npm run test:engines -- Firefox runtimes     some of native, runtimes, Chromium, Firefox, WebKit
//   --built                                      builds nothing
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import util from 'node:util';
import { puppeteerDriver, watch, webkitDriver } from '../tests/engines/drivers.mjs';
import {
  assessed,
  framed,
  importFile,
  mainFlow,
  movedPlanes,
  oneFile,
  opening,
  otherData,
  shared,
} from '../tests/engines/flow.mjs';
import { planes, planesInNode } from '../tests/engines/planes.mjs';
import { buildLib } from './build-lib.mjs';
import { buildSite } from './build-site.mjs';
import { buildWasm } from './build-wasm.mjs';
import { buildPreset } from './cmake.mjs';
import { installOnDemand } from './on-demand.mjs';
import { loadModules } from './page-modules.mjs';
import { inRuntimes } from './runtimes.mjs';
import { serve } from './serve.mjs';
import { setup } from './setup.mjs';
import { bad, Failure, findChromium, fromRoot, good, heading, run, whenStarted, which } from './tools.mjs';

const entry = JSON.parse(readFileSync(fromRoot('tests', 'fingerprints.json'))).opening;
const commas = (n) =>
  [Math.sin(n) + (n % 3), (n * 7) % 5, n / 8].map((value) => value.toFixed(3).replace('.', ',')).join(';');
/** Data that train differently from the opening: generated in JavaScript, matrices, sparse samples, cubes, the reader's own table. */
const others = {
  hashes: {
    helix: 'v=1&a=helix&k=1&e=50',
    digits: 'v=1&a=digits&k=2&e=20',
    network: 'v=1&a=network&k=1&e=20',
    cube: 'v=1&a=cube&k=1&e=20',
    own: 'v=1&a=own&k=2&e=100',
  },
  table: ['eins;zwei;drei;klasse', ...Array.from({ length: 60 }, (_, n) => `${commas(n)};${'abc'[n % 3]}`)].join('\n'),
  target: 'klasse',
};

/** A test of a separation: 19 permutations, 10 bootstraps. */
const assessment = 'v=1&a=iris&k=2&e=60&xp=19&xb=10';

/** The lines of the page's table of an assessment that do not depend on the axes of its bars, computed with its modules in Node. */
async function assessedInNode(trip, createTrainer) {
  const { modules } = await loadModules(
    '/data/state.ts',
    '/data/catalogue.ts',
    '/training/fit-options.ts',
    '/training/assessment.ts',
    '/training/assessment-table.ts',
    '/training/procedures.ts',
  );
  const [{ addresses }, { catalogue }, { fitOptions }, ...others] = modules;
  const [{ assessmentPlanOf, partsOf, proceduresOf }, { assessmentRows }, { Procedures }] = others;
  const trainer = await createTrainer({ trip, workers: 2 });
  try {
    const { state } = addresses.parse(assessment);
    const material = await catalogue.iris.load(trip, state);
    const options = { ...fitOptions(state, material, 'trip'), restarts: state.restarts };
    const reference = trip.fit(material.train, options);
    const [plan, procedures] = [assessmentPlanOf(state), new Procedures(() => {})];
    await procedures.run(Object.values(proceduresOf(plan)), { trip, trainer, material, reference });
    const rows = assessmentRows(partsOf(procedures, plan), material.train, catalogue.iris.modes);
    return rows.map((row) => row.join(',')).filter(isFixed);
  } finally {
    await trainer.close();
  }
}

/** Weights are given on the axes that the page shows at the time. */
const isFixed = (line) => !line.startsWith('weight');

async function inNode(trip) {
  const { train } = trip.spiral(entry.spiral);
  const model = trip.fit(train, { restarts: 1, ...entry.options });
  const { fingerprint } = model;
  model.dispose();
  return fingerprint;
}

/** Expected results of the page on other data, computed with its modules in Node. */
async function othersInNode(trip) {
  const { modules } = await loadModules(
    '/data/state.ts',
    '/data/catalogue.ts',
    '/data/import-table.ts',
    '/training/fit-options.ts',
  );
  const [{ addresses }, { catalogue }, { defaultReading, importTable }, { fitOptions }] = modules;
  const choice = { target: others.target, task: 'classification', missing: 'refuse', categories: 'refuse' };
  const own = await importTable(others.table, 'table', defaultReading, choice);
  const found = {};
  for (const [name, hash] of Object.entries(others.hashes)) {
    const { state } = addresses.parse(hash);
    const material = await (name === 'own' ? own.entry : catalogue[name]).load(trip, state);
    const options = { ...fitOptions(state, material, 'trip'), restarts: state.restarts };
    const model = trip.fit(material.train, options);
    found[name] = model.fingerprint;
    model.dispose();
  }
  return found;
}

/** The built pages with a script that records errors, whose hash the one file's policy allows; the rest is unchanged. */
function watchedSite() {
  const folder = fromRoot('build', 'engines', 'site');
  rmSync(folder, { recursive: true, force: true });
  cpSync(fromRoot('site'), folder, { recursive: true });
  const change = (name, ...changes) => {
    const page = readFileSync(join(folder, name), 'utf8');
    const changed = changes.reduce((text, [place, put]) => text.replace(place, () => put), page);
    writeFileSync(join(folder, name), changed);
  };
  writeFileSync(join(folder, 'watch.js'), watch);
  change('index.html', ['<script', '<script src="./watch.js"></script><script']);
  const hash = createHash('sha256').update(watch).digest('base64');
  change('trip.html', ['script-src ', `script-src 'sha256-${hash}' `], ['</head>', `<script>${watch}</script></head>`]);
  return folder;
}

/** The one file in a browser's download folder. */
function downloaded(site) {
  const folder = fromRoot('build', 'engines', 'Téléchargements 100%');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'trip (1).html');
  cpSync(join(site, 'trip.html'), file);
  return pathToFileURL(file).href;
}

/** A page on another server, with the one file in a frame that may only run scripts. */
function course(url) {
  const folder = fromRoot('build', 'engines', 'course');
  mkdirSync(folder, { recursive: true });
  const frame = `<iframe sandbox="allow-scripts" width="1000" height="800" src="${url}trip.html#v=1&em=1&hl=en&p=full&f=${entry.fingerprint}">`;
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><title>Course</title><link rel="icon" href="data:,">${frame}</iframe>`,
  );
  return folder;
}

/** Runs the native program, which computes all pinned fits and names those that differ. */
async function native() {
  const program = fromRoot('build', 'native', 'tests', 'cpp', 'trip_tests');
  const { output, code } = await run(program, ['--gtest_filter=Fingerprint.*', '--gtest_brief=1'], {
    capture: true,
    check: false,
  });
  return code === 0 && /PASSED/.test(output) ? entry.fingerprint : `differs from the pinned fits: ${output}`;
}

/** The fingerprint of which all are; all of them, where they differ. */
const sameOf = (all) => [...new Set(all)].join(', ');

/** Runs all walks; a failure is reported with its walk, and the next one begins. */
async function inBrowser(start, { hosted, file, frame }, restore, { expected, expectedTest, expectedPlanes }) {
  const driver = await start();
  const failed = [];
  let [fingerprint, imported] = [];
  const walk = async (name, work) => {
    try {
      await work();
    } catch (error) {
      failed.push(`${name}: ${error.message}`);
    }
    failed.push(...(await driver.problems().catch((error) => [error.message])).map((problem) => `${name}: ${problem}`));
  };
  try {
    await walk('hosted', async () => {
      fingerprint = await opening(driver, hosted);
      await mainFlow(driver, restore);
    });
    await walk('shared link', async () => assert.equal(await shared(driver, hosted), entry.fingerprint));
    await walk('a file', async () => {
      await driver.open('about:blank');
      await opening(driver, hosted);
      imported = await importFile(driver, others);
    });
    await walk('other data', async () => assert.deepEqual(await otherData(driver, hosted, others), expected));
    await walk('assessment', async () => {
      const lines = await assessed(driver, hosted, assessment);
      assert.deepEqual(
        lines.filter(isFixed).map((line) => line.replaceAll('"', '')),
        expectedTest,
      );
    });
    await walk('planes', async () => assert.deepEqual(await movedPlanes(driver, hosted, planes), expectedPlanes));
    await walk('one file', async () => assert.equal(await oneFile(driver, file), entry.fingerprint));
    await walk('frame', async () => {
      assert.match(await framed(driver, frame), /Same result/);
      assert.equal(await importFile(driver, others), imported);
    });
    return { version: driver.version, fingerprint, imported, flow: failed.join('; ') || 'works' };
  } finally {
    await driver.close();
  }
}

const browsers = {
  Chromium: (puppeteer) => puppeteerDriver(puppeteer, 'chrome', findChromium()),
  Firefox: (puppeteer) => puppeteerDriver(puppeteer, 'firefox', which('firefox-esr', 'firefox')),
  WebKit: webkitDriver,
};
const names = ['native', 'runtimes', ...Object.keys(browsers)];

/** The engines to try, and whether everything is built already. */
function chosen() {
  const { values, positionals } = util.parseArgs({ options: { built: { type: 'boolean' } }, allowPositionals: true });
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown) throw new Failure(`There is no engine called ${unknown}; there are ${names.join(', ')}.`);
  return { wanted: positionals.length > 0 ? positionals : names, built: values.built };
}

async function buildFor(wanted) {
  await setup('engines');
  if (wanted.includes('native')) await buildPreset('native', ['trip_tests'], { tests: true });
  await buildWasm({ tests: false });
  await buildLib();
  await buildSite();
}

/** Walks that run without a browser. */
async function programRows(wanted, trips) {
  const rows = wanted.includes('native')
    ? [{ engine: 'native', version: process.arch, fingerprint: await native() }]
    : [];
  for (const [engine, trip] of Object.entries(trips))
    rows.push({ engine, version: process.version, fingerprint: await inNode(trip) });
  for (const { name, fingerprints, problem } of wanted.includes('runtimes') ? await inRuntimes() : [])
    rows.push({ engine: name, fingerprint: sameOf(fingerprints), flow: problem ?? 'works' });
  return rows;
}

/** Results that pages must show, computed in Node. */
async function expectedOf(trip) {
  const { createTrainer } = await import('../dist/trainer.js');
  return {
    expected: await othersInNode(trip),
    expectedTest: await assessedInNode(trip, createTrainer),
    expectedPlanes: await planesInNode(trip),
  };
}

async function browserRows(wanted, trips) {
  const starts = Object.entries(browsers).filter(([name]) => wanted.includes(name));
  if (starts.length === 0) return [];
  const folder = await installOnDemand('engines', { 'puppeteer-core': '24.43.1' });
  const { default: puppeteer } = await import(
    `${folder}/node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js`
  );
  const restore = (saved) => trips['Node, SIMD'].restore(saved).fingerprint;
  const expected = await expectedOf(trips['Node, scalar']);
  const site = watchedSite();
  const server = await serve(site);
  const courses = await serve(course(server.url));
  const places = { hosted: server.url, file: downloaded(site), frame: courses.url };
  const rows = [];
  try {
    for (const [engine, start] of starts) {
      console.log(`${engine} ...`);
      const walked = inBrowser(() => start(puppeteer), places, restore, expected);
      rows.push({ engine, ...(await walked.catch((error) => ({ flow: error.message }))) });
    }
  } finally {
    await server.close();
    await courses.close();
  }
  // The settings of the table follow from the page, so that the browsers are compared with each other.
  const imported = rows.find((row) => row.imported)?.imported;
  for (const row of rows)
    if (row.imported !== imported) row.flow = `the file gives ${row.imported}, not ${imported}; ${row.flow}`;
  return rows;
}

whenStarted(import.meta.url, async () => {
  const { wanted, built } = chosen();
  if (!built) await buildFor(wanted);
  const { loadTrip } = await import('../dist/index.js');
  const trips = { 'Node, SIMD': await loadTrip({ simd: true }), 'Node, scalar': await loadTrip({ simd: false }) };
  heading('Engines');
  const rows = [...(await programRows(wanted, trips)), ...(await browserRows(wanted, trips))];
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
