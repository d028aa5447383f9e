// Each setting that trains reaches the training, the code to copy and the link, whatever its row in the table is.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { loadTrip, optionTable } from '../../dist/index.js';

let state, catalogue, options, snippet, trip, close;
before(async () => {
  const paths = ['/link/state.ts', '/data/catalogue.ts', '/training/fit-options.ts', '/text/snippet.ts'];
  const loaded = await loadModules(...paths);
  close = loaded.close;
  [state, { catalogue }, options, snippet] = loaded.modules;
  trip = await loadTrip();
});
after(() => close());

/** Another value than the one that a training has; data change more than themselves. */
function otherValue(name, value) {
  const { kind, choices, stops, max } = state.properties[name];
  if (kind === 'flag') return !value;
  if (kind === 'choice') return choices.find((choice) => choice !== value);
  return stops?.find((stop) => stop > value) ?? Math.min(max, value + 1);
}

/** What a training with these settings would be: its bits, its code, its link. */
async function outcomeOf(settings) {
  const material = await catalogue[settings.data].load(trip, settings);
  const given = options.fitOptions(settings, material, 'trip');
  const model = trip.fit(material.train, { ...given, restarts: settings.restarts });
  const { fingerprint } = model;
  model.dispose();
  return { fingerprint, code: snippet.snippetOf(settings, given), link: state.formatHash(settings) };
}

test('another value of each setting that trains gives another result, other code and another link', async () => {
  const base = { ...state.initialOf('spiral'), samplesPerClass: 20, noiseDimensions: 5, epochs: 10, restarts: 1 };
  const usual = await outcomeOf(base);
  // One more start need not be the lowest: eight are.
  const values = { data: 'rings', epochs: 50, restarts: 8 };
  for (const name of state.trainingNames) {
    const changed = await outcomeOf({ ...base, [name]: values[name] ?? otherValue(name, base[name]) });
    for (const [what, text] of Object.entries(usual)) assert.notEqual(changed[what], text, `${what} of ${name}`);
  }
});

/** Options of the package that are no setting of the page under their own name. */
const without = {
  method: 'the methods of the data are trained side by side',
  ranks: 'from the axes kept',
  hidden: 'from layers and units',
  restarts: 'each start is a training of its own, which firstRestart names',
  firstRestart: 'as restarts',
  search: 'the page shows how starts differ',
  startSeed: 'from the seed',
  orderSeed: 'from the seed',
  standardizeTarget: 'always, so that losses are shares of the variance',
  ldaRidge: 'the default',
  record: 'what the timeline needs',
};

test('every option of the package is a setting of the page, or listed with the reason why not', () => {
  const onPage = state.optionNames.map((name) => state.properties[name].option);
  assert.deepEqual([...onPage, ...Object.keys(without)].sort(), Object.keys(optionTable).sort());
});
