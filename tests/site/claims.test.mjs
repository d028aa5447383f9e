// Statements of the page against what it computes, without a browser: each test fails when a text and its figure part ways.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { fromRoot } from '../../build-scripts/tools.mjs';
import { loadTrip } from '../../dist/index.js';

let lessons, initialOf, catalogue, fitOptions, matchTruth, language, texts, trip;
before(async () => {
  const loaded = await loadModules(
    '/lessons/lessons.ts',
    '/data/state.ts',
    '/data/catalogue.ts',
    '/training/fit-options.ts',
    '/picture/truth.ts',
    '/text/speak.ts',
    ...['prose', 'help', 'labels', 'lessons', 'sharing', 'truth', 'data'].map((name) => `/text/en/${name}.ts`),
  );
  const [first, { initialOf: initial }, entries, options, truth, speak, ...words] = loaded.modules;
  [lessons, initialOf, catalogue, fitOptions] = [first, initial, entries.catalogue, options.fitOptions];
  [matchTruth, language, texts] = [truth.matchTruth, speak, Object.assign({}, ...words)];
  trip = await loadTrip();
});

/** Calls `check` with the texts in each language. */
async function inBoth(check) {
  for (const one of ['ja', 'en']) {
    await language.speak(one);
    check(one);
  }
}
/** Material of these settings, and a function that trains on it and frees the model after `read`. */
async function training(settings) {
  const material = await catalogue[settings.data].load(trip, settings);
  const fit = (changed, read, method = 'trip') => {
    const model = trip.fit(material.train, { ...fitOptions(settings, material, method), ...changed });
    try {
      return read(model);
    } finally {
      model.dispose();
    }
  };
  return { material, fit };
}
const testAccuracy = (model) => model.restarts[0].testAccuracy;
const scores = (model) => model.restarts[0];

test('the six trainings of the lesson about starts differ in their first plane alone, and the tool repeats them', async () => {
  const { panels } = lessons.steps.find(({ id }) => id === 'lottery');
  assert.equal(panels.length, 6);
  const { material } = await training(panels[0].state);
  const all = panels.map((panel) => lessons.optionsOf(trip, panel, material));
  const [{ projection: _first, ...same }] = all;
  for (const { projection: _own, ...rest } of all) assert.deepEqual(rest, same);
  assert.equal(new Set(all.map(({ projection }) => projection.join())).size, 6);
  const size = 2 * material.train.shape[1];
  const begun = all.map((options) => {
    const model = trip.fit(material.train, { ...options, epochs: 0 });
    const parameters = Array.from(model.parameters);
    model.dispose();
    return { plane: parameters.slice(0, size).join(), network: parameters.slice(size).join() };
  });
  assert.equal(new Set(begun.map(({ plane }) => plane)).size, 6);
  assert.equal(new Set(begun.map(({ network }) => network)).size, 1);
  for (const { state, start } of panels) {
    const { planeView, tour, handFrom } = state;
    assert.deepEqual(
      { planeView, tour, handFrom, start },
      { planeView: 'plane', tour: 'hand', handFrom: 'random', start: 0 },
    );
    // "Let TRIP take over" trains from the plane of the tour's seed, with the options of the page.
    const plane = trip.randomPlane(material.train.shape[1], 2, state.tourSeed, 0);
    const taken = { ...fitOptions(state, material, 'trip'), projection: plane, firstRestart: 0 };
    assert.deepEqual(lessons.optionsOf(trip, { state, method: 'trip', start: 0, fromPlane: true }, material), taken);
  }
  const { dataSeed, seed } = initialOf('spiral');
  assert.ok(panels[0].state.dataSeed !== dataSeed && panels[0].state.seed !== seed, 'the opening shows its result');
});

test('two starts differ in first plane, first weights and order of the samples, and the help texts say so', async () => {
  const { material, fit } = await training({ ...initialOf('spiral'), epochs: 1 });
  const size = 2 * material.train.shape[1];
  const [one, other] = [0, 1].map((firstRestart) =>
    fit({ firstRestart, epochs: 0 }, ({ parameters }) => Array.from(parameters)),
  );
  assert.notDeepEqual(one.slice(0, size), other.slice(0, size));
  assert.notDeepEqual(one.slice(size), other.slice(size));
  const begun = trip.fit(material.train, { ...fitOptions(initialOf('spiral'), material, 'trip'), epochs: 0 });
  const ordered = [0, 1].map((firstRestart) => fit({ firstRestart, start: begun }, ({ fingerprint }) => fingerprint));
  begun.dispose();
  assert.notEqual(ordered[0], ordered[1], 'the order of the samples');
  const differing = {
    en: [/first planes?/, /first weights/, /batch orders?/],
    ja: [/最初の平面/, /最初の重み/, /バッチの順序/],
  };
  await inBoth((which) => {
    const { seed, restarts, gridStarts, newStart } = texts.help;
    for (const help of [seed, restarts, gridStarts, newStart])
      for (const part of differing[which]) assert.match(help, part);
  });
});

test('the share of single starts that find the spiral is that of the report', async () => {
  const [head, ...rows] = readFileSync(fromRoot('docs', 'reproduction', 'auto.csv'), 'utf8')
    .trim()
    .split('\n');
  assert.equal(head.split(',')[2], 'found');
  const [, sets, found] = rows.find((row) => row.startsWith('one start,')).split(',');
  assert.match(
    readFileSync(fromRoot('docs', 'reproduction', 'report.md'), 'utf8'),
    /Spiral as generated, lambda 0\.1 unless stated/,
  );
  await inBoth(() => {
    assert.ok(texts.prose.startsText.includes(`${Math.round(100 * found)}%`));
    assert.match(texts.prose.startsText, new RegExp(`\\b${sets} |${sets}組`));
    assert.match(texts.prose.startsText, /λ = 0\.1/);
  });
});

test('the accuracy of a perfect picture is a mean, which single trainings exceed', async () => {
  const settings = { ...initialOf('spiral'), lambda: 1 };
  const { material, fit } = await training(settings);
  const [samples] = material.test.shape;
  assert.equal(samples, 2 * (settings.samplesPerClass + 10));
  const mean = 1 - 10 / (samples / 2);
  assert.ok(fit({}, testAccuracy) > mean, 'so the text names no maximum');
  const onAverage = {
    en: [/half of those wrong on average/, /on average; in a single test set/],
    ja: [/平均してその半分/, /正解率は平均して/],
  };
  await inBoth((which) => {
    const text = texts.prose.ceilingText(20, samples, 'LIMIT');
    for (const part of onAverage[which]) assert.match(text, part);
    assert.doesNotMatch(`${text} ${texts.prose.ceiling}`, /highest possible|上限/);
    assert.doesNotMatch(text, /Only the test accuracy|だけです/);
  });
});

test('a small lambda fits by chance, and a large one has the plane of PCA', async () => {
  const { material, fit } = await training(initialOf('spiral'));
  await inBoth(() => {
    const targets = [...texts.prose.lambdaText(100, 220, 'x').matchAll(/\]\(([\d.]+)\)/g)].map(([, value]) =>
      Number(value),
    );
    assert.deepEqual(targets, [0.001, 10]);
  });
  const small = fit({ lambda: 0.001 }, scores);
  assert.equal(small.accuracy, 1);
  assert.ok(Math.abs(small.testAccuracy - 0.5) < 0.1, `${small.testAccuracy}`);
  const size = 2 * material.train.shape[1];
  const planeOf = ({ parameters }) => Float64Array.from(parameters.subarray(0, size));
  const [large, pca] = [fit({ lambda: 10 }, planeOf), fit({ epochs: 0 }, planeOf, 'pca')];
  assert.ok(Math.max(...trip.principalAngles(large, pca, size / 2)) < 10);
});

test('PCA nearly shares one direction with the true plane and misses the other, as its lesson says', async () => {
  for (const settings of [initialOf('spiral'), lessons.steps.find(({ id }) => id === 'pca').panels[0].state]) {
    const { material, fit } = await training(settings);
    const read = ({ parameters, spec }) => matchTruth(trip, parameters, spec, material.truth);
    const match = fit({ epochs: 0 }, read, 'pca');
    assert.ok(match.nearest < 15 && match.furthest > 45, JSON.stringify(match));
    const cosines = [match.nearest, match.furthest].map((angle) => Math.cos((angle * Math.PI) / 180) ** 2);
    assert.ok(Math.abs(match.overlap - (cosines[0] + cosines[1]) / 2) < 1e-9, 'overlap is the mean squared cosine');
  }
  assert.ok(Math.cos((26.5 * Math.PI) / 180) ** 2 > 0.8 && Math.cos((26.6 * Math.PI) / 180) ** 2 < 0.8);
  await inBoth(() => {
    for (const number of ['0.8', '0.5', '26.5°']) assert.ok(texts.truth.measures.includes(number), number);
    // The measures are explained in one place.
    for (const part of Object.values(texts.prose))
      assert.doesNotMatch(typeof part === 'function' ? part(1, 2, 'x') : part, /principal angle|主角度/);
  });
});

test('the class to explain changes the correlations of the axes of vectors, and the axes of matrices', async () => {
  for (const [data, axesStay] of [
    ['wine', true],
    ['digits', false],
  ]) {
    const settings = { ...initialOf(data), epochs: 20 };
    const { material, fit } = await training(settings);
    const [one, other] = fit({}, (model) =>
      [0, 1].map((target) => {
        const explanation = model.explain(material.train, { target });
        const read = {
          axes: explanation.axes.map((axes) => Array.from(axes)),
          correlation: Array.from(explanation.correlation[0]),
        };
        explanation.dispose();
        return read;
      }),
    );
    assert.notDeepEqual(one.correlation, other.correlation);
    assert.equal(JSON.stringify(one.axes) === JSON.stringify(other.axes), axesStay, data);
  }
  const said = {
    en: /For vectors the axes stay the same; those of matrices/,
    ja: /ベクトルでは軸は変わりません。行列/,
  };
  await inBoth((which) => assert.match(texts.help.target, said[which]));
});

test('the text names the part of the page that shows the fingerprint, and the button that copies a link', async () => {
  const share = readFileSync(fromRoot('web', 'site', 'components', 'Share.svelte'), 'utf8');
  assert.match(share, /title=\{sharing\.title\}/);
  assert.match(share, /data-value="fingerprint"/);
  await inBoth(() => {
    const { bitsText } = texts.prose;
    for (const name of [texts.sharing.title, texts.labels.link]) assert.ok(bitsText.includes(name), name);
  });
});

test('names of a network tell nothing, and the two groups with the largest values do not determine the response', async () => {
  const { train } = await catalogue.network.load(trip, initialOf('network'));
  const { shape, modeNames, x, targets } = train;
  const groups = [...new Set(modeNames.flat().map((name) => name.replace(/\d+$/, '')))];
  assert.deepEqual(groups.toSorted(), ['A', 'B', 'C', 'D', 'E']);
  const [count, rows, columns] = shape;
  /** The mean of a group's block in each sample. */
  const blocks = groups.map((group) => {
    const own = (mode) => modeNames[mode].flatMap((name, at) => (name.startsWith(group) ? [at] : []));
    const cells = own(0).flatMap((row) => own(1).map((column) => row * columns + column));
    return Array.from({ length: count }, (_, n) => {
      const values = cells.map((cell) => x[n * rows * columns + cell]);
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    });
  });
  const size = (values) => values.reduce((sum, value) => sum + Math.abs(value), 0) / count;
  const correlation = (values) => {
    const centred = (list) => list.map((value) => value - list.reduce((sum, one) => sum + one, 0) / count);
    const [a, b] = [centred(values), centred([...targets])];
    const dot = (p, q) => p.reduce((sum, value, n) => sum + value * q[n], 0);
    return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
  };
  const largest = groups.toSorted((a, b) => size(blocks[groups.indexOf(b)]) - size(blocks[groups.indexOf(a)]));
  assert.deepEqual(largest.slice(0, 2).toSorted(), ['A', 'D']);
  const followed = (group) => Math.abs(correlation(blocks[groups.indexOf(group)]));
  assert.ok(followed('C') > 0.95);
  for (const group of ['A', 'D']) assert.ok(followed(group) < 0.25, `${group}: ${followed(group)}`);
  const asked = { en: /two groups have the largest values.*\?$/i, ja: /値が最も大きい二つのグループ.*でしょうか。$/ };
  await inBoth((which) => assert.match(texts.dataText.network.about, asked[which]));
});

test('the numbers in the lessons are those of the data, of the mark that counts, and of the report', async () => {
  const panelOf = (id) => lessons.steps.find((step) => step.id === id).panels[0];
  const { material } = await training(panelOf('pca').state);
  const [samples, dimensions] = material.train.shape;
  const noise = samples - 2 * panelOf('pca').state.samplesPerClass;
  const rows = readFileSync(fromRoot('docs', 'reproduction', 'auto.csv'), 'utf8')
    .trim()
    .split('\n');
  const foundOf = (candidate) => {
    const [, sets, found] = rows
      .find((row) => row.startsWith(`${candidate},`))
      .split(',')
      .map(Number);
    assert.equal(sets, 40);
    return Math.round(sets * found);
  };
  assert.equal(lessons.passMark, 3 / 4);
  const numbersIn = (text) => (text.match(/\d+/g) ?? []).map(Number);
  const all = [
    ['pca', [samples, dimensions, noise]],
    ['lda', [samples]],
    ['lottery', [3, 4]],
  ];
  await inBoth(() => {
    for (const [id, numbers] of all)
      for (const number of numbers)
        assert.ok(numbersIn(texts.lessons.steps[id].question).includes(number), `${id}: ${number}`);
    const told = texts.lessons.findings.chooses(1, 'o', 'r', [3, 12], ['l', 'h']).split('\n\n').at(-1);
    assert.deepEqual(
      numbersIn(told)
        .filter((number) => number !== 1)
        .toSorted((a, b) => a - b),
      [foundOf('one start'), 16, foundOf('lowest of 16 starts'), 40, 100].toSorted((a, b) => a - b),
    );
  });
});
