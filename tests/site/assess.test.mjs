// "Is it real?": the parts without a browser, then the whole flow on the page.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { loadTrip } from '../../dist/index.js';
import { createTrainer } from '../../dist/trainer.js';
import {
  becomes,
  button,
  control,
  follow,
  hashOf,
  saved,
  screenshot,
  shows,
  startBench,
  stays,
  text,
  until,
  violations,
} from './support.mjs';

let bench, modules;
before(async () => {
  const loaded = await loadModules(
    '/training/procedures.ts',
    '/training/histogram.ts',
    '/training/honesty.ts',
    '/text/describe-assess.ts',
    '/picture/held-out.ts',
    '/text/speak.ts',
    '/data/state.ts',
    '/training/assessment.ts',
    '/data/import-table.ts',
    '/training/explain.ts',
    '/picture/picture.ts',
  );
  modules = loaded.modules;
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

/** A procedure of `fits` fits that ends when all have ended, or when it is aborted. */
function counting(key, fits, seen) {
  return {
    ...{ name: key, key, fits, starts: 1 },
    async compute(_subject, { signal, done, onProgress }) {
      seen.push(done.length);
      for (let fit = done.length; fit < fits; fit++) {
        await new Promise((resolve) => setTimeout(resolve));
        signal.throwIfAborted();
        onProgress({ row: { cell: `fit ${fit}` } });
      }
      return { key };
    },
  };
}

test('procedures run in order with progress; a cancelled one keeps its fits and continues; results are cached', async () => {
  const [{ Procedures }] = modules;
  const [seen, told] = [[], []];
  let stopAt = 3;
  const all = [counting('a', 4, seen), counting('b', 6, seen)];
  const procedures = new Procedures(() => {
    const { progress } = procedures;
    if (!progress) return;
    told.push(`${progress.name} ${progress.done}`);
    if (progress.done === stopAt) procedures.cancel();
  }, 0);
  await procedures.run(all, {});
  assert.deepEqual(told, ['a 0', 'a 1', 'a 2', 'a 3']);
  assert.equal(procedures.progress, undefined);
  assert.equal(procedures.failure, undefined);
  assert.ok(procedures.begun(all));
  assert.equal(procedures.resultOf(all[0]), undefined);
  stopAt = Number.NaN;
  await procedures.run(all, {});
  assert.deepEqual(seen, [0, 3, 0]);
  assert.equal(told.at(-1), 'b 10');
  assert.deepEqual(procedures.resultOf(all[1]), { key: 'b' });
  await procedures.run(all, {});
  assert.deepEqual(seen, [0, 3, 0]);
  const failing = { ...counting('c', 1, seen), compute: () => Promise.reject(new Error('no luck')) };
  await procedures.run([failing], {});
  assert.equal(procedures.failure, 'no luck');
  // The procedures that were used least recently make room.
  for (let at = 0; at < 11; at++) await procedures.run([counting(`d${at}`, 1, seen)], {});
  assert.equal(procedures.resultOf(all[0]), undefined);
});

test('a histogram has every score in one bin, and bins of accuracies contain equally many possible values', () => {
  const [, { histogramOf }] = modules;
  const samples = 60;
  const scores = Array.from({ length: 199 }, (_, at) => (20 + ((at * 7) % 23)) / samples);
  const { bars, low, high } = histogramOf(scores, 55 / samples, 1 / samples);
  assert.equal(
    bars.reduce((sum, { height }) => sum + height, 0),
    199,
  );
  for (const { from, to, height } of bars) {
    const inside = scores.filter((score) => score > from && score < to).length;
    assert.equal(inside, height);
    const possible = Array.from({ length: samples + 1 }, (_, k) => k / samples).filter((k) => k > from && k < to);
    assert.equal(possible.length, Math.round((to - from) * samples));
  }
  assert.ok(low < 20 / samples && high > 55 / samples);
  assert.equal(histogramOf([1, 1, 1], 1).bars[0].height, 3);
});

test('one honest sentence, and what to do, in both languages', async () => {
  const [, , { honestyOf }, words, , language, { initialState }, { assessmentPlanOf }] = modules;
  const plan = assessmentPlanOf({ ...initialState, lambda: 0.02 });
  const bootstraps = 20;
  /** Planes of 2 axes among this number of variables. */
  const mode = (within, random, variables = 5) => ({
    angleQuantiles: [1, 2, within],
    randomQuantiles: [random - 20, random - 5, random],
    angles: new Float64Array(2 * bootstraps),
    loadings: new Float64Array(2 * variables),
  });
  const crossValidation = {
    interval: { score: 'accuracy', value: 0.84, low: 0.78, high: 0.9 },
    train: { accuracy: { mean: 1 } },
    diverged: 0,
  };
  const usual = { permutations: 199, stoppedEarly: false, smallestP: 0.005, correlation: [0.1, -0.2, 0] };
  const real = {
    crossValidation,
    permutationTest: { significant: true, p: 0.005, ...usual },
    stability: { bootstraps, modes: [mode(12, 84), mode(3, 84), mode(0, 0, 2)] },
  };
  const chance = {
    crossValidation: { ...crossValidation, interval: { score: 'accuracy', value: 0.5, low: 0.38, high: 0.62 } },
    permutationTest: { significant: false, p: 0.42, ...usual },
    stability: { bootstraps, modes: [mode(71, 84)] },
  };
  const told = (parts) => words.honestText(honestyOf(plan, parts));
  assert.equal(told({}), undefined);
  assert.equal(told({ crossValidation }), 'Held out 84% (78% to 90%).');
  assert.equal(told(real), 'Better than chance: p = 0.005; held out 84% (78% to 90%); plane stable within 12°.');
  assert.equal(
    told(chance),
    'No better than chance: p = 0.42; held out 50% (38% to 62%); plane not stable (resamples up to 71° off their mean, random planes 84°).',
  );
  // Two axes of two variables are the same plane for any resample.
  const whole = { ...chance, stability: { bootstraps, modes: [mode(1e-14, 0, 2)] } };
  assert.equal(told(whole), 'No better than chance: p = 0.42; held out 50% (38% to 62%).');
  assert.ok(!honestyOf(plan, whole).advice.some(({ code }) => code === 'unstable'));
  const seldom = { stability: { ...chance.stability, bootstraps: 19 } };
  assert.equal(told(seldom), 'Plane not judged: 19 resamples, at least 20 are needed.');
  const early = { ...real, permutationTest: { ...usual, significant: true, p: 0.03, stoppedEarly: true } };
  assert.match(told(early), /^Better than chance: p is at most 0\.05;/);
  assert.deepEqual(
    honestyOf(plan, chance).advice.map(({ code }) => code),
    ['optimistic', 'notBetter', 'starts', 'unstable'],
  );
  const [few, alike, short] = [
    { smallestP: 1 / 6 },
    { correlation: [0.9, 0.8] },
    { permutations: 9, smallestP: 0.1 },
  ].map((more) => ({ permutationTest: { ...chance.permutationTest, ...more } }));
  const both = { permutationTest: { ...few.permutationTest, permutations: 9 } };
  for (const [parts, code, sentence] of [
    [both, 'fewArrangements', /only 6 ways/],
    [few, 'fewArrangements', /arranged in only 6 ways, so p cannot be expected below 0\.17/],
    [short, 'fewPermutations', /With 9 permutations, p cannot be below 0\.1; 19 or more/],
    [alike, 'alike', /mean correlation 0\.850/],
  ]) {
    assert.equal(told(parts), 'Not told from chance: p = 0.42.');
    const [first] = honestyOf(plan, parts).advice;
    assert.equal(first.code, code);
    assert.match(words.adviceText(first), sentence);
  }
  const undecided = { permutationTest: { ...few.permutationTest, stoppedEarly: true } };
  assert.equal(told(undecided), 'Not told from chance: p is above 0.05.');
  const regression = {
    crossValidation: {
      interval: { score: 'rmse', value: 0.52, low: 0.45, high: 0.6 },
      train: { rmse: { mean: 0.5 } },
      diverged: 2,
    },
  };
  assert.match(told(regression), /^Held-out error 0\.520 \(0\.450 to 0\.600\)\.$/);
  assert.deepEqual(
    honestyOf(plan, regression).advice.map(({ code }) => code),
    ['diverged'],
  );
  const sentences = [real, chance, regression].flatMap((parts) => honestyOf(plan, parts).advice.map(words.adviceText));
  assert.ok(sentences.some((sentence) => sentence.includes('λ above 0.02')));
  await language.speak('ja');
  for (const parts of [real, chance, early, seldom, few, alike, short, undecided, regression]) {
    const spoken = [told(parts), ...honestyOf(plan, parts).advice.map(words.adviceText)];
    for (const one of spoken) assert.match(one, /[ぁ-ん]/);
    assert.doesNotMatch(spoken.join(), /undefined|NaN|–/);
  }
  await language.speak('en');
});

test('ellipses have the covariance of the plane of the picture', () => {
  const [, , , , { ellipsesOf, mostEllipses }] = modules;
  // The picture shows the second axis to the right and the first one upwards, moved by (5, 7).
  const place = (latent) => Float32Array.from(latent, (_, at) => latent[at ^ 1] + (at % 2 === 0 ? 5 : 7));
  const [ellipse] = ellipsesOf({ place }, { mean: Float64Array.of(1, 2), covariance: Float64Array.of(4, 1, 1, 9) });
  assert.deepEqual([ellipse.x, ellipse.y], [7, 8]);
  for (const [at, value] of [9, 1, 4].entries()) assert.ok(Math.abs(ellipse.covariance[at] / 5.991 - value) < 1e-6);
  const many = ellipsesOf({ place }, { mean: new Float64Array(2000), covariance: new Float64Array(4000) });
  assert.equal(many.length, mostEllipses);
  assert.equal(new Set(many.map(({ index }) => index)).size, mostEllipses);
});

/** A table of 12 patients with five rows each, whose first variable follows the class; `classOf` gives that of a patient and a row. */
function patients(classOf) {
  const rows = Array.from({ length: 60 }, (_, n) => {
    const [patient, row] = [Math.floor(n / 5), n % 5];
    const kind = classOf(patient, row);
    return [(kind === 'ill' ? 1 : -1) + Math.sin(7 * n) / 2, Math.sin(3 * n), `p${patient}`, kind].join(',');
  });
  return ['a,b,patient,kind', ...rows].join('\n');
}
const byPatient = (patient) => (patient % 2 === 0 ? 'ill' : 'well');

test('rows of a group stay together in the split, the folds and the permutations; unsuitable groups are refused', async () => {
  const [, , , , , , { initialOf }, { assessmentPlanOf, proceduresOf }, own] = modules;
  const trip = await loadTrip();
  const trainer = await createTrainer({ trip, workers: 1, local: true });
  const choice = { target: 'kind', task: 'classification', missing: 'refuse', categories: 'refuse', group: 'patient' };
  const imported = (text) => own.importTable(text, 'table', own.defaultReading, choice);
  for (const [classOf, mixed] of [
    [byPatient, false],
    [(patient, row) => byPatient(patient + row), true],
  ]) {
    const { data, entry } = await imported(patients(classOf));
    assert.deepEqual(data.featureNames, ['a', 'b']);
    const settings = { ...initialOf('own'), epochs: 20, restarts: 1, permutations: 9, folds: 3, bootstraps: 10 };
    const material = await entry.load(trip, settings);
    const [fit, test] = [material.train, material.test].map(({ shape }) => shape[0]);
    assert.equal(fit + test, 60);
    assert.equal(fit % 5, 0);
    assert.ok(test >= 10 && test <= 25, `${test} test samples`);
    assert.equal(material.groups.length, fit);
    assert.deepEqual(material.train.classNames, material.test.classNames);
    const run = { signal: new AbortController().signal, done: [] };
    const procedures = proceduresOf(assessmentPlanOf(settings));
    const { assignment } = await procedures.crossValidation.compute({ trip, trainer, material }, run);
    for (const [n, group] of material.groups.entries())
      assert.equal(assignment[0][n], assignment[0][material.groups.indexOf(group)]);
    const { correlation } = await procedures.permutationTest.compute({ trip, trainer, material }, run);
    // Permuted within groups of one class, the responses would stay as they are.
    assert.ok(
      correlation.some((value) => value < 0.9),
      `${mixed}: ${correlation}`,
    );
    const again = await entry.load(trip, settings);
    assert.deepEqual(again.groups, material.groups);
  }
  for (const [text, code] of [
    [patients((patient) => (patient === 3 ? 'ill' : 'well')), 'lonelyClasses'],
    [patients(byPatient).replaceAll(/p\d+/g, (name) => `p${Number(name.slice(1)) % 4}`), 'fewGroups'],
  ]) {
    await assert.rejects(imported(text), ({ reason }) => {
      assert.equal(reason.code, code);
      return true;
    });
  }
  await trainer.close();
});

test('a sample unlike the fit samples is recognised, with the variable that makes it so', async () => {
  const [, , , , , , { initialOf }, , , { explain }, { modelStage }] = modules;
  const trip = await loadTrip();
  const numbers = (count, seed) => Float32Array.from({ length: 5 * count }, (_, at) => Math.sin(seed + 1.7 * at * at));
  const of = (x) => {
    const y = Array.from({ length: x.length / 5 }, (_, n) => (x[5 * n] > 0 ? 'A' : 'B'));
    return trip.dataset({ x, shape: [y.length, 5], y, featureNames: ['a', 'b', 'c', 'd', 'e'] });
  };
  const odd = numbers(20, 2);
  odd[5 * 7 + 3] = 40;
  const material = { train: of(numbers(80, 1)), test: of(odd) };
  const model = trip.fit(material.train, { restarts: 1, epochs: 30, hidden: [] });
  const frame = { source: model, restart: 0, epoch: 30, parameters: model.parameters };
  const stage = modelStage(model, material, true);
  for (const [index, unlike] of [
    [7, true],
    [2, false],
  ]) {
    const readings = [];
    const question = { trip, stage, frame, state: initialOf('own'), modes: ['variables'] };
    const asked = { ...question, selected: { set: 'test', index } };
    await explain(asked, new AbortController().signal, (reading) => readings.push(reading));
    const { diagnosis } = readings.at(-1).selected;
    assert.equal(diagnosis.unlike, unlike, `${index}`);
    if (!unlike) continue;
    assert.ok(diagnosis.reasons.some((reason) => diagnosis.contributions[reason][0].name === 'd'));
  }
  model.dispose();
});

/** A small test of short trainings. */
const small = (data) => `#v=1&a=${data}&p=full&k=2&e=100&xp=19&xb=20`;
const honest = '[data-value=honest]';

/** Tests the trainings shown and waits for the end. */
async function assessed(page) {
  await button(page, 'Test it').click();
  await page.waitForSelector('[data-value=angles]');
  await page.locator('.assess progress').waitFor({ state: 'detached' });
  await until.drawn(page);
}

test('irises are told apart better than chance: sentence, pictures, permutations, scores, intervals, importance, file', async () => {
  const { page, heard } = await bench.open(small('iris'), { wait: 'end' });
  await shows(page, '[data-value=estimate]', /^about \d+ s$/);
  await assessed(page);
  const sentence =
    /^Better than chance: p = 0\.05; held out (\d+)% \((\d+)% to (\d+)%\); plane (stable within|not stable)/;
  const [, value, low, high] = sentence.exec(await shows(page, honest, sentence)).map(Number);
  assert.ok(low < value && value < high && value > 80, `${low} ${value} ${high}`);
  assert.equal(await text(page, '[data-value=honest-here]'), await text(page, honest));
  assert.equal(await text(page, '[data-value=assess-said]'), await text(page, honest));
  assert.match(await text(page, '[data-value=permutations]'), /^19 cross validations .* better than all of them\.$/);
  assert.match(await text(page, '[data-picture=heldOut] figcaption'), new RegExp(`${value}% are right`));

  // A sample that is found in one picture is ringed in the other, and named with its held-out prediction.
  const canvases = () =>
    page.locator('[data-picture] canvas').evaluateAll((all) => all.map((canvas) => canvas.toDataURL()));
  const plain = await canvases();
  assert.notEqual(plain[0], plain[1]);
  await page.locator('[data-picture=ordinary] [role=application]').focus();
  await page.keyboard.press('End');
  await shows(page, '[data-value=found]', /^fit sample \d+, class virginica; held-out prediction: P\(/);
  await until.drawn(page);
  const ringed = await canvases();
  for (const at of [0, 1]) assert.notEqual(ringed[at], plain[at]);
  await page.keyboard.press('Escape');
  await shows(page, '[data-value=found]', '');
  await control(page, 'ellipses').locator('input').check();
  assert.match(await hashOf(page), /&xl=1/);
  await until.drawn(page);
  assert.notEqual((await canvases())[0], plain[0]);

  const rows = await page.locator('[data-value=held-out-scores] tbody tr').allTextContents();
  for (const name of ['Accuracy', 'Balanced accuracy', 'Macro F1', 'Matthews correlation', 'Brier score', 'AUC'])
    assert.ok(
      rows.some((row) => row.startsWith(name) && /5 of 5$/.test(row)),
      name,
    );
  assert.equal(rows.filter((row) => /^Recall of (setosa|versicolor|virginica)\d/.test(row)).length, 3);
  const counts = await page.locator('[data-value=confusion-held-out] td').allTextContents();
  assert.equal(
    counts.map(Number).reduce((sum, count) => sum + count, 0),
    105,
  );
  assert.equal(await page.locator('[data-value=importance] tbody tr').count(), 4);
  await page.locator('[data-value=intervals]').waitFor();
  assert.equal((await page.locator('.axes .mode table path').count()) > 4, true);

  const file = await saved(page, button(page, 'Save the results (CSV)'));
  const lines = file.trim().split(/\r?\n/);
  const having = (part) => lines.filter((line) => line.startsWith(part)).length;
  assert.equal(having('permutation,'), 2 * 19);
  assert.equal(having('held-out prediction'), 3 * 105);
  assert.equal(having('weight'), 2 * 4);
  assert.equal(having('importance'), 4);
  assert.deepEqual(await violations(page, '.assess'), []);
  assert.deepEqual(heard, []);
});

test('noise is no better than chance, in both languages and all widths; other settings clear the result, and Back restores it', async () => {
  const { page, heard } = await bench.open(`${small('noise')}&l=0.00001`, { wait: 'end' });
  await shows(page, '[data-method=trip] [data-value=fit]', /^100/);
  await assessed(page);
  await shows(page, honest, /^No better than chance: p = 0\.\d+; held out \d+%/);
  const advice = await text(page, '[data-value=advice]');
  assert.match(advice, /In the folds, TRIP gets 100% of the samples that it was trained on right, and \d+% of those/);
  assert.match(advice, /a λ above 0\.00001 may show/);
  await control(page, 'language').locator('select').selectOption('ja');
  await shows(page, honest, /^偶然と変わらない：p = 0\.\d+、/);
  await control(page, 'language').locator('select').selectOption('en');
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [320, 'dark'],
  ]) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await until.drawn(page);
    await screenshot(page.locator('.assess'), `assess-${width}-${colorScheme}`);
    assert.deepEqual(await violations(page, '.assess'), [], `${width}`);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  const before = await text(page, honest);
  const hash = await hashOf(page);
  await follow(page, hash.replace('e=100', 'e=90'));
  await page.locator(honest).waitFor({ state: 'detached' });
  await until.end(page);
  assert.ok(await button(page, 'Test it').isEnabled());
  await page.goBack();
  await shows(page, honest, before);
  assert.deepEqual(heard, []);
});

test('a test is cancelled by its button and by another setting, and goes on from its fits', async () => {
  const { page, heard } = await bench.open('#v=1&a=iris&p=full&k=2&e=300&xp=500&xb=10', { wait: 'end' });
  const bar = page.locator('.assess progress');
  await button(page, 'Test it').click();
  await shows(page, '[data-value=assess-progress]', /^Permutation test: \d+ of 2,?535 trainings, about \d/);
  await button(page, 'Cancel').click();
  await bar.waitFor({ state: 'detached' });
  await shows(page, '[data-value=assess-said]', 'Cancelled. The finished trainings are kept.');
  await shows(page, honest, /^Held out/);
  await button(page, 'Go on with the test').click();
  await shows(page, '[data-value=assess-progress]', /^Permutation test: [1-9]\d+ of/);
  // The trainings shown go on while the test runs.
  await button(page, 'Rewind').click();
  await button(page, 'Play').click();
  await until.end(page);
  assert.equal(await bar.count(), 1);
  await control(page, 'lambda').getByRole('slider').press('ArrowRight');
  await bar.waitFor({ state: 'detached' });
  await page.locator(honest).waitFor({ state: 'detached' });
  await until.end(page);
  await stays(() => bar.count(), 0);
  assert.deepEqual(heard, []);
});

test('the small multiples choose a cell by nested cross validation, and show it', async () => {
  const { page, heard } = await bench.open('#v=1&a=iris&p=full&k=1&e=30&gn=2', { wait: 'end' });
  await button(page, 'Choose by cross-validation').click();
  const said =
    /Chosen: λ (1|0\.001), no hidden layer\. Score of this way of choosing, on samples without a part in it: \d+%; score by which it chose: \d+%\./;
  const [, lambda] = said.exec(await shows(page, '[data-value=chosen]', said));
  await button(page, 'Show it in the tool').click();
  await becomes(() => hashOf(page), lambda === '1' ? /&l=1&/ : /&l=0\.001&/);
  await until.end(page);
  assert.deepEqual(heard, []);
});

test('trainings in two parts are not tested, and the page says why', async () => {
  const { page } = await bench.open('#v=1&a=iris&p=full&k=1&e=30&fr=10~0.02', { wait: 'end' });
  await shows(page, '[data-value=obstacle]', /^A training in two parts/);
  assert.ok(await button(page, 'Test it').isDisabled());
});

test('a pasted table with groups says so, and a chosen sample is compared with the fit samples', async () => {
  const { page, heard } = await bench.open('#v=1&p=full&k=1');
  await button(page, 'Your own table …').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Pasted table').fill(patients(byPatient));
  await dialog.getByLabel('Pasted table').blur();
  await dialog.getByLabel('Column to predict').selectOption('kind');
  await dialog.getByLabel('Rows that belong together').selectOption('patient');
  await button(dialog, 'Train on this').click();
  await dialog.waitFor({ state: 'hidden' });
  await until.end(page);
  await shows(page, '[data-value=groups]', /^The fit samples belong to \d+ groups\./);
  await button(page, 'Next sample').click();
  await shows(page, '[data-value=diagnosis]', /^(Its variables are like those of the fit samples\.|Unlike anything)/);
  assert.deepEqual(heard, []);
});
