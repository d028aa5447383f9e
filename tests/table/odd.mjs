/**
 * The odd files and what becomes of each. An entry of odd.json is a file of odd/ with options of the command, and what it holds
 * (the last column is the response) or why it is refused: `fit` says why a training refuses what can be read.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const text = readFileSync(new URL('odd.json', import.meta.url), 'utf8');

export const oddFiles = Object.entries(JSON.parse(text)).map(([title, outcome]) => {
  const [name, ...args] = title.split(' ');
  return { title, path: fileURLToPath(new URL(`odd/${name}.csv`, import.meta.url)), args, outcome };
});
