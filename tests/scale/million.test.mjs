/** A plan of a million fits, with simulated rows: it is submitted, its status read and its parts merged in bounded memory. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { cli, daemon, folderFor, freePort, load, samples, start } from './support.mjs';

const folder = folderFor('million');
const plan = {
  data: 'samples.json',
  grid: { lambda: Array.from({ length: 1000 }, (_, p) => (p + 1) / 1000) },
  options: { epochs: 1, restarts: 1 },
  folds: 10,
  trials: 100,
};
const cells = 1_000_000;
const shards = 8;
/** Bound of the memory of each program. */
const MEGABYTES = 500;
let [port, redis, expected] = [];

/** Most memory of a process so far, in MB. */
function memoryOf(id) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))[1]) / 1024;
  } catch {
    return 0;
  }
}

/** Processor time of a process so far, in seconds; the kernel counts in hundredths. */
function processorOf(id) {
  try {
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

/** Runs a program, and says its time and its memory. */
async function measured(what, args, options = {}) {
  const { child, ended } = start(process.execPath, args, { cwd: folder.path('.'), ...options });
  let [most, processor] = [0, 0];
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(child.pid));
    processor = Math.max(processor, processorOf(child.pid));
  }, 50);
  const result = await ended;
  clearInterval(timer);
  console.log(
    `a million fits, ${what}: ${result.seconds.toFixed(0)} s (${processor.toFixed(0)} s of processor time), ${most.toFixed(0)} MB`,
  );
  assert.ok(most > 20 && most < MEGABYTES, `${what} takes ${most} MB`);
  return result;
}

/** Writes all rows of the plan, as computed rows would be, to the parts of their shards; returns the hash of the merged file. */
async function simulate() {
  const [{ loadTrip }, { headerOf, identityOf, partHeaderOf }] = await Promise.all(['index', 'shards'].map(load));
  const trip = await loadTrip();
  const { data, ...rest } = plan;
  const all = trip.sweepCells({ ...rest, data: trip.dataset(JSON.parse(folder.read(data))) });
  assert.equal(all.length, cells);
  const identity = identityOf(rest, all.data);
  mkdirSync(folder.path('parts'));
  const files = Array.from({ length: shards }, (_, s) => openSync(folder.path(`parts/part-${s + 1}.jsonl`), 'w'));
  const waiting = files.map((_, s) => [
    partHeaderOf(identity, { k: s + 1, n: shards }),
    '{"begun":"2026-01-01T00:00:00.000Z"}',
  ]);
  const flush = (s) => {
    writeSync(files[s], `${waiting[s].join('\n')}\n`);
    waiting[s] = [];
  };
  const hash = createHash('sha256').update(`${headerOf(identity)}\n`);
  const reportOf = (c) => ({
    resultVersion: trip.resultVersion,
    restart: 0,
    diverged: false,
    fingerprint: c.toString(16).padStart(16, '0'),
    train: { loss: 0.5, accuracy: 0.75 },
    test: { loss: 0.6, accuracy: (c % 10) / 10 },
    predictions: Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? 0.25 : 0.75)),
  });
  for (let c = 0; c < cells; c++) {
    const line = JSON.stringify(all.row(c, reportOf(c)));
    hash.update(`${line}\n`);
    if (waiting[c % shards].push(line) >= 1000) flush(c % shards);
  }
  for (const s of files.keys()) {
    if (waiting[s].length > 0) flush(s);
    closeSync(files[s]);
  }
  return hash.digest('hex');
}

before(async () => {
  port = await freePort();
  redis = daemon('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    cwd: folder.path('.'),
  });
  folder.write('samples.json', JSON.stringify(samples(40, 2)));
  folder.write('plan.json', JSON.stringify(plan));
  expected = await simulate();
});
after(() => redis?.stop());

test('status', async () => {
  const { stdout } = await measured('status', [cli, 'sweep', '--status', 'parts', '--json']);
  const { done, left } = JSON.parse(stdout);
  assert.deepEqual([done, left], [cells, 0]);
});

test('merge', async () => {
  const args = ['sweep', 'plan.json', '--merge', 'parts', '--out', 'results.jsonl', '--json'];
  const { stdout, stderr } = await measured('merge', [cli, ...args]);
  assert.equal(JSON.parse(stdout).fits, cells, stderr);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(folder.path('results.jsonl'))) hash.update(chunk);
  assert.equal(hash.digest('hex'), expected);
});

test('submission to the queue, and its status', async () => {
  const env = { REDIS_PORT: String(port) };
  const { stdout, stderr } = await measured('submission to BullMQ', ['submit.mjs'], { env });
  assert.match(stdout, /cells: 1000000, jobs: 10000/, stderr);
  const status = await measured('status of BullMQ', ['status.mjs'], { env });
  assert.match(status.stdout, /cells: 1000000,\s+done: 0,\s+failed: 0,\s+left: 1000000/);
});

test('the scripts of a Slurm array', async () => {
  const { stdout, stderr } = await measured('scripts for Slurm', [
    cli,
    'sweep',
    'plan.json',
    '--slurm',
    '--out',
    'r.jsonl',
    '--json',
  ]);
  assert.ok(JSON.parse(stdout).shards >= 1, stderr);
});
