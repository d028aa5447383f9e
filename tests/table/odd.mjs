/**
 * The odd files and their expected outcomes. An entry of odd.json is a file of odd/ with options of the command, and
 * its expected content (the last column is the response) or error. `fit` is the error of a training on a readable file.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readTable, TableError, toDataset } from '../../dist/table.js';

const text = readFileSync(new URL('odd.json', import.meta.url), 'utf8');

export const oddFiles = Object.entries(JSON.parse(text)).map(([title, outcome]) => {
  const [name, ...args] = title.split(' ');
  return { title, path: fileURLToPath(new URL(`odd/${name}.csv`, import.meta.url)), args, outcome };
});

/** Converts options of the command to those of the module. */
export function optionsOf(args) {
  const names = args.filter((_, i) => i % 2 === 0).map((name) => name.slice(2));
  const given = Object.fromEntries(names.map((name, i) => [name, args[2 * i + 1]]));
  const { header, 'missing-tokens': tokens, ignore, number, ...rest } = given;
  let response;
  return {
    ...rest,
    required: (name) => rest.missing === undefined && name !== response,
    ...(header === undefined ? {} : { header: header === 'yes' }),
    ...(tokens === undefined ? {} : { missingTokens: tokens.split(',') }),
    choose: (plans) =>
      plans.map(({ name, type }, c) => {
        response = plans.at(-1).name;
        if (c === plans.length - 1) return given.task === 'regression' ? 'number' : 'category';
        return name === ignore ? 'skip' : name === number ? 'number' : type;
      }),
  };
}

/** The outcome of a file for module, command and page. */
export async function outcomeOf(path, args) {
  const options = optionsOf(args);
  try {
    const table = await readTable([readFileSync(path)], options);
    const { input, features, samples, notes } = toDataset(table, { ...options, target: table.plans.at(-1).name });
    const x = Array.from(samples, (_, n) => Array.from(input.x.slice(n * features.length, (n + 1) * features.length)));
    const all = [...table.notes, ...notes].map((note) => note());
    return { features, x, y: Array.from(input.y), ...(all.length === 0 ? {} : { notes: all }) };
  } catch (error) {
    assert.ok(error instanceof TableError, error.stack);
    return { error: error.code, message: error.message.split('\n') };
  }
}
