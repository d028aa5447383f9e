/** Workers of BullMQ that are killed, and a Redis that is restarted, give the file of one process; also by the executor of a trainer. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { daemon, folderFor, freePort, load, pause, startKiller, timedPlan, until } from './support.mjs';

const folder = folderFor('bullmq');
const workers = new Map();
let [redis, port, whole] = [];

function startRedis() {
  mkdirSync(folder.path('redis'), { recursive: true });
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder.path('redis'), '--appendonly', 'yes'];
  redis = daemon('redis-server', args, { cwd: folder.path('.') });
}

before(async () => {
  port = await freePort();
  startRedis();
  // Long enough for several kills.
  whole = await timedPlan(folder, 24);
  // Jobs of killed workers are given to others after four seconds instead of thirty.
  folder.write('work.mjs', folder.read('work.mjs').replace('untilEmpty: true', 'untilEmpty: true, lockDuration: 4000'));
});
after(async () => {
  for (const worker of workers.values()) await worker.stop('SIGKILL');
  await redis?.stop();
});

const env = () => ({ REDIS_PORT: String(port) });
const script = (name) => folder.start(process.execPath, [`${name}.mjs`], { env: env() }).ended;

test('kills, a restart of Redis, then the merge: byte for byte the file of one process', async () => {
  for (let again = 0; again < 2; again++) {
    const { status, stdout, stderr } = await script('submit');
    assert.equal(status, 0, stderr);
    assert.match(stdout, /cells: 200, jobs: 20/);
  }
  const startWorker = (name) =>
    workers.set(name, daemon(process.execPath, ['work.mjs', name], { cwd: folder.path('.'), env: env() }));
  for (const name of ['a', 'b', 'c', 'd']) startWorker(name);
  const killer = startKiller(() => [...workers.values()].filter((one) => !one.isOver).map(({ child }) => child.pid), 4);
  const restarter = setInterval(() => {
    for (const [name, worker] of workers) if (worker.child.signalCode === 'SIGKILL') startWorker(name);
  }, 1000);
  await pause(10_000);
  await redis.stop();
  await pause(2000);
  startRedis();
  await pause(25_000);
  killer.stop();
  await until(
    () => [...workers.values()].every((one) => one.isOver && one.child.signalCode === null),
    'all workers end',
    600,
  );
  clearInterval(restarter);
  for (const [name, worker] of workers) {
    const { status, stderr } = await worker.ended;
    assert.deepEqual([status, stderr], [0, ''], `worker ${name}`);
  }
  console.log(`BullMQ: ${killer.kills} kills, one restart of Redis`);
  assert.ok(killer.kills >= 3);
  const { stdout } = await script('status');
  assert.match(stdout, /cells: 200,\s+done: 200,\s+failed: 0,\s+left: 0/);
  const { status, stderr } = await folder.trip(['sweep', 'plan.json', '--merge', 'parts', '--out', 'results.jsonl']);
  assert.equal(status, 0, stderr);
  assert.equal(folder.read('results.jsonl'), whole);
  assert.equal(readdirSync(folder.path('parts')).length, 4);
});

test('the executor gives a trainer the table of its own workers, for sweeps and nested choices', async () => {
  const [{ loadTrip }, { createTrainer }, { executor, work }] = await Promise.all(
    ['index', 'trainer', 'bullmq'].map(load),
  );
  const trip = await loadTrip();
  const data = trip.dataset(JSON.parse(folder.read('samples.json')));
  const queue = { queue: 'executor', connection: { host: '127.0.0.1', port } };
  const end = new AbortController();
  const working = [1, 2].map(() => work({ data }, { ...queue, workers: 1, signal: end.signal }));
  const trainer = await createTrainer({ trip, workers: 1 });
  try {
    const plan = { data, grid: { lambda: [0.1, 0.01] }, options: { epochs: 30, restarts: 1 }, folds: 4, trials: 2 };
    const own = { executor: executor({ ...queue, cellsPerJob: 3 }), retries: 1 };
    assert.deepEqual(await trainer.sweep(plan, own), await trainer.sweep(plan));
    const settings = { folds: 3, inner: 2, options: plan.options };
    assert.deepEqual(
      await trainer.select(data, plan.grid, { ...settings, ...own }),
      await trainer.select(data, plan.grid, settings),
    );
    const other = trip.subset(data, [...Array(100).keys()]);
    const foreign = { executor: executor({ ...queue, cellsPerJob: 100 }) };
    await assert.rejects(
      trainer.sweep({ ...plan, data: other, trials: 1 }, { ...foreign, signal: AbortSignal.timeout(3000) }),
      { code: 'aborted' },
    );
  } finally {
    end.abort();
    await Promise.all(working);
    await trainer.close();
  }
});

test('an execution that is aborted ends though Redis has gone', async () => {
  const [{ loadTrip }, { executor }] = await Promise.all(['index', 'bullmq'].map(load));
  const trip = await loadTrip();
  const data = trip.dataset(JSON.parse(folder.read('samples.json')));
  const cells = trip.sweepCells({ data, grid: { lambda: [0.1] }, options: { epochs: 30, restarts: 1 }, folds: 4 });
  const end = new AbortController();
  const received = [];
  const execution = executor({ queue: 'left', connection: { host: '127.0.0.1', port } }).execute({
    ...{ data: cells.data, cells: [0, 1, 2].map((c) => cells.plan(c)), signal: end.signal },
    receive: (cell) => received.push(cell),
  });
  await pause(1000);
  await redis.stop();
  end.abort();
  await execution;
  assert.deepEqual(received, []);
  startRedis();
});
