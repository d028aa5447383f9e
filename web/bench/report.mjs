/** Numbers and tables of the benchmarks. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { bad, Failure, fromRoot, good, heading } from '../../build-scripts/tools.mjs';

/** The options of a benchmark; prints the help and returns undefined for --help. */
export function readOptions(help, more = {}) {
  const flag = { type: 'boolean', default: false };
  let values;
  try {
    ({ values } = parseArgs({ options: { quick: flag, readme: flag, help: flag, ...more } }));
  } catch (error) {
    throw new Failure(`${error.message}\n\n${help}`);
  }
  if (values.quick && values.readme) throw new Failure('--readme needs numbers that --quick does not measure.');
  if (!values.help) return values;
  console.log(help);
  return undefined;
}

/** Milliseconds in a readable unit, with three digits. */
export function duration(milliseconds) {
  const [value, unit] =
    milliseconds < 0.1
      ? [milliseconds * 1000, 'µs']
      : milliseconds < 1000
        ? [milliseconds, 'ms']
        : [milliseconds / 1000, 's'];
  return `${value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0)} ${unit}`;
}

export const processor = () => `${os.cpus()[0]?.model.trim() ?? os.arch()}, ${os.availableParallelism()} processors`;

/** The first column is text, the others are numbers. */
export const markdownTable = (head, rows) =>
  [head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** Replaces the part of `text` between the comments `name:begin` and `name:end`. */
export function replaceMarked(text, name, content) {
  const [begin, end] = [`<!-- ${name}:begin -->\n`, `<!-- ${name}:end -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Failure(`README.md has no place between ${begin.trim()} and ${end}.`);
  return `${text.slice(0, from + begin.length)}${content}\n${text.slice(to)}`;
}

export function writeReadme(name, content) {
  const file = fromRoot('README.md');
  writeFileSync(file, replaceMarked(readFileSync(file, 'utf8'), name, content));
  console.log(`README.md: the table of ${name} has been rewritten.`);
}

export function writeResults(name, results) {
  mkdirSync(fromRoot('build'), { recursive: true });
  writeFileSync(fromRoot('build', name), `${JSON.stringify(results, null, 2)}\n`);
  console.log(`\nbuild/${name} has every round.`);
}

/** Compares values with their limits (`atLeast`, `atMost`); a missing value fails. Returns the result of each. */
export const judge = (bars) =>
  bars.map(({ atLeast, atMost, ...bar }) => ({
    ...bar,
    ...(atLeast === undefined ? { atMost } : { atLeast }),
    met: atLeast === undefined ? bar.value <= atMost : bar.value >= atLeast,
  }));

/** Prints judged bars; the exit status is 1 when one is missed. */
export function printBars(judged) {
  heading('Bars');
  for (const { what, unit, value, atLeast, atMost, met } of judged) {
    const accepted = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`;
    (met ? good : bad)(`${met ? 'met   ' : 'missed'}  ${what}: ${value.toPrecision(3)} ${unit} (${accepted})`);
  }
  if (judged.some(({ met }) => !met)) process.exitCode = 1;
}
