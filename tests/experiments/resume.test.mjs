// A run resumes after any interruption: nothing is lost or done twice, and the final file is the same.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { plans } from '../../build/experiments/index.js';
import { Session } from '../../web/reproduce/session.mjs';
import { Store } from '../../web/reproduce/store.mjs';
import { assessor, executorFor, temporaryFolder, trip } from './support.mjs';

const script = fileURLToPath(new URL('tiny-run.mjs', import.meta.url));
const resultsOf = (folder) => join(folder, 'results.jsonl');
const linesOf = (folder) =>
  existsSync(resultsOf(folder)) ? readFileSync(resultsOf(folder), 'utf8').split('\n').length - 1 : 0;

/** Runs the tiny plan; with `lines` it is killed as soon as the file has that many lines. */
function runTiny(folder, lines = Number.POSITIVE_INFINITY) {
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
  });
  const watch = setInterval(() => linesOf(folder) >= lines && child.kill('SIGKILL'), 2);
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      clearInterval(watch);
      resolve({ code, signal, output });
    });
  });
}

test('a run that is killed twice and started again ends with the file of an uninterrupted one', async () => {
  const [calm, killed] = [temporaryFolder(), temporaryFolder()];
  const { code, output } = await runTiny(calm);
  assert.equal(code, 0, output);
  const cells = linesOf(calm);
  assert.equal(cells, 24);
  for (const lines of [3, 11]) {
    assert.equal((await runTiny(killed, lines)).signal, 'SIGKILL');
    const left = linesOf(killed);
    assert.ok(left >= lines && left < cells, `${left} rows`);
    // Simulates an incomplete last write.
    appendFileSync(resultsOf(killed), '{"cell": "spiral-1 | epo');
  }
  const before = linesOf(killed);
  // Simulates a model written by a package with another format.
  writeFileSync(resultsOf(killed), readFileSync(resultsOf(killed), 'utf8').replace('"trip-wasm model"', '"other"'));
  const resumed = await runTiny(killed);
  assert.equal(resumed.code, 0, resumed.output);
  assert.match(resumed.output, new RegExp(`${cells - before + 1} of them to fit`));
  assert.equal(readFileSync(resultsOf(killed), 'utf8'), readFileSync(resultsOf(calm), 'utf8'));
  for (const file of ['fig1.svg', 'fig1.csv']) {
    assert.equal(readFileSync(join(killed, file), 'utf8'), readFileSync(join(calm, file), 'utf8'));
  }
});

test('the choices of inner fits are scored by fits on all other folds, before the rest of the plan', async () => {
  const folds = { folds: 3, trials: 1 };
  const grids = [{ ranks: [[1]], hidden: [[]], lambda: [0.01, 1], epochs: [2] }];
  const study = (kind, more) => ({ sets: ['sonar'], grids, protocol: { kind, ...folds, ...more } });
  const plan = { ...plans.fig4, quick: [study('folds', { only: 1 })], full: [study('inner'), study('folds')] };
  const kept = [];
  const own = executorFor();
  const executor = {
    execute: (cells, receive) =>
      own.execute(cells, (task, row) => {
        kept.push(row.cell);
        receive(task, row);
      }),
  };
  const folder = temporaryFolder();
  const session = new Session({ trip, executor, assessor, out: folder, about: 'a test' });
  await session.run([{ plan, stages: 2 }]);
  assert.match(readFileSync(join(folder, 'report.md'), 'utf8'), /\| TRIP \| 1 \|.*\| 0\.\d{4} \| 0\.\d{4} \|$/m);
  await session.run([{ plan }]);
  const inner = kept.slice(2, 8);
  assert.ok(inner.every((name) => / without /.test(name)));
  assert.equal(new Set(kept).size, 12);
  const rows = new Store(resultsOf(folder)).rows;
  const auc = (name) => rows.get(name).test.auc;
  for (const fold of [0, 1, 2]) {
    const [small, large] = inner.filter((name) => name.endsWith(`without ${fold}`));
    const lambda = auc(small) >= auc(large) ? 0.01 : 1;
    const name = kept.find((one) => one.includes(`lambda=${lambda} `) && one.endsWith(`fold ${fold} of 3`));
    assert.ok(kept.indexOf(name) < 10, name);
  }
});

test('a file with other content is refused and not changed', () => {
  const file = resultsOf(temporaryFolder());
  writeFileSync(file, '{"cell": "a"}\nsomething else\n{"cell": "b"}\n');
  assert.throws(() => new Store(file), /line 2 is not a row/);
  assert.match(readFileSync(file, 'utf8'), /something else/);
});
