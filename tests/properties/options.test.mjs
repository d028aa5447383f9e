/** Any options and any plan: a result with finite numbers, or a refusal. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { loadTrip, optionTable } from '../../dist/index.js';
import { edited, edits, holds, oddText, oddValue, refusable } from './support.mjs';

const trip = await loadTrip();
const vectors = trip.spiral({ samplesPerClass: 6, noiseSamplesPerClass: 1, noiseDimensions: 2 }).train;
const data = [vectors, trip.planted({ dims: [4, 5], count: 9 }).train];
/** Trainings that would take long are not what is tried here. */
const limited = { epochs: 3, restarts: 3, hidden: 3, record: 3, patience: 3, firstRestart: 9 };
const small = (name, value) =>
  name in limited && typeof value === 'number' && value > limited[name] && Number.isInteger(value)
    ? limited[name]
    : value;

const likely = fc.constantFrom(
  ...[
    1,
    2,
    [1],
    [2],
    [2, 2],
    [],
    [4],
    0.1,
    0.5,
    true,
    false,
    'trip',
    'pca',
    'lda',
    'tucker',
    'fixed',
    'cosine',
    'auto',
  ],
  ...[['log1p'], ['snv'], ['pareto', 'snv'], 'validate', 'balanced', { 0: 2 }],
);
const options = fc.dictionary(
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc.constantFrom(...Object.keys(optionTable), 'classWeight', 'projection', 'start', 'test'),
    },
    oddText,
  ),
  fc.oneof({ weight: 2, arbitrary: likely }, oddValue),
  { maxKeys: 4 },
);
const withLimits = (given) => ({
  ...{ epochs: 2, restarts: 1, hidden: [2] },
  ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, small(name, value)])),
});

test('options of a fit', async () => {
  let fitted = 0;
  await holds(
    fc.property(fc.nat(1), options, (which, given) => {
      const own = withLimits(given);
      if (Array.isArray(own.hidden) && own.hidden.some((width) => width > 64)) return;
      const model = refusable(() => trip.fit(data[which], own));
      if (model === undefined) return;
      fitted++;
      assert.ok(model.parameters.every(Number.isFinite));
      assert.equal(trip.restore(JSON.stringify(model)).fingerprint, model.fingerprint);
      model.dispose();
    }),
    0.5,
  );
  assert.ok(fitted > 0, 'no fit was made');
});

const plan = {
  grid: { lambda: [0.1, 1], hidden: [[], [2]] },
  options: { epochs: 1, restarts: 1 },
  folds: 2,
  trials: 2,
  seed: 3,
};
const firstRow = trip.sweepCell({ ...plan, data: vectors }, { point: 0, trial: 0, fold: 0 });

test('plans of sweeps, and rows of earlier runs', async () => {
  let planned = 0;
  const cells = trip.sweepCells({ ...plan, data: vectors });
  await holds(
    fc.property(edits, (changes) => {
      const found = refusable(() => trip.sweepCells({ ...edited(plan, changes), data: vectors }));
      if (found !== undefined && ++planned) found.plan(found.length - 1);
      const row = edited(firstRow, changes);
      if (refusable(() => cells.indexOf(row)) !== undefined) assert.equal(cells.indexOf(row), 0);
    }),
  );
  assert.ok(planned > 0, 'no plan was accepted');
});
