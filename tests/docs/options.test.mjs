/** The tables of options and scores in the documentation equal those of the package. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableNow, tablesOf } from '../../build-scripts/docs/options.mjs';
import * as trip from '../../dist/index.js';

for (const [name, table] of Object.entries(tablesOf(trip))) {
  test(`docs/index.md has every row of the ${name}`, () => {
    assert.equal(tableNow(name), table, 'node build-scripts/docs/options.mjs writes the table');
  });
}
