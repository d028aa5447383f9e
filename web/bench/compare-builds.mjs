// Compares two builds of this package in alternating rounds, with PyTorch and TensorFlow.js in the same run: npm run bench:builds -- --before DIR
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildLib } from '../../build-scripts/build-lib.mjs';
import { buildWasm } from '../../build-scripts/build-wasm.mjs';
import { setup } from '../../build-scripts/setup.mjs';
import { Failure, fromRoot, heading, whenStarted } from '../../build-scripts/tools.mjs';
import { comparisons, timePeers } from './against-peers.mjs';
import { cases, measure } from './cases.mjs';
import { median, numbers, startWatch } from './numbers.mjs';
import { installTensorflow } from './peers.mjs';
import { duration, processor, readOptions, writeResults } from './report.mjs';
import { nodeData, writeInputs } from './settings.mjs';

const help = `npm run bench:builds -- --before DIR [--quick]

Times this package and an older build of it, whose checkout with its dist/ is DIR, round after round in turns, and the peers
of npm run bench:peers afterwards in the same run. Prints medians with their quartiles, and the ratios. Close other programs first: it takes
about five minutes.

  --quick   two rounds, to see that it works

Results go to build/bench-builds.json.`;

const quartiles = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share) => sorted[Math.round(share * (sorted.length - 1))];
  return [at(0.25), median(values), at(0.75)];
};

/** Lines of a table with 100 variables and a class, as bytes. */
function tableBytes(rows) {
  const values = numbers(rows * 100);
  const head = [...Array.from({ length: 100 }, (_, i) => `v${i}`), 'class'].join();
  const lines = Array.from({ length: rows }, (_, n) =>
    [...Array.from(values.subarray(100 * n, 100 * n + 100), (value) => value.toFixed(6)), n % 3].join(),
  );
  return new TextEncoder().encode(`${[head, ...lines].join('\n')}\n`);
}

function explained(trip) {
  const [rows, variables] = [10_000, 100];
  const x = numbers(rows * variables);
  const y = Array.from({ length: rows }, (_, n) => n % 3);
  for (let n = 0; n < rows; n++) x[n * variables + (n % 3)] += 1;
  const data = trip.dataset({ x, shape: [rows, variables], y, task: 'classification' });
  const model = trip.fit(data, { epochs: 3, restarts: 1, hidden: [10] });
  const explanation = model.explain(data);
  return () => {
    for (let n = 0; n < rows; n += 50) explanation.local(n);
    return 200;
  };
}

/** Work beyond the cases of training. Each prepares with one build, and resolves to a function that works and returns the number of its units. */
const others = {
  search: {
    title: "Spiral: restarts 'auto', 2000 epochs",
    per: 'fit',
    prepare({ trip }) {
      const { train } = trip.spiral({ seed: 2001 });
      const options = { standardize: false, lambda: 0.1, epochs: 2000, restarts: 'auto' };
      return () => {
        trip.fit(train, options).dispose();
        return 1;
      };
    },
  },
  explain: { title: '10,000 x 100: one row explained', per: 'row', prepare: ({ trip }) => explained(trip) },
  table: {
    title: 'CSV of 19 MB, 20,000 x 101: columns and samples',
    per: 'file',
    prepare({ trip, table }) {
      const bytes = tableBytes(20_000);
      return async () => {
        const read = await table.readTable([bytes]);
        trip.dataset(table.toDataset(read, { target: 'class', task: 'regression', lazy: true }).input);
        return 1;
      };
    },
  },
};

async function openBuild(folder) {
  const load = (file) => import(pathToFileURL(join(folder, 'dist', file)).href);
  const [{ loadTrip }, table] = [await load('index.js'), await load('table.js')];
  return { trip: await loadTrip({ simd: true }), table };
}

/** One round of a case or of other work, in milliseconds a unit. */
async function preparedOf(build, name) {
  if (others[name] !== undefined) {
    const act = await others[name].prepare(build);
    return async () => {
      const passed = startWatch();
      const units = await act();
      return passed() / units;
    };
  }
  const work = { name, ...cases[name] };
  const data = await nodeData(build.trip, work);
  const train = (samples, options) => build.trip.fit(samples, options).dispose();
  return async () => (await measure(train, data, work, { rounds: 1, warmUpMs: 0 }))[0];
}

/** Rounds of both builds in turns; each turn begins with the other one. */
async function alternate(builds, name, rounds) {
  const acts = await Promise.all(builds.map((build) => preparedOf(build, name)));
  const times = builds.map(() => []);
  for (let round = -2; round < rounds; round++) {
    const turn = [...acts.keys()];
    for (const b of round % 2 === 0 ? turn : turn.reverse()) {
      const time = await acts[b]();
      if (round >= 0) times[b].push(time);
    }
  }
  return times;
}

function print(title, per, [before, after]) {
  heading(title);
  for (const [name, times] of Object.entries({ before, after })) {
    const [low, middle, high] = quartiles(times).map(duration);
    console.log(`${name.padEnd(20)}${middle.padStart(10)} per ${per} (${low} to ${high})`);
  }
  console.log(`${'before / after'.padEnd(20)}${(median(before) / median(after)).toFixed(2).padStart(10)}`);
}

whenStarted(
  import.meta.url,
  async () => {
    const values = readOptions(help, { before: { type: 'string' } });
    if (values === undefined) return;
    const folder = resolve(values.before ?? '');
    if (values.before === undefined || !existsSync(join(folder, 'dist', 'index.js')))
      throw new Failure(
        `--before ${values.before ?? ''}: the folder of a checkout with its dist/ is needed.\n\n${help}`,
      );
    await setup('peers');
    await buildWasm();
    await buildLib();
    await installTensorflow();
    const builds = [await openBuild(folder), await openBuild(fromRoot())];
    const { trip } = builds[1];
    writeInputs(trip);
    console.log(`${processor()}, Node ${process.versions.node}`);
    const results = [];
    for (const name of ['spiralStep', 'epilepticEpoch', 'networkEpoch', 'cubesEpoch', ...Object.keys(others)]) {
      const { title, per } = cases[name] ?? others[name];
      const times = await alternate(builds, name, values.quick ? 2 : 11);
      print(title, per, times);
      const [before, after] = times;
      const own = median(after);
      const peers =
        comparisons[name] === undefined ? [] : await timePeers(trip, name, comparisons[name], { ...values, own });
      results.push({ name, title, per, before, after, peers });
    }
    writeResults('bench-builds.json', { machine: processor(), results });
  },
  { ownHelp: true },
);
