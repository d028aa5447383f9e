// Uses page or package at random for a long time, and fails when anything that it leaves behind grows: npm run soak -- --minutes 60
//   --what page|package   one of them; both, one after the other, is the default
//   --seed n              the choices; a failure prints its seed, and the same seed repeats the run
//   --actions n           ends after so many actions instead of minutes, to repeat a failure
// Heap, DOM nodes, listeners, workers and handles are measured in a state of rest, after garbage collection. The line through the last half
// of the measurements must not rise; the first tenth is warm-up. Takes the given minutes for each. Writes build/soak-*.json.
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import util from 'node:util';
import { choicesFrom } from '../tests/soak/random.mjs';
import { fewest, growthOf } from '../tests/soak/trend.mjs';
import { buildLib } from './build-lib.mjs';
import { buildSite } from './build-site.mjs';
import { buildWasm } from './build-wasm.mjs';
import { setup } from './setup.mjs';
import { bad, Failure, fromRoot, good, heading, run, whenStarted } from './tools.mjs';

const whats = ['page', 'package'];
/** An action that takes longer hangs. */
const longest = 5 * 60_000;
/** At most so many in a run: a measurement takes as long as some actions. */
const measurements = 60;

/** Waits for an action, and fails where it hangs. */
async function within(done) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`does not end within ${longest / 60_000} minutes`)), longest);
  });
  try {
    await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Acts until the time is over, and measures in equal parts of the run. Resolves to the measurements with the number
 * of actions before each, and the counts of actions by name.
 */
async function actFor({ minutes, actions, seed }, soak, use) {
  const r = choicesFrom(seed);
  const start = performance.now();
  const [samples, counts] = [[], {}];
  let [number, shares] = [0, 0];
  const shareDone = () => (actions ? number / actions : (performance.now() - start) / 60_000 / minutes);
  while (shareDone() < 1) {
    number++;
    const { name, done } = await soak.act(use, r);
    counts[name] = (counts[name] ?? 0) + 1;
    try {
      await within(done);
      // A measurement changes nothing that the choices depend on.
      if (shareDone() < shares / measurements) continue;
      shares = Math.floor(measurements * shareDone()) + 1;
      samples.push([number, await soak.measure(use)]);
    } catch (error) {
      error.message = `action ${number}, ${name}: ${error.message}`;
      throw error;
    }
  }
  return { samples, counts, number };
}

const rounded = (value) =>
  Math.abs(value) >= 1e5 ? `${(value / 1e6).toFixed(2)}M` : String(Math.round(value * 10) / 10);

function report({ samples, counts, number }, tolerances) {
  console.log(
    `${number} actions: ${Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}`,
  );
  console.log(
    `${samples.length} measurements`.padEnd(22) +
      ['first', 'mean', 'last', 'growth', 'allowed'].map((name) => name.padStart(10)).join(''),
  );
  const growing = [];
  for (const [name, tolerance] of Object.entries(tolerances)) {
    const found = growthOf(
      samples.map(([at, values]) => [at, values[name]]),
      tolerance,
    );
    const { first, mean, last, growth, tolerance: allowed } = found;
    console.log(
      name.padEnd(22) + [first, mean, last, growth, allowed].map((value) => rounded(value).padStart(10)).join(''),
    );
    if (found.grows) growing.push(name);
  }
  const isShort = number < fewest.actions || samples.length < fewest.measurements;
  if (isShort)
    return `not judged, since what is used for the first time grows at first: ${fewest.actions} actions are needed`;
  if (growing.length > 0) throw new Failure(`grows: ${growing.join(', ')}`);
  return 'nothing grows';
}

async function soakOne(what, options) {
  heading(`${what}, seed ${options.seed}`);
  const soak = await import(`../tests/soak/${what}.mjs`);
  const use = await soak.open();
  try {
    const found = await actFor(options, soak, use);
    mkdirSync(fromRoot('build'), { recursive: true });
    writeFileSync(fromRoot('build', `soak-${what}.json`), `${JSON.stringify({ ...options, ...found }, null, 1)}\n`);
    good(`${what}: ${report(found, soak.tolerances)}`);
  } catch (error) {
    bad(
      `${what}, seed ${options.seed}: ${error instanceof Failure ? error.message : `${error.message}\n${error.stack}`}`,
    );
    console.log(
      `Again: npm run soak -- --what ${what} --seed ${options.seed} ${options.actions ? `--actions ${options.actions}` : `--minutes ${options.minutes}`}`,
    );
    process.exitCode = 1;
  } finally {
    await soak.close(use);
  }
}

function optionsOf() {
  const text = { type: 'string' };
  const { values } = util.parseArgs({
    options: { minutes: text, seed: text, actions: text, what: text, built: { type: 'boolean' } },
  });
  const number = (name, initial, most) => {
    const value = values[name] === undefined ? initial : Number(values[name]);
    if (value !== undefined && !(value > 0 && value <= most))
      throw new Failure(`--${name} ${values[name]}: more than 0, at most ${most}, is possible.`);
    return value;
  };
  if (values.what !== undefined && !whats.includes(values.what))
    throw new Failure(`--what ${values.what}: ${whats.join(' and ')} are possible.`);
  const actions = number('actions', undefined, 1e7);
  return {
    what: values.what ? [values.what] : whats,
    minutes: number('minutes', 60, 10_000),
    seed: number('seed', randomInt(1, 1e6), 2 ** 32 - 1),
    actions,
    built: values.built,
  };
}

whenStarted(import.meta.url, async () => {
  const { what, built, ...options } = optionsOf();
  if (!built) {
    await setup('test');
    await buildWasm();
    await buildLib();
    if (what.includes('page')) await buildSite();
  }
  if (!existsSync(fromRoot('dist', 'index.js'))) throw new Failure('dist/ is missing: npm run build makes it.');
  if (globalThis.gc) {
    for (const one of what) await soakOne(one, options);
    return;
  }
  // Node gets the command that collects garbage by a flag only.
  const given = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  );
  for (const one of what) {
    const { code } = await run(
      process.execPath,
      ['--expose-gc', fromRoot('build-scripts', 'soak.mjs'), '--built', '--what', one, ...given],
      { check: false },
    );
    if (code !== 0) process.exitCode = 1;
  }
});
