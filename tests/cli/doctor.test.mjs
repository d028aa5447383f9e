/** `trip doctor`, and the text to copy after an internal error. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultReport } from '../../dist/index.js';
import { folderFor } from './support.mjs';

const folder = folderFor('doctor');
folder.write('secret.csv', 'x,y,class\n1,2.5,a\n3,4.5,b\n5,-6,a\n2,1,b\n');

test('doctor names what computes here, and tries each part', async () => {
  const { environment, checks, failed } = await folder.json(['doctor']);
  assert.deepEqual(environment.slice(0, 2), faultReport().split('\n'));
  assert.deepEqual(failed, []);
  const prints = ['without SIMD', 'with SIMD', 'in a worker'].map((name) => checks[name]);
  assert.match(prints[0], /^[\da-f]{16}$/);
  assert.equal(new Set(prints).size, 1);
  const { status, stdout } = await folder.trip(['doctor']);
  assert.equal(status, 0);
  assert.match(stdout, /^equal results +yes$/m);
});

test('doctor ends with 1 where a part does not work', async () => {
  const { status, stdout } = await folder.alone(['doctor'], { env: { TMPDIR: folder.path('nowhere') } });
  assert.equal(status, 1);
  assert.match(stdout, /^temporary files +FAILED: ENOENT/m);
});

test('an internal error is reported with one text to copy, which contains no data', async () => {
  folder.write('break.mjs', 'process.getuid = () => { throw new TypeError(\'no user "Alice"\'); };');
  folder.write('m.json', 'old');
  const env = { NODE_OPTIONS: `--import=${new URL(`file://${folder.path('break.mjs')}`).href}` };
  const args = [
    'fit',
    'secret.csv',
    '--target',
    'class',
    '--epochs=2',
    '--method',
    'pca',
    '--hidden',
    '3,3',
    '--out',
    'm.json',
  ];
  const { status, stderr } = await folder.alone(args, { env });
  assert.equal(status, 1);
  const text = stderr.slice(stderr.indexOf('This is a fault of trip'));
  assert.match(text, /^command: trip fit \.\.\. --target \.\.\. --epochs=2 --method pca --hidden 3,3 --out \.\.\.$/m);
  assert.match(text, /^steps: none$/m);
  assert.match(text, /^TypeError: no user "\.\.\."\nat .*\.mjs:\d+:\d+/m);
  assert.doesNotMatch(text, /secret|Alice|class|m\.json/);
  assert.ok(!text.includes(folder.path('.')));
  const { error } = JSON.parse((await folder.alone([...args, '--json'], { env })).stderr);
  assert.equal(error.code, 'internal');
  assert.match(error.report, /^trip-wasm .*\nNode /);
});

test('a refusal has no such text', async () => {
  const { stderr } = await folder.trip(['predict', 'secret.csv', 'secret.csv']);
  assert.doesNotMatch(stderr, /fault/);
});
