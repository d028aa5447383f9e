/** Any hash of the page's address: settings in their ranges, which the page writes again as a link of the same settings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { holds, oddText } from './support.mjs';

const { modules } = await loadModules('/data/state.ts', '/link/state.ts', '/link/address.ts', '/link/moves.ts');
const [{ addresses }, { names, properties }, { sealed }, { readMoves }] = modules;

const keys = [
  ...names.map((name) => properties[name].key),
  'v',
  'fr',
  'hm',
  'i',
  'f',
  'fv',
  'ft',
  'bm',
  'hi',
  'lk',
  'em',
  'na',
];
const value = fc.oneof(
  fc.constantFrom(
    '1',
    '0',
    '-1',
    '0.1',
    '1e3',
    '1e999',
    'NaN',
    '',
    'iris',
    'wine',
    'own',
    'trip',
    '0123456789abcdef',
    'n0',
    'play.l',
  ),
  fc.nat().map(String),
  fc.double().map(String),
  fc.stringMatching(/^[A-Za-z0-9._~-]{0,20}$/),
  oddText,
);
const pair = fc.tuple(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...keys) }, oddText), value);
const hash = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .array(pair, { maxLength: 12 })
      .map((pairs) => ['v=1', ...pairs.map((own) => own.join('='))].join('&')),
  },
  fc.string({ maxLength: 700 }),
);

test('any address', async () => {
  let clean = 0;
  await holds(
    fc.property(hash, (given) => {
      const link = addresses.parse(`#${given}`);
      for (const name of names) {
        const { kind, min, max, choices } = properties[name];
        const own = link.state[name];
        if (kind === 'flag') assert.equal(typeof own, 'boolean', name);
        else if (kind === 'choice') assert.ok(choices.includes(own), `${name} is ${own}`);
        else if (kind === 'number' || kind === 'integer') assert.ok(own >= min && own <= max, `${name} is ${own}`);
        if (kind === 'integer') assert.ok(Number.isInteger(own), `${name} is ${own}`);
      }
      if (link.problems.length === 0) clean++;
      const { state, branch, start, fingerprint, resultVersion, table, marks, audience } = link;
      const written = addresses.format(state, { branch, start, fingerprint, resultVersion, table, audience });
      const again = addresses.parse(`#${sealed(written)}`);
      assert.deepEqual(again.state, state);
      assert.deepEqual([again.fingerprint, again.table, again.start], [fingerprint, table, start]);
      assert.ok(marks === undefined || marks.length < 560);
    }),
  );
  assert.ok(clean > 0, 'each link had a problem');
});

test('moves of any text', async () => {
  await holds(
    fc.property(value, (given) => {
      const problems = [];
      assert.ok(readMoves(given, problems).length <= 1000);
    }),
  );
});
