/** Pictures by trip-wasm/draw, without a browser. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { inflateSync } from 'node:zlib';
import { parseHTML } from 'linkedom';
import { drawOn, toSVG } from '../../dist/draw.js';
import { numbers, read, root, smallSpiral, trip } from './support.mjs';

const { train, test: unseen } = smallSpiral();
const quick = { epochs: 30, restarts: 1, hidden: [6] };
const model = trip.fit(train, quick);
const parse = (svg) => parseHTML(svg).document.querySelector('svg');
const textsOf = (svg) => [...parse(svg).querySelectorAll('text')].map((one) => one.textContent);

/** Whether the SVG is well-formed XML, as Python's parser judges. */
function requireXml(svg) {
  const script = 'import sys, xml.dom.minidom; xml.dom.minidom.parseString(sys.stdin.buffer.read())';
  const { status, stderr } = spawnSync('python3', ['-c', script], { input: svg });
  assert.equal(status, 0, `${stderr}`);
}

/** An error as the package throws them. */
const refused = (code, pattern) => (error) => {
  assert.equal(error.name, 'TripError', error.stack);
  assert.equal(error.code, code, error.message);
  assert.match(error.message, pattern);
  return true;
};

test('every sample has a mark at its place, of its class; test samples are hollow', () => {
  const svg = parse(toSVG(model, train, { test: unseen, width: 500, legend: false }));
  const area = svg.querySelector('svg');
  const uses = [...area.querySelectorAll('use')];
  const [fit, others] = [train.shape[0], unseen.shape[0]];
  assert.equal(uses.length, fit + others);
  const points = model.transform(train);
  const all = [...points, ...model.transform(unseen)];
  const [xs, ys] = [all.filter((_, at) => at % 2 === 0), all.filter((_, at) => at % 2 === 1)];
  const side = Number(area.getAttribute('width'));
  const middle = (values) => (Math.min(...values) + Math.max(...values)) / 2;
  const half = 1.08 * Math.max(...[xs, ys].map((values) => (Math.max(...values) - Math.min(...values)) / 2));
  // Test samples are drawn first.
  for (const n of [0, 1, fit - 1]) {
    const use = uses[others + n];
    const place = [((points[2 * n] - middle(xs)) / half + 1) / 2, (1 - (points[2 * n + 1] - middle(ys)) / half) / 2];
    const seen = ['x', 'y'].map((name) => Number(use.getAttribute(name)) / side);
    for (const axis of [0, 1]) assert.ok(Math.abs(seen[axis] - place[axis]) < 1e-4, `${n}: ${seen} ${place}`);
  }
  const marks = (from, to, labels) =>
    [0, 1].map(
      (label) =>
        new Set(
          uses
            .slice(from, to)
            .filter((_, n) => labels[n] === label)
            .map((use) => use.getAttribute('href')),
        ),
    );
  const ids = [...marks(0, others, unseen.labels), ...marks(others, others + fit, train.labels)].map((set) => [...set]);
  assert.deepEqual(
    ids.map((one) => one.length),
    [1, 1, 1, 1],
  );
  const filled = ids
    .flat()
    .map((id) => svg.querySelector(id)?.querySelectorAll('[fill^="#"]').length ?? assert.fail(id));
  assert.deepEqual(filled, [0, 0, 1, 1]);
});

test('the heat map is a PNG whose colours follow the probabilities', () => {
  const model = trip.fit(train, { epochs: 300, restarts: 1 });
  const svg = parse(toSVG(model, train));
  const href = svg.querySelector('svg image').getAttribute('href');
  const bytes = Buffer.from(href.replace('data:image/png;base64,', ''), 'base64');
  const chunks = {};
  for (let at = 8; at < bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    chunks[bytes.toString('latin1', at + 4, at + 8)] = bytes.subarray(at + 8, at + 8 + size);
    at += 12 + size;
  }
  const side = chunks.IHDR.readUInt32BE(0);
  const rows = inflateSync(chunks.IDAT);
  assert.equal(rows.length, side * (side + 1));
  const points = model.transform(train);
  const [box, area] = [svg.querySelector('svg image'), Number(svg.querySelector('svg').getAttribute('width'))];
  const [left, size] = [Number(box.getAttribute('x')), Number(box.getAttribute('width'))];
  const uses = [...svg.querySelectorAll('svg use')];
  let checked = 0;
  for (let n = 0; n < train.shape[0]; n++) {
    const probability = model.predictProbaLatent(points.subarray(2 * n, 2 * n + 2))[1];
    if (Math.abs(probability - 0.5) < 0.3) continue;
    const cell = (name) => Math.floor(((Number(uses[n].getAttribute(name)) - left) / size) * side);
    const index = rows[cell('y') * (side + 1) + 1 + cell('x')];
    const [red, , blue] = chunks.PLTE.subarray(3 * index, 3 * index + 3);
    // Class 0 is blue, class 1 is orange.
    assert.equal(red > blue, probability > 0.5, `sample ${n}: ${probability}, ${red} ${blue}`);
    checked++;
  }
  assert.ok(checked > 20 && area > 0, `${checked}`);
});

test('the same arguments give the same bytes, also in another process and in a worker', async () => {
  const hash = (text) => createHash('sha256').update(text).digest('hex');
  const options = { test: unseen, arrows: 3, theme: 'dark' };
  const here = hash(toSVG(model, train, options));
  const code = `
    import { createHash } from 'node:crypto';
    const { loadTrip } = await import('${new URL('dist/index.js', root)}');
    const { toSVG } = await import('${new URL('dist/draw.js', root)}');
    // Engines differ in these functions.
    for (const name of ['sin', 'cos', 'log', 'log10', 'exp', 'pow', 'hypot', 'atan2', 'cbrt', 'tan'])
      Math[name] = () => { throw new Error('Math.' + name); };
    const trip = await loadTrip();
    const { train, test } = trip.spiral({ seed: 3, samplesPerClass: 30, noiseSamplesPerClass: 3, noiseDimensions: 7 });
    const model = trip.fit(train, ${JSON.stringify(quick)});
    const svg = toSVG(model, train, { test, arrows: 3, theme: 'dark' });
    const out = createHash('sha256').update(svg).digest('hex');
    const { parentPort } = await import('node:worker_threads');
    if (parentPort) parentPort.postMessage(out); else console.log(out);`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  assert.equal(stdout.trim(), here, stderr);
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
  assert.equal(await new Promise((resolve, reject) => worker.on('message', resolve).on('error', reject)), here);
});

test('matrices, one, three and four axes, a regression, 100 classes: well-formed and complete', () => {
  const planted = trip.planted({ dims: [6, 5], count: 40 });
  const matrices = trip.fit(planted.train, { ...quick, ranks: [2, 2] });
  const values = trip.dataset({
    x: train.x,
    shape: train.shape,
    y: train.x.filter((_, at) => at % train.shape[1] === 0),
    task: 'regression',
  });
  const [samples, variables] = train.shape;
  const two = trip.dataset({
    x: train.x,
    shape: train.shape,
    y: Array.from({ length: samples }, (_, n) => [train.x[n * variables], 100 + train.x[n * variables + 1]]),
    task: 'regression',
    responseNames: ['near', 'far'],
  });
  const classes = Array.from({ length: 300 }, (_, n) => `class ${n % 100}`);
  const many = trip.dataset({ x: classes.map((_, n) => [n % 100, (n * 37) % 11, n % 7]), y: classes });
  const cases = [
    [matrices, planted.train, { mode: 1, arrows: 2 }, [/Samples along mode 2 of 2/, /^rotated axis 1 →$/]],
    [
      matrices,
      planted.train,
      {},
      [/^Along this plane the predictions change most/, /The other 2 axes/, /^axis 1 of the plane/],
    ],
    [
      matrices,
      planted.train,
      { mode: 'pair' },
      [/^mode 1 axis \d × mode 2 axis \d →$/, /^↑ mode 1 axis \d × mode 2 axis \d$/],
    ],
    [trip.fit(train, { ...quick, ranks: [1] }), train, { arrows: 2 }, [/Heights only/]],
    [trip.fit(train, { ...quick, ranks: [3] }), train, { arrows: 2, yaw: 10 }, [/Seen from 10°/]],
    [trip.fit(train, { ...quick, ranks: [4] }), train, { arrows: 2 }, [/The other 2 axes/, /axis 1 of the plane/]],
    [trip.fit(train, { ...quick, ranks: [4] }), train, { arrows: 2, mode: 0 }, [/The other 2 axes/, /rotated axis 1/]],
    [trip.fit(train, { ...quick, ranks: [4] }), train, { mode: 'pair' }, [/The other 2 axes/, /↑ rotated axis \d$/]],
    [trip.fit(values, quick), values, {}, [/^RMSE: [\d.]+ on 66 samples$/]],
    [trip.fit(two, quick), two, { response: 'far' }, [/^10[\d.]+ to 10|^9[\d.]+ to 10/]],
    [trip.fit(many, { ...quick, hidden: [] }), many, {}, [/^100 classes$/]],
  ];
  for (const [one, data, options, patterns] of cases) {
    const svg = toSVG(one, data, options);
    requireXml(svg);
    assert.doesNotMatch(svg, /NaN|Infinity|undefined|null/);
    assert.equal(parse(svg).querySelectorAll('svg svg > use').length, data.shape[0]);
    const texts = textsOf(svg);
    for (const pattern of patterns)
      assert.ok(
        texts.some((text) => pattern.test(text)),
        `${pattern}: ${texts}`,
      );
  }
});

test('samples without a response, a single sample, and with other order of the classes', () => {
  const bare = trip.dataset({ x: train.x, shape: train.shape });
  const svg = toSVG(model, bare, { title: 'New' });
  requireXml(svg);
  assert.doesNotMatch(textsOf(svg).join(), /Right/);
  const one = toSVG(model, trip.subset(train, [3]));
  requireXml(one);
  assert.doesNotMatch(one, /NaN/);
  const turned = trip.dataset({
    x: train.x,
    shape: train.shape,
    y: [...train.labels].map((label) => train.classNames[label]),
    classNames: [...train.classNames].reverse(),
  });
  assert.equal(toSVG(model, turned), toSVG(model, train));
});

test('names cannot contain markup or characters that XML forbids', () => {
  const names = ['<img onerror=alert(1)>', '__proto__', 'a\u0000\u001b\ufffeb & "c"', "]]>'", '日本語'];
  const data = trip.dataset({
    x: Array.from({ length: 50 }, (_, n) => [n % 5, (n * 7) % 13, n % 3]),
    y: Array.from({ length: 50 }, (_, n) => names[n % 5]),
    featureNames: ['</svg><script>', '__proto__', 'constructor'],
  });
  const svg = toSVG(trip.fit(data, quick), data, { arrows: 3, title: '</svg><script>alert(1)</script>' });
  requireXml(svg);
  const elements = new Set([...parse(svg).querySelectorAll('*')].map((one) => one.tagName.toLowerCase()));
  assert.deepEqual([...elements].sort(), ['defs', 'g', 'image', 'path', 'rect', 'svg', 'text', 'use']);
  const texts = textsOf(svg);
  for (const name of ['__proto__', 'ab & "c"', '日本語']) assert.ok(texts.includes(name), `${name}: ${texts}`);
});

test('arguments that cannot be drawn are refused, with the accepted ones', () => {
  const disposed = trip.fit(train, quick);
  disposed.dispose();
  const other = trip.dataset({ x: [[1, 2]], y: ['a'] });
  const foreign = trip.dataset({
    x: train.x,
    shape: train.shape,
    y: [...train.labels].map((label) => `other ${label}`),
  });
  const numbers = () =>
    trip.fit(
      trip.dataset({ x: train.x, shape: train.shape, y: train.x.slice(0, train.shape[0]), task: 'regression' }),
      {
        ...quick,
        epochs: 1,
      },
    );
  const cases = [
    [() => toSVG(disposed, train), 'disposed', /dispose/],
    [() => toSVG(model, other), 'shape', /./],
    [
      () => toSVG(model, foreign),
      'value',
      /the class of sample 0 of data is "other [01]"; one of "0", "1" is accepted/,
    ],
    [() => toSVG(model, train, { test: foreign }), 'value', /of test is/],
    [() => toSVG(undefined, train), 'value', /model is undefined; a model of trip.fit/],
    [() => toSVG({}, train), 'value', /model is \[object Object\]/],
    [() => toSVG(model, [[1, 2]]), 'value', /data is \[object Array\]; a dataset/],
    [() => toSVG(model, train, { test: 5 }), 'value', /test is 5/],
    [() => toSVG(model, train, { colour: 1 }), 'option', /an option is "colour"; one of scores, .* is accepted/],
    [() => toSVG(model, train, null), 'option', /options is null/],
    [() => toSVG(model, train, { theme: 'blue' }), 'option', /theme is "blue"; "light" or "dark"/],
    [() => toSVG(model, train, { width: 10 }), 'option', /width is 10; a number from 160 to 4096/],
    [() => toSVG(model, train, { width: '500' }), 'option', /width is "500"/],
    [() => toSVG(model, train, { arrows: Number.NaN }), 'option', /arrows is NaN/],
    [() => toSVG(model, train, { heat: 'yes' }), 'option', /heat is "yes"; true or false/],
    [() => toSVG(model, train, { title: 5 }), 'option', /title is 5; a text/],
    [() => toSVG(model, train, { target: 'C' }), 'option', /target is "C"; an index from 0 to 1 or one of "0", "1"/],
    [() => toSVG(model, train, { mode: 1 }), 'option', /mode is 1; "plane", "pair" or an index from 0 to 0/],
    [() => drawOn({}, model, train), 'value', /canvas is \[object Object\]; a canvas with a 2d context/],
    [() => drawOn({}, model, train, { pixelRatio: 0 }), 'option', /pixelRatio is 0/],
    [() => drawOn({}, model, train, null), 'option', /options is null; an object/],
    [() => drawOn({}, model, train, 'dark'), 'option', /options is "dark"; an object/],
    [() => toSVG(model, train, 5), 'option', /options is 5; an object/],
    [() => toSVG(model, train, []), 'option', /options is \[object Array\]; an object/],
    [() => toSVG(model, train, { theme: ['light'] }), 'option', /theme is \[object Array\]/],
    [() => toSVG(model, train, { theme: Symbol('dark') }), 'option', /theme is \[object Symbol\]/],
    [() => toSVG(model, train, { yaw: -Infinity }), 'option', /yaw is -Infinity/],
    [() => toSVG(numbers(), train), 'value', /data is "classes"; a regression is accepted/],
  ];
  for (const [call, code, pattern] of cases) assert.throws(call, refused(code, pattern), `${call}`);
});

test('names of any length are shortened in one pass, and invisible names have marks', () => {
  const { shape, x, labels } = train;
  for (const letter of ['i', 'W', '\u{1f600}', '漢']) {
    const names = [0, 1].map((label) => `${label}${letter.repeat(40_000)}`);
    const data = trip.dataset({ x, shape, y: [...labels].map((label) => names[label]) });
    const svg = toSVG(trip.fit(data, { ...quick, epochs: 1 }), data, { title: letter.repeat(40_000), scores: false });
    requireXml(svg);
    for (const text of textsOf(svg)) assert.ok([...text].length < 200, text.slice(0, 20));
    assert.ok(textsOf(svg).some((text) => /^0.+…$/u.test(text)));
  }
  const longest = (length) => {
    const data = trip.dataset({ x, shape, y: [...labels].map((label) => `${label}${'W'.repeat(length)}`) });
    const model = trip.fit(data, { ...quick, epochs: 1 });
    const times = Array.from({ length: 3 }, () => {
      // Time of the processor: a busy machine gives the longer call a smaller share.
      const begun = process.cpuUsage();
      toSVG(model, data, { scores: false });
      const { user, system } = process.cpuUsage(begun);
      return (user + system) / 1000;
    });
    return Math.min(...times);
  };
  // Linear work takes at most 16 times as long, quadratic work up to 256 times.
  const [one, many] = [longest(10_000), longest(160_000)];
  assert.ok(many < 64 * one, `${many} ms for names that are 16 times as long, ${one} ms before`);
  const odd = ['a', '\u0001', ' '];
  const data = trip.dataset({ x, shape, y: [...labels].map((_, n) => odd[n % 3]) });
  const svg = toSVG(trip.fit(data, { ...quick, epochs: 1 }), data, { legend: false });
  assert.equal(parse(svg).querySelectorAll('text').length, textsOf(svg).filter((text) => text.trim() !== '').length);
  assert.equal(parse(svg).querySelectorAll('defs path').length >= 3, true);
});

test('text runs from left to right in documents of the other direction too', () => {
  assert.equal(parse(toSVG(model, train)).getAttribute('direction'), 'ltr');
});

test('options change what they name', () => {
  const base = { test: unseen, arrows: 2 };
  const plain = toSVG(model, train, base);
  const changes = {
    title: 'Mine',
    scores: false,
    width: 300,
    theme: 'dark',
    heat: false,
    contours: false,
    discrete: true,
    arrows: 0,
    axes: false,
    legend: false,
  };
  for (const [name, value] of Object.entries(changes)) {
    const svg = toSVG(model, train, { ...base, [name]: value });
    requireXml(svg);
    assert.notEqual(svg, plain, name);
  }
  assert.match(toSVG(model, train, { title: 'Mine' }), /aria-label="Mine Right: /);
  assert.equal(toSVG(model, train, { heat: undefined }), toSVG(model, train));
  assert.equal(parse(toSVG(model, train, { heat: false, legend: false })).querySelectorAll('image').length, 0);
});

test('three axes mention predictions only where the picture has them', () => {
  const deep = trip.fit(train, { ...quick, ranks: [3] });
  const mentions = (options) => /predictions/.test(toSVG(deep, train, options));
  assert.deepEqual([{}, { heat: false }, { contours: false }].map(mentions), [true, true, true]);
  assert.equal(mentions({ heat: false, contours: false }), false);
});

test('the two themes are those of the page', async () => {
  const css = `${read('web/site/theme.css')}`;
  const block = (start) => css.slice(css.indexOf(start), css.indexOf('}', css.indexOf(start)));
  for (const [theme, start] of [
    ['light', ':root {'],
    ['dark', ":root[data-theme='dark'] {"],
  ]) {
    const colour = (name) => new RegExp(`--${name}: (#\\w{6})`).exec(block(start))[1];
    const svg = toSVG(model, train, { theme, test: unseen });
    for (const name of ['plot-paper', 'ink', 'plot-grid', 'muted', 'boundary', 'class-0', 'class-1']) {
      assert.ok(svg.includes(`"${colour(name)}"`), `${theme} ${name}`);
    }
  }
});

/** Many samples of a model with these classes; without `y` they have no response. */
function manySamples(classes, { labelled = true, regression = false } = {}) {
  const count = 8400;
  const x = numbers(3 * count, 11);
  const y = Array.from({ length: count }, (_, n) => (regression ? 100 + 3 * x[3 * n] : classes[n % classes.length]));
  const task = regression ? { task: 'regression' } : {};
  const whole = trip.dataset({ x, shape: [count, 3], y, ...task });
  const own = trip.fit(trip.subset(whole, [...Array(300).keys()]), { ...quick, epochs: 2 });
  return { own, data: labelled ? whole : trip.dataset({ x, shape: [count, 3] }), whole };
}

test('by density, samples without a response are grey, classes of letters are in the legend, and the note says how', () => {
  const grey = (svg) => new Set([...svg.matchAll(/fill="(rgb\([^"]*\)|#[0-9a-f]+)"/g)].map(([, colour]) => colour));
  for (const regression of [false, true]) {
    const { own, data, whole } = manySamples(['red', 'blue'], { labelled: false, regression });
    const [bare, full] = [data, whole].map((samples) =>
      grey(toSVG(own, samples, { heat: false, contours: false, legend: false, axes: false, scores: false })),
    );
    assert.ok(full.size > bare.size, `${[...full]} and ${[...bare]}`);
    const colours = [...bare].filter((colour) => colour.startsWith('rgb'));
    assert.ok(colours.length <= 1, `${colours}`);
  }
  const { own, data } = manySamples(['a', 'b', 'c']);
  const texts = textsOf(toSVG(own, data, { test: trip.subset(data, [0, 1, 2, 3]) }));
  for (const name of ['a', 'b', 'c']) assert.ok(texts.includes(name), texts.join());
  assert.ok(!texts.some((text) => /^(fit|test) samples$/.test(text)), texts.join());
  assert.ok(
    texts.some((text) => /^By density, fit and test alike: stronger colours have more samples\.$/.test(text)),
    texts.join(),
  );
});

test('the classes of a field are named where no sample has a response', () => {
  const data = trip.dataset({
    x: numbers(180, 5),
    shape: [60, 3],
    y: Array.from({ length: 60 }, (_, n) => ['oak', 'ash', 'elm'][n % 3]),
  });
  const own = trip.fit(data, quick);
  const bare = trip.dataset({ x: data.x, shape: data.shape });
  for (const name of ['oak', 'ash', 'elm']) {
    assert.ok(textsOf(toSVG(own, bare)).includes(name));
    assert.ok(!textsOf(toSVG(own, bare, { heat: false })).includes(name));
  }
});

test('a picture far from 0 has few lines, each with its own number', () => {
  const own = trip.fit(train, quick);
  for (const place of [2e6, 1e9, 1e15, 1e16, 1e18, 1e30]) {
    const x = new Float64Array(train.shape[1]).fill(place);
    const one = trip.dataset({ x, shape: [1, train.shape[1]] });
    const svg = parse(toSVG(own, one, { legend: false, scores: false, heat: false, contours: false }));
    const lines = [...svg.querySelectorAll('text')].filter((text) => /^−?[\d.]+(e\+\d+)?$/.test(text.textContent));
    assert.ok(lines.length <= 16, `${place}: ${lines.length} lines`);
    // The numbers of an axis are at the same height, or at the same distance from the left.
    for (const name of ['x', 'y'])
      for (const line of lines) {
        const same = lines.filter((other) => other.getAttribute(name) === line.getAttribute(name));
        const texts = same.map(({ textContent }) => textContent);
        assert.equal(new Set(texts).size, texts.length, `${place}: ${texts}`);
      }
    if (place <= 1e9) assert.ok(lines.length >= 4, `${place}: ${lines.length} lines`);
  }
});

test('a picture without a title and scores still has a name', () => {
  const labelOf = (options) => parse(toSVG(model, train, options)).getAttribute('aria-label');
  assert.equal(labelOf({ title: '', scores: false }), 'TRIP: samples projected to a plane');
  assert.match(labelOf({ title: 'Mine' }), /^Mine Right/);
});
