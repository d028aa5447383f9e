/** Workers of BullMQ that are killed, and a Redis that is restarted, give the file of one process; also by the executor of a trainer. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
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

/** BullMQ itself. */
const bullmq = () => createRequire(folder.path('x.js'))('bullmq');
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

test('jobs of others fail alone, and a job that has failed has all of its attempts again', async () => {
  const { Queue, UnrecoverableError, Worker } = bullmq();
  const [{ loadTrip }, { status, submit, work }] = await Promise.all(['index', 'bullmq'].map(load));
  await loadTrip();
  const connection = { host: '127.0.0.1', port, maxRetriesPerRequest: null };
  const own = { queue: 'others', connection };
  const plan = { ...JSON.parse(folder.read('plan.json')), data: JSON.parse(folder.read('samples.json')) };
  plan.options = { ...plan.options, epochs: 5 };
  const queue = new Queue(own.queue, { connection });
  await submit(plan, { ...own, cellsPerJob: 50 });
  const job = (await queue.getJobs(['waiting']))[0];
  const refusing = new Worker(own.queue, () => Promise.reject(new UnrecoverableError('no')), { connection });
  await until(async () => (await queue.getJobCounts('failed')).failed === 4, 'all jobs fail');
  await refusing.close();
  const { retried } = await submit(plan, { ...own, cellsPerJob: 50 });
  assert.equal(retried, 4);
  assert.equal((await queue.getJob(job.id)).attemptsMade, 0);
  for (const data of [
    ...[
      { from: 0, to: 1e9 },
      { from: -1, to: 1 },
      { from: 0.5, to: 2 },
      { from: 3, to: 3 },
      { from: '0', to: 1 },
    ].map((range) => ({ ...job.data, ...range })),
    { ...job.data, kind: 'cells' },
    { ...job.data, kind: 'cells', cells: [null] },
    { ...job.data, resultVersion: { toString: 1 } },
    null,
  ])
    await queue.add('range', data, { attempts: 1 });
  const worked = await work(plan, { ...own, out: folder.path('others.jsonl'), workers: 1, untilEmpty: true });
  assert.deepEqual(worked, { jobs: 4, cells: 200, failed: 0 });
  const failed = await queue.getJobs(['failed']);
  const reasons = failed.map(({ failedReason }) => failedReason).sort();
  assert.equal(reasons.length, 9);
  assert.deepEqual(
    reasons.filter((reason) => /^the job goes from (0|-1|0.5|3|"0") to (1000000000|1|2|3); integers/.test(reason))
      .length,
    5,
  );
  assert.equal(reasons.filter((reason) => /^the job is not one of trip-wasm/.test(reason)).length, 3);
  assert.equal(reasons.filter((reason) => /^the job is of result version an object/.test(reason)).length, 1);
  assert.equal((await status(own)).done, 200);
  await queue.close();
});

test('an execution, a worker and calls that are aborted end though Redis has gone', async () => {
  const { Queue } = bullmq();
  const [{ loadTrip }, { executor, status, submit, work }] = await Promise.all(['index', 'bullmq'].map(load));
  const trip = await loadTrip();
  const data = trip.dataset(JSON.parse(folder.read('samples.json')));
  const cells = trip.sweepCells({ data, grid: { lambda: [0.1] }, options: { epochs: 30, restarts: 1 }, folds: 4 });
  const end = new AbortController();
  const received = [];
  const connection = { host: '127.0.0.1', port };
  const execution = executor({ queue: 'left', connection }).execute({
    ...{ data: cells.data, cells: [0, 1, 2].map((c) => cells.plan(c)), signal: end.signal },
    receive: (cell) => received.push(cell),
  });
  // A job that is delayed keeps a worker from ending.
  const queue = new Queue('delayed', { connection });
  await queue.add('range', {}, { delay: 600_000 });
  await queue.close();
  const working = work({ data }, { queue: 'delayed', connection, workers: 1, untilEmpty: true, signal: end.signal });
  await pause(1000);
  await redis.stop();
  // Later than two checks of the jobs, whose commands then wait.
  await pause(1000);
  end.abort();
  await Promise.all([execution, working]);
  assert.deepEqual(received, []);
  for (const call of [status, (options) => submit({ data, grid: {}, folds: 2 }, options)]) {
    const late = new AbortController();
    const waiting = call({ queue: 'left', connection, signal: late.signal });
    setTimeout(() => late.abort(), 500);
    await assert.rejects(waiting, { code: 'aborted' });
    await assert.rejects(call({ queue: 'left', connection, signal: AbortSignal.abort() }), { code: 'aborted' });
  }
  startRedis();
});

/** Works until SIGTERM, and makes calls that are aborted. */
const leaving = `
import { readFileSync } from 'node:fs';
import { loadTrip } from 'trip-wasm';
import { status, submit, work } from 'trip-wasm/bullmq';
const trip = await loadTrip();
const data = trip.dataset(JSON.parse(readFileSync('samples.json', 'utf8')));
const end = new AbortController();
process.on('SIGTERM', () => end.abort());
const connection = { host: '127.0.0.1', port: Number(process.env.REDIS_PORT) };
const working = work({ data }, { queue: 'gone', connection, workers: 1, signal: end.signal });
console.log('works');
console.log(await working);
for (const call of [status, (options) => submit({ data, grid: {}, folds: 2 }, options)])
  await call({ queue: 'gone', connection, signal: AbortSignal.timeout(500) }).catch(({ code }) => console.log(code));`;

test('a worker and calls that are aborted let their process end though Redis never comes back', async () => {
  folder.write('leaving.mjs', leaving);
  const { child, ended } = folder.start(process.execPath, ['leaving.mjs'], { env: env() });
  await once(child.stdout, 'data');
  await pause(1000);
  await redis.stop();
  await pause(3000);
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const { status, stdout, stderr } = await ended;
  clearTimeout(late);
  startRedis();
  assert.deepEqual([status, stderr], [0, '']);
  assert.match(stdout, /jobs: 0.*\naborted\naborted\n$/);
});
