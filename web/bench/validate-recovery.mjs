// Checks that TRIP and Tucker recover planted structure in WebAssembly: matrices and cubes whose class depends on a small hidden core,
// and the network at the paper's size: npm run validate:recovery [-- --seeds 5 --network-seeds 3]
import { parseArgs } from 'node:util';
import { buildLib } from '../../build-scripts/build-lib.mjs';
import { buildWasm } from '../../build-scripts/build-wasm.mjs';
import { setup } from '../../build-scripts/setup.mjs';
import { heading, seconds, whenStarted } from '../../build-scripts/tools.mjs';

const text = (value) => value.toFixed(3);
const megabytes = () => `${Math.round(process.resourceUsage().maxRSS / 1024)} MB of memory at most so far`;

const core = { hidden: [10, 10], lambda: 0.01, learningRate: 0.01, epochs: 300, batchSize: 64 };

function planted(trip, dims, restarts, seed) {
  const since = performance.now();
  const { train, test, truth } = trip.planted({ seed, dims });
  const model = trip.fit(train, { ...core, ranks: dims.map(() => 2), restarts, seed });
  const tucker = trip.fit(train, { ...core, ranks: dims.map(() => 2), method: 'tucker', restarts: 3, seed });
  const angle = Math.max(
    ...dims.flatMap((rows, k) => [...trip.principalAngles(model.projection(k), truth.basis[k], rows)]),
  );
  console.log(
    `${dims.join(' x ')}, seed ${seed}, lowest of ${restarts}: largest angle ${text(angle)} degrees, ` +
      `test ${text(model.score(test).accuracy)}, TuckerNN ${text(tucker.score(test).accuracy)}, ${seconds(since)}`,
  );
  model.dispose();
  tucker.dispose();
}

/** Share of the 50 variables of highest |C R| that belong to the group. */
function share(explanation, mode, axis, group) {
  const members = new Set(group);
  return explanation.top(mode, axis, 50).filter(({ index }) => members.has(index)).length / 50;
}

function network(trip, seed) {
  const since = performance.now();
  const { data, truth } = trip.network({ seed });
  const cut = Math.floor(data.shape[0] * 0.8);
  const all = Array.from({ length: data.shape[0] }, (_, n) => n);
  const [train, test] = [trip.subset(data, all.slice(0, cut)), trip.subset(data, all.slice(cut))];
  const options = {
    ranks: [2, 2],
    hidden: [10],
    lambda: 0.1,
    learningRate: 0.01,
    epochs: 300,
    batchSize: 128,
    restarts: 3,
  };
  const model = trip.fit(train, { ...options, seed });
  const trained = seconds(since);
  const tucker = trip.fit(train, { ...options, seed, method: 'tucker' });
  const explanation = model.explain(train);
  const shares = [share(explanation, 0, 0, truth.groups.t1), share(explanation, 1, 0, truth.groups.r1)];
  const second = [share(explanation, 0, 1, truth.groups.t2), share(explanation, 1, 1, truth.groups.r2)];
  const r = explanation.correlation.map((mode) => [...mode].map(text).join(' '));
  console.log(
    `network, seed ${seed}: RMSE ${text(model.score(test).rmse)}, TuckerNN ${text(tucker.score(test).rmse)}; ` +
      `top 50 of axis 1 in T1, R1: ${shares.map(text).join(', ')}, of axis 2 in T2, R2: ${second.map(text).join(', ')}; ` +
      `r with the axes: rows ${r[0]}, columns ${r[1]}; TRIP ${trained}, all ${seconds(since)}, ${megabytes()}`,
  );
  for (const owner of [model, tucker, explanation]) owner.dispose();
}

whenStarted(import.meta.url, async () => {
  const { values } = parseArgs({
    options: { seeds: { type: 'string', default: '5' }, 'network-seeds': { type: 'string', default: '3' } },
  });
  await setup('start');
  await buildWasm();
  await buildLib();
  const { loadTrip } = await import('../../dist/index.js');
  const trip = await loadTrip();
  heading('Recovery');
  for (let seed = 1; seed <= Number(values['network-seeds']); seed++) network(trip, seed);
  for (let seed = 1; seed <= Number(values.seeds); seed++) planted(trip, [30, 20], 10, seed);
  for (let seed = 1; seed <= Number(values.seeds); seed++) planted(trip, [12, 10, 8], 20, seed);
});
