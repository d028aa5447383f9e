/** The command reads every odd file with the same outcome as the module, as a status and a line of JSON. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oddFiles } from '../table/odd.mjs';
import { folderFor } from './support.mjs';

const folder = folderFor('odd');

async function check({ title, path, args, outcome }, index) {
  const out = `${index}.json`;
  const given = ['fit', path, '--target=-1', '--epochs', '0', '--out', out, '--json', ...args];
  const { status, stdout, stderr } = await folder.trip(given);
  const { code, message } = outcome.fit ?? { code: outcome.error, message: outcome.message?.join('\n') };
  if (code === undefined) {
    assert.equal(status, 0, `${title}: ${stderr}`);
    assert.match(JSON.parse(stdout).fingerprint, /^[\da-f]{16}$/);
    const { table, spec } = JSON.parse(folder.read(out));
    assert.deepEqual(table.features, outcome.features, title);
    if (spec.task === 'classification') {
      assert.deepEqual([...spec.classNames].sort(), [...new Set(outcome.y.map(String))].sort(), title);
    }
    return;
  }
  assert.equal(status, code === 'option' ? 2 : 1, title);
  assert.equal(stdout, '', title);
  const { error } = JSON.parse(stderr);
  assert.equal(error.code, code, title);
  assert.equal(error.message, outcome.fit ? message : `${path}: ${message}`, title);
}

test('all odd files', async (t) => {
  const waiting = [...oddFiles.entries()];
  const takeTurns = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, odd] = next;
      await t.test(odd.title, () => check(odd, index));
    }
  };
  await Promise.all([takeTurns(), takeTurns(), takeTurns()]);
});
