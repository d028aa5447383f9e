// One plane that moves in place of the panels: tours, turning by hand, the exercise, and the links to all of it.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { loadTrip } from '../../dist/index.js';
import { planes, planesInNode } from '../engines/planes.mjs';
import {
  becomes,
  briefly,
  control,
  follow,
  hashOf,
  number,
  shows,
  startBench,
  stays,
  text,
  until,
  violations,
} from './support.mjs';

let bench, trip, cloud, path, hand, addresses, refit, initialOf;
before(async () => {
  bench = await startBench();
  trip = await loadTrip();
  const loaded = await loadModules(
    '/tour/cloud.ts',
    '/tour/path.ts',
    '/tour/hand.ts',
    '/data/state.ts',
    '/tour/refit.ts',
  );
  [cloud, path, hand, { addresses, initialOf }, refit] = loaded.modules;
});
afterEach(() => bench.tidy());
after(() => bench.stop());

const small = () => trip.spiral({ seed: 3, samplesPerClass: 20, noiseSamplesPerClass: 2, noiseDimensions: 7 });
const tour = `${briefly}&m=7&d=7&vw=plane`;
const points = (page) => page.locator('[data-part=tour] [data-points]').getAttribute('data-points', { timeout: 5000 });
const resting = (page) =>
  becomes(() => points(page).catch(() => null), /^[0-9a-f]{8}$/, { what: 'the hash of the points' });
const place = (page) => text(page, '[data-value=place]');
const handle = (page, variable) => page.locator(`[data-variable="${variable}"]`);
/** Place of a handle as a share of the circle's radius. */
const placeOf = (page, variable) =>
  handle(page, variable).evaluate((one) => {
    const plot = one.closest('.plot').getBoundingClientRect();
    const own = one.getBoundingClientRect();
    const along = (from, size, start) => (from + size / 2 - start - plot.width / 2) / (0.44 * plot.width);
    return [along(own.left, own.width, plot.left), -along(own.top, own.height, plot.top)];
  });

/** Share of the picture that does not have the colour of its paper. */
const coloured = (page) =>
  page.locator('[data-part=tour] canvas').evaluate((canvas) => {
    const paper = getComputedStyle(document.documentElement).getPropertyValue('--plot-paper').trim();
    const channels = [1, 3, 5].map((at) => Number.parseInt(paper.slice(at, at + 2), 16));
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    let different = 0;
    for (let at = 0; at < data.length; at += 4)
      if (data[at + 3] > 0 && channels.some((value, c) => Math.abs(data[at + c] - value) > 6)) different++;
    return (4 * different) / data.length;
  });

test('the plane shows where the model puts the samples, also of scaled variables and missing values', () => {
  const { train, test } = small();
  const [n, size] = train.shape;
  const x = Array.from(train.x, (value, at) => (at % 31 === 7 ? Number.NaN : 100 * (at % size) + 5 * value));
  const gaps = trip.dataset({ x, shape: [n, size], y: [...train.labels], missing: 'mean' });
  for (const [data, options] of [
    [train, { standardize: false }],
    [train, { standardize: true }],
    [gaps, { standardize: true }],
  ]) {
    const model = trip.fit(data, { ...options, method: 'pca', epochs: 0 });
    const own = cloud.cloudOf({ train: data, test: data === train ? test : data }, model.spec);
    const seen = cloud.project(own.train, path.basisOf(model.parameters, size));
    for (const [at, value] of model.transform(data).entries())
      assert.ok(Math.abs(value - seen[at]) < 1e-4 * Math.max(1, Math.abs(value)), `${at}: ${seen[at]}, ${value}`);
  }
  assert.ok(cloud.movesPlanes(train));
  assert.ok(!cloud.movesPlanes(trip.planted({ dims: [4, 4], count: 5 }).train));
});

test('a path is continuous, ends on its planes, and shows each network in the axes of its own projection', () => {
  const bases = [0, 1, 2].map((index) => trip.randomPlane(10, 2, 5, index));
  const own = new path.Path(trip, 10, 3, (index) => bases[index]);
  assert.deepEqual(own.at(0), bases[0]);
  let before = own.at(0);
  for (let at = 0.01; at < 2.005; at += 0.01) {
    const next = own.at(at);
    const step = next.reduce((most, value, i) => Math.max(most, Math.abs(value - before[i])), 0);
    assert.ok(step < 0.03, `${at}: ${step}`);
    before = next;
  }
  for (const [index, basis] of bases.entries()) {
    const [, furthest] = trip.principalAngles(own.station(index), basis, 10);
    assert.ok(furthest < 1e-6, String(furthest));
    // basis * [first second] is the plane shown.
    const { first, second } = own.latentPlane(index);
    for (let i = 0; i < 10; i++)
      for (const [axis, column] of [first, second].entries()) {
        const seen = basis[2 * i] * column[0] + basis[2 * i + 1] * column[1];
        assert.ok(Math.abs(seen - own.station(index)[2 * i + axis]) < 1e-9);
      }
  }
  const grand = path.grandTour(trip, 10, 7);
  assert.equal(grand.count, 100);
  assert.deepEqual(path.grandTour(trip, 10, 7).at(3.25), grand.at(3.25));
  assert.notDeepEqual(path.grandTour(trip, 10, 8).at(3.25), grand.at(3.25));
  assert.deepEqual(
    [0, 0.1, 0.25, 0.5, 1.9].map((at) => Number(path.nearStation(at).strength.toFixed(9))),
    [1, 0.6, 0, 0, 0.6],
  );
});

test('moves by hand are written in a link, replayed with the same bits, and left out with their number when they are too many', () => {
  const given = [
    { variable: 3, x: 80, y: -10 },
    { variable: 40, x: -100, y: 100 },
    { variable: 0, x: 0, y: 0 },
  ];
  const parse = (hash) => addresses.parse(`#${hash}`);
  const state = { ...initialOf('spiral'), planeView: 'plane', tour: 'hand' };
  const hash = addresses.format(state, { moves: given });
  assert.match(hash, /^v=1&vw=plane&tk=hand&hm=[a-z0-9.]+$/);
  assert.deepEqual(parse(hash).moves, given);
  assert.deepEqual(parse(hash).problems, []);
  assert.deepEqual(parse('v=1').moves, []);
  const many = Array.from({ length: 200 }, (_, at) => ({ variable: at, x: at % 100, y: -(at % 50) }));
  const long = addresses.format(state, { moves: many });
  assert.ok(long.length < 500);
  assert.deepEqual(parse(long).problems, [{ code: 'movesLeftOut', count: 200 }]);
  assert.ok(addresses.format(state, { moves: many.slice(0, 60) }).length > 350);
  for (const bad of ['3502', '35zzzz', '3502i.', '3502I', '-', ''])
    assert.deepEqual(
      parse(`v=1&hm=${bad}`).problems.map(({ code }) => code),
      ['badMoves'],
      bad,
    );

  const first = trip.randomPlane(12, 2, 1, 0);
  const one = new hand.Hand(trip, 12, first);
  const legal = given.map((move) => ({ ...move, variable: move.variable % 12 }));
  for (let count = 0; count <= 3; count++) one.after(legal.slice(0, count));
  const plane = one.after(legal);
  assert.deepEqual(new hand.Hand(trip, 12, first).after(legal), plane);
  assert.deepEqual(one.after([]), first);
  // A variable that the data do not have is left out.
  assert.deepEqual(one.after(given), new hand.Hand(trip, 12, first).after([given[0], given[2]]));
});

test('a handle stays inside the circle, and a move of the same variable continues it only on request', () => {
  assert.deepEqual(hand.moveTo(2, 0.123, -0.456), { variable: 2, x: 12, y: -46 });
  for (const [x, y] of [
    [3, 4],
    [-0.99, -0.2],
    [0.72, 0.71],
  ]) {
    const move = hand.moveTo(0, x, y);
    assert.ok(move.x ** 2 + move.y ** 2 <= 99 ** 2 && move.x ** 2 + move.y ** 2 > 96 ** 2, JSON.stringify(move));
  }
  const [a, b, c] = [hand.moveTo(1, 0.1, 0), hand.moveTo(1, 0.2, 0), hand.moveTo(2, 0.2, 0)];
  assert.deepEqual(hand.withMove([a], b, true), [b]);
  assert.deepEqual(hand.withMove([a], b, false), [a, b]);
  assert.deepEqual(hand.withMove([a], c, true), [a, c]);
  const frame = trip.randomPlane(30, 2, 3, 0);
  const shown = hand.handlesOf(frame, undefined, [29, 5]);
  assert.ok(shown.length >= 8 && shown.length <= 10);
  const indices = (list) => list.map(({ index }) => index);
  for (const wanted of [29, 5]) assert.ok(indices(shown).includes(wanted), String(wanted));
  // A handle that stays keeps its place among the others.
  const mixed = [...shown].reverse();
  assert.deepEqual(indices(hand.handlesOf(frame, undefined, [29, 5], mixed)), indices(mixed));
  assert.equal(
    indices(hand.handlesOf(frame, undefined, [29, 5, 0], mixed)).at(-1),
    shown.some(({ index }) => index === 0) ? indices(mixed).at(-1) : 0,
  );
  for (const { index, x } of shown) assert.equal(x, frame[2 * index]);
});

test('the newest plane replaces older ones, and a short training comes before the whole one', async () => {
  const { train, test } = small();
  const seen = [];
  let waiting = [];
  const fit = (data, options, signal) =>
    new Promise((resolve) => waiting.push({ run: () => resolve(trip.fit(data, options)), options, signal }));
  const refits = new refit.Refits(fit, (one) => seen.push(one), assert.fail);
  const options = { epochs: 300, hidden: [4], restarts: 1, standardize: false };
  const planes = [0, 1].map((index) => trip.randomPlane(train.shape[1], 2, 1, index));
  for (const plane of planes) refits.request({ plane, train, test, options });
  const [old, now] = waiting;
  assert.ok(old.signal.aborted && !now.signal.aborted);
  waiting = [];
  for (const one of [old, now]) one.run();
  await becomes(() => seen.length, 1);
  assert.equal(now.options.epochs, 100);
  assert.deepEqual([seen[0].plane, seen[0].complete], [planes[1], false]);
  await becomes(() => waiting.length, 1);
  waiting[0].run();
  await becomes(() => seen.length, 2);
  assert.equal(seen[1].complete, true);
  const whole = trip.fit(train, { ...options, method: 'fixed', projection: planes[1] });
  assert.deepEqual(seen[1].testScore, whole.score(test));
});

test('stations are reached by the slider, by buttons and by playing; the same link shows the same picture', async () => {
  const { page, heard } = await bench.open(`${tour}&tp=150`, { wait: 'end' });
  await shows(page, '[data-value=place]', 'LDA → TRIP, 50%');
  const half = await resting(page);
  assert.match(await text(page, '[data-value=off]'), /^\d+° off the true plane$/);
  const slider = control(page, 'tourAt').getByRole('slider');
  assert.equal(await slider.getAttribute('aria-valuetext'), 'LDA → TRIP, 50%');
  await slider.press('ArrowRight');
  await becomes(() => place(page), 'LDA → TRIP, 51%');
  assert.match(await hashOf(page), /&tp=151(&|$)/);
  await becomes(
    () => points(page),
    (now) => now !== half,
  );
  const stations = page.getByRole('group', { name: 'Stations' });
  await stations.getByRole('button', { name: 'TRIP' }).click();
  await becomes(() => place(page), 'TRIP');
  await shows(page, '[data-part=tour] [data-value=test]', /%$/);
  // At a station its network shows; between the stations there are only points.
  await becomes(
    () => coloured(page),
    (share) => share > 0.9,
    { what: 'the coloured share of the picture' },
  );
  await slider.press('ArrowLeft');
  await becomes(
    () => coloured(page),
    (share) => share > 0.9,
  );
  await follow(page, `${tour}&tp=150`);
  await becomes(
    () => coloured(page),
    (share) => share < 0.2,
  );
  await stations.getByRole('button', { name: 'PCA' }).click();
  await becomes(() => place(page), 'PCA');
  await control(page, 'tourPlay').getByRole('button', { name: 'Play', exact: true }).click();
  await becomes(() => place(page), /^PCA → LDA/);
  await control(page, 'tourPlay').getByRole('button', { name: 'Pause', exact: true }).click();
  await resting(page);
  const stopped = await place(page);
  assert.match(await hashOf(page), /&tp=\d+/);
  await stays(() => place(page), stopped);
  await follow(page, `${tour}&tp=150`);
  await becomes(() => points(page), half);
  await page.reload();
  await until.end(page);
  await becomes(() => points(page), half, { what: 'the picture after a reload' });
  assert.deepEqual(heard, []);
});

test('the planes of links have the bits that Node computes', async () => {
  const expected = await planesInNode(trip);
  for (const [name, hash] of Object.entries(planes)) {
    const { page } = await bench.open(`#${hash}&p=full`, { wait: 'end' });
    await becomes(() => points(page), expected[name], { what: name });
  }
});

test('along the training, and a grand tour by its seed', async () => {
  const { page, heard } = await bench.open(`${tour}&tk=training&tp=200`, { wait: 'end' });
  await becomes(() => place(page), 'epoch 100');
  const stations = page.getByRole('group', { name: 'Stations' }).getByRole('button');
  assert.deepEqual(await stations.allTextContents(), ['epoch 0', 'epoch 50', 'epoch 100']);
  const end = await resting(page);
  await page.getByRole('radio', { name: 'From everywhere' }).check();
  await becomes(() => place(page), 'plane 1');
  const first = await becomes(
    () => points(page),
    (now) => now !== end && now !== null,
  );
  await control(page, 'anotherTour').getByRole('button', { name: 'Another tour', exact: true }).click();
  await becomes(
    () => points(page),
    (now) => now !== first && now !== null,
  );
  assert.match(await hashOf(page), /&tk=grand&ts=\d+/);
  await follow(page, `${tour}&tk=grand`);
  await becomes(() => points(page), first);
  assert.deepEqual(heard, []);
});

test('with reduced motion there are steps instead of a play button', async () => {
  const { page } = await bench.open(tour, { wait: 'end', reducedMotion: 'reduce' });
  assert.equal(await control(page, 'tourPlay').getByRole('button', { name: 'Play', exact: true }).count(), 0);
  assert.equal(await control(page, 'brush').count(), 0, 'samples are marked in the panels');
  await control(page, 'tourPlay').getByRole('button', { name: 'Step forward' }).click();
  await becomes(() => place(page), 'PCA → LDA, 25%');
});

test('matrices and three axes have no plane that moves, and a link to one shows the panels', async () => {
  for (const hash of ['#v=1&a=digits&k=1&e=10&p=full&vw=plane', '#v=1&k=1&e=10&p=full&j=3&vw=plane']) {
    const { page, heard } = await bench.open(hash, { wait: 'end' });
    assert.equal(await control(page, 'planeView').count(), 0);
    assert.equal(await page.locator('[data-part=tour]').count(), 0);
    assert.ok((await page.locator('.panel').count()) > 1);
    assert.deepEqual(heard, []);
  }
});

test('by hand: a drag turns the plane, the network follows, undo takes it back, and the link repeats it', async () => {
  const { page, heard } = await bench.open(`${tour}&tk=hand`, { wait: 'end' });
  const start = await resting(page);
  await shows(page, '[data-value=fitting]', /Network fitted/);
  const before = await number(page, '[data-value=yours]');
  // Without a move, the plane is PCA's and has the score of its panel.
  assert.equal(await text(page, '.others dd'), await text(page, '[data-value=yours]'));
  const [x, y] = await placeOf(page, 6);
  const box = await handle(page, 6).boundingBox();
  const side = (await page.locator('[data-part=tour] .plot').boundingBox()).width;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 0.1 * side, box.y + box.height / 2, { steps: 5 });
  const [nowX, nowY] = await placeOf(page, 6);
  assert.ok(Math.abs(nowX - x - 0.1 / 0.44) < 0.02 && Math.abs(nowY - y) < 0.02, `${[x, y]} to ${[nowX, nowY]}`);
  await page.mouse.up();
  const turned = await becomes(
    () => points(page),
    (now) => now !== null && now !== start,
  );
  assert.match(await hashOf(page), /&hm=6[a-z0-9]{4}$/);
  await shows(page, '[data-value=best]', /Best so far/);
  await becomes(
    () => number(page, '[data-value=yours]'),
    (now) => Number.isFinite(now),
  );
  await page.reload();
  await until.end(page);
  await becomes(() => points(page), turned, { what: 'the plane of the link' });
  await control(page, 'undo').getByRole('button', { name: 'Undo (1 move)', exact: true }).click();
  await becomes(() => points(page), start);
  assert.doesNotMatch(await hashOf(page), /hm=/);
  await becomes(() => number(page, '[data-value=yours]'), before);
  assert.deepEqual(heard, []);
});

test('by keys: one stop for all handles, arrows move, presses in a row are one move', async () => {
  const { page, heard } = await bench.open(`${tour}&tk=hand`, { wait: 'end' });
  await resting(page);
  assert.equal(await page.locator('.handle[tabindex="0"]').count(), 1);
  const focused = () => page.evaluate(() => Number(document.activeElement.dataset.variable));
  await page.locator('.handle[tabindex="0"]').focus();
  const first = await focused();
  const [x, y] = await placeOf(page, first);
  for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowUp']) await page.keyboard.press(key);
  await becomes(() => hashOf(page), /&hm=[a-z0-9]{5}$/);
  await becomes(
    () => placeOf(page, first),
    ([nowX, nowY]) => Math.abs(nowX - x - 0.04) < 0.011 && Math.abs(nowY - y - 0.1) < 0.011,
  );
  assert.equal(await focused(), first);
  await page.keyboard.press('PageDown');
  assert.notEqual(await focused(), first);
  assert.equal(await page.locator('.handle[tabindex="0"]').count(), 1);
  const search = control(page, 'findVariable').getByRole('combobox');
  const shown = await page.locator('.handle').evaluateAll((all) => all.map((one) => Number(one.dataset.variable)));
  const hidden = Array.from({ length: 10 }, (_, at) => at).find((at) => !shown.includes(at));
  await search.fill(String(hidden + 1));
  await search.press('Enter');
  await becomes(focused, hidden);
  await search.fill('nothing');
  await search.press('Enter');
  await shows(page, '[data-control=findVariable] [role=alert]', 'No variable is called “nothing”.');
  assert.deepEqual(heard, []);
});

test('a link that asks for more than these data have says so: a position after the last station, moves of unknown variables', async () => {
  const { page, heard } = await bench.open(`${tour}&tp=900`, { wait: 'end' });
  await becomes(() => place(page), 'TRIP');
  await shows(page, '[data-notice=link]', /tp=900 in the link is outside 0 to 200; 200 is used/);
  await becomes(() => hashOf(page), /&tp=200(&|$)/);
  await follow(page, `${tour}&tk=hand&hm=63s2u.zz3s2u`);
  await shows(
    page,
    '[data-notice=link]',
    /1 move of the plane in the link belongs to variables that these data do not have/,
  );
  await becomes(() => hashOf(page), /&hm=63s2u(&|$)/);
  await follow(page, `${tour}&tk=hand&hm=63s2u`);
  await becomes(() => page.locator('[data-notice=link]').count(), 0);
  assert.deepEqual(heard, []);
});

test('the exercise: from the lessons, by its own link, and TRIP takes over from exactly that plane', async () => {
  const { page, heard } = await bench.open(`${briefly}`, { wait: 'end' });
  await page.waitForSelector('.lessons [data-step="1"]');
  assert.equal(await page.locator('.lessons input[type=radio]').count(), 0);
  await page.getByRole('button', { name: 'Turn the plane', exact: true }).click();
  await becomes(() => hashOf(page), '#v=1&d=7&m=7&p=full&vw=plane&tk=hand&ex=1');
  await follow(page, '#v=1&d=7&m=7&p=full&vw=plane&tk=hand&ex=1&e=60&k=2&hm=63s2u');
  await until.end(page);
  await shows(page, '[data-value=invitation]', /Can you beat it/);
  await shows(page, '[data-value=fitting]', /Network fitted/);
  const link = await page.getByRole('link', { name: 'Link to this exercise, for a class' }).getAttribute('href');
  assert.match(link, /#v=1\.\d+&d=7&m=7&vw=plane&tk=hand&ex=1$/);
  const own = await text(page, '[data-value=yours]');
  const mine = await points(page);
  await control(page, 'takeOver').locator('button[aria-describedby]').click();
  await shows(page, '[data-value=fitting]', new RegExp(`^You: ${own}. TRIP from your plane: [\\d.]+%\\.$`));
  assert.equal(await page.locator('.handle').count(), 0);
  // The same training by the package.
  const { train, test } = trip.spiral({ seed: 7, noiseDimensions: 7 });
  const pca = trip.fit(train, { method: 'pca', standardize: false, epochs: 0 });
  const plane = trip.turnPlane(pca.projection(), 10, 6, [0.36, 0.02]);
  const options = { standardize: false, lambda: 0.3, epochs: 60, seed: 9, projection: plane };
  const expected = trip.fit(train, options).score(test).accuracy;
  assert.equal(await text(page, '[data-value=yours]'), `${(100 * expected).toFixed(1)}%`);
  await control(page, 'takeOver').locator('button[aria-describedby]').click();
  await becomes(() => points(page), mine);
  await shows(page, '[data-value=yours]', own);
  assert.deepEqual(heard, []);
});

test('older links open the step of the lessons that they meant', async () => {
  const { page } = await bench.open(`${briefly}&ls=3`, { wait: 'end' });
  await shows(page, '.lessons h3', /Learn the projection/);
});

test('by touch a handle moves and the page elsewhere scrolls', async () => {
  const { page, context } = await bench.open(`${tour}&tk=hand`, { wait: 'end', hasTouch: true, own: true });
  await resting(page);
  const action = (selector) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => getComputedStyle(one).touchAction);
  assert.equal(await action('.handle'), 'none');
  assert.equal(await action('[data-part=tour] canvas'), 'auto');
  await handle(page, 6).scrollIntoViewIfNeeded();
  const box = await handle(page, 6).boundingBox();
  const debug = await context.newCDPSession(page);
  const touch = (type, x, y) =>
    debug.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await touch('touchStart', x, y);
  for (let step = 1; step <= 5; step++) await touch('touchMove', x - 8 * step, y + 8 * step);
  await touch('touchEnd');
  await becomes(() => hashOf(page), /&hm=6[a-z0-9]{4}$/);
});

test('axe finds nothing in any view, wide and narrow, light and dark, in both languages', async () => {
  const { page, heard } = await bench.open(`${tour}&tp=40`, { wait: 'end' });
  for (const [kind, language, width, colorScheme] of [
    ['methods', 'en', 1280, 'light'],
    ['grand', 'ja', 320, 'dark'],
    ['hand', 'en', 320, 'light'],
    ['hand', 'ja', 1280, 'dark'],
  ]) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await follow(page, `${tour}&tk=${kind}&ex=1&hl=${language}`);
    await resting(page);
    await until.drawn(page);
    assert.deepEqual(await violations(page, '[data-part=tour]'), [], kind);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${kind} at ${width}`);
  }
  assert.deepEqual(heard, []);
});
