/** trip plot and trip fit --plot: SVG, PNG and pages. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { before, test } from 'node:test';
import { parseHTML } from 'linkedom';
import { toSVG } from '../../dist/draw.js';
import { checksumOf } from '../../dist/index.js';
import { trip } from '../lib/support.mjs';
import { command, folderFor } from './support.mjs';

const folder = folderFor('plot');
const names = ['</script><b>&', '"c"', 'plain'];
const rows = (count, shift) =>
  Array.from({ length: count }, (_, n) => {
    const k = n % 3;
    return [k + ((n * 7) % 11) / 9 + shift, ((n * 5) % 13) / 4 - k, ((n * 3) % 7) / 3, names[k]];
  });
const quoted = (cell) => (typeof cell === 'string' ? `"${cell.replaceAll('"', '""')}"` : cell);
const csv = (data) => ['a,b,"<i>c",kind', ...data.map((row) => row.map(quoted).join())].join('\n');
const dataset = (data) =>
  trip.dataset({
    x: data.map((row) => row.slice(0, 3)),
    y: data.map((row) => row[3]),
    featureNames: ['a', 'b', '<i>c'],
    classNames: names,
  });
const fit = ['fit', 'data.csv', '--target', 'kind', '--epochs', '40', '--restarts', '1', '--hidden', '5'];

before(async () => {
  folder.write('data.csv', csv(rows(60, 0)));
  folder.write('test.csv', csv(rows(30, 0.1)));
  await folder.json([...fit, '--out', 'm.json', '--plot', 'fit.svg', '--test', 'test.csv']);
});
const plot = (...args) => folder.json(['plot', 'm.json', 'data.csv', ...args]);

test('the SVG is that of the package, for all flags; fit --plot writes the default one', async () => {
  const model = trip.restore(folder.read('m.json'));
  const [data, unseen] = [dataset(rows(60, 0)), dataset(rows(30, 0.1))];
  assert.equal(folder.read('fit.svg'), toSVG(model, data, { test: unseen }));
  assert.deepEqual(await plot('--out', 'p.svg'), { out: 'p.svg', samples: 60 });
  assert.equal(folder.read('p.svg'), toSVG(model, data));
  const flags =
    '--title T --theme dark --width 300 --arrows 2 --heat no --contours no --discrete --axes no --scores no --legend no';
  await plot('--test', 'test.csv', '--out', 'p.svg', ...flags.split(' '));
  const off = { heat: false, contours: false, axes: false, scores: false, legend: false };
  const all = { title: 'T', theme: 'dark', width: 300, arrows: 2, discrete: true, ...off, test: unseen };
  assert.equal(folder.read('p.svg'), toSVG(model, data, all));
  const { stdout } = await folder.trip(['plot', 'm.json', 'data.csv', '--out', '-', '--quiet']);
  assert.equal(stdout, toSVG(model, data));
});

test('samples without a response', async () => {
  folder.write(
    'bare.csv',
    rows(5, 0).reduce((text, row) => `${text}\n${row.slice(0, 3)}`, 'a,b,"<i>c"'),
  );
  const refused = await folder.trip(['plot', 'm.json', 'bare.csv', '--out', 'b.svg']);
  assert.match(refused.stderr, /--target COLUMN is needed/);
  assert.equal((await folder.json(['plot', 'm.json', 'bare.csv', '--out', 'b.svg', '--unlabelled'])).samples, 5);
  assert.doesNotMatch(folder.read('b.svg'), /Right/);
});

test('a PNG has the size of the SVG times the scale, and text', async () => {
  const size = (bytes) => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  await plot('--out', 'p.svg');
  const [, width, height] = /width="(\d+)" height="([\d.]+)"/.exec(folder.read('p.svg'));
  await plot('--out', 'p.png');
  assert.deepEqual(size(folder.read('p.png', null)), [2 * width, Math.ceil(2 * height)]);
  await plot('--out', 'small.png', '--scale', '0.5', '--title', '');
  assert.deepEqual(size(folder.read('small.png', null))[0], width / 2);
  await plot('--out', 'other.png', '--title', 'Other');
  assert.notDeepEqual(folder.read('other.png', null), folder.read('p.png', null));
});

test('without the package for PNG, or without a font, the way out is named before anything is computed', async (t) => {
  const own = mkdtempSync(join(tmpdir(), 'trip-plot-'));
  t.after(() => rmSync(own, { recursive: true }));
  cpSync(dirname(command), join(own, 'dist'), { recursive: true });
  const run = (...args) =>
    spawnSync(process.execPath, [join(own, 'dist', 'cli.js'), ...args], { encoding: 'utf8', cwd: folder.path('') });
  const { status, stderr } = run(...fit, '--out', 'never.json', '--plot', 'n.png');
  assert.equal(status, 2);
  assert.match(stderr, /npm install @resvg\/resvg-wasm beside trip-wasm is accepted, or --out with \.svg/);
  assert.throws(() => folder.read('never.json'));
  assert.equal(run('plot', 'm.json', 'data.csv', '--out', 'n.svg', '--quiet').status, 0);
  const font = await folder.trip(['plot', 'm.json', 'data.csv', '--out', 'n.png', '--font', 'none.ttf']);
  assert.match(font.stderr, /--font none\.ttf cannot be read/);
  for (const name of ['data.csv', 'm.json']) {
    const other = await folder.trip(['plot', 'm.json', 'data.csv', '--out', 'n.png', '--font', name]);
    assert.equal(other.status, 2);
    assert.match(other.stderr, /--font \S+ is no font; a file in the format \.ttf, \.otf or \.ttc is accepted/);
  }
  assert.throws(() => folder.read('n.png', null));
});

test('a page contains model and samples, and no text of the user ends an element', async () => {
  await plot(
    '--out',
    'p.html',
    '--title',
    '</title></script><script>alert(1)</script>',
    '--test',
    'test.csv',
    '--arrows',
    '2',
  );
  const text = folder.read('p.html');
  const { document } = parseHTML(text);
  const scripts = [...document.querySelectorAll('script')];
  assert.equal(scripts.length, 2);
  const policy = document.querySelector('meta[http-equiv]').getAttribute('content');
  const hash = (code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
  const inline = /<script>([\s\S]*?)<\/script>/.exec(text)[1];
  assert.ok(policy.startsWith(`default-src 'none'; script-src ${hash(inline)} 'wasm-unsafe-eval'`), policy);
  assert.doesNotMatch(text.replaceAll(/<script[\s\S]*?<\/script>/g, ''), /<b>|<i>|alert\(1\)<\/script/);
  const content = JSON.parse(/id="content">([\s\S]*?)<\/script>/.exec(text)[1]);
  assert.equal(trip.restore(content.model).fingerprint, trip.restore(folder.read('m.json')).fingerprint);
  assert.deepEqual(content.data.classNames, names);
  assert.equal(document.querySelector('trip-plane').getAttribute('arrows'), '2');
  assert.doesNotMatch(text, /https?:\/\/(?!www\.w3\.org)/);
});

test('wrong usage is refused, and the old file stays', async () => {
  folder.write('old.svg', 'old');
  const cases = [
    [['--out', 'x.pdf'], /a name that ends with \.svg, \.png or \.html/],
    [['--out', 'old.svg', '--mode', '2'], /--mode is 2; plane, pair or an integer from 1 to 1/],
    [['--out', 'old.svg', '--class', 'none'], /target is "none"/],
    [['--out', 'old.svg', '--width', '1'], /width is 1; a number from 160/],
    [['--out', 'old.svg', '--theme', 'blue'], /light/],
    [['--out', 'old.png', '--scale', '0'], /--scale is 0/],
    [['--out', 'none/x.svg'], /folder/],
    [
      ['--out', 'old.png', '--width', '4096', '--scale', '20'],
      /a PNG of 81920 x \d+ pixels needs too much memory; a smaller --scale/,
    ],
    [[], /--out FILE is needed/],
  ];
  for (const [args, pattern] of cases) {
    const { status, stderr } = await folder.trip(['plot', 'm.json', 'data.csv', ...args]);
    assert.equal(status, 2, `${args}: ${stderr}`);
    assert.match(stderr, pattern);
  }
  assert.equal(folder.read('old.svg'), 'old');
  const twice = await folder.trip(['plot', 'm.json', 'data.csv', '--out', '-', '--json']);
  assert.match(twice.stderr, /both use the standard output/);
});

test('a page shows what is wrong with its content, and takes no texts for types of arrays', async () => {
  const { checksum: _, ...file } = JSON.parse(folder.read('m.json'));
  const odd = { typed: ['toString', 'AAAA'] };
  const altered = { ...file, options: { ...file.options, odd } };
  folder.write('odd.json', JSON.stringify({ ...altered, checksum: checksumOf(altered) }));
  await folder.json(['plot', 'odd.json', 'data.csv', '--out', 'odd.html']);
  const page = folder.read('odd.html');
  const content = /<script type="application\/json" id="content">(.*)<\/script>/.exec(page)[1];
  const script = page.slice(page.indexOf('const kinds'), page.lastIndexOf('}</script>'));
  /** What the page does with this content: what it restores, and the message that it shows. */
  const shownFor = async (textContent) => {
    const found = {};
    const plane = { after: (message) => Object.assign(found, { message }) };
    const document = { getElementById: () => ({ textContent }), querySelector: () => plane };
    const restore = (model) => Object.assign(found, { model });
    new Function('document', 'loadTrip', script)(document, async () => ({ restore }));
    await new Promise(setImmediate);
    return found;
  };
  const { model, message } = await shownFor(content);
  assert.equal(message, undefined);
  assert.deepEqual(model.options.odd, odd);
  assert.match((await shownFor('{"model":{"typed":["Int32Array","*"]}}')).message, /./);
  assert.match((await shownFor('{')).message, /JSON/);
});
