// Writes the table of options in docs/index.md from the table of the package: node build-scripts/docs/options.mjs.
import { readFileSync, writeFileSync } from 'node:fs';
import { fromRoot, whenStarted } from '../tools.mjs';

const file = fromRoot('docs', 'index.md');
const marks = /(?<=<!-- options:begin -->\n)[\s\S]*(?=<!-- options:end -->)/;

function rowOf([name, { initial, kind, low, high, open, words = [], help }]) {
  const range = {
    number: `${open ? 'above' : 'at least'} ${low}`,
    integer: `${low} to ${high === 2 ** 53 - 1 ? '2^53 - 1' : high}`,
    integers: `a list, each ${low} to ${high}`,
    boolean: 'true, false',
  }[kind];
  const accepted = [...(range === undefined ? [] : [range]), ...words.map((word) => `\`'${word}'\``)].join(', ');
  const value = initial === undefined ? 'from `seed`' : `\`${JSON.stringify(initial).replaceAll('"', "'")}\``;
  return `| \`${name}\` | ${value} | ${accepted} | ${help} |`;
}

export function markdownOf(table) {
  const rows = Object.entries(table).map(rowOf);
  return ['| option | default | accepted | effect |', '| --- | --- | --- | --- |', ...rows, ''].join('\n');
}

/** The current table of docs/index.md. */
export const markdownNow = () => marks.exec(readFileSync(file, 'utf8'))?.[0];

whenStarted(import.meta.url, async () => {
  const { optionTable } = await import('../../dist/index.js');
  writeFileSync(file, readFileSync(file, 'utf8').replace(marks, markdownOf(optionTable)));
});
