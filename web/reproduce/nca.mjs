// Runs scikit-learn's neighbourhood component analysis on the training samples of a cell, each time in its own process.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { sourceOf } from '../../build/experiments/index.js';
import { fromRoot, run } from '../../build-scripts/tools.mjs';

/** Scales the samples as for the other methods: standardised by the training set, except Spiral and digits. */
function scaleOf(trip, { set }, train) {
  const { kind, options } = sourceOf(set);
  if (kind === 'spiral' || options.standardize === false) return new Float64Array(train.shape[1]).fill(1);
  const model = trip.fit(train, { method: 'pca', ranks: [1], hidden: [], epochs: 0, standardize: true });
  try {
    return model.spec.scale;
  } finally {
    model.dispose();
  }
}

const rowsOf = ({ x, shape: [count, variables] }, scale) =>
  Array.from({ length: count }, (_, n) => Array.from(scale, (size, i) => x[n * variables + i] / size));

/** Learns the map to two dimensions, and measures the accuracies of five nearest neighbours there. */
export async function learnNca(trip, cell, { train, test }) {
  const scale = scaleOf(trip, cell, train);
  const folder = mkdtempSync(join(os.tmpdir(), 'trip-nca-'));
  try {
    const task = join(folder, 'task.json');
    const [labels, test_labels] = [train, test].map((data) => Array.from(data.labels));
    const rows = { train: rowsOf(train, scale), test: rowsOf(test, scale) };
    writeFileSync(task, JSON.stringify({ ...rows, labels, test_labels, seed: cell.options.seed }));
    const env = { OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' };
    const script = fromRoot('web', 'reproduce', 'nca.py');
    const { stdout } = await run('/usr/bin/python3', [script, task], { capture: true, env });
    const { components, ...neighbours } = JSON.parse(stdout);
    return { map: Array.from(scale, (size, i) => components.map((row) => row[i] / size)).flat(), neighbours };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
