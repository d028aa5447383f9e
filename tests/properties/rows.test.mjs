/**
 * Files of rows with any change: rows that are those of the plan, or a refusal; a file is never changed by reading. Rows of assessments and
 * plan files with any change: a result, or a refusal.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { loadTrip } from '../../dist/index.js';
import { headerOf, identityOf, Merger, RowFile, statusOf } from '../../dist/shards.js';
import { createTrainer } from '../../dist/trainer.js';
import { folderFor } from '../cli/support.mjs';
import { edited, edits, holds, oddText, requireRefusal } from './support.mjs';

const folder = mkdtempSync(join(tmpdir(), 'trip-rows-'));
after(() => rmSync(folder, { recursive: true }));
const trip = await loadTrip();
const { train: data } = trip.spiral({ samplesPerClass: 6, noiseSamplesPerClass: 1, noiseDimensions: 2 });
const plan = {
  grid: { lambda: [0.1] },
  options: { epochs: 1, restarts: 1, hidden: [2] },
  folds: 3,
  trials: 1,
  seed: 1,
};
const cells = trip.sweepCells({ ...plan, data });
const identity = identityOf(plan, data);
const header = headerOf(identity);
const rows = [0, 1, 2].map((fold) => trip.sweepCell({ ...plan, data }, { point: 0, trial: 0, fold }));
const lines = [
  JSON.parse(header),
  ...rows,
  { cell: cells.at(0), error: { code: 'memory', message: 'none' } },
  { begun: '2026-01-01' },
];

test('any lines of a file of rows', async () => {
  let read = 0;
  const line = fc.oneof(
    { weight: 4, arbitrary: fc.nat(lines.length - 1).map((at) => JSON.stringify(lines[at])) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.nat(lines.length - 1), edits)
        .map(([at, changes]) => JSON.stringify(edited(lines[at], changes))),
    },
    oddText,
  );
  const property = fc.asyncProperty(fc.array(line, { maxLength: 5 }), fc.boolean(), async (own, whole) => {
    const path = join(folder, 'rows.jsonl');
    const text = [...(whole ? [header] : []), ...own].join('\n');
    writeFileSync(path, text);
    const tries = [
      async () => {
        const file = await RowFile.open(path, { cells, header, marked: false });
        await file.close();
        assert.ok(file.rows <= 3);
        read++;
      },
      async () => {
        const merger = new Merger(cells, identity);
        await merger.add(path).finally(() => merger.close());
      },
      () => statusOf([path]),
    ];
    for (const one of tries) await one().catch((error) => requireRefusal(error));
    assert.equal(readFileSync(path, 'utf8'), Buffer.from(text).toString('utf8'));
  });
  await holds(property, 0.5);
  assert.ok(read > 0, 'no file was read');
});

test('rows of assessments with any change', async () => {
  const trainer = await createTrainer({ trip, workers: 1 });
  const options = { epochs: 1, restarts: 1, hidden: [2] };
  const settings = { executor: 'here', seed: 3 };
  const calls = [
    (own) => trainer.crossValidate(data, options, { ...settings, folds: 2, ...own }),
    (own) => trainer.permutationTest(data, options, { ...settings, folds: 2, permutations: 2, ...own }),
    (own) => trainer.stability(data, options, { ...settings, bootstraps: 3, points: true, ...own }),
  ];
  try {
    const known = [];
    for (const call of calls) {
      const rows = [];
      const result = await call({ onProgress: ({ row }) => rows.push(row) });
      const { rows: _, ...rest } = result;
      known.push({ call, rows, rest: JSON.stringify(rest) });
    }
    let accepted = 0;
    const property = fc.asyncProperty(fc.nat(calls.length - 1), fc.nat(), edits, async (which, at, changes) => {
      const { call, rows, rest } = known[which];
      const done = structuredClone(rows);
      done[at % done.length] = edited(done[at % done.length], changes);
      const unchanged = JSON.stringify(done[at % done.length]) === JSON.stringify(rows[at % done.length]);
      try {
        const { rows: _, ...result } = await call({ done });
        accepted++;
        if (which === 1) assert.ok(result.p > 0 && result.p <= 1);
        if (unchanged) assert.equal(JSON.stringify(result), rest);
      } catch (error) {
        requireRefusal(error);
      }
    });
    await holds(property, 0.5);
    assert.ok(accepted > 0, 'no rows were accepted');
  } finally {
    await trainer.close();
  }
});

test('plan files with any change', async () => {
  const own = folderFor('properties');
  const named = ['a,b,kind', ...Array.from({ length: 12 }, (_, n) => `${n % 5},${(n * 5) % 7},k${n % 2}`)];
  own.write('few.csv', named.join('\n'));
  const file = { data: 'few.csv', table: { target: 'kind' }, ...plan, folds: 2 };
  let computed = 0;
  const property = fc.asyncProperty(edits, async (changes) => {
    const text = JSON.stringify(edited(file, changes));
    // Trainings that would take long are not what is tried here.
    if (/\d{3}/.test(text)) return;
    own.write('plan.json', text);
    const { status, stderr } = await own.trip(['sweep', 'plan.json', '--out', 'rows.jsonl', '--workers', '1']);
    assert.ok([0, 1, 2].includes(status), `${status}: ${stderr}`);
    assert.doesNotMatch(stderr, /internal|^\s+at /m);
    if (status === 0) computed++;
    rmSync(own.path('rows.jsonl'), { force: true });
  });
  await holds(property, 0.1);
  assert.ok(computed > 0, 'no plan was accepted');
});
