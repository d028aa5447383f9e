/** Keys and names of every object's inherited properties, in everything that is parsed: they are names like others, and no prototype changes. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { toSVG } from '../../dist/draw.js';
import { readNpz, readNpzArrays, readSvmlight, readTns, writeNpy } from '../../dist/formats.js';
import { checksumOf, loadTrip, TripError } from '../../dist/index.js';
import { headerOf, identityOf, Merger, RowFile, statusOf } from '../../dist/shards.js';
import { readTable, TableError, tableOfRecords, toCsv, toDataset } from '../../dist/table.js';
import { Server } from '../../dist/workers/serve.js';
import { zipOf } from '../formats/zip.mjs';

const folder = mkdtempSync(join(tmpdir(), 'trip-prototypes-'));
const { modules } = await loadModules(
  '/data/state.ts',
  '/teaching/class-list.ts',
  '/teaching/answer-link.ts',
  '/teaching/questions.ts',
);
after(() => rmSync(folder, { recursive: true }));
const [{ addresses }, { classRows, readClass }, { readAnswers, readName }, { questions }] = modules;
const trip = await loadTrip();
const { train } = trip.spiral({ samplesPerClass: 12, noiseSamplesPerClass: 1, noiseDimensions: 2 });
const quick = { epochs: 1, restarts: 1, hidden: [2] };
const file = JSON.parse(JSON.stringify(trip.fit(train, quick)));
const plan = { grid: { lambda: [0.1] }, options: quick, folds: 3, trials: 1, seed: 1 };

/** An object that JSON.parse makes: its own key `__proto__` would become the prototype of an object that copies it by assignment. */
const polluting = (more = '') =>
  JSON.parse(`{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}${more}}`);
const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];

const bases = [Object, Array, Function, String, Number, Promise, Map, Error, Float64Array].map((one) => one.prototype);
const stateOf = () =>
  bases.map((base) =>
    Object.entries(Object.getOwnPropertyDescriptors(base)).map(([key, one]) => [key, one.value ?? one.get]),
  );
const before = stateOf();

/** The call succeeds, or is refused with a reason; either way every prototype is as it was. */
async function harmless(what, call) {
  let result;
  try {
    result = await call();
  } catch (error) {
    // Each entry that is one file has a class of its own.
    assert.ok(error instanceof TableError || error.name === TripError.name, `${what}: ${error.stack}`);
    assert.notEqual(error.code, 'internal', what);
  }
  assert.equal({}.polluted, undefined, what);
  assert.equal([].polluted, undefined, what);
  assert.deepEqual(stateOf(), before, what);
  return result;
}

/** The places of an object, as lists of keys, at which an object is. */
function placesIn(value, path = []) {
  if (typeof value !== 'object' || value === null) return [];
  return [path, ...Object.entries(value).flatMap(([key, own]) => placesIn(own, [...path, key]))];
}
const at = (value, path) => path.reduce((own, key) => own[key], value);
const plant = (object, key, value) =>
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });

test('the check itself sees a changed prototype', () => {
  Object.prototype.polluted = 1;
  try {
    assert.notDeepEqual(stateOf(), before);
  } finally {
    delete Object.prototype.polluted;
  }
  assert.deepEqual(stateOf(), before);
});

test('model files, with a checksum that is right: every object of the file has the keys', async () => {
  const places = placesIn(file);
  assert.ok(places.length > 5);
  for (const path of places)
    for (const [key, value] of Object.entries(polluting())) {
      const copy = structuredClone(file);
      plant(at(copy, path), key, value);
      const text = JSON.stringify({ ...copy, checksum: checksumOf(copy) });
      const restored = await harmless(`${path.join('.')}.${key}`, () => trip.restore(text));
      if (restored) await harmless('a restored model', () => JSON.stringify(restored) + toSVG(restored, train));
    }
});

test('options and plans', async () => {
  const own = polluting(',"epochs":0');
  await harmless('fit', () => trip.fit(train, own));
  for (const key of Object.keys(quick)) await harmless(key, () => trip.fit(train, { ...quick, [key]: polluting() }));
  for (const key of ['classWeight', 'projection', 'init'])
    await harmless(key, () => trip.fit(train, { ...quick, [key]: polluting() }));
  for (const key of [...Object.keys(plan), 'data'])
    await harmless(key, () => trip.sweepCells({ data: train, ...plan, [key]: polluting() }));
  await harmless('plan', () => trip.sweepCells(Object.assign(polluting(), { data: train })));
  await harmless('dataset', () => trip.dataset(Object.assign(polluting(), { x: [[1], [2]], y: ['a', 'b'] })));
  await harmless('spiral', () => trip.spiral(polluting()));
  await harmless('draw', () => toSVG(trip.fit(train, quick), train, polluting()));
});

test('names of classes and variables are names', async () => {
  const x = Array.from({ length: 60 }, (_, n) => [n % 6, (n * 7) % 11, (n * 5) % 13]);
  const y = x.map(([c]) => names[c]);
  const data = trip.dataset({ x, y, featureNames: names.slice(0, 3) });
  const model = await harmless('train', () => trip.fit(data, { ...quick, epochs: 60, lambda: 0.01, hidden: [20] }));
  assert.deepEqual([...data.classNames].sort(), [...names].sort());
  const restored = trip.restore(JSON.stringify(model));
  assert.deepEqual(restored.classNames ?? names, model.classNames ?? names);
  await harmless('weights', () =>
    trip.fit(data, { ...quick, classWeight: JSON.parse('{"__proto__":2,"constructor":3}') }),
  );
  const svg = await harmless('draw', () => toSVG(model, data));
  for (const name of names) assert.ok(svg.includes(`>${name}<`), name);
});

test('tables: CSV, records, and what is written', async () => {
  const rows = Array.from({ length: 12 }, (_, n) => [n, n % 5, names[n % 6]].join());
  const text = Buffer.from(['__proto__,constructor,toString', ...rows].join('\n'));
  const table = await harmless('CSV', () => readTable([new Uint8Array(text)], {}));
  const made = await harmless('dataset', () => toDataset(table, { target: ['toString'] }));
  assert.deepEqual([...made.features].slice(0, 2), ['__proto__', 'constructor']);
  await harmless('choices', () => toDataset(table, Object.assign(polluting(), { target: ['__proto__'] })));
  const records = JSON.parse(`[${Array(4).fill('{"__proto__":1,"constructor":2,"x":3}').join()}]`);
  await harmless('records', () => tableOfRecords(records, {}));
  await harmless('table options', () => readTable([new Uint8Array(text)], polluting()));
  assert.equal(toCsv([names, [1, -2.5, '-3', '-3+1', '=1', '+x']]).split('\n')[1], `1,-2.5,-3,"'-3+1","'=1","'+x"`);
  assert.equal(toCsv([['\n=1', '＝1', '－1', 'a=1', '１']]), `"'\n=1","'＝1","'－1",a=1,１\n`);
});

test('files of arrays: members, labels, modes', async () => {
  const array = writeNpy({ values: Float64Array.of(1, 2, 3, 4), shape: [2, 2] });
  const zip = new Uint8Array(zipOf(names.map((name) => ({ name: `${name}.npy`, content: array }))));
  for (const name of names) await harmless(`npz ${name}`, () => readNpz(zip, { x: name, y: names[0] }));
  await harmless('npz', () => readNpzArrays(zip, polluting()));
  await harmless('svmlight', () =>
    readSvmlight(new TextEncoder().encode(`${names.map((name) => `${name} 1:2 __proto__:3`).join('\n')}\n`)),
  );
  await harmless('tns', () => readTns(new TextEncoder().encode('1 1 __proto__\nconstructor 2 3\n'), polluting()));
});

test('links, answers of a class, names of students', async () => {
  const hash = names.map((name) => `${name}=1&${name}.${name}=2`).join('&');
  for (const rest of [
    hash,
    ...names.flatMap((name) => [
      `a=${name}`,
      `hi=${name}`,
      `lk=~${name}`,
      `gl=${name}`,
      `c=${name}`,
      `sn=${name}`,
      `an=1&nm=${name}`,
    ]),
  ]) {
    const parsed = await harmless(rest, () => addresses.parse(`#v=1&${rest}`));
    assert.equal(Object.getPrototypeOf(parsed.state), Object.prototype, rest);
    assert.equal(parsed.state.polluted, undefined);
  }
  for (const name of names) {
    await harmless('answers', () => readAnswers(name, questions, []));
    await harmless('name', () => readName(name, []));
  }
  const lines = names.map((name) => `${name}: https://example.org/#v=1&an=1`).join('\n');
  const list = await harmless('list', () => readClass(lines, questions));
  assert.deepEqual(
    list.students.map(({ name }) => name),
    names,
  );
  const words = { name: 'Name', right: 'Right', key: 'Key', question: (n) => `Q${n}` };
  await harmless('rows', () => toCsv(classRows(list, questions, [0], words)));
});

test('lines of a file of rows, its header and plan', async () => {
  const cells = trip.sweepCells({ ...plan, data: train });
  const identity = identityOf(plan, train);
  const header = headerOf(identity);
  const row = trip.sweepCell({ ...plan, data: train }, { point: 0, trial: 0, fold: 0 });
  const path = join(folder, 'rows.jsonl');
  for (const [of, line] of Object.entries({ header: JSON.parse(header), row }))
    for (const place of placesIn(line))
      for (const [key, value] of Object.entries(polluting())) {
        const copy = structuredClone(line);
        plant(at(copy, place), key, value);
        writeFileSync(path, of === 'row' ? `${header}\n${JSON.stringify(copy)}\n` : `${JSON.stringify(copy)}\n`);
        const what = `${of} ${place.join('.')}.${key}`;
        await harmless(what, async () => (await RowFile.open(path, { cells, header, marked: false })).close());
        await harmless(what, () => {
          const merger = new Merger(cells, identity);
          return merger.add(path).finally(() => merger.close());
        });
        await harmless(what, () => statusOf([path]));
      }
});

test('messages to a worker', async () => {
  const sent = [];
  const server = new Server((message) => sent.push(message));
  for (const type of ['load', 'start', 'cell', 'ping', 'forget', 'constructor', '__proto__'])
    await harmless(type, () => server.onMessage(Object.assign(polluting(`,"type":"${type}","job":1`), {})));
  await harmless('training', () =>
    server.onMessage({ type: 'start', job: 1, data: polluting(), training: polluting() }),
  );
  assert.ok(
    sent.some(({ type }) => type === 'failed'),
    JSON.stringify(sent),
  );
});
