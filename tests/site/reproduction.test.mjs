// The saved reproduction on the page: every link has the plan's settings, and repeats exactly that training when the page has the data.
import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { filesBelow } from '../../build-scripts/tools.mjs';
import { fitDefaults, loadTrip } from '../../dist/index.js';
import { button, hashOf, shows, startBench, stays, text, until, violations } from './support.mjs';

let reproduction, state, everyone, trainingNames, grid, catalogue, fitOptions, plans, cells, trip, bench;
before(async () => {
  const loaded = await loadModules(
    '/reproduction/reproduction.ts',
    '/data/state.ts',
    '/link/audience.ts',
    '/link/state.ts',
    '/training/grid.ts',
    '/data/catalogue.ts',
    '/training/fit-options.ts',
    'experiments/plans/index.ts',
    'experiments/cells.ts',
  );
  [reproduction, state, { everyone }, { trainingNames }, grid, { catalogue }, { fitOptions }, { plans }, cells] =
    loaded.modules;
  trip = await loadTrip();
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

const pictures = filesBelow('docs/reproduction').filter((file) => file.endsWith('.svg'));
const figures = () => [...pictures.map((file) => basename(file, '.svg')), 'table2'];
const trainings = () =>
  figures().flatMap((figure) =>
    reproduction
      .runsOf(figure)
      .filter((run) => !run.grid)
      .map((run) => ({ figure, ...run })),
  );

test('every figure and table of the report can be run, and every link is read without a problem', () => {
  for (const figure of figures()) {
    const plan = reproduction.planOf(figure);
    assert.match(
      reproduction.commandOf(plan),
      new RegExp(`^npm run reproduce -- ${plan.name}( --data DIR)? --out DIR$`),
    );
    const runs = reproduction.runsOf(figure);
    assert.equal(runs.length > 0, plan.name !== 'fig7' && !plan.beyond, figure);
    for (const run of runs) {
      const link = state.addresses.parse(reproduction.hashOf(run, { theme: 'dark' }, everyone));
      assert.deepEqual(link.problems, [], figure);
      assert.deepEqual(link.state, { ...run.state, theme: 'dark' });
      assert.equal(link.fingerprint, run.fingerprint);
      assert.ok(run.differences.length > 0);
    }
  }
  assert.deepEqual(
    figures()
      .map((figure) => reproduction.planOf(figure).name)
      .filter((name, at, all) => all.indexOf(name) === at && !plans[name].beyond)
      .sort(),
    Object.values(plans)
      .filter(({ beyond }) => !beyond)
      .map(({ name }) => name)
      .sort(),
  );
});

test('a link has the settings of its cell', async () => {
  const keyOf = (settings, method = 'trip') => JSON.stringify([method, ...trainingNames.map((name) => settings[name])]);
  const byState = new Map(
    Object.values(plans)
      .filter(({ beyond }) => !beyond)
      .flatMap((plan) => cells.cellsOf(plan, 1))
      .map((cell) => [keyOf(reproduction.stateOf(cell), cell.options.method), cell]),
  );
  for (const { figure, panel, state: settings, differences } of trainings()) {
    const { method = 'trip' } = panel ?? {};
    const { set, options } = byState.get(keyOf(settings, method));
    // Data that the page does not have.
    const material =
      settings.data === 'own' ? { train: { shape: [1, 99] } } : await catalogue[settings.data].load(trip, settings);
    const { test: _test, ...asked } = fitOptions(settings, material, method);
    const vectors = material.train.shape.length === 2;
    const wanted = { ...fitDefaults, ...cells.cellDefaults, standardize: vectors, ...options };
    // The lambda of the report does not suit the page's smaller networks.
    if (differences.includes('smaller')) wanted.lambda = state.initialOf('network').lambda;
    // The page has smaller batches for large tables.
    if (differences.includes('batch')) wanted.batchSize = 640;
    for (const [name, value] of Object.entries(asked)) assert.deepEqual(value, wanted[name], `${figure}: ${name}`);
    assert.equal(settings.restarts, wanted.restarts);
    if (differences.includes('same')) assert.equal(set, `spiral-${settings.dataSeed}`);
  }
});

test('with equal settings, the page has the fingerprint of the figure', async () => {
  const exact = trainings().filter(({ differences }) => differences.includes('same'));
  assert.equal(new Set(exact.map(({ fingerprint }) => fingerprint)).size, 7);
  for (const { figure, state: settings, fingerprint } of exact.filter((_, at) => at < 3)) {
    const material = await catalogue.spiral.load(trip, settings);
    const model = trip.fit(material.train, fitOptions(settings, material, 'trip'));
    assert.equal(model.fingerprint, fingerprint, figure);
    model.dispose();
  }
});

test('small multiples have the lambdas and depths of the plan', () => {
  const runs = ['fig3-accuracy', 'fig5-accuracy'].flatMap((figure) =>
    reproduction.runsOf(figure).map((run) => ({ figure, ...run })),
  );
  assert.deepEqual(
    runs.map((run) => run.state.data),
    ['spiral', 'spiral', 'iris', 'wine'],
  );
  assert.deepEqual(
    runs.map((run) => run.state.standardize),
    [false, true, true, true],
  );
  for (const { figure, state: settings } of runs) {
    assert.ok(settings.gridWanted, 'the grid trains by itself');
    const { lambdas, depths, starts } = grid.planOf(settings);
    const study = [...plans[figure.slice(0, 4)].quick, ...plans[figure.slice(0, 4)].full].find(({ grids }) =>
      grids.some(({ lambda, hidden }) => lambda?.length === lambdas.length && hidden?.length === depths.length),
    );
    const [{ lambda, hidden }] = study.grids;
    assert.deepEqual(lambdas, lambda);
    assert.deepEqual(
      depths,
      hidden.map(({ length }) => length),
    );
    assert.equal(starts, study.protocol.trials);
  }
});

test('the page shows the report with its figures on demand, and the link of a figure gives the same result, bit for bit', async () => {
  const { page, heard } = await bench.open('#v=1&k=1&e=50&p=full', { wait: 'end' });
  await page.locator('.reproduction summary').click();
  await page.waitForSelector('[data-figure=fig7]');
  const shown = await page.locator('[data-figure]').evaluateAll((all) => all.map((one) => one.dataset.figure));
  assert.deepEqual(shown.toSorted(), figures().toSorted());
  for (const { src, complete, naturalWidth } of await page
    .locator('[data-figure=fig1] img')
    .evaluateAll((all) => all.map(({ src, complete, naturalWidth }) => ({ src, complete, naturalWidth }))))
    assert.ok(src && (!complete || naturalWidth > 0), src);
  assert.match(await page.locator('.reproduction').textContent(), /Of \d+ claims: \d+ holds?, /);
  assert.match(await text(page, '[data-figure=fig7] code'), /^npm run reproduce -- fig7 --out DIR$/);
  assert.deepEqual(await violations(page), []);
  await page.locator('[data-figure=fig1] li a', { hasText: 'λ 0.3' }).first().click();
  await shows(page, '[data-notice=fingerprint]', /Same result/);
  assert.deepEqual(heard, []);
});

test('the link of a grid trains it by itself, says how much that is, and begins neither again after a stop nor with other settings', async () => {
  const { page, heard } = await bench.open('#v=1&k=1&e=50&p=full', { wait: 'end' });
  await page.locator('.reproduction summary').click();
  await page.locator('[data-figure=fig5-accuracy] li a').last().click();
  await shows(page, '[data-value=grid-said]', /^The link asks for this grid, so it trains by itself: 175 trainings/);
  assert.doesNotMatch(await hashOf(page), /gw=/);
  await page.locator('[data-cell][data-state=done]').first().waitFor();
  assert.match(await text(page, '[data-value=grid-progress]'), /^\d+ of 175 trained, about \d+ (s|min|h) left$/);
  await button(page, 'Stop').click();
  await page.locator('.explore progress').waitFor({ state: 'detached' });
  const done = () => page.locator('[data-cell][data-state=done]').count();
  await stays(done, await done());
  await until.end(page);
  assert.equal(await page.locator('.explore progress').count(), 0);
  assert.deepEqual(heard, []);
});
