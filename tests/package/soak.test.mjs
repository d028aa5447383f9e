/** The judgement of `npm run soak`: what grows is found in noise, what does not is not; and a short run of the package. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endsSurely, fromRoot, run } from '../../build-scripts/tools.mjs';
import { choicesFrom, chosenBy } from '../soak/random.mjs';
import { growthOf, lineOf } from '../soak/trend.mjs';

/** 100 measurements with noise: a warm-up of 20 kB, then `rise` for each action. */
const measured = (rise, noise, seed = 1) => {
  const r = choicesFrom(seed);
  return Array.from({ length: 100 }, (_, n) => [
    10 * n,
    1e6 + 2e4 * Math.min(1, n / 10) + rise * 10 * n + noise * (r.next() - 0.5),
  ]);
};

test('the line of least squares', () => {
  const { slope, error, mean, span } = lineOf([
    [0, 1],
    [1, 3],
    [2, 5],
    [3, 7],
  ]);
  assert.deepEqual([slope, error, mean, span], [2, 0, 4, 3]);
  // numpy.polyfit([0, 1, 2, 3], [1, 2, 2, 5], 1, cov=True): slope 1.2, variance 0.18
  const other = lineOf([
    [0, 1],
    [1, 2],
    [2, 2],
    [3, 5],
  ]);
  assert.ok(Math.abs(other.slope - 1.2) < 1e-12 && Math.abs(other.error - Math.sqrt(0.18)) < 1e-12);
});

test('growth is found in noise, and noise and warm-up are not growth', () => {
  const allowed = { share: 0.01, most: 1000 };
  for (let seed = 1; seed <= 50; seed++) {
    assert.equal(growthOf(measured(0, 5e4, seed), allowed).grows, false, `noise of seed ${seed}`);
    assert.equal(growthOf(measured(200, 5e4, seed), allowed).grows, true, `growth in noise of seed ${seed}`);
    assert.equal(growthOf(measured(-200, 5e4, seed), allowed).grows, false);
  }
  assert.equal(growthOf(measured(10, 0), allowed).grows, false, 'within the tolerance');
  assert.equal(growthOf(measured(10, 0), { most: 1000 }).grows, true);
});

test('choices follow from the seed', () => {
  const take = (seed) => {
    const r = choicesFrom(seed);
    return Array.from({ length: 50 }, () => [
      r.whole(1, 6),
      r.of('abc'),
      r.chance(0.3),
      chosenBy(r, [
        ['a', 1],
        ['b', 3],
      ])[0],
    ]);
  };
  assert.deepEqual(take(7), take(7));
  assert.notDeepEqual(take(7), take(8));
  assert.deepEqual([...new Set(take(1).map(([n]) => n))].sort(), [1, 2, 3, 4, 5, 6]);
  const share = take(3).filter(([, , , name]) => name === 'b').length / 50;
  assert.ok(share > 0.5 && share < 0.95, `${share}`);
});

test('a short run of the package does what it says and is not judged; a wrong name is refused', async () => {
  const script = fromRoot('build-scripts', 'soak.mjs');
  const args = [...endsSurely, script, '--built', '--what', 'package', '--actions', '14', '--seed'];
  const { code, output } = await run(process.execPath, [...args, '5'], { capture: true, check: false });
  assert.match(output, /package, seed 5\n14 actions: /);
  assert.match(output, /^heap +[\d.]+M/m);
  assert.equal(code, 0, output);
  assert.match(output, /package: not judged, .*: 100 actions are needed/);
  const wrong = await run(process.execPath, [...endsSurely, script, '--what', 'all'], { capture: true, check: false });
  assert.equal(wrong.code, 1);
  assert.match(wrong.output, /--what all: page and package are possible/);
});
