// Every listed item can be run alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOf, nameOfClock, nameOfTime, plans, stagesOf } from '../../build/experiments/index.js';
import { Session } from '../../web/reproduce/session.mjs';
import { assessor, executorFor, temporaryFolder, tiny, trip } from './support.mjs';

test('a cell, a time of an epoch and the processor time of a cell are each found by name', async () => {
  const session = new Session({ trip, executor: executorFor(), assessor, out: temporaryFolder(), about: 'a test' });
  const [auto, fig7] = [plans.auto, plans.fig7].map(tiny);
  const run = (name) => session.one([auto, fig7], name);
  const [{ cells, clocked }] = stagesOf(auto, true);
  const [{ times }] = stagesOf(fig7, true);

  const row = await run(nameOf(cells[0]));
  assert.deepEqual([row.cell, row.fingerprint.length], [nameOf(cells[0]), 16]);
  const clock = await run(nameOfClock(clocked[0]));
  assert.equal(clock.cell, nameOfClock(clocked[0]));
  assert.ok(clock.seconds > 0);
  const time = await run(nameOfTime(times[0]));
  assert.equal(time.cell, nameOfTime(times[0]));
  assert.ok(time.cpu > 0 && time.wall > 0);
  assert.equal(await run('another'), undefined);
});
