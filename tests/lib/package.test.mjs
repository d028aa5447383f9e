/** The built package: its files, its types, and code that it must not contain. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { isTripError, read, root } from './support.mjs';

const dist = fileURLToPath(new URL('dist/', root));
/** Files that also run in browsers: all except the command. */
const scripts = readdirSync(dist, { recursive: true }).filter((name) => name.endsWith('.js') && name !== 'cli.js');
const text = (name) => read(`dist/${name}`).toString();

test('all entries exist, with their types', () => {
  const { exports } = JSON.parse(read('package.json'));
  const leaves = (entry) => (typeof entry === 'string' ? [entry] : Object.values(entry).flatMap(leaves));
  const files = leaves(exports);
  for (const file of files) assert.ok(read(file.replace('./', '')).length > 0, file);
});

test('the package contains nothing that a strict content security policy forbids', () => {
  assert.ok(scripts.includes('worker.js'));
  for (const name of scripts) assert.doesNotMatch(text(name), /new Function|\beval\(|Function\(['"`]/, name);
});

test('the package contains nothing that breaks bundlers or old module loaders', () => {
  const onDemand = {
    'formats.js': ["import('./hyparquet.js')"],
    'trainer.js': ["import('./assess/assessments.js')"],
    // An optional peer dependency of this entry alone, which runs in Node.
    'bullmq.js': ["import('bullmq')"],
  };
  for (const name of scripts) {
    const imported = text(name).match(/\bimport\(.*?\)/g) ?? [];
    assert.deepEqual(
      imported.map((found) => found.replaceAll('"', "'")),
      onDemand[name] ?? [],
      `${name} imports what bundlers may not follow`,
    );
    for (const [, from] of text(name).matchAll(/^(?:im|ex)port [^;]* from '(.*?)';$/gm)) {
      assert.ok(
        scripts.includes(join(dirname(name), from)),
        `${name} imports ${from}, which the package does not have`,
      );
    }
    const code = text(name).replace(/\/\*[\s\S]*?\*\//g, '');
    assert.doesNotMatch(code, /^(export )?(const|let|var)? ?\S* ?=? ?await /m, `${name} awaits at the top level`);
    assert.doesNotMatch(text(name), /require\(/, name);
  }
  assert.match(
    text('core/parts.js'),
    /new Worker\(new URL\('\.\.\/worker\.js', import\.meta\.url\), \{ type: 'module' \}\)/,
  );
  assert.match(text('core/parts.js'), /new URL\('\.\.\/core-simd\.wasm', import\.meta\.url\)/);
  assert.match(text('core/parts.js'), /new URL\('\.\.\/core\.wasm', import\.meta\.url\)/);
});

test('the single file refers to nothing outside of itself', () => {
  assert.doesNotMatch(text('single.js'), /import\.meta|\bimport ?[("'{]|\bfrom ?["'](?!,)|new URL\(["'`]\.\//);
});

test('importing has no side effects', () => {
  const script = `
    const before = Object.getOwnPropertyNames(globalThis).join();
    const { fetch } = globalThis;
    globalThis.fetch = () => { throw new Error('fetched on import'); };
    await import('trip-wasm');
    await import('trip-wasm/trainer');
    await import('trip-wasm/single');
    await import('trip-wasm/formats');
    await import('trip-wasm/draw');
    await import('trip-wasm/element');
    await import('trip-wasm/bullmq');
    if (Object.getOwnPropertyNames(globalThis).join() !== before) throw new Error('new globals');
    console.log(process.getActiveResourcesInfo().filter((name) => /Worker|Timer|Timeout|MessagePort/.test(name)).length);`;
  const options = { cwd: fileURLToPath(root), encoding: 'utf8' };
  assert.equal(execFileSync(process.execPath, ['--input-type=module', '-e', script], options).trim(), '0');
});

test('require() works', () => {
  const script = `console.log(typeof require('trip-wasm').loadTrip, typeof require('trip-wasm/single').createTrainer,
    typeof require('trip-wasm/formats').readNpy,
    typeof require('trip-wasm/draw').toSVG,
    typeof require('trip-wasm/element').TripPlane,
    typeof require('trip-wasm/bullmq').submit)`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=commonjs', '-e', script], {
    cwd: fileURLToPath(root),
    encoding: 'utf8',
  });
  assert.equal(stdout.trim(), 'function function function function function function', stderr);
});

test('the queue without BullMQ says what to install, and refuses wrong options first', async () => {
  const { executor, status, submit, work } = await import('trip-wasm/bullmq');
  const { trip } = await import('./support.mjs');
  const { train } = trip.spiral();
  const plan = { data: train, grid: {}, options: { restarts: 1, epochs: 1 } };
  const queue = { queue: 'sweeps', connection: { port: 1 } };
  for (const call of [() => submit(plan, queue), () => status(queue), () => work(plan, queue)])
    await assert.rejects(call, {
      code: 'load',
      message: /trip-wasm\/bullmq needs two packages: npm install bullmq ioredis/,
    });
  for (const bad of ['', 'a:b', undefined])
    await assert.rejects(status({ ...queue, queue: bad }), { code: 'option', message: /^queue is/ });
  await assert.rejects(status({ queue: 'a' }), { code: 'option', message: /connection is missing/ });
  await assert.rejects(submit(plan, { ...queue, cellsPerJob: 0 }), { code: 'option', message: /cellsPerJob is 0/ });
  await assert.rejects(submit({ ...plan, folds: 1 }, queue), { code: 'option', message: /folds is 1/ });
  assert.throws(() => executor({ ...queue, ahead: 0.5 }), { code: 'option' });
});

test('code on the command line can train too', () => {
  const script = `
    import { createTrainer } from 'trip-wasm/trainer';
    import { loadTrip } from 'trip-wasm';
    const trip = await loadTrip();
    const trainer = await createTrainer({ workers: 1, trip });
    const data = trip.dataset({ x: [[1], [2]], y: [0, 1] });
    console.log((await trainer.fit(data, { epochs: 3, restarts: 1 }).model).history.loss.length);`;
  const options = { cwd: fileURLToPath(root), encoding: 'utf8' };
  assert.equal(execFileSync(process.execPath, ['--input-type=module', '-e', script], options).trim(), '3');
});

const tsc = fileURLToPath(new URL('node_modules/typescript/bin/tsc', root));
for (const [name, lib, types] of [
  ['a browser project', 'ES2022,DOM', []],
  ['a Node project', 'ES2022', ['--types', 'node']],
]) {
  test(`the types compile strictly in ${name}`, () => {
    const args = ['--ignoreConfig', '--strict', '--noEmit', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false'];
    args.push('--noUnusedLocals', '--target', 'ES2022', '--module', 'NodeNext', '--lib', lib, ...types);
    const file = fileURLToPath(new URL('types.ts', import.meta.url));
    const { status, stdout } = spawnSync(process.execPath, [tsc, ...args, file], {
      cwd: fileURLToPath(root),
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout);
  });
}

for (const [module, resolution, file, ...more] of [
  ['commonjs', 'node10', 'a.ts', '--ignoreDeprecations', '6.0'],
  ['node16', 'node16', 'a.cts'],
  ['node16', 'node16', 'a.mts'],
  ['nodenext', 'nodenext', 'a.cts'],
  ['esnext', 'bundler', 'a.ts'],
]) {
  test(`the types of every entry are found with moduleResolution ${resolution} in ${file}`, (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'resolution-'));
    t.after(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(fileURLToPath(root), join(folder, 'node_modules', 'trip-wasm'), 'dir');
    writeFileSync(
      join(folder, file),
      `import { loadTrip, type Model, TripError } from 'trip-wasm';
      import * as single from 'trip-wasm/single';
      import { type DrawOptions, toSVG } from 'trip-wasm/draw';
      import { TripPlane, type TripPlaneElement } from 'trip-wasm/element';
      import { type NdArray, readNpy } from 'trip-wasm/formats';
      import { createTrainer, type Run } from 'trip-wasm/trainer';
      export const arrayOf = (bytes: Uint8Array): NdArray => readNpy(bytes);
      export const draw = (model: Model, options: DrawOptions): string => toSVG(model, { x: new Float32Array(), shape: [0] }, options);
      export const plane = (): TripPlaneElement => new TripPlane();
      export async function train(): Promise<Model | TripError> {
        const { train } = (await loadTrip()).spiral();
        const run: Run = (await createTrainer()).fit(train, { lambda: 0.1 });
        // @ts-expect-error Types are found, so a string is no number.
        (await single.loadTrip()).fit(train, { lambda: 'much' });
        return run.model.catch((error: unknown) => error as TripError);
      }`,
    );
    const args = ['--ignoreConfig', '--strict', '--noEmit', '--target', 'ES2022', '--lib', 'ES2022,DOM', ...more];
    args.push('--module', module, '--moduleResolution', resolution, file);
    const { status, stdout } = spawnSync(process.execPath, [tsc, ...args], { cwd: folder, encoding: 'utf8' });
    assert.equal(status, 0, stdout);
  });
}

test('wrong options of the queue are refused before anything is loaded, and no message has the password of a connection', async () => {
  const { status, work } = await import('../../dist/bullmq.js');
  const connection = { host: '127.0.0.1', port: 1 };
  const own = { queue: 'q', connection };
  for (const [given, ...parts] of [
    [{ retries: -1 }, 'retries is -1', '0 to 100'],
    [{ retries: 101 }, 'retries is 101'],
    [{ retries: Symbol('s') }, 'retries is Symbol(s)'],
    [{ lockDuration: 0 }, 'lockDuration is 0'],
    [{ lockDuration: '4000' }, 'lockDuration is "4000"'],
    [{ maxStalledCount: 0.5 }, 'maxStalledCount is 0.5'],
    [{ queue: `${'q'.repeat(999)}:` }, `queue is "${'q'.repeat(199)}...; a name without a colon`],
    [{ queue: 1n }, 'queue is 1;'],
    [{ connection: 'redis://:secret@host' }, 'connection is a string; an object'],
    [{ connection: null }, 'connection is null;'],
    [{ connection: undefined }, 'connection is missing;'],
  ]) {
    const refused = (thrown) => isTripError('option', ...parts)(thrown) && !thrown.message.includes('secret');
    await assert.rejects(work({}, { ...own, ...given }), refused);
  }
  await assert.rejects(status({ queue: 'q', connection: 'redis://:secret@host' }), isTripError('option', 'a string'));
});

test('types.ts uses every name of every entry', () => {
  const { exports } = JSON.parse(read('package.json'));
  const declarations = Object.entries(exports).flatMap(([entry, found]) => {
    const types = found.import?.types ?? found.types;
    return types === undefined ? [] : [[entry.replace('.', 'trip-wasm'), fileURLToPath(new URL(types, root))]];
  });
  const consumer = fileURLToPath(new URL('types.ts', import.meta.url));
  const program = ts.createProgram([consumer, ...declarations.map(([, file]) => file)], {});
  const checker = program.getTypeChecker();
  const exported = (file) =>
    checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file))).map(({ name }) => name);
  const imported = new Map();
  for (const { importClause, moduleSpecifier } of program.getSourceFile(consumer).statements) {
    if (moduleSpecifier === undefined) continue;
    const elements = importClause?.namedBindings?.elements ?? [];
    imported.set(
      moduleSpecifier.text,
      elements.map(({ propertyName, name }) => (propertyName ?? name).text),
    );
  }
  const entries = new Map(declarations.map(([name, file]) => [name, exported(file)]));
  const both = new Set([...entries.get('trip-wasm'), ...entries.get('trip-wasm/trainer')]);
  assert.deepEqual(new Set(entries.get('trip-wasm/single')), both);
  entries.delete('trip-wasm/single');
  for (const [name, names] of entries) assert.deepEqual(imported.get(name)?.sort(), names.sort(), name);
});
