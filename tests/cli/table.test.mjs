/** The command has a flag for every option, and prints every score, of the tables of the package. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { optionTable, scoreTable } from '../../dist/index.js';
import { dataFor, needed, otherValue } from '../lib/other-values.mjs';
import { smallSpiral, trip } from '../lib/support.mjs';
import { folderFor } from './support.mjs';

const folder = folderFor('table');
const { train } = smallSpiral();
const flag = (name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
const textOf = (value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value));
const flags = (options) => Object.entries(options).flatMap(([name, value]) => [flag(name), textOf(value)]);
const fileOf = ({ task }) => `${task}.csv`;
/** A model file leaves the frames of `record` out. */
const withoutFlag = ['record'];
const named = Object.keys(optionTable).filter((name) => !withoutFlag.includes(name));
const scoresOf = (kind) => Object.keys(scoreTable).filter((name) => (scoreTable[name].task ?? kind) === kind);
const fit = (data, options) => [
  'fit',
  fileOf(data),
  '--target',
  'y',
  '--task',
  data.task,
  '--out',
  'model.json',
  ...flags(options),
];

before(() => {
  const [samples, variables] = train.shape;
  for (const data of [train, dataFor('standardizeTarget', train)]) {
    const response = data.labels ?? data.targets;
    const rows = Array.from({ length: samples }, (_, n) => [
      ...train.x.subarray(n * variables, (n + 1) * variables),
      response[n],
    ]);
    const head = [...rows[0].keys()].map((i) => (i === variables ? 'y' : `x${i}`));
    folder.write(fileOf(data), [head, ...rows].map((row) => `${row.join()}\n`).join(''));
  }
});

test('the help of fit has a flag for every option, with what it accepts', async () => {
  const { stdout } = await folder.trip(['fit', '--help']);
  for (const name of named) {
    const line = stdout.split('\n').find((text) => text.trimStart().startsWith(`${flag(name)} `));
    assert.ok(line !== undefined, `${flag(name)} in ${stdout}`);
    for (const word of optionTable[name].words ?? []) assert.ok(line.includes(word), `${word} in ${line}`);
  }
  for (const name of withoutFlag) assert.ok(!stdout.includes(flag(name)), name);
});

test('each flag gives the fit its option', async () => {
  for (const name of named) {
    const data = dataFor(name, train);
    const options = { epochs: 5, restarts: 1, ...needed[name], [name]: otherValue(optionTable[name]) };
    const { fingerprint } = await folder.json(fit(data, options));
    assert.equal(fingerprint, trip.fit(data, options).fingerprint, name);
  }
});

test('fit, score and sweep print the scores of the table', async () => {
  for (const data of [train, dataFor('standardizeTarget', train)]) {
    const own = scoresOf(data.task);
    const printed = async (args, names) => {
      const { stdout, status, stderr } = await folder.trip(args);
      assert.equal(status, 0, stderr);
      for (const name of names) assert.match(stdout, new RegExp(`(^|\\s)${name}(\\s|$)`, 'm'));
    };
    await printed(fit(data, { epochs: 5, restarts: 1 }), own);
    await printed(['score', 'model.json', fileOf(data)], own);
    const plan = {
      data: fileOf(data),
      table: { target: 'y', task: data.task },
      grid: {},
      options: { epochs: 5, restarts: 1 },
    };
    folder.write('plan.json', JSON.stringify({ ...plan, folds: 2 }));
    const pooled = own.filter((name) => scoreTable[name].pooled);
    await printed(['sweep', 'plan.json', '--out', `${data.task}.jsonl`], pooled);
  }
});
