/** Keys and names of every object's inherited properties, in everything that is parsed: they are names like others, and no prototype changes. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { toSVG } from '../../dist/draw.js';
import { readNpz, readNpzArrays, readParquet, readSvmlight, readTns, writeNpy } from '../../dist/formats.js';
import { checksumOf, loadTrip, resultVersion, TripError } from '../../dist/index.js';
import { hashOf, headerOf, identityOf, Merger, RowFile, statusOf } from '../../dist/shards.js';
import { readTable, TableError, tableOfRecords, tableOfRows, toCsv, toDataset } from '../../dist/table.js';
import { createTrainer } from '../../dist/trainer.js';
import { Slot } from '../../dist/workers/pool.js';
import { Server } from '../../dist/workers/serve.js';
import { zipOf } from '../formats/zip.mjs';
import { askWorker, defaultReading, openByClient } from './import-worker.mjs';
import { before, stateOf } from './unchanged.mjs';

const folder = mkdtempSync(join(tmpdir(), 'trip-prototypes-'));
const { modules } = await loadModules(
  '/data/state.ts',
  '/teaching/class-list.ts',
  '/teaching/answer-link.ts',
  '/teaching/questions.ts',
  '/brush/codes.ts',
  '/link/moves.ts',
  '/link/sample.ts',
  'draw/dom/plane-attributes.ts',
);
after(() => rmSync(folder, { recursive: true }));
const [{ addresses }, { classRows, readClass }, { readAnswers, readName }, { questions }] = modules;
const [{ readRuns, readShape }, { readMoves }, { readSample }, { planeAttributes, planeOptions }] = modules.slice(4);
const trip = await loadTrip();
const { train } = trip.spiral({ samplesPerClass: 12, noiseSamplesPerClass: 1, noiseDimensions: 2 });
const quick = { epochs: 1, restarts: 1, hidden: [2] };
const file = JSON.parse(JSON.stringify(trip.fit(train, quick)));
const plan = { grid: { lambda: [0.1] }, options: quick, folds: 3, trials: 1, seed: 1 };

/** An object that JSON.parse makes: its own key `__proto__` would become the prototype of an object that copies it by assignment. */
const polluting = (more = '') =>
  JSON.parse(`{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}${more}}`);
const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];

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

test('Parquet: names of columns', async () => {
  const file = readFileSync(new URL('../formats/fixtures/uncompressed.parquet', import.meta.url)).toString('latin1');
  const end = file.length - 8 - Buffer.from(file, 'latin1').readUInt32LE(file.length - 8);
  const given = [...names, 'id', 'double', 'float', 'truth', 'kind'];
  const { names: all } = await readParquet(Buffer.from(file, 'latin1'));
  assert.equal(given.length, all.length);
  // The footer names each column twice, each time after the type and the length of the text.
  const written = (name) => `\x18${String.fromCharCode(name.length)}${name}`;
  const marked = all.reduce((text, name, n) => text.replaceAll(written(name), `<column ${n}>`), file.slice(end, -8));
  const footer = given.reduce((text, name, n) => text.replaceAll(`<column ${n}>`, written(name)), marked);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(footer.length);
  const bytes = Buffer.concat([Buffer.from(file.slice(0, end) + footer, 'latin1'), size, Buffer.from('PAR1')]);
  const found = await harmless('Parquet', () => readParquet(bytes));
  assert.deepEqual(found.names, given);
  const table = await harmless('table', () => tableOfRows(found.rows, { names: found.names, origin: 'Parquet' }, {}));
  for (const target of given)
    await harmless(target, () => toDataset(table, { target: [target], missing: 'mean', categories: 'indicators' }));
});

test('sparse samples', async () => {
  const given = { offsets: [0, 1, 2], index: [0, 1], value: [1, 2], shape: [2, 2], y: ['__proto__', 'constructor'] };
  const data = await harmless('sparse', () => trip.sparseDataset({ ...given, featureNames: names.slice(0, 2) }));
  assert.deepEqual([...data.classNames].sort(), ['__proto__', 'constructor']);
  await harmless('fields', () => trip.sparseDataset(Object.assign(polluting(), given)));
  for (const key of [...Object.keys(given), 'classNames', 'featureNames', 'sampleWeight', 'task'])
    await harmless(key, () => trip.sparseDataset({ ...given, [key]: polluting() }));
});

test('rows of assessments', async () => {
  const trainer = await createTrainer({ trip, workers: 1 });
  try {
    const settings = { folds: 2, executor: 'here' };
    const { rows } = await trainer.crossValidate(train, quick, settings);
    for (const place of placesIn(rows[0]))
      for (const [key, value] of Object.entries(polluting())) {
        const row = structuredClone(rows[0]);
        plant(at(row, place), key, value);
        const done = [row, rows[1]];
        await harmless(`${place.join('.')}.${key}`, () => trainer.crossValidate(train, quick, { ...settings, done }));
      }
    for (const cell of names) {
      const done = [{ ...rows[0], cell }, rows[1]];
      await harmless(cell, () => trainer.crossValidate(train, quick, { ...settings, done }));
    }
  } finally {
    await trainer.close();
  }
});

/** Runs the command in a process that looks at its prototypes when it ends; resolves to what it has printed. */
function command(...args) {
  const options = { cwd: folder, encoding: 'utf8' };
  const own = [
    new URL('unchanged.mjs', import.meta.url).href,
    fileURLToPath(new URL('../../dist/cli.js', import.meta.url)),
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', ...own, ...args], options);
  assert.ok([0, 1, 2].includes(status), `${args.join(' ')}: ${status}: ${stderr}`);
  assert.doesNotMatch(stderr, /internal/, args.join(' '));
  return { status, stdout, stderr };
}
const succeeds = (...args) => {
  const { status, stdout, stderr } = command(...args);
  assert.equal(status, 0, `${args.join(' ')}: ${stderr}`);
  return stdout;
};
const write = (name, content) =>
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
const few = ['--epochs', '2', '--restarts', '1', '--hidden', '2'];
const planted = Array.from({ length: 60 }, (_, n) => [n, (n * 5) % 7, names[n % 2]].join());
write('named.csv', ['__proto__,constructor,toString', ...planted].join('\n'));

test('the command sees a changed prototype', () => {
  const changing = `data:text/javascript,${encodeURIComponent('Object.prototype.polluted = 1')}`;
  const own = ['--import', new URL('unchanged.mjs', import.meta.url).href, '--import', changing];
  assert.equal(spawnSync(process.execPath, [...own, '--eval', '0']).status, 70);
});

test('the command: model files, objects with x, pages', async () => {
  succeeds('fit', 'named.csv', '--target', 'toString', ...few, '--out', 'named.json');
  const predictions = succeeds('predict', 'named.json', 'named.csv', '--quiet');
  const saved = JSON.parse(readFileSync(join(folder, 'named.json'), 'utf8'));
  assert.deepEqual(saved.table.features, ['__proto__', 'constructor']);
  const tables = {
    table: Object.assign(polluting(), saved.table),
    features: { ...saved.table, features: polluting() },
    target: { ...saved.table, target: polluting() },
    signs: { ...saved.table, signs: [['__proto__', 'constructor'], polluting()] },
    named: {
      ...saved.table,
      signs: [
        ['__proto__', '$'],
        ['constructor', '%'],
      ],
    },
  };
  for (const [what, table] of Object.entries(tables)) {
    const changed = { ...saved, table };
    write('changed.json', { ...changed, checksum: checksumOf(changed) });
    const { status, stdout } = command('predict', 'changed.json', 'named.csv', '--quiet');
    if (status === 0) assert.equal(stdout, predictions, what);
  }
  const samples = {
    x: [
      [1, 2],
      [2, 1],
      [3, 5],
      [4, 1],
    ],
    y: ['__proto__', 'b', '__proto__', 'b'],
  };
  for (const given of [
    { ...samples, featureNames: ['__proto__', 'constructor'] },
    Object.assign(polluting(), samples),
    { ...samples, x: [polluting(), 1, 2, 3] },
    { ...samples, y: polluting() },
    { ...samples, classNames: polluting() },
  ]) {
    write('xy.json', given);
    command('fit', 'xy.json', ...few, '--out', 'xy-model.json');
  }
  succeeds('plot', 'named.json', 'named.csv', '--out', 'page.html');
  const page = readFileSync(join(folder, 'page.html'), 'utf8');
  const [, script] = /(const kinds = [\s\S]*?)const plane = /.exec(page);
  const revive = new Function(`${script}; return revive;`)();
  const [, content] = /id="content">([\s\S]*?)<\/script>/.exec(page);
  const { data } = await harmless('content', () => JSON.parse(content, revive));
  assert.deepEqual([...data.featureNames], ['__proto__', 'constructor']);
  // The command writes three names of arrays; another one may end the page's script.
  for (const name of names) {
    const own = JSON.stringify(Object.assign(polluting(), { own: { typed: [name, 'AAAA'] } }));
    await harmless(name, () => {
      try {
        JSON.parse(own, revive);
      } catch (error) {
        assert.ok(error instanceof TypeError, error.stack);
      }
    });
  }
});

test('the command: plans, grids and rows', () => {
  const read = { data: 'named.csv', table: { target: 'toString' } };
  const own = { ...read, grid: { lambda: [0.1] }, options: quick, folds: 2 };
  const sweep = (given) => {
    write('plan.json', given);
    rmSync(join(folder, 'rows.jsonl'), { force: true });
    return command('sweep', 'plan.json', '--out', 'rows.jsonl', '--workers', '1');
  };
  assert.equal(sweep(own).status, 0);
  assert.equal(sweep(Object.assign(polluting(), own)).status, 2);
  for (const key of ['data', 'table', 'grid', 'options', 'folds']) {
    sweep({ ...own, [key]: polluting() });
    if (typeof own[key] === 'object') sweep({ ...own, [key]: Object.assign(polluting(), own[key]) });
  }
  sweep({ ...own, table: { target: ['__proto__'], ignore: names, types: names } });
  const assess = ['assess', 'named.csv', '--target', 'toString', '--folds', '2', '--permutations', '0', ...few];
  const all = [...assess, '--bootstraps', '0', '--workers', '1', '--json'];
  for (const grid of [
    polluting(),
    Object.assign(polluting(), { lambda: [0.1] }),
    { lambda: polluting() },
    [polluting()],
  ])
    command(...all, '--grid', JSON.stringify(grid));
  const result = succeeds(...all, '--out', 'assessed.jsonl');
  const [header, first, ...others] = readFileSync(join(folder, 'assessed.jsonl'), 'utf8').split('\n');
  const changed = (line) => JSON.stringify(Object.assign(polluting(), JSON.parse(line)));
  for (const lines of [
    [header, changed(first), ...others],
    [header, first, ...others.slice(0, -1), '{"__proto__":{"polluted":1},"part":"__proto__","cell":"__proto__"}', ''],
    [header, JSON.stringify({ ...JSON.parse(first), train: polluting() }), ...others],
    [changed(header), first, ...others],
  ]) {
    write('assessed.jsonl', lines.join('\n'));
    const { status, stdout } = command(...all, '--out', 'assessed.jsonl');
    if (status === 0) assert.equal(stdout, result);
  }
});

test('messages of a worker', async () => {
  const heard = [];
  let listen;
  const open = (listener) => {
    listen = listener.onMessage;
    return { postMessage() {}, terminate() {} };
  };
  const slot = new Slot({ workerUrl: undefined, open, compiled: Promise.resolve(), startTimeout: 1e6, onChange() {} });
  const started = slot.start();
  listen({ type: 'ready' });
  await started;
  for (const type of [...names, 'pulse', 'loading', 'ready', 'started', 'progress', 'rested', 'failed', 'report']) {
    slot.assign({ onMessage: (own) => heard.push(own), onLost() {} }, { type: 'start', job: 7, training: null });
    await harmless(type, () => listen(polluting(`,"type":"${type}","job":7,"error":{"__proto__":{"polluted":1}}`)));
  }
  await slot.stop();
  assert.ok(heard.length > 0);
});

test("the worker of the page's tables, and its client", async () => {
  const text = ['__proto__,constructor,toString', ...planted].join('\n');
  const { table, receive, calls } = await openByClient(text);
  const { columns } = await harmless('inspect', () => table.inspect(defaultReading));
  assert.deepEqual(
    columns.map(({ name }) => name),
    ['__proto__', 'constructor', 'toString'],
  );
  for (const target of [...names, 'x']) await harmless(target, () => table.answers(target));
  const choice = { target: 'toString', task: 'classification', missing: 'refuse', categories: 'refuse' };
  const { data } = await harmless('read', () => table.read(defaultReading, choice, () => {}));
  assert.deepEqual([...data.featureNames], ['__proto__', 'constructor']);
  for (const type of [...names, 'progress', 'done', 'failed']) {
    for (const id of [...names, calls.length, 0])
      await harmless(type, () => receive(polluting(`,"type":"${type}","id":${JSON.stringify(id)}`)));
  }
  for (const call of [...names, 'open', 'inspect', 'answers', 'read'])
    for (const language of [...names, 'en'])
      await harmless(call, () =>
        askWorker(polluting(`,"id":1,"call":"${call}","language":"${language}","reading":{},"choice":{}`)),
      );
});

test('jobs of a queue', async () => {
  // Workers of BullMQ need Redis: this one gives the function that computes a job.
  const fake =
    'export class Worker { constructor(_, compute) { globalThis.compute = compute; } on() {} async pause() {} async close() {} }';
  const url = JSON.stringify(`data:text/javascript,${encodeURIComponent(fake)}`);
  const hooks = `export const resolve = (name, context, next) =>
    name === 'bullmq' ? { url: ${url}, shortCircuit: true } : next(name, context);`;
  register(`data:text/javascript,${encodeURIComponent(hooks)}`);
  const { work } = await import('../../dist/bullmq.js');
  const end = new AbortController();
  const out = join(folder, 'part.jsonl');
  const options = { queue: 'q', connection: {}, workers: 1, retries: 0, signal: end.signal, out };
  const working = work({ ...plan, data: train }, options);
  while (globalThis.compute === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
  const { compute } = globalThis;
  delete globalThis.compute;
  const cells = trip.sweepCells({ ...plan, data: train });
  const job = { kind: 'cells', resultVersion, data: hashOf(train), cells: [cells.plan(0)] };
  assert.equal((await compute({ data: job })).cells, 1);
  const jobs = [
    polluting(),
    Object.assign(polluting(), job),
    polluting(`,"kind":"range","resultVersion":${resultVersion},"from":0,"to":1,"plan":"__proto__"`),
    ...placesIn(job.cells).flatMap((path) =>
      Object.entries(polluting()).map(([key, value]) => {
        const copy = structuredClone(job);
        plant(at(copy.cells, path), key, value);
        return copy;
      }),
    ),
  ];
  for (const data of jobs) await harmless(JSON.stringify(data).slice(0, 200), () => compute({ data }));
  end.abort();
  await working;
});

test('marks, moves and the sample of a link', async () => {
  const sizes = { train: 5, test: 2 };
  for (const name of [...names, 'r_', 'n__proto__', 'rconstructor', 'l__proto__AAAA'])
    for (const read of [
      (own) => readRuns(own, sizes),
      readShape,
      (own) => readMoves(own, []),
      (own) => readSample(own, []),
    ])
      await harmless(name, () => read(name));
});

test('attributes of <trip-plane>', async () => {
  const model = trip.fit(train, quick);
  for (const attribute of planeAttributes)
    for (const value of [...names, '{"__proto__":{"polluted":1}}']) {
      const given = new Map([[attribute, value]]);
      const element = { getAttribute: (name) => given.get(name) ?? null, hasAttribute: (name) => given.has(name) };
      await harmless(`${attribute}=${value}`, () => toSVG(model, train, planeOptions(element, model, undefined)));
    }
});
