/** Refusals: flags that nothing would use, JSON files that no program wrote, and long texts in messages. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { before, test } from 'node:test';
import { checksumOf } from '../../dist/index.js';
import { folderFor } from './support.mjs';

const folder = folderFor('refusals');
const fit = ['fit', 'few.csv', '--target', 'class', '--epochs', '1', '--restarts', '1'];
const plan = { data: 'few.csv', table: { target: 'class' }, grid: {}, options: { epochs: 1, restarts: 1 }, folds: 2 };
const sweep = ['sweep', 'plan.json', '--out', 'rows.jsonl', '--workers', '1'];
const onUnix = process.platform === 'win32' ? () => {} : test;

before(async () => {
  folder.write('few.csv', 'x,y,class\n1,2.5,a\n3,4.5,b\n5,-6,a\n2,1,b\n');
  folder.write('numbers.csv', 'x,y,p,q\n1,2.5,1,2\n3,4.5,2,5\n5,-6,3,1\n2,1,5,2\n');
  folder.write('plan.json', JSON.stringify(plan));
  await folder.json([...fit, '--out', 'm.json']);
  const several = ['--target', 'p,q', '--task', 'regression', '--epochs', '1', '--restarts', '1'];
  await folder.json(['fit', 'numbers.csv', ...several, '--out', 'r.json']);
  await folder.json(sweep);
  await folder.json(['sweep', 'plan.json', '--shard', '1/1', '--out', 'part-1.jsonl', '--workers', '1']);
});

async function refused(args, says, code = 2) {
  const { status, stderr, stdout } = await folder.trip(args);
  assert.match(stderr, says);
  assert.doesNotMatch(stderr, /fault of trip/);
  assert.equal(status, code, stderr);
  assert.equal(stdout, '');
  assert.ok(stderr.length < 3000, stderr);
}

const assess = ['assess', 'few.csv', '--target', 'class', '--permutations', '0'];
for (const [args, says] of [
  [[...fit, '--test-y', 'y.csv', '--out', 'x.json'], /--test-y is given without --test; --test FILE --test-y FILE/],
  [['plot', 'm.json', 'few.csv', '--test-y', 'y.csv', '--out', 'x.svg'], /--test-y is given without --test/],
  [[...assess, '--permute', 'samples'], /--permute is for permutations; --permutations 0 makes none/],
  [[...assess, '--stop-early'], /--stop-early is for permutations/],
  [[...assess, '--score', 'accuracy'], /--score is for permutations, --grid and --importance/],
  [['explain', 'm.json', 'few.csv', '--response', 'a'], /--response is 'a'; the model has classes, --class NAME is/],
  [['explain', 'm.json', 'few.csv', '--class', 'a', '--response', 'b'], /--response is 'b'; the model has classes/],
  [['explain', 'r.json', 'numbers.csv', '--class', 'p'], /--class is 'p'; the model predicts numbers, --response NAME/],
  [['explain', 'm.json', 'few.csv', '--top=-3'], /--top is -3; an integer from 1 to 1000000 is accepted/],
  [['explain', 'm.json', 'few.csv', '--top', '2.5'], /--top is 2.5; an integer/],
  [[...sweep, '--shard-minutes', '5'], /--shard-minutes is given without --slurm; --slurm --shard-minutes is accepted/],
  [[...sweep, '--shard', '1/2', '--submit'], /--submit is given without --slurm/],
  [['sweep', 'plan.json', '--merge', 'part-1.jsonl', '--out', 'x', '--submit'], /--submit is given, but --merge does/],
  [
    ['sweep', 'plan.json', '--merge', 'part-1.jsonl', '--out', 'x', '--workers', '2'],
    /--workers is given, but --merge/,
  ],
  [['sweep', '--status', 'part-1.jsonl', '--retries', '2'], /--retries is given, but --status does not use it/],
  [['sweep', '--status', 'part-1.jsonl', '--out', 'x'], /--out is given, but --status does not use it/],
  [['sweep', 'plan.json', '--slurm', '--out', '-'], /--out is -; the name of a file is accepted/],
  [['sweep', 'plan.json', '--slurm', '--out', '/dev/null'], /--out is \/dev\/null; the name of a file is accepted/],
])
  test(`refused: ${args.join(' ')}`, () => refused(args, says));

test('options for arrays of another format are told', async () => {
  const { stderr } = await folder.trip(['predict', 'm.json', 'few.csv', '--array', 'x', '--first-index', '1']);
  for (const name of ['array', 'first-index'])
    assert.match(stderr, new RegExp(`few.csv: --${name} is an option for other formats and is ignored`));
});

const deep = `${'['.repeat(20_000)}1${']'.repeat(20_000)}`;
const planWith = (table) => folder.write('wrong.json', JSON.stringify({ ...plan, table }));
const lines = (name) => folder.read(name).trimEnd().split('\n');

test('JSON of any form is refused: no value is used as a text without being one', async () => {
  const wrong = ['sweep', 'wrong.json', '--out', 'x.jsonl'];
  for (const [target, says] of [
    [{ toString: 1 }, /table.target is an object; a text, a number, true, false, or a list of them/],
    [null, /table.target is null/],
    [['x', { join: 1 }], /table.target has an object/],
    [[['x']], /table.target has a list/],
  ]) {
    planWith({ target });
    await refused(wrong, says);
  }
  folder.write('wrong.json', deep);
  await refused(wrong, /wrong.json: the file nests lists or objects deeper than 100 levels/, 1);
  folder.write('wrong.json', `${'['.repeat(101)}1${']'.repeat(101)}`);
  await refused(wrong, /deeper than 100 levels/, 1);
  folder.write('wrong.json', `${'['.repeat(100)}1${']'.repeat(100)}`);
  await refused(wrong, /wrong.json: the plan is a list; an object is accepted/);
  folder.write('deep.json', `{"missing":"mean","x":${deep},"y":[0,1]}`);
  await refused(['fit', 'deep.json', '--out', 'x.json'], /deep.json: the file nests/, 1);
  await refused([...assess, '--grid', `{"lambda":${deep}}`], /--grid: the file nests/, 1);

  const [header, ...rows] = lines('part-1.jsonl');
  for (const own of [{ toString: 1 }, 5, null, ['1/1']]) {
    folder.write('foreign.jsonl', `${[JSON.stringify({ ...JSON.parse(header), shard: own }), ...rows].join('\n')}\n`);
    for (const args of [
      ['plan.json', '--merge', 'foreign.jsonl', '--out', 'x.jsonl'],
      ['--status', 'foreign.jsonl'],
    ])
      await refused(['sweep', ...args], /foreign.jsonl is not a file of the rows of a sweep/, 1);
  }
  folder.write('foreign.jsonl', `${header.replace('"grid":{}', `"grid":{},"more":${deep}`)}\n`);
  await refused(['sweep', '--status', 'foreign.jsonl'], /foreign.jsonl is not a file/, 1);

  const few = [...assess, '--epochs', '1', '--restarts', '1', '--folds', '2', '--bootstraps', '0', '--out', 'a.jsonl'];
  await folder.json(few);
  const [first, ...others] = lines('a.jsonl');
  for (const cell of ['{"toString":1}', 'null', '5', deep]) {
    folder.write('a.jsonl', `${[first, `{"part":"validation","cell":${cell}}`, ...others].join('\n')}\n`);
    await refused(few, /a.jsonl: line 2 is not JSON of a fit; delete it/, 1);
  }
});

/** A text of 1 MB that a terminal would obey, and that makes lines of its own. */
const long = 'x\u001b[2J\u202e\nFORGED '.repeat(2 ** 16);
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are looked for
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;

test('long texts reach messages in part, and none reaches a terminal as it is', async () => {
  const quotes = async (args, also = () => true) => {
    const { stderr, stdout } = await folder.trip(args);
    const shown = `${args[0]} ${args.slice(1).map((own) => own.slice(0, 20))}: ${stderr.slice(0, 300)}`;
    for (const text of [stderr, stdout]) {
      assert.ok(text.length < 4000, `${text.length}: ${shown}`);
      assert.doesNotMatch(text, obeyed, shown);
      assert.doesNotMatch(text, /^FORGED/m, shown);
    }
    assert.ok(also(stderr), shown);
  };
  const flags = ['--epochs', '--hidden', '--class-weight', '--standardize', '--task', '--target', '--weight'];
  for (const flag of flags) await quotes(['fit', 'few.csv', '--out', 'x.json', `${flag}=${long}`]);
  await quotes([...fit, '--out', 'x.json', `--class-weight=${long}=1,${long}=1`]);
  await quotes(['predict', 'm.json', 'few.csv', long]);
  await quotes([...sweep, `--shard=${long}`], (text) => /--shard is/.test(text));
  await quotes([...sweep, `--retries=${'0'.repeat(1e6)}101`], (text) => /--retries is 0/.test(text));
  await quotes([...assess, `--permutations=${'0'.repeat(1e6)}.5`]);
  await quotes(['plot', 'm.json', 'few.csv', `--out=${long}`]);

  const [header, row] = lines('rows.jsonl');
  const { point, trial, fold } = JSON.parse(row);
  const failure = JSON.stringify({ cell: { point, trial, fold }, error: { code: 'value', message: long } });
  folder.write('failed.jsonl', `${header}\n${failure}\n`);
  const merged = ['sweep', 'plan.json', '--merge', 'failed.jsonl', '--out', 'merged.jsonl'];
  await quotes(merged, (text) => /1 fit failed, the first:/.test(text));
  const part = JSON.parse(lines('part-1.jsonl')[0]);
  folder.write('named.jsonl', `${JSON.stringify({ ...part, shard: long })}\n`);
  await quotes(['sweep', 'plan.json', '--merge', 'named.jsonl', '--out', 'x.jsonl'], (text) => /shard is/.test(text));

  folder.write('classes.csv', `x,class\n1,"${long}"\n2,b\n3,b\n4,b\n5,"${long}"\n`);
  folder.write('long.json', JSON.stringify({ ...plan, data: 'classes.csv', folds: 3 }));
  await quotes(['sweep', 'long.json', '--out', 'long.jsonl', '--workers', '1'], (text) => /class 'x/.test(text));

  const { checksum: _, ...file } = { ...JSON.parse(folder.read('m.json')), notes: [long] };
  folder.write('noted.json', JSON.stringify({ ...file, checksum: checksumOf(file) }));
  await quotes(['predict', 'noted.json', 'few.csv']);
});

onUnix("sbatch's words are cut too", async () => {
  mkdirSync(folder.path('bin'));
  folder.write('bin/sbatch', '#!/bin/sh\nhead -c 100000 /dev/zero | tr "\\\\0" "\\\\033" >&2\nexit 1\n');
  chmodSync(folder.path('bin/sbatch'), 0o755);
  const env = { PATH: `${folder.path('bin')}:${process.env.PATH}` };
  const args = ['sweep', 'plan.json', '--slurm', '--submit', '--out', 'slurm.jsonl'];
  const { status, stderr } = await folder.alone(args, { env });
  assert.equal(status, 1);
  assert.match(stderr, /--submit: \?+\.\.\.; .*submit.sh submits where sbatch is installed/);
});

onUnix('a file that is private stays private', async () => {
  const few = [...assess, '--epochs', '1', '--restarts', '1', '--folds', '2', '--bootstraps', '0'];
  await folder.json([...few, '--out', 'private.jsonl']);
  await folder.json(['sweep', 'plan.json', '--out', 'rows.jsonl', '--workers', '1']);
  for (const [name, args] of [
    ['private.jsonl', [...few, '--out', 'private.jsonl']],
    ['rows.jsonl', sweep],
  ]) {
    chmodSync(folder.path(name), 0o600);
    await folder.json(args);
    assert.equal(statSync(folder.path(name)).mode & 0o7777, 0o600, name);
  }
  const slurm = ['sweep', 'plan.json', '--slurm', '--out', 'own.jsonl'];
  await folder.json(slurm);
  const script = folder.path('own.parts/array.sh');
  assert.equal(statSync(script).mode & 0o700, 0o700);
  for (const [before, after] of [
    [0o700, 0o700],
    [0o600, 0o700],
    [0o640, 0o750],
  ]) {
    chmodSync(script, before);
    await folder.json(slurm);
    assert.equal(statSync(script).mode & 0o7777, after);
  }
});

test('a part that cannot be read is named once', async () => {
  folder.write('other.json', JSON.stringify({ ...plan, seed: 4 }));
  const merge = ['sweep', 'other.json', '--merge', 'part-1.jsonl', '--out', 'x.jsonl'];
  await refused(merge, /^trip: part-1.jsonl has rows of another plan or of other data/m, 1);
});

test('the advice on a class NaN can be followed', async () => {
  folder.write(
    'nan.csv',
    `x,class\n${Array.from({ length: 24 }, (_, n) => `${n * n},${['1', '2', 'NaN'][n % 3]}\n`).join('')}`,
  );
  const args = ['fit', 'nan.csv', '--target', 'class', '--epochs', '1', '--restarts', '1', '--out', 'nan.json'];
  const [, tokens] = /--missing-tokens '(.*)' keeps it as a class/.exec((await folder.trip(args)).stderr);
  const { stderr } = await folder.trip([...args, '--missing-tokens', tokens]);
  assert.match(stderr, /3 classes/);
});

test('an assessment explains one class, as trip explain does', async () => {
  const rows = Array.from({ length: 60 }, (_, n) =>
    [...Array.from({ length: 100 }, (_, i) => Math.sin(n * (i + 1)).toFixed(4)), `c${n % 10}`].join(),
  );
  folder.write(
    'ten.csv',
    `${[[...Array.from({ length: 100 }, (_, i) => `v${i}`), 'class'].join(), ...rows].join('\n')}\n`,
  );
  const options = ['--ranks', '100', '--hidden', 'none', '--epochs', '1', '--restarts', '1', '--folds', '2'];
  const { stability } = await folder.json([
    ...['assess', 'ten.csv', '--target', 'class', ...options, '--permutations', '0', '--bootstraps', '2'],
  ]);
  assert.equal(stability.bootstraps, 2);
});
