// Compares the speed with the same model in PyTorch and TensorFlow.js: npm run bench:peers [-- --quick] [--readme]; see --help.

import { buildLib } from '../../build-scripts/build-lib.mjs';
import { buildWasm } from '../../build-scripts/build-wasm.mjs';
import { setup } from '../../build-scripts/setup.mjs';
import { bad, Failure, fromRoot, good, heading, whenStarted } from '../../build-scripts/tools.mjs';
import { cases } from './cases.mjs';
import { difference, median, numbers } from './numbers.mjs';
import { installTensorflow, parameterArrays, runPeer, writeData } from './peers.mjs';
import {
  duration,
  judge,
  markdownTable,
  printBars,
  processor,
  readOptions,
  writeReadme,
  writeResults,
} from './report.mjs';
import { measureNode, nodeData, writeInputs } from './settings.mjs';

const help = `npm run bench:peers [-- --quick] [--readme]

Trains the same models, on the same data, on one thread of this machine: with this package (WebAssembly SIMD in Node, trip.fit), with
PyTorch (Debian's python3-torch, OpenBLAS) and with TensorFlow.js (installed into build/peers), and prints how many times longer the others
take. First it checks that they compute the same: losses, gradients and 100 steps of Adam against tests/golden (as the tests of the
core do), and the losses of this package at its own start. Warm-up excluded; medians of several rounds, of the smaller of
clock and processor time. Close other programs first; it takes about two minutes.

  --quick   one round of each, to see that it works; no bar is judged
  --readme  rewrites the table of README.md

Results go to build/bench-peers.json. The status is 1 when a bar is missed.`;

/** Computations count as the same up to this difference, relative to the largest magnitude of an array. */
const tolerance = 1e-4;

const libraries = ['PyTorch', 'TensorFlow.js WASM', 'TensorFlow.js CPU'];

/** Timed cases: epochs of a round, and the factors by which the peers must at least be slower (in brackets in the output). */
export const comparisons = {
  spiralStep: {
    peers: {
      PyTorch: { atLeast: 120, aim: 180 },
      'TensorFlow.js WASM': { atLeast: 300, aim: 450 },
      'TensorFlow.js CPU': {},
    },
    epochs: 20,
    warmUpEpochs: 20,
  },
  epilepticEpoch: { peers: { PyTorch: { atLeast: 1 } }, epochs: 10, warmUpEpochs: 5 },
  cubesEpoch: { peers: { PyTorch: { atLeast: 10, aim: 20 }, 'PyTorch, padded': {} }, epochs: 2, warmUpEpochs: 1 },
};

const unitsIn = (epochs, { per, options }, samples) =>
  per === 'step' ? epochs * Math.ceil(samples / options.batchSize) : epochs;

/** Parameters before the first step, and their scores. */
function startOf(trip, data, options) {
  const model = trip.fit(data, { ...options, epochs: 0 });
  const start = { start: parameterArrays(model), ...model.score(data) };
  model.dispose();
  return start;
}

/** Checks all peers at this package's initial values: their losses must equal this package's, and their gradients each other's. */
async function checkPeers(trip) {
  heading('Largest differences between the computations, relative to the largest magnitude');
  const { options } = cases.spiralStep;
  const data = cases.spiralStep.data(trip);
  const { start, loss, reconstruction, objective } = startOf(trip, data, options);
  const task = {
    kind: 'check',
    ...writeData('spiral', data),
    ...options,
    ranks: [2],
    start,
    z: Array.from({ length: data.shape[1] }, (_, i) => [...numbers(2 * data.shape[1]).subarray(2 * i, 2 * i + 2)]),
    gradients: fromRoot('tests', 'golden', 'loss_grad.json'),
    adam: fromRoot('tests', 'golden', 'adam.json'),
  };
  const checked = {};
  let reference;
  for (const name of libraries) {
    const { startLosses, startGradients, version, ...golden } = await runPeer(name, task);
    const differences = {
      'losses of tests/golden': golden.losses,
      'gradients of tests/golden': golden.gradients,
      'objective after 100 steps of Adam there': golden.adam,
      "this package's losses at its start on Spiral": difference(startLosses, [loss, reconstruction, objective]),
    };
    if (reference !== undefined) {
      const each = startGradients.map((seen, i) => difference(seen, reference[i]));
      differences[`gradients of ${libraries[0]} there`] = Math.max(...each);
    }
    reference ??= startGradients;
    console.log(`\n${name} (${version})`);
    for (const [what, value] of Object.entries(differences)) {
      const same = value <= tolerance;
      (same ? good : bad)(`${value.toExponential(1).padStart(9)}  ${what}`);
      if (!same) throw new Failure(`${name} computes something else, so its time cannot be compared.`);
    }
    checked[name] = { version, differences };
  }
  return checked;
}

/** Times the peers of a case and prints how many times longer than `own` milliseconds they take. */
export async function timePeers(trip, name, { peers, epochs, warmUpEpochs }, { own, quick }) {
  const work = cases[name];
  const data = await nodeData(trip, work);
  const task = {
    learningRate: 0.001,
    ...work.options,
    ...writeData(name, data),
    kind: 'time',
    ...(data.index === undefined ? startOf(trip, data, work.options) : {}),
    ranks: work.options.ranks ?? [2],
    ...(quick ? { rounds: 1, epochs: 1, warmUpEpochs: 1 } : { rounds: 7, epochs, warmUpEpochs }),
  };
  const units = unitsIn(task.epochs, work, data.shape[0]);
  const rows = [];
  for (const [peer, bar] of Object.entries(peers)) {
    const { rounds } = await runPeer(peer, task);
    const milliseconds = median(rounds) / units;
    const ratio = milliseconds / own;
    console.log(
      `${peer.padEnd(20)}${duration(milliseconds).padStart(10)} per ${work.per}, ${ratio.toFixed(1)} times as long`,
    );
    rows.push({ peer, milliseconds, rounds: rounds.map((time) => time / units), ratio, ...bar });
  }
  return rows;
}

async function compare(trip, name, comparison, { quick }) {
  const work = cases[name];
  heading(work.title);
  const rounds = await measureNode(trip, work, quick ? { rounds: 1, warmUpMs: 500 } : { rounds: 7, warmUpMs: 1000 });
  const own = median(rounds);
  console.log(`${'trip-wasm'.padEnd(20)}${duration(own).padStart(10)} per ${work.per}`);
  const peers = await timePeers(trip, name, comparison, { own, quick });
  return { name, title: work.title, per: work.per, own, rounds, peers };
}

const barsOf = (results) =>
  judge(
    results.flatMap(({ title, peers }) =>
      peers
        .filter(({ atLeast }) => atLeast !== undefined)
        .map(({ peer, ratio, atLeast, aim }) => ({
          what: `${title}; ${peer}${aim === undefined ? '' : ` (aim ${aim})`}`,
          unit: 'times as long',
          value: ratio,
          atLeast,
        })),
    ),
  );

function readmeTable(results, machine) {
  const cell = (peers, name) => {
    const found = peers.find(({ peer }) => peer === name);
    return found === undefined
      ? ''
      : `${duration(found.milliseconds)} (${found.ratio.toFixed(found.ratio < 10 ? 1 : 0)} x)`;
  };
  const rows = results.map(({ title, own, peers }) => [
    title,
    duration(own),
    ...libraries.map((name) => cell(peers, name)),
  ]);
  return [
    `The same models in other libraries, on one thread of ${machine}. Their losses, gradients and steps`,
    'of Adam have been checked against the same reference values:',
    '',
    markdownTable(['work', 'trip-wasm, SIMD in Node', ...libraries], rows),
    '',
    `PyTorch sums sparse samples of any number of values by \`index_add\`; cubes of one number of values, as here, go through one`,
    `\`einsum\` in ${cell(results.at(-1).peers, 'PyTorch, padded')}.`,
  ].join('\n');
}

whenStarted(
  import.meta.url,
  async () => {
    const values = readOptions(help);
    if (values === undefined) return;
    await setup('peers');
    await buildWasm();
    await buildLib();
    await installTensorflow();
    const { loadTrip } = await import('../../dist/index.js');
    const trip = await loadTrip({ simd: true });
    writeInputs(trip);
    const checked = await checkPeers(trip);
    const versions = [...new Set(Object.values(checked).map(({ version }) => version))];
    const machine = `${processor()}, Node ${process.versions.node}, ${versions.join(', ')}`;
    heading(values.quick ? `${machine} (--quick: one round)` : machine);
    const results = [];
    for (const [name, comparison] of Object.entries(comparisons)) {
      results.push(await compare(trip, name, comparison, values));
    }
    const bars = values.quick ? [] : barsOf(results);
    writeResults('bench-peers.json', { machine, quick: values.quick, checked, results, bars });
    if (values.readme) writeReadme('bench-peers', readmeTable(results, machine));
    if (!values.quick) printBars(bars);
  },
  { ownHelp: true },
);
