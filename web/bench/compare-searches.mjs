// Compares `restarts: 'auto'` with and without halving in alternating fits on one thread: processor time, found planes, held-out accuracy
// and objective. npm run compare:searches [-- --sets spiral,weak,real] [--data DIR] [--seeds 40] [--folds 10]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildExperiments } from '../../build-scripts/build-experiments.mjs';
import { buildLib } from '../../build-scripts/build-lib.mjs';
import { buildWasm } from '../../build-scripts/build-wasm.mjs';
import { setup } from '../../build-scripts/setup.mjs';
import { heading, whenStarted } from '../../build-scripts/tools.mjs';

/** A plane has been found if its overlap with the true one is above this. */
const FOUND = 0.8;
const kinds = [false, true];

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Standard error of the mean of differences; NaN for fewer than two. */
function errorOf(values) {
  const center = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - center) ** 2)) / (values.length - 1));
}

function overlapOf(trip, model, plane, variables) {
  const angles = trip.principalAngles(model.projection(), plane, variables);
  return mean(Array.from(angles, (degrees) => Math.cos((degrees * Math.PI) / 180) ** 2));
}

/** The outcomes of whole trainings and of halving; the first of the pair alternates. */
function compare(trip, { train, test, plane, options }, turn) {
  const outcome = [];
  for (const halving of turn % 2 === 0 ? kinds : kinds.toReversed()) {
    const since = cpu();
    const model = trip.fit(train, { ...options, restarts: 'auto', halving });
    const seconds = cpu() - since;
    outcome[Number(halving)] = {
      seconds,
      accuracy: model.score(test).accuracy,
      objective: model.score(train).objective,
      ...(plane ? { overlap: overlapOf(trip, model, plane, train.shape[1]) } : {}),
    };
    model.dispose();
  }
  return outcome;
}

/** Prints one line: both means, and the difference with its standard error. */
function report(name, pairs) {
  const column = (key) => kinds.map((_, kind) => pairs.map((pair) => pair[kind][key]));
  const [whole, halved] = column('accuracy');
  const differences = halved.map((value, at) => value - whole[at]);
  const times = column('seconds').map(mean);
  const found = column('overlap').map((own) => own.filter((overlap) => overlap > FOUND).length);
  const planes = pairs[0][0].overlap === undefined ? '' : `found ${found.join(' and ')} of ${pairs.length}, `;
  const objectives = column('objective').map((own) => mean(own).toFixed(4));
  console.log(
    `${name}: ${planes}accuracy ${mean(whole).toFixed(4)} and ${mean(halved).toFixed(4)} ` +
      `(difference ${mean(differences).toFixed(4)} +- ${errorOf(differences).toFixed(4)}), objective ${objectives.join(' and ')}, ` +
      `processor time ${times.map((own) => own.toFixed(3)).join(' and ')} s, ratio ${(times[1] / times[0]).toFixed(3)}`,
  );
}

const spiralOptions = { standardize: false, lambda: 0.1, epochs: 2000 };

/** Data seeds from 2001 on, which the report has, and from 3001 on; the comparisons were chosen on others. */
function compareSpirals(trip, seeds) {
  for (const first of [2001, 3001]) {
    const pairs = Array.from({ length: seeds }, (_, s) => {
      const { train, test, truth } = trip.spiral({ seed: first + s });
      return compare(trip, { train, test, plane: truth.plane, options: spiralOptions }, s);
    });
    report(`Spiral, data seeds ${first} to ${first + seeds - 1}`, pairs);
  }
}

/** The sets of the plan `weak`, with data seeds from 2001 on, as they are and standardised. */
async function compareWeak(trip, { loadSet, sourceOf }, seeds) {
  for (const standardize of [false, true]) {
    for (const kind of ['line', 'plane']) {
      for (const deviation of [0.5, 0.2, 0.1, 0.05]) {
        const pairs = [];
        for (let seed = 2001; seed <= 2000 + Math.min(100, seeds); seed++) {
          const name = `weak-${kind}-${deviation}-${seed}`;
          const { data, test, plane } = await loadSet(trip, name);
          const options = { ...sourceOf(name).options, standardize, lambda: 0.001, epochs: 100 };
          pairs.push(compare(trip, { train: data, test, options, ...(standardize ? {} : { plane }) }, seed));
        }
        report(`weak ${kind}, deviation ${deviation}${standardize ? ', standardised' : ''}`, pairs);
      }
    }
  }
}

const vectors = { hidden: [10, 10], lambda: 0.01 };
const linear = { hidden: [], lambda: 0.01 };
/** The sets and settings of the plan `choice`, and further ones. */
const real = [
  ['iris', linear],
  ['wine', linear],
  ['iris', vectors],
  ['wine', vectors],
  ['sonar', vectors],
  ['digits-8x8', { ranks: [3, 3], hidden: [10], lambda: 0.001 }],
  ['spambase', { ...vectors, epochs: 200 }],
  ['colposcopies', vectors],
  ['alizadeh', vectors],
  ['sports', { ...vectors, epochs: 400 }],
];

async function compareReal(trip, { loadSet, sourceOf }, folds, folder) {
  const read = async (file) => readFileSync(join(folder, file), 'utf8');
  for (const [name, point] of real) {
    const { data } = await loadSet(trip, name, read);
    const assigned = trip.folds(data, 10, 1);
    const samples = (held, fold) => [...assigned.keys()].filter((n) => (assigned[n] === fold) === held);
    const pairs = Array.from({ length: folds }, (_, fold) => {
      const [train, test] = [false, true].map((held) => trip.subset(data, samples(held, fold)));
      return compare(trip, { train, test, options: { ...sourceOf(name).options, ...point, seed: 1000 + fold } }, fold);
    });
    report(`${name}, ${point.hidden.length} hidden layers, ${folds} of 10 folds`, pairs);
  }
}

whenStarted(import.meta.url, async () => {
  const { values } = parseArgs({
    options: {
      sets: { type: 'string', default: 'spiral,weak' },
      data: { type: 'string', default: 'tests/data' },
      seeds: { type: 'string', default: '40' },
      folds: { type: 'string', default: '10' },
    },
  });
  await setup('start');
  await buildWasm();
  await buildLib();
  await buildExperiments();
  const { loadTrip } = await import('../../dist/index.js');
  const experiments = await import('../../build/experiments/index.js');
  const trip = await loadTrip();
  const [seeds, folds] = [Number(values.seeds), Number(values.folds)];
  const parts = {
    spiral: () => compareSpirals(trip, seeds),
    weak: () => compareWeak(trip, experiments, seeds),
    real: () => compareReal(trip, experiments, folds, values.data),
  };
  heading('whole trainings of twelve restarts, and halving');
  for (const name of values.sets.split(',')) await parts[name]();
});
