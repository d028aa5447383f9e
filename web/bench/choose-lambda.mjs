// Chooses the constant of lambda 'auto', which is constant / mean squared norm of the scaled training samples, by nested cross
// validation. `node web/bench/choose-lambda.mjs --data DIR` prints the table of the documentation in Markdown.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildLib } from '../../build-scripts/build-lib.mjs';
import { buildWasm } from '../../build-scripts/build-wasm.mjs';
import { setup } from '../../build-scripts/setup.mjs';
import { Failure, whenStarted } from '../../build-scripts/tools.mjs';
import { readCsv } from './validate-real-data.mjs';

const constants = [0.01, 0.03, 0.1, 0.3, 1, 3];
const [OUTER, INNER] = [2, 3];
/** Samples of a larger set that are used. */
const MOST_SAMPLES = 400;
const STEPS = 8000;
const BATCH = 20;

const file = (name, more = {}) => ({ file: `${name}.csv`, ...more });
const sets = {
  Sonar: file('sonar'),
  Colposcopies: file('colposcopies'),
  Alizadeh: file('alizadeh'),
  Sports: file('sports-articles'),
  Ozone: file('ozone-onehr'),
  Spambase: file('spambase'),
  Theorem: file('theorem'),
  Epileptic: file('epileptic'),
  Iris: file('iris'),
  Wine: file('wine'),
  'Digits, 8 x 8': file('digits-8x8', { shape: [8, 8] }),
  'Vowels, 12 x 16': file('japanese-vowels-12x16', { shape: [12, 16] }),
  'Olive oil, 50 x 13': file('olive-oil-eem-50x13', { shape: [50, 13], task: 'regression' }),
  Spiral: { spirals: [11, 12, 13, 14] },
};

/** Mean squared norm of the samples as a fit scales them: a standardised variable that is not constant contributes 1. */
function meanSquaredNorm({ x, shape }, standardize) {
  const [count, ...dims] = shape;
  const size = dims.reduce((product, length) => product * length, 1);
  if (!standardize) return x.reduce((sum, value) => sum + value * value, 0) / count;
  let varying = 0;
  for (let i = 0; i < size; i++) {
    const column = Array.from({ length: count }, (_, n) => x[n * size + i]);
    if (column.some((value) => value !== column[0])) varying++;
  }
  return varying;
}

/** The first samples in a random order, without classes that then have fewer samples than a nested fold needs. */
function sampled(trip, data) {
  const count = data.shape[0];
  if (count <= MOST_SAMPLES) return data;
  const order = trip.folds(data, Math.ceil(count / MOST_SAMPLES), 1);
  return trip.subset(
    data,
    [...order.keys()].filter((n) => order[n] === 0),
  );
}

/** Pairs of a training part and a part held out. */
function splits(trip, data, folds, seed) {
  const own = trip.folds(data, folds, seed);
  const part = (fold, inside) =>
    trip.subset(
      data,
      [...own.keys()].filter((n) => (own[n] === fold) === inside),
    );
  return Array.from({ length: folds }, (_, fold) => ({ train: part(fold, false), test: part(fold, true) }));
}

function outerSplits(trip, folder, source, repeats) {
  if (source.spirals) return source.spirals.map((seed) => trip.spiral({ seed }));
  const data = sampled(trip, readCsv(trip, join(folder, source.file), source));
  return Array.from({ length: repeats }, (_, r) => splits(trip, data, OUTER, 100 + r)).flat();
}

/** AUC for two classes, accuracy for more, correlation for a regression. */
const scoreOf = ({ auc, accuracy, pearson, confusion }) => (confusion?.length === 2 ? auc : (accuracy ?? pearson));

class Study {
  constructor(trip, trainer) {
    Object.assign(this, { trip, trainer });
  }

  /** Score on `test` of a fit with lambda = `constant` / mean squared norm, or `fixed`. */
  async score({ train, test }, { constant, fixed, spiral }) {
    const [count, ...dims] = train.shape;
    const standardize = dims.length === 1 && !spiral;
    const lambda = fixed ?? constant / meanSquaredNorm(train, standardize);
    const epochs = Math.ceil((spiral ? 2.5 * STEPS : STEPS) / Math.ceil(count / BATCH));
    const starts = { search: true, restarts: spiral ? 12 : 4 };
    const options = { standardize, lambda, epochs, batchSize: BATCH, ...starts, seed: 5 };
    const model = await this.trainer.fit(train, options).model;
    const score = scoreOf(model.score(test));
    model.dispose();
    return score;
  }

  /** Outer scores of each constant and of lambda 0.1, and inner means of each constant. */
  async outer(split, spiral, index) {
    const inner = splits(this.trip, split.train, INNER, 200 + index);
    const each = (given) => this.score(split, { ...given, spiral });
    const means = constants.map(async (constant) => {
      const scores = await Promise.all(inner.map((part) => this.score(part, { constant, spiral })));
      return mean(scores);
    });
    return {
      outer: await Promise.all(constants.map((constant) => each({ constant }))),
      fixed: await each({ fixed: 0.1 }),
      inner: await Promise.all(means),
    };
  }
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const highest = (values) => values.indexOf(Math.max(...values));
const column = (rows, of) => constants.map((_, c) => mean(rows.map((row) => of(row)[c])));

function tableOf(results) {
  const names = Object.keys(results);
  const outer = Object.fromEntries(names.map((name) => [name, column(results[name], (row) => row.outer)]));
  const fixed = Object.fromEntries(names.map((name) => [name, mean(results[name].map((row) => row.fixed))]));
  const nested = Object.fromEntries(
    names.map((name) => [name, mean(results[name].map((row) => row.outer[highest(row.inner)]))]),
  );
  const number = (value) => value.toFixed(3);
  const line = (name, scores) => `| ${name} | ${scores.join(' | ')} |`;
  const rows = names.map((name) => line(name, [...outer[name].map(number), number(nested[name]), number(fixed[name])]));
  const means = constants.map((_, c) => mean(names.map((name) => outer[name][c])));
  const all = (of) => number(mean(names.map((name) => of[name])));
  const innerOf = Object.fromEntries(names.map((name) => [name, column(results[name], (row) => row.inner)]));
  const innerMeans = (among) => constants.map((_, c) => mean(among.map((name) => innerOf[name][c])));
  const inner = innerMeans(names);
  const chosen = constants[highest(inner)];
  const others = names.filter(
    (left) => constants[highest(innerMeans(names.filter((name) => name !== left)))] !== chosen,
  );
  return [
    line('data', [...constants, 'nested', 'lambda 0.1']),
    line(
      '---',
      [...constants, 0, 0].map(() => '---'),
    ),
    ...rows,
    line('mean', [...means.map(number), all(nested), all(fixed)]),
    line('mean of the inner folds', [...inner.map(number), '', '']),
    '',
    `Highest mean of the inner folds: ${chosen}; not without ${others.join(' or ') || 'any one set'}.`,
  ].join('\n');
}

whenStarted(import.meta.url, async () => {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      only: { type: 'string' },
      repeats: { type: 'string', default: '2' },
      workers: { type: 'string', default: '2' },
    },
  });
  if (values.data === undefined)
    throw new Failure('node web/bench/choose-lambda.mjs --data DIR [--only Iris,Wine] [--repeats 2]');
  await setup('start');
  await buildWasm();
  await buildLib();
  const { loadTrip } = await import('../../dist/index.js');
  const { createTrainer } = await import('../../dist/trainer.js');
  const trip = await loadTrip();
  const trainer = await createTrainer({ trip, workers: Number(values.workers) });
  const study = new Study(trip, trainer);
  const results = {};
  try {
    for (const name of values.only?.split(',') ?? Object.keys(sets)) {
      const parts = outerSplits(trip, values.data, sets[name], Number(values.repeats));
      results[name] = [];
      for (const [i, part] of parts.entries())
        results[name].push(await study.outer(part, sets[name].spirals !== undefined, i));
      console.error(name, JSON.stringify(results[name]));
    }
    console.log(tableOf(results));
  } finally {
    await trainer.close();
  }
});
