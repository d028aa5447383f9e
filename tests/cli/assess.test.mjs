/** Assessments: the numbers are those of the library, the file is the same after any interruption, the text says what to believe. */
import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { createTrainer } from '../../dist/trainer.js';
import { numbers, signs, sleep, trip } from '../lib/support.mjs';
import { folderFor } from './support.mjs';

const folder = folderFor('assess');
const trainer = await createTrainer({ workers: 2, trip });
after(() => trainer.close());
const samples = signs(40, 4);
const noise = { x: numbers(160, 77), y: Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? 'plus' : 'minus')) };
const groups = Array.from({ length: 40 }, (_, n) => `p${n % 8}`);
const own = { epochs: 15, restarts: 1, hidden: [], learningRate: 0.05 };
const flags = ['--epochs', '15', '--restarts', '1', '--hidden', 'none', '--learning-rate', '0.05'];
const few = ['--permutations', '39', '--bootstraps', '12'];
const assess = (file, ...more) => ['assess', file, '--target', 'class', ...flags, ...more];

/** A table of 4 variables, groups, folds and the class. */
const csv = ({ x, y }) =>
  `a,b,c,d,patient,part,class\n${y
    .map((label, n) => [...Array.from(x.slice(4 * n, 4 * n + 4), Math.fround), groups[n], n % 4, label].join())
    .join('\n')}\n`;
const columns = ['--group', 'patient', '--fold', 'part'];
const ignored = ['--ignore', 'patient,part'];
const dataOf = ({ x, y }) =>
  trip.dataset({ x: Array.from(x, Math.fround), shape: [40, 4], y, featureNames: ['a', 'b', 'c', 'd'] });

before(() => {
  folder.write('signs.csv', csv(samples));
  folder.write('noise.csv', csv(noise));
});

test('every number is that of the library', async () => {
  const result = await folder.json(
    assess('signs.csv', ...ignored, ...few, '--seed', '5', '--importance', '--repeats', '2'),
  );
  const data = dataOf(samples);
  const folds = { seed: 5, repeats: 2 };
  const cv = await trainer.crossValidate(data, own, { ...folds, importance: {} });
  const { crossValidation: _cv, ...tested } = await trainer.permutationTest(data, own, { ...folds, permutations: 39 });
  const model = await trainer.fit(data, { ...own, seed: 5 }).model;
  const { axes } = model.explain(data);
  const stability = await trainer.stability(data, own, { seed: 5, bootstraps: 12, reference: model, axes });
  const plain = (value) => JSON.parse(JSON.stringify(value));
  const { crossValidation, permutationTest, classNames } = result;
  for (const name of ['folds', 'interval', 'train', 'test', 'pooled', 'diverged'])
    assert.deepEqual(crossValidation[name], plain(cv[name]), name);
  assert.deepEqual(
    crossValidation.recall,
    cv.scores[0].recall.map((one, c) => (one + cv.scores[1].recall[c]) / 2),
  );
  assert.deepEqual(permutationTest, plain(tested));
  assert.deepEqual(result.importance, plain(cv.importance));
  assert.deepEqual(classNames, data.classNames);
  const [mode] = result.stability.modes;
  assert.deepEqual(mode.angleQuantiles, stability.modes[0].angleQuantiles);
  assert.deepEqual(mode.loadings, [...stability.modes[0].loadings]);
  assert.deepEqual(mode.low, [...stability.modes[0].low]);
  assert.deepEqual(mode.names, ['a', 'b', 'c', 'd']);
  assert.match(result.verdict, /^Better than chance: p = 0.025; held out \d+ % \(\d+ to \d+\); plane /);
});

test('groups, own folds and a choice are passed on', async () => {
  const settings = { assignment: groups.map((_, n) => n % 4), groups };
  const more = [...columns, '--permutations', '0', '--bootstraps', '0'];
  const grouped = await folder.json(assess('signs.csv', ...more));
  const cv = await trainer.crossValidate(dataOf(samples), own, settings);
  assert.deepEqual(grouped.crossValidation.interval, cv.interval);
  assert.equal(grouped.permutationTest, undefined);
  assert.equal(grouped.stability, undefined);
  assert.match(grouped.verdict, /^Held out/);
  folder.write('grid.json', JSON.stringify({ lambda: [0.3, 0.01] }));
  for (const grid of ['grid.json', '{"lambda": [0.3, 0.01]}']) {
    const chosen = await folder.json(
      assess('signs.csv', ...more, '--grid', grid, '--rule', 'one-standard-error', '--inner', '3'),
    );
    const choice = { rule: 'one-standard-error', inner: 3 };
    const selection = await trainer.select(
      dataOf(samples),
      { lambda: [0.3, 0.01] },
      { ...settings, ...choice, options: own },
    );
    assert.deepEqual(chosen.selection.choices, selection.choices);
    assert.deepEqual(chosen.selection.options, selection.options);
    assert.deepEqual(chosen.crossValidation.interval, selection.outer.interval);
  }
  const tested = await folder.json(
    assess(
      'signs.csv',
      '--ignore',
      'part',
      '--group',
      'patient',
      '--folds',
      'leave-one-group-out',
      '--permutations',
      '5',
      '--bootstraps',
      '3',
      '--grid',
      '{"hidden": [[], [3]]}',
      '--inner',
      '3',
    ),
  );
  const choice = { grid: { hidden: [[], [3]] }, inner: 3 };
  const expected = await trainer.permutationTest(dataOf(samples), own, {
    folds: 'leave-one-group-out',
    groups,
    permutations: 5,
    choice,
  });
  assert.deepEqual(tested.permutationTest.permuted, [...expected.permuted]);
  assert.equal(tested.stability.bootstraps, 3);
});

test('the text begins with an honest sentence, and on noise with advice', async () => {
  const real = await folder.trip(assess('signs.csv', ...ignored, ...few, '--importance'));
  assert.equal(real.status, 0, real.stderr);
  assert.match(real.stdout, /^Better than chance: p = 0.025; held out/);
  assert.match(real.stdout, /\nScores of 5 folds\n {2,}training +held out +folds +pooled\naccuracy .*5 of 5/);
  assert.match(real.stdout, /\nHeld-out classes \(rows\) and predictions\n +plus +minus +recall\nplus/);
  assert.match(real.stdout, /\naccuracy of 39 permuted responses\n( .*\n)+ .*<- true responses: 0/);
  assert.match(real.stdout, /\nVariables of axis 1 whose 95 % interval leaves out 0: \d of 4\n/);
  assert.match(real.stdout, /\nImportance: loss of the score when permuted\na +0/);
  const chance = await folder.trip(assess('noise.csv', ...ignored, ...few, '--stop-early'));
  assert.match(chance.stdout, /^No better than chance: p = 0\.\d+ \(after \d+ of 39 permutations\); held out/);
  assert.match(chance.stdout, /\nA separation like this one also appears by chance: do not read the picture\./);
  const none = await folder.trip(assess('noise.csv', ...ignored, '--permutations', '9', '--bootstraps', '0'));
  assert.match(none.stdout, /With 9 permutations p cannot be below 0.1; --permutations 199 can tell/);
});

test('a regression has its error, and many classes their worst pairs', async () => {
  const rows = Array.from({ length: 40 }, (_, n) =>
    [samples.x[4 * n], samples.x[4 * n + 1], 2 * samples.x[4 * n]].join(),
  );
  folder.write('numbers.csv', `a,b,y\n${rows.join('\n')}\n`);
  const regression = await folder.trip([
    'assess',
    'numbers.csv',
    '--target',
    'y',
    '--task',
    'regression',
    ...flags,
    '--permutations',
    '19',
    '--bootstraps',
    '0',
  ]);
  assert.equal(regression.status, 0, regression.stderr);
  assert.match(
    regression.stdout,
    /^Better than chance: p = 0.05; held-out error \(rmse\) [\d.]+ \([\d.]+ to [\d.]+\)\n/,
  );
  assert.doesNotMatch(regression.stdout, /recall|NaN/);
  const letters = Array.from(
    { length: 60 },
    (_, n) => `${samples.x[n]},${samples.x[n + 60]},${'abcdefghijkl'[n % 12]}`,
  );
  folder.write('letters.csv', `a,b,class\n${letters.join('\n')}\n`);
  const many = await folder.trip([
    'assess',
    'letters.csv',
    '--target',
    'class',
    ...flags,
    '--permutations',
    '0',
    '--bootstraps',
    '0',
  ]);
  assert.match(many.stdout, /\nlowest recalls\n/);
  assert.match(many.stdout, /\nclass +predicted as +samples\n/);
});

test('an assessment that was killed and restarted ends with the same file', async () => {
  const args = (out, ...more) =>
    assess('signs.csv', ...ignored, '--permutations', '59', '--bootstraps', '12', '--out', out, ...more);
  await folder.json(args('whole.jsonl', '--workers', '2'));
  const whole = folder.read('whole.jsonl');
  const count = 5 + 60 * 5 + 12;
  assert.equal(whole.trimEnd().split('\n').length, 1 + count);
  const lines = () =>
    existsSync(folder.path('killed.jsonl')) ? folder.read('killed.jsonl').split('\n').length - 1 : 0;
  let there = count;
  for (let attempt = 0; attempt < 5 && there >= count; attempt++) {
    rmSync(folder.path('killed.jsonl'), { force: true });
    const run = folder.start(args('killed.jsonl', '--workers', '1'));
    while (lines() < 20) await sleep(5);
    run.child.kill('SIGKILL');
    await run.ended;
    there = lines() - 1;
  }
  assert.ok(there >= 19 && there < count, `${there} fits`);
  const { stderr, status } = await folder.trip(args('killed.jsonl'));
  assert.equal(status, 0, stderr);
  assert.match(stderr, new RegExp(`killed.jsonl: ${there} fits already exist`));
  assert.equal(folder.read('killed.jsonl'), whole);
  const more = await folder.trip([...args('killed.jsonl').map((word) => (word === '59' ? '60' : word)), '--quiet']);
  assert.equal(more.status, 0, more.stderr);
  assert.equal(folder.read('killed.jsonl').trimEnd().split('\n').length, 1 + count + 5);
});

test('after an early stop the file holds the permutations that count, for any number of workers', async () => {
  const files = [];
  for (const workers of ['1', '3']) {
    const out = `early-${workers}.jsonl`;
    const result = await folder.json(
      assess('noise.csv', ...ignored, ...few, '--stop-early', '--out', out, '--workers', workers),
    );
    assert.equal(result.permutationTest.stoppedEarly, true);
    files.push(folder.read(out));
  }
  assert.equal(files[0], files[1]);
});

test('an early stop keeps permutations that an earlier run has computed', async () => {
  const args = (...more) => assess('noise.csv', ...ignored, ...few, '--out', 'both.jsonl', ...more);
  await folder.json(args());
  const all = folder.read('both.jsonl');
  const { permutationTest } = await folder.json(args('--stop-early'));
  assert.equal(permutationTest.stoppedEarly, true);
  assert.equal(folder.read('both.jsonl'), all);
});

test('an interrupt ends the process by the signal and keeps finished fits', async () => {
  const run = folder.start(
    assess('signs.csv', ...ignored, '--permutations', '9999', '--out', 'stopped.jsonl', '--workers', '1'),
  );
  const read = () => (existsSync(folder.path('stopped.jsonl')) ? folder.read('stopped.jsonl') : '');
  while (read().split('\n').length < 10) await sleep(5);
  run.child.kill('SIGINT');
  const { signal, stderr } = await run.ended;
  assert.equal(signal, 'SIGINT', stderr);
  assert.match(stderr, /trip: interrupted\n$/);
  for (const line of read().trimEnd().split('\n')) JSON.parse(line);
});

test('files of other assessments and wrong lines are refused', async () => {
  const args = (file, ...more) =>
    assess(file, ...ignored, '--permutations', '0', '--bootstraps', '0', '--out', 'kept.jsonl', ...more);
  await folder.json(args('signs.csv'));
  const kept = folder.read('kept.jsonl');
  for (const other of [args('noise.csv'), args('signs.csv', '--seed', '2'), args('signs.csv', '--lambda', '2')]) {
    const { status, stderr } = await folder.trip(other);
    assert.equal(status, 1);
    assert.match(stderr, /kept.jsonl is not the file of this assessment; give another --out or delete it/);
  }
  folder.write('kept.jsonl', kept.replace('"predictions":[', '"predictions":[1,'));
  const { status, stderr } = await folder.trip(args('signs.csv'));
  assert.equal(status, 1);
  assert.match(stderr, /the row of repeat 0, fold \d in done is incomplete/);
});

test('lines that are no fits are named, and doubled ones are written once', async () => {
  const args = (out) =>
    assess('signs.csv', ...ignored, '--permutations', '3', '--bootstraps', '2', '--out', out, '--workers', '2');
  const result = await folder.json(args('once.jsonl'));
  const whole = folder.read('once.jsonl');
  const [header, ...lines] = whole.trimEnd().split('\n');
  for (const wrong of ['null', '5', '[]', '"x"', '{']) {
    folder.write('wrong.jsonl', `${[header, lines[0], wrong, ...lines.slice(1)].join('\n')}\n`);
    const { status, stderr } = await folder.trip(args('wrong.jsonl'));
    assert.equal(status, 1);
    assert.match(stderr, /trip: wrong.jsonl: line 3 is not JSON of a fit; delete it to compute that fit again\n$/);
  }
  folder.write('doubled.jsonl', `${[header, ...lines.slice(0, 12), ...lines.slice(4, 20)].join('\n')}\n`);
  assert.deepEqual(await folder.json(args('doubled.jsonl')), { ...result, out: 'doubled.jsonl' });
  assert.equal(folder.read('doubled.jsonl'), whole);
});

test('a plane that is the whole space is neither stable nor unstable', async () => {
  const table = (columns) =>
    `${columns.join()},class\n${samples.y.map((label, n) => [...columns.map((_, c) => samples.x[4 * n + c]), label].join()).join('\n')}\n`;
  for (const [columns, ranks] of [
    [['a', 'b'], '2'],
    [['a'], '1'],
    [['a', 'b', 'c'], '3'],
  ]) {
    folder.write('narrow.csv', table(columns));
    const more = ['--permutations', '0', '--bootstraps', '4', '--ranks', ranks];
    const { verdict, advice, stability } = await folder.json(assess('narrow.csv', ...more));
    assert.match(verdict, /^Held out \d+ % \(\d+ to \d+\)$/);
    assert.ok(!advice.some((line) => /plane/.test(line)), advice.join());
    assert.equal(stability.bootstraps, 4);
  }
  const { verdict } = await folder.json(
    assess('narrow.csv', '--permutations', '0', '--bootstraps', '4', '--ranks', '2'),
  );
  assert.match(verdict, /; plane /);
});

for (const [args, code, says] of [
  [['--folds', '3', '--fold', 'part'], 2, /--folds is given, but follows from --fold/],
  [['--folds', 'all'], 2, /--folds is "all"; a number is accepted/],
  [['--permutations', '-1'], 2, /--permutations is -1; 0 or an integer of at least 1/],
  [['--bootstraps', '1'], 2, /--bootstraps is 1; 0 or an integer of at least 2/],
  [['--rule', 'best'], 2, /--rule is for a choice in --grid/],
  [['--grid', '[1]'], 2, /grid is 1; an object is accepted/],
  [['--grid', '{"lamda": [1]}'], 2, /did you mean lambda\?/],
  [['--grid', '{"lambda": [1]'], 1, /--grid: the file is not JSON/],
  [['--grid', '{"__proto__": [1]}'], 2, /grid has no option "__proto__"/],
  [['--grid', 'absent.json'], 1, /absent.json: there is no such file/],
  [['--grid', '{"lambda": [1]}', '--importance'], 2, /--importance is for given options/],
  [['--score', 'loss'], 2, /--score is "loss"; accepted: accuracy/],
  [['--permute', 'groups'], 2, /permute is 'groups', but no groups are given/],
  [['--group', 'class'], 2, /--group and --target are both column 'class'/],
  [['--group', 'nothing'], 2, /no column 'nothing'/],
  [['--fold', 'patient'], 1, /column 'patient' of --fold is "p0" for sample 0; integers from 0/],
  [['--group', 'patient', '--folds', '9'], 1, /folds is 9, but there are 8 groups; at most 8 folds work/],
  [['--start-seed', '3'], 2, /trip assess has no option "--start-seed"/],
  [['--out', '-'], 2, /--out is -; the name of a file is accepted/],
]) {
  test(`refused before the first fit: ${args.join(' ')}`, async () => {
    const left = ['patient', 'part'].filter((name) => !args.includes(name));
    const { status, stderr, stdout } = await folder.trip(
      assess('signs.csv', ...(left.length > 0 ? ['--ignore', left.join()] : []), ...args),
    );
    assert.match(stderr, says);
    assert.equal(status, code, stderr);
    assert.equal(stdout, '');
  });
}

test('rows without a group, and arrays, are refused', async () => {
  folder.write('gap.csv', csv(samples).replace('p3,', ','));
  const gap = await folder.trip(assess('gap.csv', '--ignore', 'part', '--group', 'patient'));
  assert.equal(gap.status, 1);
  assert.match(gap.stderr, /column 'patient'|patient.*row 5/);
  folder.write('samples.json', JSON.stringify({ x: [[1], [2]], y: [0, 1] }));
  const arrays = await folder.trip(['assess', 'samples.json', '--group', 'patient']);
  assert.equal(arrays.status, 2);
  assert.match(arrays.stderr, /--group is "patient", a column of a table; arrays have none/);
});
