// A run resumes after any interruption: nothing is lost or done twice, and the final file is the same.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Store } from '../../web/reproduce/store.mjs';
import { temporaryFolder } from './support.mjs';

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

test('a file with other content is refused and not changed', () => {
  const file = resultsOf(temporaryFolder());
  writeFileSync(file, '{"cell": "a"}\nsomething else\n{"cell": "b"}\n');
  assert.throws(() => new Store(file), /line 2 is not a row/);
  assert.match(readFileSync(file, 'utf8'), /something else/);
});
