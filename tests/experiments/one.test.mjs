// Every listed item can be run alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellsOf, nameOf, nameOfClock, nameOfTime, plans, stagesOf } from '../../build/experiments/index.js';
import { choosePlans } from '../../web/reproduce/main.mjs';
import { Session } from '../../web/reproduce/session.mjs';
import { assessor, executorFor, temporaryFolder, tiny, trip } from './support.mjs';

test('a cell, a time of an epoch and the processor time of a cell are each found by name', async () => {
  const session = new Session({ trip, executor: executorFor(), assessor, out: temporaryFolder(), about: 'a test' });
  const [auto, fig7] = [plans.auto, plans.fig7].map(tiny);
  const run = (name) => session.one([auto, fig7], name);
  const [{ cells, clocked }] = stagesOf(auto, 1);
  const [{ times }] = stagesOf(fig7, 1);

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

test('a plan is named alone, with its quick run, or with the number of its first stages', () => {
  const chosen = (...names) => choosePlans(plans, names, false).map(({ plan, stages }) => [plan.name, stages]);
  assert.deepEqual(chosen('fig4:3', 'fig1:quick', 'fig3').sort(), [
    ['fig1', 1],
    ['fig3', undefined],
    ['fig4', 3],
  ]);
  assert.deepEqual(choosePlans(plans, ['fig4:3'], true), [{ plan: plans.fig4, stages: 1 }]);
  assert.equal(chosen('all').length, Object.keys(plans).length);
  for (const name of ['fig4:0', 'fig4:', 'fig4:two', 'fig4:1.5', 'figure4']) {
    assert.throws(() => chosen(name), new RegExp(`${name} is not a plan`));
  }
  const [four] = [plans.fig4].map((plan) => [1, 2, 3].map((count) => cellsOf(plan, count).length));
  assert.deepEqual(four, [324, 4060, 26560]);
});
