/** Files of rows with any change: rows that are those of the plan, or a refusal; a file is never changed by reading. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { loadTrip } from '../../dist/index.js';
import { headerOf, identityOf, Merger, RowFile, statusOf } from '../../dist/shards.js';
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
