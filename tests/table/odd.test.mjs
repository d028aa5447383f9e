/** Reads every odd file and compares with the expected outcome in odd.json. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { english, inspectTable, setMessages } from '../../dist/table.js';
import { oddFiles, optionsOf, outcomeOf } from './odd.mjs';

for (const { title, path, args, outcome } of oddFiles) {
  test(title, async () => {
    const { fit: _fit, ...expected } = outcome;
    const x = expected.x?.map((row) => row.map((value) => (value === null ? Number.NaN : value)));
    assert.deepEqual(await outcomeOf(path, args), { ...expected, ...(x === undefined ? {} : { x }) });
  });
}

test('every odd file has an expected outcome', () => {
  const files = readdirSync(new URL('odd/', import.meta.url)).filter((name) => name.endsWith('.csv'));
  assert.ok(files.length >= 30);
  assert.deepEqual(new Set(oddFiles.map(({ path }) => basename(path))), new Set(files));
});

/** An artificial language: a message is its name in brackets with its arguments, and quotes replace texts of the file. */
const wordless = Object.fromEntries(
  Object.entries(english).map(([name, message]) => [
    name,
    typeof message === 'function' ? (...given) => `[${name === 'quoted' ? '' : given.join()}]` : '[]',
  ]),
);

/** All messages about a file before it is read. */
async function seenOf(path, args) {
  const { format, columns, notes, questions } = await inspectTable([readFileSync(path)], optionsOf(args));
  const { encoding, delimiter, decimal, header } = format;
  const reasons = [encoding, delimiter, decimal, header, ...columns].map(({ reason }) => reason);
  return [...reasons, ...notes.map((note) => note()), ...questions.map(({ message }) => message)];
}

test('in another language no message is in English', async () => {
  setMessages(wordless);
  let count = 0;
  try {
    for (const { title, path, args } of oddFiles) {
      const { error, message = [], notes = [] } = await outcomeOf(path, args);
      const seen = await seenOf(path, args).catch((refused) => [refused.message]);
      // Messages about options are for programmers and stay in English.
      const said = error === 'option' ? [] : [...message, ...notes, ...seen];
      for (const one of said) assert.doesNotMatch(one.replace('utf-8', ''), /[a-z]{2}/i, `${title}: ${one}`);
      count += said.length;
    }
  } finally {
    setMessages(english);
  }
  assert.ok(count > 300, `${count} messages`);
});
