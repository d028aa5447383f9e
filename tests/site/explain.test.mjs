// One class against another, and the single sample beside it: the directions of the report, one scale, flat where nothing changes.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { loadTrip } from '../../dist/index.js';
import { becomes, control, hashOf, shows, startBench, text, until } from './support.mjs';

let explain, catalogue, addresses, initialOf, fitOptions, directionOf, lookOf, stageOf, trip;
before(async () => {
  const loaded = await loadModules(
    '/training/explain.ts',
    '/data/catalogue.ts',
    '/data/state.ts',
    '/training/fit-options.ts',
    'experiments/explain.ts',
    '/picture/picture.ts',
  );
  [{ explain }, { catalogue }, { addresses, initialOf }, { fitOptions }, { directionOf }, { lookOf, stageOf }] =
    loaded.modules;
  trip = await loadTrip();
});

/** The complete explanation of a training; `work` gets the model too. */
async function reading(changed, selected, work = () => {}) {
  const state = { ...initialOf(changed.data), ...changed };
  const material = await catalogue[state.data].load(trip, state);
  const model = trip.fit(material.train, fitOptions(state, material, 'trip'));
  try {
    const frame = { source: model, restart: 0, epoch: state.epochs, parameters: model.parameters };
    const stage = stageOf(trip, material, frame, state.standardize);
    const { modes } = catalogue[state.data];
    const readings = [];
    await explain({ trip, stage, frame, state, modes, selected }, new AbortController().signal, (one) =>
      readings.push(one),
    );
    const last = readings.at(-1);
    assert.ok(last.complete);
    await work({ model, material, last, state });
    return last;
  } finally {
    model.dispose();
  }
}

/** The paper's readings of Figure 5: variables that rise and fall from the second class to the first. */
const claims = [
  ['iris', 2, 1, ['petal length', 'petal width'], ['sepal length', 'sepal width']],
  ['wine', 2, 1, ['color intensity', 'proline', 'alcohol', 'ash'], ['hue', 'flavanoids']],
  ['wine', 0, 1, ['color intensity', 'proline', 'alcohol', 'ash'], ['hue', 'alcalinity of ash']],
];

test('one class against another is the direction of the report, at unit length, with the signs of the paper', async () => {
  for (const [data, target, against, rise, fall] of claims)
    for (const sigma of [1, 'auto'])
      await reading({ data, target, against, sigma }, undefined, ({ model, material, last }) => {
        const { contrast } = last;
        const [{ variables, length }] = contrast.modes;
        const weights = Object.fromEntries(variables.map(({ name, weight }) => [name, weight]));
        assert.equal(contrast.against, material.train.classNames[against]);
        assert.ok(Math.abs(Math.hypot(...Object.values(weights)) - 1) < 1e-12);
        const explanation = model.explain(material.train, { sigma: last.sigma });
        // The width of the paper leaves no sample of Iris and Wine alone.
        if (sigma === 1)
          for (const { name, weight } of directionOf(explanation, material.train, target, [target, against]))
            assert.ok(Math.abs(weights[name] - weight) < 1e-9, `${data} ${name}: ${weights[name]} for ${weight}`);
        // The length is that of the mean over the samples with neighbours.
        const among = [...material.train.labels.keys()].filter((n) =>
          [target, against].includes(material.train.labels[n]),
        );
        const used = among.map((n) => explanation.local(n)).filter(({ neighbours }) => neighbours >= 1.01);
        explanation.dispose();
        assert.deepEqual([contrast.used, contrast.examined], [used.length, among.length]);
        const mean = (i) => used.reduce((sum, { targets }) => sum + targets[target].original[0][i], 0) / used.length;
        const means = Object.keys(weights).map((_, i) => mean(i));
        assert.ok(Math.abs(length - Math.hypot(...means)) < 1e-9);
        for (const { index, weight } of variables) assert.ok(Math.abs(weight * length - mean(index)) < 1e-9);
        for (const name of rise) assert.ok(weights[name] > 0, `${data}: ${name}`);
        for (const name of fall) assert.ok(weights[name] < 0, `${data}: ${name}`);
      });
});

test('no second class, the same class and a regression have no such direction; matrices have one for each mode', async () => {
  for (const against of [-1, 2])
    assert.equal((await reading({ data: 'iris', epochs: 20, against })).contrast, undefined);
  assert.equal((await reading({ data: 'network', epochs: 5, against: 1 })).contrast, undefined);
  const { contrast } = await reading({ data: 'digits', epochs: 30, target: 0, against: 4 });
  assert.deepEqual(
    contrast.modes.map(({ name, variables }) => [name, variables.length]),
    [
      ['rows', 8],
      ['columns', 8],
    ],
  );
});

test('a sample is flat where its coefficients are less than a hundredth of those of the steepest', async () => {
  const flat = {};
  // The first iris is a setosa, far from virginica; the other lies between virginica and versicolor.
  for (const index of [0, 94])
    await reading({ data: 'iris', sigma: 1 }, { set: 'train', index }, ({ model, material, last, state }) => {
      const explanation = model.explain(material.train, { sigma: 1, target: state.target });
      const lengthAt = (n) => Math.hypot(...explanation.local(n).original[0]);
      const steepest = Math.max(...[...material.train.labels.keys()].map(lengthAt));
      assert.equal(last.flat, lengthAt(index) < 0.01 * steepest);
      flat[index] = last.flat;
      explanation.dispose();
    });
  assert.deepEqual(flat, { 0: true, 94: false });
});

test('Iris opens at virginica against versicolor, Wine at cultivar 3 against 2, and links name only other classes', async () => {
  for (const data of ['iris', 'wine']) {
    const initial = initialOf(data);
    assert.deepEqual([initial.target, initial.against], [2, 1]);
    assert.equal(addresses.format(initial), `v=1&a=${data}`);
    assert.equal(addresses.format({ ...initial, target: 0, against: -1 }), `v=1&a=${data}&g=0&ga=-1`);
  }
  assert.equal(initialOf('spiral').against, -1);
  assert.ok(lookOf(initialOf('iris')));
});

test('a link opens with its sample; bars of equal length are equal numbers in all lists, and a flat sample is called flat', async () => {
  const bench = await startBench();
  try {
    const { page, heard } = await bench.open('#v=1&a=iris&p=full&k=1&sn=95', { wait: 'end' });
    await shows(page, '.sample output', 'fit sample 95');
    const sample = () => page.locator('.sample').getAttribute('data-sample');
    assert.equal(await sample(), 'train 94');
    await shows(
      page,
      '[data-value=contrast] caption',
      /^virginica against versicolor: mean local regression coefficients/,
    );
    /** Pixels of a bar for each unit of its number, over all lists. */
    const scales = () =>
      page.locator('.explain tbody tr').evaluateAll((rows) =>
        rows.flatMap((row) => {
          const shown = Number(row.querySelector('.weight').textContent.replaceAll('−', '-'));
          const { width } = row.querySelector('rect').getBoundingClientRect();
          return Math.abs(shown) > 0.1 ? [width / Math.abs(shown)] : [];
        }),
      );
    const all = await scales();
    assert.ok(all.length > 12, `${all.length} bars`);
    for (const scale of all) assert.ok(Math.abs(scale / all[0] - 1) < 0.03, `${scale} and ${all[0]}`);
    assert.equal(await page.locator('[data-value=flat]').count(), 0);
    // The number of the sample goes into the link.
    await page.locator('.sample').getByRole('button', { name: 'Next sample' }).click();
    assert.match(await hashOf(page), /&sn=96$/);
    const other = await bench.open('#v=1&a=iris&p=full&k=1&sn=1', { wait: 'end' });
    await shows(other.page, '[data-value=flat]', /^Flat here\./);
    const longest = () =>
      other.page
        .locator('.sample rect')
        .evaluateAll((bars) => Math.max(...bars.map((bar) => bar.getBoundingClientRect().width)));
    assert.ok((await longest()) < 1);
    // A class is not explained against itself: the two change places.
    await control(other.page, 'target').locator('select').selectOption('1');
    await becomes(() => control(other.page, 'against').locator('select').inputValue(), '2');
    await until.end(other.page);
    await shows(other.page, '[data-value=contrast] caption', /^versicolor against virginica/);
    await control(other.page, 'against').locator('select').selectOption('-1');
    await becomes(() => other.page.locator('[data-value=contrast]').count(), 0);
    assert.match(await text(other.page, '.sample output'), /^fit sample 1$/);
    // Another training has no chosen sample.
    await control(other.page, 'newStart').getByRole('button').click();
    await becomes(
      () => hashOf(other.page),
      (hash) => !hash.includes('sn='),
    );
    assert.deepEqual([...heard, ...other.heard], []);
  } finally {
    await bench.stop();
  }
});
