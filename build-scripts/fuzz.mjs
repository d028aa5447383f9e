// Runs the fuzzers of cpp/fuzz/ one after the other and adds inputs that reach new lines to build/fuzz/corpus/.
//   npm run fuzz -- --minutes 10              all targets, ten minutes together
//   npm run fuzz -- --minutes 2 model         one target
//   npm run fuzz -- --length 256              inputs of at most 256 bytes (2048 without it), of which more fit into the minutes
//   npm run fuzz -- --minutes 0 model <file>  one input, for example build/fuzz/model-crash-...
// A finding ends the run; its input lies in build/fuzz/. With --keep at most 60 short inputs that reach different lines replace
// tests/fuzz/<target>/.
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPreset } from './cmake.mjs';
import { setup } from './setup.mjs';
import { Failure, fromRoot, heading, run, whenStarted } from './tools.mjs';

export const targets = ['fit', 'model', 'surrogate', 'sparse', 'search'];

const program = (target) => fromRoot('build', 'fuzz', 'cpp', 'fuzz', `fuzz_${target}`);

/** An input may take 25 seconds and 2 GB. */
const limits = ['-timeout=25', '-rss_limit_mb=2048', '-print_final_stats=1'];

/** Inputs stay small: a target reads a few hundred numbers. */
const LENGTH = 2048;

/** Stacks of allocations and 256 MB of freed memory take a third of the time. A finding is repeated with them. */
const env = { ASAN_OPTIONS: 'malloc_context_size=1:quarantine_size_mb=8' };

/** Where libFuzzer writes inputs that are findings or slow. */
const artifacts = (target) => `-artifact_prefix=${fromRoot('build', 'fuzz', `${target}-`)}`;

async function fuzz(target, seconds, length) {
  heading(`${target}: ${seconds} s`);
  const corpus = fromRoot('build', 'fuzz', 'corpus', target);
  mkdirSync(corpus, { recursive: true });
  const kept = fromRoot('tests', 'fuzz', target);
  const inputs = [corpus, ...(existsSync(kept) ? [kept] : [])];
  const about = [`-max_len=${length}`, `-max_total_time=${seconds}`, artifacts(target)];
  await run(program(target), [...limits, ...about, ...inputs], { env });
}

async function keep(target) {
  const kept = fromRoot('tests', 'fuzz', target);
  const merged = fromRoot('build', 'fuzz', 'merged', target);
  rmSync(merged, { recursive: true, force: true });
  for (const folder of [merged, kept]) mkdirSync(folder, { recursive: true });
  await run(program(target), [
    '-merge=1',
    `-max_len=${LENGTH}`,
    artifacts(target),
    merged,
    kept,
    fromRoot('build', 'fuzz', 'corpus', target),
  ]);
  const length = (name) => statSync(join(merged, name)).size;
  const short = readdirSync(merged)
    .filter((name) => length(name) <= 600)
    .sort();
  rmSync(kept, { recursive: true });
  mkdirSync(kept);
  // libFuzzer names a file by its hash, so that the first names are a random choice.
  for (const name of short.slice(0, 60)) copyFileSync(join(merged, name), join(kept, name));
}

whenStarted(import.meta.url, async () => {
  const { values, positionals } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      length: { type: 'string', default: String(LENGTH) },
      keep: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const minutes = Number(values.minutes);
  if (!(minutes >= 0)) throw new Failure(`--minutes must be a number of at least 0, got ${values.minutes}.`);
  const length = Number(values.length);
  if (!(Number.isInteger(length) && length >= 1 && length <= LENGTH))
    throw new Failure(`--length must be an integer from 1 to ${LENGTH}, got ${values.length}.`);
  const [first, ...files] = positionals;
  const chosen = first === undefined ? targets : [first];
  for (const target of chosen)
    if (!targets.includes(target)) throw new Failure(`There is no target ${target}; there are ${targets.join(', ')}.`);
  await setup('test');
  await buildPreset(
    'fuzz',
    chosen.map((target) => `fuzz_${target}`),
  );
  if (files.length > 0) return run(program(first), files);
  for (const target of chosen) {
    if (minutes > 0) await fuzz(target, Math.ceil((60 * minutes) / chosen.length), length);
    if (values.keep) await keep(target);
  }
});
