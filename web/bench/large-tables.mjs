// Compares the reading of a table of 100 MB, and all that precedes the first epoch, with pandas' C reader in alternating runs, and prints
// the peak memory of `trip fit` and `trip predict` for 100 and 200 MB: node web/bench/large-tables.mjs
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { setup } from '../../build-scripts/setup.mjs';
import { Failure, fromRoot, heading, whenStarted } from '../../build-scripts/tools.mjs';
import { median } from './numbers.mjs';

const rounds = 7;
const variables = 100;

/** Parts of the work that are timed, each from the start. */
const steps = ['columns', 'columns and samples', 'columns, samples and a training without epochs'];

/** Rows of numbers with six decimals and a class. */
async function write(path, rows) {
  let state = 12345;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const out = createWriteStream(path);
  out.write(`${[...Array.from({ length: variables }, (_, i) => `v${i}`), 'class'].join()}\n`);
  for (let n = 0; n < rows; n++) {
    const label = n % 3;
    const cells = Array.from({ length: variables }, (_, i) => (6 * uniform() - 3 + (i < 3 ? label : 0)).toFixed(6));
    if (!out.write(`${[...cells, label].join()}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

const readHere = `
  import { createReadStream } from 'node:fs';
  import { readTable, toDataset } from '${fromRoot('dist', 'table.js')}';
  import { loadTrip } from '${fromRoot('dist', 'index.js')}';
  import { createTrainer } from '${fromRoot('dist', 'trainer.js')}';
  const trip = await loadTrip();
  const [path] = process.argv.slice(1);
  const [before, start] = [process.cpuUsage(), performance.now()];
  const now = () => {
    const { user, system } = process.cpuUsage(before);
    return [(user + system) / 1e6, (performance.now() - start) / 1e3];
  };
  const choose = (plans) => plans.map(({ name, type }) => (name === 'class' ? 'category' : type));
  const table = await readTable(createReadStream(path, { highWaterMark: 2 ** 18 }), { choose });
  const read = now();
  const data = trip.dataset(toDataset(table, { target: 'class', lazy: true }).input);
  const samples = now();
  const trainer = await createTrainer({ trip, local: true, workers: 1 });
  // A training without epochs ends with its scores, which are counted too.
  await trainer.fit(data, { epochs: 0, restarts: 1 }).model;
  const all = now();
  await trainer.close();
  console.log(JSON.stringify([read, samples, all]));
`;
const readThere = `
import json, sys, time, pandas
before, start = time.process_time(), time.perf_counter()
pandas.read_csv(sys.argv[1])
print(json.dumps([time.process_time() - before, time.perf_counter() - start]))
`;

function output(program, args) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Failure(`${program} failed:\n${stderr}`);
  return JSON.parse(stdout);
}

/** Peak memory of a command in MB. */
function peakOf(args) {
  const report =
    'data:text/javascript,process.on("exit",()=>process.stderr.write(String(process.resourceUsage().maxRSS)))';
  const all = ['--import', report, fromRoot('dist', 'cli.js'), ...args, '--json'];
  const { status, stderr } = spawnSync(process.execPath, all, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Failure(`trip ${args.join(' ')} failed:\n${stderr}`);
  return Number(stderr) / 1024;
}

whenStarted(import.meta.url, async () => {
  await setup('readers');
  const folder = fromRoot('build', 'large-tables');
  mkdirSync(folder, { recursive: true });
  const [small, large, model, out] = ['100.csv', '200.csv', 'model.json', 'out.csv'].map((name) => `${folder}/${name}`);
  await write(small, 110_000);
  await write(large, 220_000);
  const times = Array.from({ length: rounds }, () => [
    output(process.execPath, ['--input-type=module', '-e', readHere, small]),
    output('/usr/bin/python3', ['-c', readThere, small]),
  ]);
  for (const [clock, title] of ['Processor', 'Elapsed'].entries()) {
    const peer = median(times.map(([, there]) => there[clock]));
    heading(`${title} seconds for 100 MB, and as a share of pandas`);
    console.log(`pandas ${peer.toFixed(2)}`);
    for (const [n, name] of steps.entries()) {
      const own = median(times.map(([here]) => here[n][clock]));
      console.log(`${name} ${own.toFixed(2)} (${(own / peer).toFixed(2)})`);
    }
  }
  heading('Peak memory, MB');
  const fit = ['fit', small, '--target', 'class', '--epochs', '1', '--restarts', '1', '--out', model];
  console.log(`fit 100 MB ${peakOf(fit).toFixed()}`);
  for (const [name, path] of Object.entries({ '100 MB': small, '200 MB': large }))
    console.log(`predict ${name} ${peakOf(['predict', model, path, '--out', out]).toFixed()}`);
  rmSync(folder, { recursive: true });
});
