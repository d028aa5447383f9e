// The goals of the lessons: each begins unreached, and the page's own settings reach it. Without a browser.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { loadTrip } from '../../dist/index.js';

let goals, lessons, methodsOf, state, initialOf, catalogue, fitOptions, matchTruth, hands, tilts, words, texts, speak;
let lessonTexts, addresses, sealed, trip;
before(async () => {
  const loaded = await loadModules(
    '/lessons/goals.ts',
    '/lessons/lessons.ts',
    '/data/catalogue.ts',
    '/link/state.ts',
    '/data/state.ts',
    '/training/fit-options.ts',
    '/picture/truth.ts',
    '/tour/hand.ts',
    '/lessons/tilt.ts',
    '/text/describe-lessons.ts',
    '/text/en/goals.ts',
    '/text/speak.ts',
    '/link/address.ts',
    '/text/en/lessons.ts',
  );
  [goals, lessons, { catalogue, methodsOf }, state, { initialOf, addresses }] = loaded.modules;
  const [options, truth, hand, tilt, describe, goalTexts, language, address, lessonWords] = loaded.modules.slice(5);
  [fitOptions, matchTruth, hands, tilts] = [options.fitOptions, truth.matchTruth, hand, tilt];
  [words, texts, speak, sealed] = [describe, goalTexts.goalText, language.speak, address.sealed];
  lessonTexts = lessonWords.lessons;
  trip = await loadTrip();
});

const angleOf = (model, material) => matchTruth(trip, model.parameters, model.spec, material.truth)?.furthest;

/** The tool after the trainings of these settings have ended; `picked` shows another start. */
async function toolOf(settings, picked, only) {
  const entry = catalogue[settings.data];
  const material = await entry.load(trip, settings);
  const methods = {};
  const view = { state: settings, ended: true, methods, showsChosen: true, hand: undefined };
  for (const method of only ?? methodsOf(entry)) {
    const options = {
      ...fitOptions(settings, material, method),
      ...(method === 'trip' && { restarts: settings.restarts }),
    };
    const model = trip.fit(material.train, {
      ...options,
      ...(picked !== undefined && { restarts: 1, firstRestart: picked }),
    });
    methods[method] = {
      fit: model.score(material.train).accuracy,
      test: model.score(material.test).accuracy,
      angle: angleOf(model, material),
    };
    if (method === 'trip') {
      const explanation = model.explain(material.train, { target: 0 });
      view.heaviest = explanation.top(0, 0, 1)[0].name;
      explanation.dispose();
      if (settings.ranks === 3 && material.truth)
        view.tilt = tilts.tiltOf(model.projection(0), material.truth[0], settings);
      view.projection = model.projection(0);
      view.truth = material.truth;
    }
    model.dispose();
  }
  if (picked !== undefined) view.showsChosen = false;
  return view;
}
const begun = ({ data, settings }) => ({ ...initialOf(data), ...settings });

test('each step has one goal, in the order of the path, and its state is short in a link', () => {
  const ids = lessons.path.map(({ id }) => id);
  assert.deepEqual(
    goals.goals.map(({ id }) => id),
    ids,
  );
  assert.deepEqual(state.properties.goal.choices, ['none', ...ids.slice(1)]);
  let all = 0;
  for (const id of ids) {
    assert.equal(goals.isReached(all, id), false);
    all = goals.withReached(goals.withReached(all, id), id);
    assert.ok(goals.isReached(all, id));
  }
  assert.equal(all, state.properties.goalsReached.max);
  const hash = addresses.format({ ...initialOf('spiral'), goal: 'matrices', goalsReached: all, toolFolded: true });
  assert.equal(hash, 'v=1&lf=1&gl=matrices&gr=2047');
  assert.deepEqual(addresses.parse(sealed(hash)).problems, []);
  for (const bad of ['gr=2048', 'gr=-1', 'gr=x', 'gl=beat', 'lf=2'])
    assert.equal(addresses.parse(`v=1&${bad}`).problems.length, 1, bad);
});

test('each goal names the value that decides, in both languages', async () => {
  const values = { beat: '80%', pca: '90%', lda: '10', trip: '45°', lambda: '90%', lottery: '75%' };
  Object.assign(values, { chooses: '85%', axes: '10°', read: 'proline', matrices: '10', noise: '80%' });
  for (const language of ['ja', 'en']) {
    await speak(language);
    for (const goal of goals.goals) {
      assert.ok(words.taskText(goal).includes(values[goal.id]), words.taskText(goal));
      const nothing = words.progressText(goal, { value: undefined, reached: false });
      assert.equal(nothing, texts.nothingYet);
    }
    const [lambda, lda] = ['lambda', 'lda'].map(goals.goalOf);
    assert.match(words.progressText(lambda, { value: 0.905, reached: true }), /90\.5%/);
    assert.match(words.progressText(lda, { value: 0.386, reached: false }), /38\.6/);
  }
});

/** Settings that reach a goal from those with which it begins, as a reader can choose them. */
const solutions = {
  pca: { other: 'wine', only: ['pca'] },
  lda: { changed: { samplesPerClass: 300, noiseDimensions: 7 }, only: ['lda'] },
  trip: { picked: 1, only: ['trip'] },
  lambda: { changed: { lambda: 0.2 }, only: ['trip'] },
  chooses: { changed: { restarts: 6 }, only: ['trip'] },
  read: { changed: { standardize: false }, only: ['trip'] },
  matrices: { changed: { ranks: 2 } },
  noise: { changed: { samplesPerClass: 300 }, only: ['trip'] },
};
for (const id of Object.keys(solutions)) {
  test(`the goal “${id}” begins unreached, and can be reached`, async () => {
    const goal = goals.goalOf(id);
    const { changed, other, picked, only } = solutions[id];
    const start = begun(goal);
    for (const [name, value] of Object.entries(changed ?? {})) {
      const { stops, choices } = state.properties[name];
      assert.ok((stops ?? choices ?? [true, false]).includes(value), `${name} has a stop at ${value}`);
    }
    const before = await toolOf(start, undefined, only);
    const first = goal.progress(before);
    assert.equal(first.reached, false, `${id} begins at ${first.value}`);
    assert.notEqual(first.value, undefined);
    assert.deepEqual(goal.progress({ ...before, ended: false }), { value: undefined, reached: false });
    const next = other ? { ...initialOf(other), goal: id } : { ...start, ...changed };
    const { value, reached } = goal.progress(await toolOf(next, picked, only));
    assert.equal(reached, true, `${id} ends at ${value}`);
  });
}

test('the goal “lottery”: a single start misses, and another of the first twenty seeds finds the spiral', async () => {
  const goal = goals.goalOf('lottery');
  const start = begun(goal);
  assert.equal(goal.progress(await toolOf(start, undefined, ['trip'])).reached, false);
  let hit;
  for (let seed = 1; seed <= 20 && hit === undefined; seed++)
    if (goal.progress(await toolOf({ ...start, seed }, undefined, ['trip'])).reached) hit = seed;
  assert.ok(hit !== undefined);
  // More starts are another goal.
  const view = await toolOf({ ...start, seed: hit }, undefined, ['trip']);
  assert.equal(goal.progress({ ...view, state: { ...view.state, restarts: 2 } }).reached, false);
});

test('the goal “axes”: the picture is turned until it faces the axis of the helix', async () => {
  const goal = goals.goalOf('axes');
  const start = begun(goal);
  const view = await toolOf(start, undefined, ['trip']);
  assert.ok(goal.progress(view).value > 30, `it begins ${view.tilt}° away`);
  let best = { tilt: 90 };
  for (let yaw = -180; yaw < 180; yaw += 5)
    for (let pitch = -90; pitch <= 90; pitch += 5) {
      const tilt = tilts.tiltOf(view.projection, view.truth[0], { yaw, pitch });
      if (tilt < best.tilt) best = { tilt, yaw, pitch };
    }
  assert.ok(goal.progress({ ...view, tilt: best.tilt }).reached, JSON.stringify(best));
  // Known directions: the hidden axis is the third latent one, which pitch 90 faces; from the side it is 90° away.
  const [projection, truth] = [Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)];
  for (const [yaw, pitch, expected] of [
    [0, 90, 0],
    [70, -90, 0],
    [0, 0, 90],
    [25, 30, 60],
  ])
    assert.ok(Math.abs(tilts.tiltOf(projection, truth, { yaw, pitch }) - expected) < 1e-3, `${yaw}, ${pitch}`);
});

test('the goal “beat”: moves of variables by hand reach it, and the untouched plane does not count', async () => {
  const goal = goals.goalOf('beat');
  const settings = begun(goal);
  const material = await catalogue.spiral.load(trip, settings);
  const rows = material.train.shape[1];
  const pca = trip.fit(material.train, { method: 'pca', standardize: false, epochs: 0 });
  const first = pca.projection(0);
  pca.dispose();
  const aim = trip.interpolatePlanes(first, material.truth[0], rows, 1);
  const away = (i) => Math.hypot(aim[2 * i] - first[2 * i], aim[2 * i + 1] - first[2 * i + 1]);
  const order = Array.from({ length: rows }, (_, i) => i).sort((a, b) => away(b) - away(a));
  const moves = order.slice(0, 6).map((i) => hands.moveTo(i, aim[2 * i], aim[2 * i + 1]));
  const plane = new hands.Hand(trip, rows, first).after(moves);
  const scoreOf = (projection) => {
    const options = { ...fitOptions(settings, material, 'trip'), method: 'fixed', projection };
    const model = trip.fit(material.train, options);
    const { accuracy } = model.score(material.test);
    model.dispose();
    return accuracy;
  };
  const view = { hand: { score: scoreOf(first), moves: 0 } };
  assert.equal(goal.progress(view).reached, false);
  assert.equal(goal.progress({ hand: { score: 0.99, moves: 0 } }).reached, false);
  const { value, reached } = goal.progress({ hand: { score: scoreOf(plane), moves: moves.length } });
  assert.ok(reached, `${moves.length} moves: ${value}`);
});

test('the goal “noise”: a larger λ reaches it too, and other data do not count', async () => {
  const goal = goals.goalOf('noise');
  const noise = begun(goal);
  const { value, reached } = goal.progress(await toolOf({ ...noise, lambda: 1 }, undefined, ['trip']));
  assert.ok(reached, `${value}`);
  const other = { state: initialOf('wine'), ended: true, methods: { trip: { fit: 0.5 } } };
  assert.equal(goal.progress(other).reached, false);
  const few = { state: noise, ended: true, methods: { trip: { fit: goals.limits.noise } } };
  assert.equal(goal.progress(few).reached, false, 'the limit itself is not below it');
});

test('the sentence after a goal is true of its data, and steps are named by their numbers', async () => {
  const numberOf = (id) => 1 + lessons.path.findIndex((step) => step.id === id);
  for (const [language, step] of [
    ['ja', (number) => `段階${number}`],
    ['en', (number) => new RegExp(`step ${number}\\b`, 'i')],
  ]) {
    await speak(language);
    assert.match(texts.learned.trip, new RegExp(step(numberOf('chooses'))));
    assert.match(lessonTexts.findings.trip('80°', '9°', '85%'), new RegExp(step(numberOf('lottery'))));
    const chosen = lessonTexts.findings.chooses(1, '0.4', '90%', [3, 12], ['50%', '60%']);
    const [one, other] = ['lda', 'lambda'].map(numberOf);
    assert.match(
      chosen,
      language === 'ja' ? new RegExp(`段階${one}と${other}`) : new RegExp(`steps ${one} and ${other}`),
    );
  }
  const trainings = async (id, changed) => {
    const settings = { ...begun(goals.goalOf(id)), ...changed };
    const material = await catalogue.spiral.load(trip, settings);
    const options = { ...fitOptions(settings, material, 'trip'), restarts: settings.restarts };
    const [model, pca] = ['trip', 'pca'].map((method) =>
      trip.fit(material.train, { ...options, method, ...(method === 'pca' && { epochs: 0, restarts: 1 }) }),
    );
    const rows = material.train.shape[1];
    const fromPca = Math.max(...trip.principalAngles(model.projection(0), pca.projection(0), rows));
    const { restarts } = model;
    model.dispose();
    pca.dispose();
    return { restarts, fromPca };
  };
  const [small, large] = [await trainings('lambda', { lambda: 0.001 }), await trainings('lambda', {})];
  assert.ok(small.restarts[0].accuracy === 1 && small.restarts[0].testAccuracy < 0.65, 'a small λ fits by chance');
  assert.ok(large.fromPca < 10, `${large.fromPca}° from PCA`);
  const { restarts } = await trainings('trip', {});
  const missed = restarts[solutions.trip.picked].objective;
  assert.ok(
    missed > Math.min(...restarts.map(({ objective }) => objective)),
    'a start that misses has a higher objective',
  );
});
