/** Shards and the queue have at least 90 % of the speed of one process with as many threads, for fits of more than 0.1 s. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { daemon, folderFor, freePort, reference, timedPlan } from './support.mjs';

const folder = folderFor('speed');
const THREADS = 2;
/** Other programs disturb a measurement, so that the best of these counts. */
const ROUNDS = 3;
let [port, redis] = [];

before(async () => {
  port = await freePort();
  redis = daemon('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    cwd: folder.path('.'),
  });
  // 200 fits of 0.2 s on two threads, and of more than 0.1 s when other programs end meanwhile.
  await timedPlan(folder, 20);
});
after(() => redis?.stop());

const seconds = async (work) => {
  const since = performance.now();
  await work();
  return (performance.now() - since) / 1000;
};

const numbers = [...Array(THREADS).keys()].map((t) => String(t + 1));
const succeed = ({ status, stderr }) => assert.equal(status, 0, stderr);

async function inShards() {
  rmSync(folder.path('parts'), { recursive: true, force: true });
  await folder.start('mkdir', ['parts']).ended;
  const shard = (k) => [
    'sweep',
    'plan.json',
    '--shard',
    `${k}/${THREADS}`,
    '--out',
    `parts/part-${k}.jsonl`,
    '--workers',
    '1',
    '--quiet',
  ];
  for (const result of await Promise.all(numbers.map((k) => folder.trip(shard(k))))) succeed(result);
}

async function inQueue(round) {
  rmSync(folder.path('parts'), { recursive: true, force: true });
  for (const name of ['plan.mjs']) folder.write(name, folder.read(name).replace(/trip-sweep\d*/, `trip-sweep${round}`));
  const env = { REDIS_PORT: String(port) };
  const run = (...args) => folder.start(process.execPath, args, { env }).ended;
  succeed(await run('submit.mjs'));
  for (const result of await Promise.all(numbers.map((name) => run('work.mjs', name)))) succeed(result);
}

test('the speed of shards and of the queue', async () => {
  const best = { here: Infinity, shards: Infinity, queue: Infinity };
  let whole;
  for (let round = 0; round < ROUNDS; round++) {
    const here = await reference(folder, THREADS);
    whole ??= here.text;
    best.here = Math.min(best.here, here.seconds);
    for (const [name, work] of Object.entries({ shards: inShards, queue: inQueue })) {
      best[name] = Math.min(best[name], await seconds(() => work(round)));
      succeed(await folder.trip(['sweep', 'plan.json', '--merge', 'parts', '--out', 'merged.jsonl', '--quiet']));
      assert.equal(folder.read('merged.jsonl'), whole);
    }
  }
  const perFit = (best.here * THREADS) / 200;
  const ratios = ['shards', 'queue'].map((name) => best.here / best[name]);
  console.log(
    `speed: fits of ${perFit.toFixed(2)} s; of one process with ${THREADS} threads, shards have ${(100 * ratios[0]).toFixed(0)} %, the queue ${(100 * ratios[1]).toFixed(0)} %`,
  );
  assert.ok(perFit >= 0.1, `fits of ${perFit} s are too short to compare`);
  for (const ratio of ratios) assert.ok(ratio >= 0.9, `${ratio}`);
});
