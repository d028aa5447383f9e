/** The documentation of the options equals the table of the package. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdownNow, markdownOf } from '../../build-scripts/docs/options.mjs';
import { optionTable } from '../../dist/index.js';

test('docs/index.md has every option with its default, range and effect', () => {
  assert.equal(markdownNow(), markdownOf(optionTable), 'node build-scripts/docs/options.mjs writes the table');
});
