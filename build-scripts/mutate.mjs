// Changes the code at random places, one at a time, and counts how many of these mutants the tests notice.
//   npm run mutate -- core           200 mutants of cpp/src, against the C++ tests in a native build: about an hour on two cores
//   npm run mutate -- package        200 mutants of web/lib, against the tests of the package
//   --count n --seed n               the same seed draws the same places while the code is the same
//   --again                          only the mutants that survived, after tests have been added
//   --workers n                      default: the number of processors
// A mutant changes a sign, a bound or a constant, or removes a statement. One that does not compile, or compiles to the same object code, is
// replaced by another. Results are kept in build/mutants/, and a run that was stopped goes on. The survivors are printed: each is equivalent
// to the code, or shows a hole in the tests.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { choicesFrom } from '../tests/soak/random.mjs';
import * as core from './mutation/core.mjs';
import * as thePackage from './mutation/package.mjs';
import { changed, drawSites, kinds, lineOf } from './mutation/sites.mjs';
import { Failure, fromRoot, good, heading, whenStarted } from './tools.mjs';

const parts = { core, package: thePackage };
const counts = ({ result }) => result === 'killed' || result === 'survived';

function readArguments() {
  const { values, positionals } = parseArgs({
    options: {
      count: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      workers: { type: 'string', default: String(os.availableParallelism()) },
      again: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [name, ...more] = positionals;
  if (!Object.hasOwn(parts, name ?? '') || more.length > 0)
    throw new Failure(`Name one part: ${Object.keys(parts).join(' or ')}.`);
  const whole = (key) => {
    const value = Number(values[key]);
    if (!Number.isInteger(value) || value < 1)
      throw new Failure(`--${key} must be a whole number of at least 1, got ${values[key]}.`);
    return value;
  };
  return { name, again: values.again, count: whole('count'), seed: whole('seed'), workers: whole('workers') };
}

/** Results by the place and the change, one line each. */
function openResults(name) {
  const file = fromRoot('build', 'mutants', `${name}.jsonl`);
  mkdirSync(fromRoot('build', 'mutants'), { recursive: true });
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  // A run that was killed may have left a part of its last line, which the next line must not continue.
  if (lines.at(-1)) {
    lines.pop();
    writeFileSync(file, `${lines.join('\n')}\n`);
  }
  const known = new Map(
    lines
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .map((one) => [one.key, one]),
  );
  return {
    known,
    keep(one) {
      known.set(one.key, one);
      appendFileSync(file, `${JSON.stringify(one)}\n`);
    },
  };
}

const hashText = (text) => createHash('sha256').update(text).digest('hex').slice(0, 12);
/** A mutant has the same result while its file is the same. */
const keyOf = (site, text) => `${site.file}:${site.at} ${site.kind} ${site.after} ${hashText(text)}`;

function report(judged) {
  heading('Mutants');
  const killed = judged.filter(({ result }) => result === 'killed');
  for (const kind of kinds) {
    const own = judged.filter((one) => one.kind === kind);
    console.log(`${kind.padEnd(9)} ${own.filter(({ result }) => result === 'killed').length} of ${own.length} killed`);
  }
  for (const { kind, file, line, was, now, by } of judged.filter(({ result }) => result === 'survived'))
    console.log(`\n${file}:${line} (${kind}${by ? `; ${by}` : ''})\n- ${was}\n+ ${now}`);
  good(`\n${killed.length} of ${judged.length} killed, ${((100 * killed.length) / judged.length).toFixed(1)} %`);
}

whenStarted(import.meta.url, async () => {
  const { name, again, count, seed, workers } = readArguments();
  const part = parts[name];
  await part.prepare();
  const files = part.sources();
  const texts = new Map(files.map(({ file, text }) => [file, text]));
  const { known, keep } = openResults(name);
  const [sites, judged] = [drawSites(files, 2 * count, choicesFrom(seed)), []];
  const keyFor = (site) => keyOf(site, texts.get(site.file));
  const waits = (site) => {
    const before = known.get(keyFor(site));
    if (before && counts(before)) judged.push(before);
    return before === undefined || (again && before.result === 'survived');
  };
  // Places are taken in their order, so that the mutants of a seed are the same for any number of workers.
  let next = 0;
  let running = 0;
  const take = () => {
    while (next < sites.length && judged.length + running < count) {
      const site = sites[next++];
      if (waits(site)) return site;
    }
    return undefined;
  };
  const work = async (index) => {
    const worker = await part.openWorker(index);
    for (let site = take(); site; site = take()) {
      running++;
      const text = texts.get(site.file);
      const result = await worker.judge(site.file, changed(text, site), site);
      running--;
      const one = { key: keyFor(site), kind: site.kind, file: site.file, ...lineOf(text, site), ...result };
      keep(one);
      const before = judged.findIndex(({ key }) => key === one.key);
      if (before >= 0) judged[before] = one;
      else if (counts(one)) judged.push(one);
      console.log(
        `${judged.length} of ${count}: ${one.file}:${one.line} ${one.result}${one.by ? ` by ${one.by}` : ''}`,
      );
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, index) => work(index)));
  report(judged);
});
