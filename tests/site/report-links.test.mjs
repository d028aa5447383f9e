// Every link of the report, opened without a browser: what the page trains and shows against the value of the report.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { fromRoot } from '../../build-scripts/tools.mjs';
import { loadTrip } from '../../dist/index.js';

let reproduction,
  addresses,
  everyone,
  catalogue,
  fitOptions,
  grids,
  matchTruth,
  own,
  directionOf,
  matrixFacts,
  sourceOf,
  trip;
before(async () => {
  const loaded = await loadModules(
    '/reproduction/reproduction.ts',
    '/data/catalogue.ts',
    '/training/fit-options.ts',
    '/training/grid.ts',
    '/picture/truth.ts',
    '/data/import-table.ts',
    'experiments/explain.ts',
    'experiments/sets.ts',
    '/data/state.ts',
    '/link/audience.ts',
  );
  const [first, entries, options, planning, truth, importing, explaining, sets, states, audience] = loaded.modules;
  [{ addresses }, { everyone }] = [states, audience];
  [reproduction, catalogue, fitOptions, grids] = [first, entries.catalogue, options.fitOptions, planning];
  [matchTruth, own, { directionOf, matrixFacts }, { sourceOf }] = [truth.matchTruth, importing, explaining, sets];
  trip = await loadTrip();
});

const read = (file) => readFileSync(fromRoot('docs', 'reproduction', file), 'utf8');
/** Rows of a CSV file without quoted cells as objects; of equal names the first counts. */
const rowsOf = (file) => {
  const [head, ...rows] = read(file)
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  return rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at]]).toReversed()));
};
/** Titles of the panels of a figure. */
const titlesOf = (figure) =>
  [...read(`${figure}.svg`).matchAll(/<text x="[\d.]+" y="12" text-anchor="middle" font-size="12">([^<]*)</g)].map(
    ([, title]) => title,
  );
const near = (value, wanted, tolerance, about) =>
  assert.ok(Math.abs(value - wanted) <= tolerance, `${about}: ${value} for ${wanted}`);

/** Settings, material and model of a link; models are kept until the end of the file. */
const models = new Map();
after(() => {
  for (const model of models.values()) model.dispose();
});
async function opened({ panel, state }, changed = {}) {
  const settings = { ...state, ...changed };
  const material = await catalogue[settings.data].load(trip, settings);
  const options = fitOptions(settings, material, changed.method ?? panel?.method ?? 'trip');
  const { firstRestart = 0 } = changed;
  const { test: _test, ...key } = options;
  const name = JSON.stringify([settings.data, settings.dataSeed, firstRestart, key]);
  if (!models.has(name)) models.set(name, trip.fit(material.train, { ...options, firstRestart }));
  const model = models.get(name);
  return { material, model, report: model.restarts[0] };
}

/** Names of the classes in the title of a panel. */
const classNames = { iris: ['Setosa', 'Versicolor', 'Virginica'], wine: ['class 1', 'class 2', 'class 3'] };
function inTitle({ panel, state }) {
  const words = classNames[state.data] ?? [];
  if ('method' in panel) return [panel.method.toUpperCase()];
  if ('lambda' in panel) return ['lambda', String(panel.lambda)];
  if ('standardize' in panel) return [panel.standardize ? 'Standardised' : 'As generated'];
  if ('against' in panel) return [`towards ${words[panel.target]}`, words[panel.against]];
  if ('target' in panel) return [`probability of ${words[panel.target]}`];
  if ('mode' in panel) return [`mode ${panel.mode}: ${panel.mode === 1 ? 'targets' : 'regulators'}`];
  return [panel.set];
}

const drawn = ['fig1', 'fig3-accuracy', 'fig3-projections', 'fig4', 'fig5-accuracy', 'fig5-iris', 'fig5-wine'];
const figures = [...drawn, 'fig5-variables', 'fig6-network', 'fig6-rmse'];

test('the panels of each figure and its links are the same, in the same order', () => {
  for (const figure of figures) {
    const titles = titlesOf(figure);
    const runs = reproduction.runsOf(figure);
    assert.ok(titles.length > 1, figure);
    assert.equal(runs.length + reproduction.missingOf(figure).length, titles.length, figure);
    for (const [at, run] of runs.entries())
      for (const part of inTitle(run)) assert.ok(titles[at].includes(part), `${figure}: ${part} in ${titles[at]}`);
    for (const [at, set] of reproduction.missingOf(figure).entries())
      assert.ok(titles[runs.length + at].startsWith(set), figure);
    assert.equal(new Set(runs.map(({ panel, state }) => JSON.stringify([panel, state.data]))).size, runs.length);
  }
});

test('Figures 1 and 3: each panel of the spiral has the scores and the overlap of the figure', async () => {
  for (const figure of ['fig1', 'fig3-projections']) {
    for (const run of reproduction.runsOf(figure)) {
      const [title] = titlesOf(figure).filter((one) =>
        inTitle(run).every((part) => one.split(/[ ,=]+/).includes(part)),
      );
      const [, fit, right, overlap] = read(`${figure}.svg`).match(
        new RegExp(`${title.replace(' =', '')}: fit ([\\d.]+), test ([\\d.]+), overlap ([\\d.]+)\\.`),
      );
      const { material, model, report } = await opened(run);
      assert.equal(report.accuracy.toFixed(3), fit, title);
      assert.equal(report.testAccuracy.toFixed(3), right, title);
      assert.equal(matchTruth(trip, model.parameters, model.spec, material.truth).overlap.toFixed(2), overlap, title);
      if (run.fingerprint) assert.equal(model.fingerprint, run.fingerprint, title);
      else assert.deepEqual(run.differences, ['baseline']);
    }
  }
});

test('Figure 4: each link has the lambda and depth of the figure and names its file; Sonar has about the AUC of the figure', async () => {
  const rows = rowsOf('fig4.csv').filter(({ method, J }) => method === 'TRIP' && J === '2');
  const runs = reproduction.runsOf('fig4');
  assert.equal(runs.length, rows.length);
  for (const [at, { set, lambda, 'hidden layers': layers }] of rows.entries()) {
    const { state, file, panel } = runs[at];
    assert.deepEqual([state.lambda, state.hiddenLayers, state.ranks], [Number(lambda), Number(layers), 2], set);
    assert.deepEqual([file, panel.set], [sourceOf(set).file, sourceOf(set).title]);
  }
  assert.equal(runs.filter(({ differences }) => differences.includes('batch')).length, 4, 'as the text says');
  const [{ state, file }] = runs;
  const text = readFileSync(fromRoot('tests', 'data', file), 'utf8');
  const target = text.split('\n', 1)[0].split(',').at(-1).trim();
  const choice = { target, task: 'classification', missing: 'refuse', categories: 'refuse' };
  const { entry } = await own.importTable(text, file, own.defaultReading, choice);
  const material = await entry.load(trip, state);
  const model = trip.fit(material.train, fitOptions(state, material, 'trip'));
  near(model.score(material.test).auc, Number(rows[0].AUC), 0.15, 'AUC of Sonar');
  model.dispose();
});

/** The link chooses a sample of one of the two classes, with both of them in its neighbourhood, so that its coefficients are not flat. */
async function nearBoundary(run) {
  const { material, model } = await opened(run);
  const { target, against, sigma } = run.state;
  const { labels } = material.train;
  assert.ok(target !== against && [target, against].includes(labels[run.sample]));
  assert.deepEqual(addresses.parse(reproduction.hashOf(run, {}, everyone)).sample, { set: 'train', index: run.sample });
  const explanation = model.explain(material.train, { sigma, target });
  const lengthAt = (n) => Math.hypot(...explanation.local(n).original[0]);
  const steepest = Math.max(...[...labels.keys()].map(lengthAt));
  assert.ok(lengthAt(run.sample) > 0.4 * steepest, `${lengthAt(run.sample)} of ${steepest}`);
  explanation.dispose();
}

test('Figure 5: accuracies are within the deviation of the folds, and coefficients have the signs and about the sizes of the report', async () => {
  const deviations = rowsOf('fig5.csv');
  for (const figure of ['fig5-iris', 'fig5-wine']) {
    for (const run of reproduction.runsOf(figure)) {
      const { data, lambda, hiddenLayers, target, arrows } = run.state;
      const { material, report } = await opened(run);
      const row = deviations.find(
        (one) =>
          one.set === data &&
          one.method === 'TRIP' &&
          Number(one.lambda) === lambda &&
          one['hidden layers'] === `${hiddenLayers}`,
      );
      near(report.testAccuracy, Number(row['test accuracy']), 0.05, `${figure}, ${data}`);
      assert.deepEqual([target, arrows], [run.panel.target, true]);
      await nearBoundary(run);
      assert.equal(material.train.classNames[target], reproduction.classes[data][target]);
    }
  }
  const claims = read('report.md')
    .split('\n')
    .filter((line) => line.includes('mean local coefficients (unit length)'));
  const runs = reproduction.runsOf('fig5-variables');
  assert.equal(claims.length, runs.length);
  for (const [at, run] of runs.entries()) {
    const { material, model } = await opened(run);
    const samples = Array.from({ length: material.train.shape[0] }, (_, n) => n);
    const explanation = model.explain(material.train, { samples, sigma: run.state.sigma });
    const { target, against } = run.panel;
    assert.deepEqual([run.state.target, run.state.against], [target, against]);
    await nearBoundary(run);
    const shown = directionOf(explanation, material.train, target, [target, against]);
    explanation.dispose();
    for (const [, name, value] of claims[at].matchAll(/(\w+) ([+-]\d\.\d\d)/g)) {
      const { weight } = shown.find((one) => one.name === name.replaceAll('_', ' '));
      assert.equal(Math.sign(weight), Math.sign(Number(value)), `${claims[at]}: ${name} ${weight}`);
      near(weight, Number(value), 0.15, name);
    }
  }
});

test('Figure 6 and Table 2: the prediction follows the first axis of both modes, TRIP errs less than Tucker, the axes list their groups', async () => {
  const report = read('report.md');
  const [, rows, columns, secondRows, secondColumns] = report.match(
    /axis 1 of rows and columns ([\d.]+) and ([\d.]+), with axis 2 ([\d.]+) and ([\d.]+)/,
  );
  for (const run of reproduction.runsOf('fig6-network')) {
    const { material, model } = await opened(run);
    const mode = run.panel.mode - 1;
    assert.equal(run.state.mode, String(run.panel.mode));
    const { correlation } = matrixFacts(model, material.train);
    near(Math.abs(correlation[mode][0]), Number([rows, columns][mode]), 0.01, `axis 1 of mode ${mode + 1}`);
    near(Math.abs(correlation[mode][1]), Number([secondRows, secondColumns][mode]), 0.05, `axis 2 of mode ${mode + 1}`);
  }
  const [errors] = reproduction.runsOf('fig6-rmse');
  const rmse = async (method) => {
    const { model, material } = await opened(errors, { method });
    return model.score(material.test).rmse;
  };
  const [trained, tucker] = [await rmse('trip'), await rmse('tucker')];
  assert.ok(trained < 0.95 * tucker, `${trained}, ${tucker}`);
  const [, ours, theirs] = report.match(/RMSE of the held-out folds: TRIP ([\d.]+), TuckerNN ([\d.]+)/);
  assert.ok(Number(ours) < 0.95 * Number(theirs));
  // The page's groups of the response: C acts linearly, E does not.
  const [table] = reproduction.runsOf('table2');
  const { model, material } = await opened(table);
  const { top } = matrixFacts(model, material.train, 4);
  const groupOf = (mode, index) => material.train.modeNames[mode][index][0];
  for (const [mode, axes] of top.entries()) {
    const [first, second] = axes.map((indices) => indices.map((index) => groupOf(mode, index)));
    assert.deepEqual(first, Array(4).fill('C'), `mode ${mode + 1}`);
    // The text of the link says that its second axis is not that of the table.
    assert.ok(second.some((group) => group !== 'E'));
  }
  assert.ok(table.differences.includes('firstAxis'));
});

test('with the lambda of the report, the lowest objective on the page’s networks keeps groups without information', async () => {
  const [run] = reproduction.runsOf('table2');
  const found = [];
  for (let firstRestart = 0; firstRestart < 6; firstRestart++) {
    const { model, material, report } = await opened(run, {
      lambda: reproduction.networkLambda,
      seed: 1,
      batchSize: 20,
      epochs: 200,
      firstRestart,
    });
    found.push({ objective: report.objective, facts: matrixFacts(model, material.train, 4), material });
  }
  assert.equal(reproduction.networkLambda, 0.1);
  const [{ facts, material }] = found.toSorted((a, b) => a.objective - b.objective);
  for (const [mode, [first]] of facts.top.entries())
    for (const index of first) assert.match(material.train.modeNames[mode][index], /^[AD]/);
  for (const [first] of facts.correlation) assert.ok(Math.abs(first) < 0.3);
});

test('the grids of Figures 3 and 5 show about the accuracies of the report', async () => {
  const at = (file, { set, lambda, layers, standardised }) =>
    rowsOf(file).find(
      (row) =>
        row.set === set &&
        row.method === 'TRIP' &&
        Number(row.lambda) === lambda &&
        row['hidden layers'] === `${layers}` &&
        (standardised === undefined || row.standardised === `${standardised}`),
    );
  for (const run of [...reproduction.runsOf('fig3-accuracy'), ...reproduction.runsOf('fig5-accuracy')]) {
    const { lambdas, depths } = grids.planOf(run.state);
    const { data, standardize } = run.state;
    const spiral = data === 'spiral';
    const layers = spiral ? 3 : 0;
    assert.ok(depths.includes(layers));
    for (const lambda of spiral ? [lambdas[0], lambdas.at(-1)] : [lambdas[1]]) {
      const row = at(spiral ? 'fig3.csv' : 'fig5.csv', {
        set: spiral ? 'spiral-1' : data,
        lambda,
        layers,
        standardised: spiral ? standardize : undefined,
      });
      const starts = [];
      for (let firstRestart = 0; firstRestart < (spiral ? 4 : 1); firstRestart++)
        starts.push((await opened(run, { lambda, hiddenLayers: layers, firstRestart })).report);
      for (const [score, name] of [
        ['accuracy', 'fit accuracy'],
        ['testAccuracy', 'test accuracy'],
      ]) {
        const mean = starts.reduce((sum, one) => sum + one[score], 0) / starts.length;
        near(mean, Number(row[name]), 0.07, `${data}, lambda ${lambda}, ${name}`);
      }
    }
  }
});
