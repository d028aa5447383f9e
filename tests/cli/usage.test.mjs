/** The command in a shell: status, help, pipes, interrupts, progress, memory. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, statSync, writeSync } from 'node:fs';
import { test } from 'node:test';
import { version } from '../../dist/index.js';
import { numbers, sleep } from '../lib/support.mjs';
import { command, folderFor } from './support.mjs';

const folder = folderFor('usage');
folder.write('few.csv', 'x,y,class\n1,2.5,a\n3,4.5,b\n5,-6,a\n2,1,b\n');
const fit = ['fit', 'few.csv', '--target', 'class', '--epochs', '2'];

test('a process of its own has the status and the output that the commands of the other tests have in theirs', async () => {
  for (const [args, status, options] of [
    [[], 0],
    [['--version'], 0],
    [['fit', '--help'], 0],
    [[...fit, '--out', 'same.json'], 0],
    [[...fit, '--out', 'same.json', '--json'], 0],
    [['predict', 'same.json', '-'], 0, { input: 'y,x\n1,2\n' }],
    [['predict', 'few.csv', 'few.csv'], 1],
    [['score', 'none.json', 'few.csv', '--json'], 1],
    [['ft'], 2],
    [['fit', 'few.csv', '--target', 'class', '--json'], 2],
  ]) {
    const own = await folder.alone(args, options);
    assert.deepEqual(await folder.trip(args, options), own, args.join(' '));
    assert.equal(own.status, status, args.join(' '));
  }
});

test('help: an overview, and for each command its options and valid examples', async () => {
  const { status, stdout } = await folder.trip([]);
  assert.equal(status, 0);
  assert.ok(stdout.startsWith(`trip ${version}: `));
  const commands = [...stdout.matchAll(/^ {2}trip (\w+)( [A-Z]+)* {2}/gm)].map(([, name]) => name);
  assert.deepEqual(commands, [
    'fit',
    'predict',
    'transform',
    'score',
    'explain',
    'plot',
    'assess',
    'spiral',
    'sweep',
    'doctor',
  ]);
  for (const name of commands) {
    const { stdout: help } = await folder.trip([name, '--help']);
    assert.match(
      help,
      new RegExp(`^trip ${name}[^]+\nOptions\n[^]+--json [^]+\nExamples\n[^]*  (cat new.csv \\| )?trip ${name} `),
    );
    if (name === 'spiral') continue; // its second example is one of fit
    for (const [, option] of help.slice(help.indexOf('\nExamples')).matchAll(/--([\w-]+)/g)) {
      assert.match(help, new RegExp(`^  --${option}\\b`, 'm'), `${name} --${option}`);
    }
  }
  assert.equal((await folder.trip(['--version'])).stdout, `${version}\n`);
});

for (const [args, status, says] of [
  [['ft'], 2, /there is no command "ft"; did you mean fit\?/],
  [['fit', 'few.csv', '--traget', 'class', '--out', 'm.json'], 2, /"--traget"; did you mean --target\?/],
  [['fit', 'few.csv', '--target', 'class'], 2, /--out MODEL is needed/],
  [['fit', 'few.csv', '--out', 'm.json'], 2, /--target COLUMN is needed, one of x, y, class/],
  [['fit', 'few.csv', '--target', 'clas', '--out', 'm.json'], 2, /no column 'clas'; the columns are 'x', 'y', 'class'/],
  [['fit', '--target', 'class', '--out', 'm.json'], 2, /0 files are given: none; accepted: DATA/],
  [['fit', 'few.csv', 'more.csv', '--target', 'class', '--out', 'm.json'], 2, /2 files are given/],
  [['fit', 'few.csv', '--target', '--out', 'm.json'], 2, /--target needs a value: COLUMN/],
  [['fit', 'few.csv', '--target', 'x', '--target', 'y', '--out', 'm.json'], 2, /--target is given twice/],
  [['fit', 'few.csv', '--json=yes'], 2, /--json takes no value/],
  [[...fit, '--lambda', 'much', '--out', 'm.json'], 2, /--lambda is "much"; a number is accepted/],
  [[...fit, '--lambda=-1', '--out', 'm.json'], 2, /lambda is -1/],
  [[...fit, '--standardize', 'maybe', '--out', 'm.json'], 2, /--standardize is "maybe"; accepted: yes, no/],
  [[...fit, '--shape', '3x3', '--out', 'm.json'], 1, /2 columns are left for the variables; shape 3x3 needs 9/],
  [[...fit, '--out', 'nowhere/m.json'], 2, /the folder nowhere does not exist/],
  [[...fit, '--out', '.'], 2, /is a folder/],
  [['fit', 'none.csv', '--target', 'class', '--out', 'm.json'], 1, /none.csv: there is no such file/],
  [['fit', '.', '--target', 'class', '--out', 'm.json'], 1, /cannot be read/],
  [['predict', 'few.csv', 'few.csv'], 1, /few.csv: the file is not JSON/],
  [['sweep', 'few.csv', '--out', 'r.jsonl'], 1, /few.csv: the file is not JSON/],
]) {
  test(`status ${status}: trip ${args.join(' ')}`, async () => {
    const result = await folder.trip(args);
    assert.equal(result.status, status, result.stderr);
    assert.match(result.stderr, says);
    assert.equal(result.stdout, '');
    assert.ok(!existsSync(folder.path('m.json')));
    assert.equal(/--help lists the accepted options/.test(result.stderr), status === 2);
  });
}

test('the detected format is reported in addition to the result, and not with --quiet or --json', async () => {
  const told = [...fit, '--lambda', '0.1', '--restarts', '1', '--out', 'told.json'];
  const { stdout, stderr } = await folder.trip(told);
  assert.match(stdout, /^ +training\nobjective +[\d.]+\n[\s\S]+told.json: fingerprint [\da-f]{16}\n$/);
  assert.match(
    stderr,
    /^few.csv: delimiter comma \(splits the first rows into 3 cells\), decimal point \(as in '2.5'\), names /,
  );
  assert.match(stderr, /few.csv: 4 samples of 2 variables, 2 classes in column 'class'\n$/);
  assert.equal((await folder.trip([...told, '--quiet'])).stderr, '');
  const chosen = await folder.trip([...fit, '--out', 'told.json']);
  assert.match(chosen.stderr, /note: chosen for these data: lambda 0\.15; 12 starts\n$/);
});

test('a model is written to the standard output and read from a pipe', async () => {
  const { stdout } = await folder.trip([...fit, '--out', '-', '--quiet']);
  folder.write('piped.json', stdout);
  const { rows } = await folder.json(['predict', 'piped.json', 'few.csv']);
  assert.equal(rows.length, 4);
});

test('names cannot control the terminal', async () => {
  folder.write('steer.csv', 'x,y,\u001b[31mclass\n1,2.5,a\n3,4.5,b\n');
  const { stdout, stderr } = await folder.trip(['fit', 'steer.csv', '--target=-1', '--epochs', '1', '--out', 's.json']);
  assert.match(stderr, /2 classes in column '\?\[31mclass'/);
  folder.write('steer.json', '\u001b[31m');
  const { stderr: refused, status } = await folder.trip(['predict', 'steer.json', 'few.csv']);
  assert.equal(status, 1);
  for (const text of [stdout, stderr, refused]) assert.ok(!text.includes('\u001b'));
});

test('a closed pipe is not an error', async () => {
  await folder.json([...fit, '--out', 'model.json']);
  folder.write('many.csv', `x,y\n${'1,2\n'.repeat(200_000)}`);
  const run = folder.start(['predict', 'model.json', 'many.csv']);
  run.child.stdout.once('data', () => run.child.stdout.destroy());
  const { status, stderr } = await run.ended;
  assert.equal(status, 0, stderr);
  assert.doesNotMatch(stderr, /EPIPE/);
});

test('an interrupt ends the training by the signal, and does not change the old file', async () => {
  folder.write('kept.json', 'old');
  const run = folder.start([...fit.slice(0, -1), '1000000', '--restarts', '50', '--out', 'kept.json']);
  while (!/50 restarts|samples of/.test(await output(run))) await sleep(20);
  await sleep(300);
  run.child.kill('SIGINT');
  const { status, signal, stdout, stderr } = await run.ended;
  assert.deepEqual([status, signal, stdout], [null, 'SIGINT', '']);
  assert.match(stderr, /trip: interrupted\n$/);
  assert.equal(folder.read('kept.json'), 'old');
  assert.deepEqual(
    readdirSync(folder.path('.')).filter((name) => name.endsWith('.part')),
    [],
  );
});

/** The output of the run so far. */
async function output(run) {
  run.heard ??= '';
  if (run.listening === undefined) {
    run.listening = true;
    run.child.stderr.on('data', (text) => {
      run.heard += text;
    });
  }
  return run.heard;
}

test('a bar with the time left on a terminal', () => {
  const line = `${process.execPath} ${command} ${fit.slice(0, -1).join(' ')} 60000 --out bar.json`;
  const { stdout, status } = spawnSync('script', ['-qec', line, '/dev/null'], {
    cwd: folder.path('.'),
    encoding: 'utf8',
    input: '',
  });
  assert.equal(status, 0, stdout);
  assert.match(stdout.replaceAll('\u001b', 'ESC'), /\rESC\[Ktraining \[=* *\] \d+ %, .* left/);
  assert.match(stdout, /fingerprint/);
});

/** A table with 100 numbers per row. */
function writeNumbers(path, megabytes) {
  const file = openSync(path, 'w');
  const values = Array.from(numbers(100_000), (value) => value.toFixed(6));
  const lines = Array.from(
    { length: 1000 },
    (_, r) => `${values.slice(100 * r, 100 * r + 100).join()},${'ab'[r % 2]}\n`,
  );
  writeSync(file, `${Array.from({ length: 100 }, (_, i) => `v${i}`).join()},class\n`);
  const block = lines.join('');
  for (let size = 0; size < megabytes * 1e6; size += block.length) writeSync(file, block);
  closeSync(file);
}

test('a large file is read in chunks: neither its text nor its cells are kept in memory', async () => {
  writeNumbers(folder.path('small.csv'), 1);
  writeNumbers(folder.path('large.csv'), 30);
  await folder.json(['fit', 'small.csv', '--target', 'class', '--epochs', '1', '--out', 'wide.json']);
  // Strings are in a heap that is smaller than the file; arrays of numbers are outside the heap.
  const env = {
    NODE_OPTIONS: `--max-old-space-size=24 --import=${new URL('fixtures/peak.mjs', import.meta.url).href}`,
  };
  const peak = async (file) => {
    const { status, stderr } = await folder.alone(['score', 'wide.json', file, '--json'], { env });
    assert.equal(status, 0, stderr);
    return Number(/peak (\d+)/.exec(stderr)[1]) * 1024;
  };
  const [small, large] = [await peak('small.csv'), await peak('large.csv')];
  const size = statSync(folder.path('large.csv')).size;
  // The numbers need half the size of the text, in the table, in the dataset and twice in the core; the rest is garbage
  // of the engine.
  assert.ok(large - small < 2 * size + 60e6, `${(large - small) / 1e6} MB for a file of ${size / 1e6} MB`);
});
