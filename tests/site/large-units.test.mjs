// Large tables without a browser: proposals, questions, commands, samples and parts, density, the nearest point.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { loadTrip } from '../../dist/index.js';
import { root } from './support.mjs';

let modules, trip;
before(async () => {
  const paths = {
    table: '/data/table.ts',
    target: '/data/target.ts',
    checked: '/data/checked.ts',
    rows: '/data/rows.ts',
    command: '/text/command.ts',
    parts: '/picture/parts.ts',
    sample: '/picture/sample.ts',
    field: 'draw/field.ts',
    density: 'draw/density.ts',
    nearest: 'draw/nearest.ts',
    options: '/training/fit-options.ts',
    state: '/data/state.ts',
  };
  const loaded = await loadModules(...Object.values(paths));
  modules = Object.fromEntries(Object.keys(paths).map((name, at) => [name, loaded.modules[at]]));
  trip = await loadTrip();
});

/** Numbers from 0 to 1, the same in every run. */
function numbers(seed = 1) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const inspect = (text) => new modules.table.TableFile(text).inspect(modules.table.defaultReading);
const lines = (header, count, row) => [header, ...Array.from({ length: count }, (_, n) => row(n))].join('\n');

for (const [what, text, target, task] of [
  [
    'a usual name, wherever it stands',
    lines('species,a,b', 40, (n) => `s${n % 3},${n / 7},x${n % 4}`),
    'species',
    'classification',
  ],
  [
    'the last of several usual names',
    lines('y,a,label', 40, (n) => `${n % 2},${n / 7},l${n % 2}`),
    'label',
    'classification',
  ],
  [
    'the last column of categories',
    lines('a,kind,colour,size', 40, (n) => `${n / 7},k${n % 2},c${n % 3},${n * 1.5}`),
    'colour',
    'classification',
  ],
  [
    'few whole numbers, without categories',
    lines('a,grade,b', 40, (n) => `${n / 7},${n % 4},${n / 3}`),
    'grade',
    'classification',
  ],
  ['the last number', lines('a,b,c', 40, (n) => `${n / 7},${n / 3},${n * 1.1}`), 'c', 'regression'],
  ['numbers under a usual name', lines('target,b', 40, (n) => `${n / 7},${n / 3}`), 'target', 'regression'],
  [
    'no identifier, and no column of the rows',
    lines('id,name,a,b', 40, (n) => `${n},item ${n},${n / 7},${n / 3}`),
    'b',
    'regression',
  ],
  ['no dates', lines('a,when', 40, (n) => `${n / 7},2020-03-${10 + (n % 20)}`), 'a', 'regression'],
  ['no constant column', lines('a,class', 40, (n) => `${n / 7},x`), 'a', 'regression'],
]) {
  test(`the dialogue proposes ${what}`, async () => {
    assert.deepEqual(modules.target.proposalOf(await inspect(text)), { target, task });
  });
}

test('nothing is proposed where no column can be predicted', async () => {
  const text = lines('id,name', 40, (n) => `${n},item ${n}`);
  assert.equal(modules.target.proposalOf(await inspect(text)), undefined);
});

test('the number of rows is counted in a short file, and estimated within a tenth in a long one', async () => {
  const short = await inspect(lines('a,b', 60, (n) => `${n},x`));
  assert.deepEqual(short.rows, { count: 60, exact: true, seen: 60 });
  const next = numbers();
  const text = lines('a,b,c', 30_000, () => `${next().toFixed(5)},${next().toFixed(5)},k${Math.floor(3 * next())}`);
  const { rows } = await new modules.table.TableFile(new Blob([text])).inspect(modules.table.defaultReading);
  assert.equal(rows.exact, false);
  assert.ok(Math.abs(rows.count - 30_000) < 3000, `${rows.count} rows`);
  assert.ok(rows.seen > 1000 && rows.seen < 10_000, `${rows.seen} rows are seen`);
});

/** Samples in three classes, not all alike. */
function samples(rows, size, classes = 3) {
  const next = numbers(rows);
  const x = new Float32Array(rows * size).map(() => next());
  const labels = Int32Array.from({ length: rows }, (_, n) => Math.floor((n * classes) / rows));
  const classNames = Array.from({ length: classes }, (_, c) => `k${c}`);
  return { x, shape: [rows, size], task: 'classification', labels, classNames };
}

test('more numbers than the limit are a question: all rows, or a sample of each class; far more are only sampled', async () => {
  const { checked, askLimit, numberLimit } = modules.checked;
  const [rows, size] = [Math.ceil(askLimit / 100) + 100, 100];
  const whole = samples(rows, size);
  const about = { response: 'class', notes: [] };
  const asked = { code: 'manyNumbers', rows, size, fits: true, sample: Math.floor(askLimit / size) };
  await assert.rejects(checked(whole, about), ({ reason }) => assert.deepEqual(reason, asked) ?? true);
  const all = await checked(whole, { ...about, rows: 'all' });
  assert.deepEqual([all.data.shape, all.notes], [[rows, size], []]);
  const some = await checked(whole, { ...about, rows: 'sample' });
  const [kept] = some.data.shape;
  assert.ok(Math.abs(kept - asked.sample) <= 3, `${kept} rows`);
  assert.deepEqual(some.notes, [{ code: 'drawn', shown: kept, all: rows }]);
  for (const label of [0, 1, 2])
    assert.ok(Math.abs(some.data.labels.filter((own) => own === label).length - kept / 3) < 3);
  assert.notEqual(some.fingerprint, all.fingerprint);
  // A view of a few numbers, since only the shape matters here.
  const huge = { ...whole, x: new Float32Array(0), shape: [rows, (numberLimit / rows) * 1.1], labels: whole.labels };
  await assert.rejects(
    checked(huge, { ...about, rows: 'all' }),
    ({ reason }) => reason.fits === false && reason.sample > 20,
  );
  const wide = { ...samples(30, 1), shape: [30, numberLimit] };
  await assert.rejects(checked(wide, about), ({ reason }) => reason.code === 'tooMany');
});

test('drawn rows are ascending, the same every time, and of every class at least two', () => {
  const { drawnRows } = modules.rows;
  const labels = Int32Array.from({ length: 5000 }, (_, n) => (n < 3 ? 7 : n % 2));
  const rows = drawnRows(labels, 5000, 500);
  assert.deepEqual([...rows], [...drawnRows(labels, 5000, 500)]);
  assert.deepEqual(
    [...rows],
    [...new Set(rows)].sort((a, b) => a - b),
  );
  assert.equal([...rows].filter((n) => labels[n] === 7).length, 2);
  assert.ok(Math.abs(rows.length - 502) <= 2);
});

test('many samples in parts: the same projections bit for bit, the same scores, and means of the losses', () => {
  const { finished } = modules.field;
  const { projected, scored } = modules.parts;
  const next = numbers(3);
  for (const task of ['classification', 'regression']) {
    const [rows, size] = [40_000, 60];
    const x = new Float32Array(rows * size).map(() => next() - 0.5);
    // Sorted by class: parts of neighbouring rows would lack classes.
    const y = Array.from({ length: rows }, (_, n) =>
      task === 'regression' ? x[n * size] + next() : Math.floor((3 * n) / rows),
    );
    for (let n = 0; n < rows; n++) x[n * size + 1] += task === 'regression' ? 0 : y[n];
    const data = trip.dataset({ x, shape: [rows, size], y, task });
    const model = trip.fit(data, { epochs: 1, restarts: 1, hidden: [5], lambda: 0.01 });
    assert.deepEqual(finished(projected(model, data)), model.transform(data));
    const [found, expected] = [finished(scored(trip, model, data)), model.score(data)];
    assert.deepEqual(Object.keys(found).sort(), Object.keys(expected).sort());
    for (const name of ['loss', 'reconstruction', 'objective']) {
      assert.ok(Math.abs(found[name] - expected[name]) < 1e-6 * expected[name], name);
      delete found[name];
      delete expected[name];
    }
    // Predictions of a regression are floats.
    for (const name of ['rmse', 'pearson'].filter((own) => expected[own] !== undefined)) {
      assert.ok(Math.abs(found[name] - expected[name]) < 1e-7, name);
      delete found[name];
      delete expected[name];
    }
    assert.deepEqual(found, expected);
    model.dispose();
  }
});

test('moving pictures and explanations take a sample of large data, and all of small data', () => {
  const { movingSample, explainedSample, explainedSamples, positionOf } = modules.sample;
  const material = (rows, size) => ({ train: samples(0.7 * rows, size), test: samples(0.3 * rows, size) });
  for (const [rows, size] of [
    [200, 100],
    [2000, 64],
    [2500, 100],
  ]) {
    assert.equal(movingSample(material(rows, size)), undefined, `${rows} x ${size}`);
    assert.equal(explainedSample(material(rows, size)), undefined, `${rows} x ${size}`);
  }
  const large = material(10_000, 100);
  const moving = movingSample(large);
  assert.equal(movingSample(large), moving, 'it is made once');
  const count = moving.material.train.shape[0] + moving.material.test.shape[0];
  assert.ok(Math.abs(count - 1310) <= 6, `${count} samples`);
  assert.ok(Math.abs(moving.material.test.shape[0] / count - 0.3) < 0.01, 'the test set keeps its share');
  const { rows } = moving;
  for (const [at, row] of [...rows.train.entries()].slice(0, 50)) {
    assert.equal(positionOf(rows.train, row), at);
    assert.deepEqual(
      moving.material.train.x.subarray(at * 100, at * 100 + 100),
      large.train.x.subarray(row * 100, row * 100 + 100),
    );
    assert.equal(moving.material.train.labels[at], large.train.labels[row]);
  }
  const absent = [...large.train.labels.keys()].find((row) => !rows.train.includes(row));
  assert.equal(positionOf(rows.train, absent), -1);
  assert.ok(Math.abs(explainedSample(large).rows.train.length - explainedSamples) <= 3);
});

const palette = {
  muted: '#808080',
  classes: ['#ff0000', '#0000ff', ...Array(8).fill('#00ff00')],
  ramp: [
    [0, 0, 0],
    [100, 100, 100],
    [200, 200, 200],
  ],
};

/** The cells that are drawn of samples in a picture of 40 x 40 pixels, ten cells in a row: their colours and opacities by place. */
function densityOf(train, material, { testPoints = true, test = new Float32Array(0), brushed } = {}) {
  const cells = [];
  const context = {
    beginPath: () => (context.path = []),
    moveTo: (x, y) => context.path.push([x, y]),
    lineTo: () => {},
    closePath: () => {},
    fill: () => {
      for (const [x, y] of context.path)
        cells.push({ at: `${x / 4} ${y / 4}`, colour: context.fillStyle, opacity: context.globalAlpha });
    },
  };
  const stage = { material, range: material.train.targets && [0, 10] };
  const picture = { train: Float32Array.from(train), test, stage, centre: [5, 5], extent: 5 };
  modules.density.drawDensity({ width: 40, context }, { picture, testPoints, brushed }, palette);
  assert.equal(context.globalAlpha, 1, 'what is drawn next is opaque');
  return cells;
}

test('density: a cell has the colour of its class, or the mixture, and is darker with more samples', () => {
  const place = (column, row) => [column + 0.5, 9.5 - row];
  // Cell (1, 2): four samples of class 0; (3, 2): one of class 1; (5, 5): two and two; one beyond the edge.
  const train = [...Array(4).fill(place(1, 2)), place(3, 2), ...Array(4).fill(place(5, 5)), [99, 99]].flat();
  const labels = Int32Array.of(0, 0, 0, 0, 1, 0, 1, 0, 1, 0);
  const cells = densityOf(train, { train: { labels, classNames: ['a', 'b'] } });
  const [red, blue, both] = ['1 2', '3 2', '5 5'].map((at) => cells.find((cell) => cell.at === at));
  assert.equal(cells.length, 3);
  assert.deepEqual([red.colour, red.opacity], ['rgb(255, 0, 0)', 1]);
  assert.equal(blue.colour, 'rgb(0, 0, 255)');
  assert.ok(blue.opacity < 1 && blue.opacity > 0.5, `one sample of at most four: ${blue.opacity}`);
  const [r, g, b] = both.colour.match(/\d+/g).map(Number);
  assert.ok(Math.abs(r - 127) < 13 && g === 0 && Math.abs(b - 127) < 13, both.colour);
  assert.equal(both.opacity, 1);
});

test('density: test samples count where they are shown, responses have the colour of their mean, marked samples stand out', () => {
  const test = Float32Array.of(8.5, 8.5);
  const material = { train: { labels: Int32Array.of(0) }, test: { labels: Int32Array.of(1) } };
  assert.deepEqual(
    densityOf([1.5, 1.5], material, { test }).map(({ at }) => at),
    ['8 1', '1 8'],
  );
  assert.deepEqual(
    densityOf([1.5, 1.5], material, { test, testPoints: false }).map(({ at }) => at),
    ['1 8'],
  );
  const [response] = densityOf([1.5, 1.5, 1.5, 1.5], { train: { targets: Float32Array.of(0, 10) } });
  assert.equal(response.colour, 'rgb(100, 100, 100)');
  const [unknown] = densityOf([1.5, 1.5], { train: { classNames: ['a', 'b'] } });
  assert.equal(unknown.colour, 'rgb(128, 128, 128)');
  const brushed = { train: Uint8Array.of(0), test: Uint8Array.of(1) };
  const [others, marked] = densityOf([1.5, 1.5], material, { test, brushed });
  assert.deepEqual([others.at, marked.at], ['1 8', '8 1']);
  assert.ok(others.opacity < 0.4 && marked.opacity === 1, `${others.opacity} ${marked.opacity}`);
  const dense = (count, testCount) => {
    const picture = { train: { length: 2 * count }, test: { length: 2 * testCount } };
    return [true, false].map((testPoints) => modules.density.isDense({ picture, testPoints }));
  };
  assert.deepEqual(
    [dense(7000, 3000), dense(5600, 2400), dense(8001, 0)],
    [
      [true, false],
      [false, false],
      [true, true],
    ],
  );
});

test('the nearest point in a grid is that of a comparison with all, also on clusters, lines, copies and outside', () => {
  const { nearestPoint } = modules.nearest;
  const next = numbers(5);
  const shapes = {
    square: () => [next(), next()],
    clusters: () => [Math.floor(4 * next()) * 100 + next() ** 4, next() * 1e-3],
    line: () => [7, next()],
    copies: () => [Math.floor(3 * next()), Math.floor(3 * next())],
    one: () => [1, 1],
    'far apart': () => (next() < 0.999 ? [next(), next()] : [1e6 * next(), -1e6]),
  };
  for (const [name, make] of Object.entries(shapes)) {
    const points = Float32Array.from(Array.from({ length: 3000 }, make).flat());
    const [left, right] = [Math.min(...points), Math.max(...points)];
    for (let time = 0; time < 300; time++) {
      const inside =
        time % 3 > 0 ? points.at(2 * Math.floor(3000 * next())) : left + (right - left) * (2 * next() - 0.5);
      const [x, y] = [inside + (next() - 0.5) * 0.01, left + (right - left) * (2 * next() - 0.5)];
      let expected = { index: -1, squared: Number.POSITIVE_INFINITY };
      for (let index = 0; index < 3000; index++) {
        const squared = (points[2 * index] - x) ** 2 + (points[2 * index + 1] - y) ** 2;
        if (squared < expected.squared) expected = { index, squared };
      }
      assert.deepEqual(nearestPoint(points, x, y), expected, `${name}, ${x}, ${y}`);
    }
  }
  assert.deepEqual(nearestPoint(new Float32Array(0), 1, 1), { index: -1, squared: Number.POSITIVE_INFINITY });
});

/** The words that a shell of POSIX makes of a command. */
const wordsOf = (command) =>
  execFileSync('sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

test('the command names the file and the columns safely, and trains as the page would', async () => {
  const { commandOf, quoted } = modules.command;
  const { defaultReading } = modules.table;
  const folder = mkdtempSync(join(tmpdir(), 'trip-command-'));
  try {
    const next = numbers(2);
    const file = '-it\'s; $(rm x) `y` "z" & 100%.csv';
    const rows = Array.from(
      { length: 60 },
      (_, n) => `${n % 2 ? '1,5' : '2,5'};${n % 7};${next().toFixed(3).replace('.', ',')};$k${n % 2}`,
    );
    writeFileSync(join(folder, file), ["a b;it's, $HOME;c;$class", ...rows].join('\n'));
    const text = readFileSync(join(folder, file), 'utf8');
    const reading = {
      ...defaultReading,
      delimiter: ';',
      decimal: ',',
      types: new Map([
        [1, 'skip'],
        [2, 'number'],
      ]),
    };
    const { columns } = await new modules.table.TableFile(text).inspect(reading);
    const choice = { target: '$class', task: 'classification', missing: 'drop', categories: 'indicators', group: '' };
    const options = {
      ...modules.options.commandOptions({ ...modules.state.initialOf('own'), epochs: 10 }, false),
      hidden: [],
    };
    const command = commandOf({ file, reading, choice, columns, options }, 'posix');
    const words = wordsOf(command);
    assert.deepEqual(words.slice(0, 4), ['npx', 'trip-wasm', 'fit', `./${file}`]);
    assert.ok(words.includes('--target=$class') && words.includes('--ignore=2') && words.includes('--hidden=none'));
    assert.ok(words.includes('--number=c') && words.includes('--decimal=,') && words.includes('--epochs=10'));
    const said = execFileSync(process.execPath, [join(root, 'dist', 'cli.js'), 'fit', ...words.slice(3), '--quiet'], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.match(said, /./);
    const model = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8'));
    assert.deepEqual(model.spec?.classNames ?? model.classNames, ['$k0', '$k1']);
    assert.deepEqual(wordsOf(quoted("a'b", 'posix')), ["a'b"]);
    assert.equal(quoted("it's 1", 'powershell'), "'it''s 1'");
    assert.equal(quoted('--a,b', 'powershell'), "'--a,b'");
    assert.equal(quoted('data.csv', 'powershell'), 'data.csv');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
