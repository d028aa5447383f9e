// The tables of options and scores in docs/index.md, from the tables of the package: node build-scripts/docs/options.mjs writes them.
import { readFileSync, writeFileSync } from 'node:fs';
import { fromRoot, whenStarted } from '../tools.mjs';

const file = fromRoot('docs', 'index.md');
const marks = (name) => new RegExp(`(?<=<!-- ${name}:begin -->\n)[\\s\\S]*(?=<!-- ${name}:end -->)`);

const markdown = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');

function optionRow([name, { initial, kind, low, high, open, words = [], help }]) {
  const range = {
    number: high < 1e30 ? `${low} to ${high}` : `${open ? 'above' : 'at least'} ${low}`,
    integer: `${low} to ${high === 2 ** 53 - 1 ? '2^53 - 1' : high}`,
    integers: `a list, each ${low} to ${high}`,
    boolean: 'true, false',
    names: 'a list of',
  }[kind];
  const accepted = [...(range === undefined ? [] : [range]), ...words.map((word) => `\`'${word}'\``)]
    .join(', ')
    .replace('a list of,', 'a list of');
  const value = initial === undefined ? 'from `seed`' : `\`${JSON.stringify(initial).replaceAll('"', "'")}\``;
  return [`\`${name}\``, value, accepted, help];
}

const pooling = { mean: 'mean over the samples', root: 'root of the mean square', predictions: 'from all predictions' };

const scoreRow = ([name, { task = 'all', larger, pooled, help }]) => [
  `\`${name}\``,
  task,
  larger ? 'larger' : 'smaller',
  pooling[pooled] ?? 'not pooled',
  help,
];

/** The contents of docs/index.md between the marks of each name. */
export const tablesOf = ({ optionTable, scoreTable }) => ({
  options: markdown(['option', 'default', 'accepted', 'effect'], Object.entries(optionTable).map(optionRow)),
  scores: markdown(['score', 'task', 'better', 'folds pooled', 'meaning'], Object.entries(scoreTable).map(scoreRow)),
});

/** The table of that name that docs/index.md has now. */
export const tableNow = (name) => marks(name).exec(readFileSync(file, 'utf8'))?.[0];

whenStarted(import.meta.url, async () => {
  const tables = Object.entries(tablesOf(await import('../../dist/index.js')));
  const write = (text, [name, table]) => text.replace(marks(name), () => table);
  writeFileSync(file, tables.reduce(write, readFileSync(file, 'utf8')));
});
