// Small multiples: training, keeping and freeing of cells without a browser; then the whole flow on the page.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { loadTrip } from '../../dist/index.js';
import { becomes, button, control, hashOf, shows, startBench, stays, violations } from './support.mjs';

let grids, state, catalogue, trip, bench;
before(async () => {
  const loaded = await loadModules('/training/grid.ts', '/data/state.ts', '/data/catalogue.ts');
  [grids, state, { catalogue }] = loaded.modules;
  trip = await loadTrip();
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

const fit = async (data, options, signal) => {
  await new Promise((resolve) => setTimeout(resolve));
  signal.throwIfAborted();
  return trip.fit(data, options);
};
const settingsOf = (id, changed) => ({ ...state.initialOf(id), epochs: 20, gridSteps: 3, gridStarts: 3, ...changed });

test('lambdas are round, ascending and include both ends', () => {
  const of = (gridFrom, gridTo, gridSteps) => grids.lambdasOf({ ...state.initialState, gridFrom, gridTo, gridSteps });
  assert.deepEqual(of(0.001, 1, 7), [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1]);
  assert.deepEqual(of(1e-5, 10, 7), [1e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 10]);
  assert.deepEqual(of(10, 1e-5, 2), [1e-5, 10]);
  assert.deepEqual(of(0.2, 0.4, 5), [0.2, 0.24, 0.28, 0.34, 0.4]);
  assert.deepEqual(of(0.3, 0.3, 9), [0.3]);
  assert.deepEqual(of(0.3, 0.30001, 9), [0.3, 0.30001]);
});

test('each cell keeps the start with the lowest objective and equals a single training bit for bit; cached cells are not retrained', async () => {
  const settings = settingsOf('wine', { gridDepths: 'all' });
  const material = await catalogue.wine.load(trip, settings);
  let fits = 0;
  const told = [];
  const counted = (...all) => {
    fits++;
    return fit(...all);
  };
  const grid = new grids.Grid(
    counted,
    () => 3,
    () => grid.progress && told.push(grid.progress),
  );
  const plan = grids.planOf(settings);
  await grid.run(plan, material);
  assert.equal(fits, 3 * 5 * 3);
  assert.deepEqual(
    told.map(({ done }) => done),
    told.map((_, at) => at),
  );
  assert.equal(grid.progress, undefined);
  const cells = grid.cells(plan);
  assert.deepEqual(
    cells.map(({ layers, lambda }) => [layers, lambda]),
    [0, 1, 2, 3, 4].flatMap((layers) => [0.001, 0.03, 1].map((lambda) => [layers, lambda])),
  );
  for (const cell of [cells[0], cells[7]]) {
    const hidden = Array(cell.layers).fill(settings.hiddenWidth);
    const { epochs, batchSize, learningRate, standardize, seed } = settings;
    const own = { hidden, lambda: cell.lambda, epochs, batchSize, learningRate, standardize, seed, restarts: 3 };
    const model = trip.fit(material.train, own);
    assert.equal(cell.best.model.fingerprint, model.fingerprint);
    assert.equal(cell.best.index, model.best);
    assert.equal(grids.numbersOf(cell).test, model.score(material.test).accuracy);
    model.dispose();
  }
  // Fewer starts, or some of the lambdas, are already known; each number of starts shows its best.
  const fewer = grids.planOf({ ...settings, gridStarts: 1 });
  assert.ok(grid.cells(fewer).every(({ state, best }) => state === 'done' && best.index === 0 && best.model));
  await grid.run(fewer, material);
  assert.equal(fits, 45);
  await grid.run(grids.planOf({ ...settings, gridStarts: 4 }), material);
  assert.equal(fits, 60);
  const [head, ...rows] = grids.gridRows(cells, plan.starts);
  assert.equal(rows.length, 15);
  for (const row of rows) assert.equal(row.length, head.length);
  grid.dispose();
  assert.ok(grid.cells(plan).every(({ state }) => state === 'empty'));
});

test('finished cells stay after a cancellation, other settings have other cells, and a failure has a message', async () => {
  const settings = settingsOf('network', { gridStarts: 1, restarts: 1 });
  const material = await catalogue.network.load(trip, settings);
  let [fits, stop] = [0, true];
  const grid = new grids.Grid(
    (...all) => (++fits === 3 ? Promise.reject(new Error('no luck')) : fit(...all)),
    () => 1,
    () => {
      if (!stop || grid.progress?.done !== 1) return;
      stop = false;
      grid.cancel();
    },
  );
  const plan = grids.planOf(settings);
  await grid.run(plan, material);
  assert.deepEqual(
    grid.cells(plan).map(({ state }) => state),
    ['done', 'empty', 'empty'],
  );
  const { test: error } = grids.numbersOf(grid.cells(plan)[0]);
  const { rmse } = grid.cells(plan)[0].best.model.score(material.test);
  assert.ok(Math.abs(error - rmse) < 1e-5 * rmse, `${error} for ${rmse}`);
  assert.ok(grid.cells(grids.planOf({ ...settings, hiddenWidth: 5 })).every(({ state }) => state === 'empty'));
  assert.ok(grid.cells(grids.planOf(settings, 'a table')).every(({ state }) => state === 'empty'));
  await grid.run(plan, material);
  assert.deepEqual(
    grid.cells(plan).map(({ best }) => best.error),
    [undefined, undefined, 'no luck'],
  );
  // Failed starts are trained again.
  await grid.run(plan, material);
  assert.ok(grid.cells(plan).every(({ state, best }) => state === 'done' && best.error === undefined));
  grid.dispose();
});

test('a grid trains beside the main training, stops, continues, is read by keys and as a table, and opens in the tool', async () => {
  const { page, heard } = await bench.open('#v=1&p=full&e=1000&k=2&gn=4&gd=all&gs=2', { wait: 'end' });
  await page.waitForSelector('.explore');
  const states = () => page.locator('[data-cell]').evaluateAll((all) => all.map((one) => one.dataset.state));
  await button(page, 'Train the grid').click();
  await page.waitForFunction(() => {
    const enough = document.querySelectorAll('[data-cell][data-state=done]').length >= 2;
    if (enough) [...document.querySelectorAll('.explore button')].find((one) => one.textContent === 'Stop').click();
    return enough;
  });
  await page.locator('.explore progress').waitFor({ state: 'detached' });
  const kept = (await states()).filter((one) => one === 'done').length;
  await shows(page, '[data-value=grid-said]', new RegExp(`${kept} of 20`));
  await stays(async () => (await states()).filter((one) => one === 'done').length, kept);
  await button(page, 'Train the rest').click();
  await shows(page, '[data-value=grid-said]', /^All 20/);
  assert.ok((await states()).every((one) => one === 'done'));
  assert.deepEqual(await violations(page), []);

  // Tab reaches the cell of the current settings; arrow keys start there.
  assert.equal(await page.locator('[data-cell][tabindex="0"]').count(), 1);
  await page.locator('[data-cell][tabindex="0"]').press('Control+Home');
  await page.locator('[data-cell="0"]').press('ArrowDown');
  await page.locator('[data-cell="4"]').press('End');
  const cell = page.locator('[data-cell="7"]');
  assert.ok(await cell.evaluate((one) => one === document.activeElement));
  const [shown] = /\d+\.\d\s?%/.exec(await cell.textContent());
  await page.getByText('The grid as a table').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    control(page, 'gridTable').getByRole('button').first().click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
  assert.equal(lines.length, 21);
  const entries = await page.evaluate(() => history.length);
  await cell.press('Enter');
  await becomes(() => hashOf(page), /&l=1&h=1&/);
  assert.equal(await page.evaluate(() => history.length), entries + 1);
  const expected = lines[8].split(',').at(-1);
  await shows(page, '[data-value=fingerprint]', expected);
  await shows(page, '[data-method=trip] [data-value=test]', shown);
  await becomes(() => cell.getAttribute('aria-current'), 'true');
  assert.ok((await states()).every((one) => one === 'done'));
  await page.goBack();
  await page.locator('[data-cell][aria-current]').waitFor({ state: 'detached' });
  assert.deepEqual(heard, []);
});
