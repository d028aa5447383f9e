/** Debian's Python runs the reader of docs/model-file.md on files of the package; both must compute the same. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fromRoot, run } from '../../build-scripts/tools.mjs';
import { loadTrip } from '../../dist/index.js';
import { inLanguage } from './blocks.mjs';

const trip = await loadTrip();
const { train } = trip.spiral({ noiseDimensions: 7 });
const matrices = trip.planted({ dims: [6, 5], count: 60 }).train;
const cubes = trip.planted({ dims: [5, 4, 6], count: 40 }).train;
const { x } = train;
const first = (n) => x[n * train.shape[1]];
const heights = Array.from({ length: train.shape[0] }, (_, n) => 100 + 10 * first(n) * first(n));
const gaps = x.map((value, i) => (i % 13 === 5 ? Number.NaN : value));

const mixed = Array.from({ length: 40 }, (_, n) => [
  n % 7,
  ['red', 'blue', 'dark red'][n % 3],
  n % 5 ? n % 11 : Number.NaN,
]);

const brief = { epochs: 20, restarts: 1, learningRate: 0.01 };
const models = {
  'standardised vectors': [train, brief],
  'vectors without hidden layers': [train, { ...brief, hidden: [], ranks: [3], standardize: false }],
  'missing values': [trip.dataset({ x: gaps, shape: train.shape, y: train.labels, missing: 'mean' }), brief],
  'a target in its own units': [trip.dataset({ x, shape: train.shape, y: heights, task: 'regression' }), brief],
  'several responses': [
    trip.dataset({ x, shape: train.shape, y: heights.map((value) => [value, Math.sqrt(value)]), task: 'regression' }),
    brief,
  ],
  matrices: [matrices, { ...brief, ranks: [3, 2], hidden: [7, 4] }],
  'standardised matrices': [matrices, { ...brief, standardize: true }],
  'steps and missing values': [
    trip.dataset({ x: gaps.map(Math.abs), shape: train.shape, y: train.labels, missing: 'mean' }),
    { ...brief, steps: ['log1p', 'snv', 'pareto'] },
  ],
  'matrices after log1p': [
    { ...matrices, x: matrices.x.map(Math.abs) },
    { ...brief, steps: ['log1p'] },
  ],
  'categorical columns': [
    trip.dataset({ x: mixed, y: mixed.map((_, n) => n % 2), categorical: [1], missing: 'mean' }),
    { ...brief, steps: ['log1p', 'pareto'] },
  ],
  cubes: [cubes, { ...brief, ranks: [2, 3, 2], hidden: [6] }],
};

/** Reads the model file and the samples of each case and prints the results of the reader. */
const driver = `
import sys

for line in sys.stdin:
    case = json.loads(line)
    model = TripModel(case["file"])
    x = np.array(case["rows"], object) if "rows" in case else numbers(case["x"], "<f4").reshape(case["shape"])
    for wrong in (x[0], x[..., :-1], x.reshape(len(x), -1)[:, :, None]):
        try:
            model.transform(wrong)
        except ValueError as error:
            assert f"{wrong.shape}; (N, " in str(error)
        else:
            raise AssertionError(f"{wrong.shape} is accepted")
    answer = {"latent": model.transform(x).ravel().tolist(), "predicted": model.predict(x).ravel().tolist()}
    if model.spec["task"] == "classification":
        answer["probabilities"] = model.predict_proba(x).ravel().tolist()
    print(json.dumps({**answer, "fingerprint": model.fingerprint()}))
`;

function closeTo(found, expected, what) {
  assert.equal(found.length, expected.length, what);
  const size = expected.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-3);
  const off = found.reduce((most, value, i) => Math.max(most, Math.abs(value - expected[i])), 0);
  assert.ok(off <= 2e-6 * size, `${what}: error ${off}, largest value ${size}`);
}

test('the reader in Python', async (t) => {
  const [reader, ...more] = inLanguage('python');
  assert.equal(more.length, 0);
  const folder = fromRoot('build', 'docs-python');
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/reader.py`, reader.code + driver);
  const fitted = Object.entries(models).map(([name, [data, options]]) => ({
    name,
    data,
    model: trip.fit(data, options),
  }));
  const lines = fitted.map(({ name, data, model }) => {
    const rows =
      name === 'categorical columns'
        ? { rows: mixed.map((row) => row.map((value) => (Number.isNaN(value) ? 'nan' : value))) }
        : {};
    const bytes = Buffer.from(data.x.buffer, data.x.byteOffset, data.x.byteLength).toString('base64');
    return JSON.stringify({ file: JSON.stringify(model), shape: data.shape, x: bytes, ...rows });
  });
  writeFileSync(`${folder}/cases.jsonl`, lines.join('\n'));
  const script = `/usr/bin/python3 ${folder}/reader.py < ${folder}/cases.jsonl`;
  const { stdout, output, code } = await run('sh', ['-c', script], { capture: true, check: false, timeout: 60_000 });
  assert.equal(code, 0, output);
  const answers = stdout.trim().split('\n').map(JSON.parse);
  assert.equal(answers.length, fitted.length);

  for (const [n, { name, data, model }] of fitted.entries()) {
    await t.test(name, () => {
      assert.equal(answers[n].fingerprint, model.fingerprint);
      closeTo(answers[n].latent, model.transform(data), 'transform');
      if (model.spec.task === 'regression') {
        closeTo(answers[n].predicted, model.predict(data), 'predict');
        return;
      }
      assert.deepEqual(answers[n].predicted, Array.from(model.predict(data)));
      closeTo(answers[n].probabilities, model.predictProba(data), 'predictProba');
    });
  }
});
