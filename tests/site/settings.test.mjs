// The table of settings: each that trains does train, is in the code that the page offers, and has a control where it has a group.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { loadTrip, optionTable } from '../../dist/index.js';

let table, initialOf, catalogue, fitOptions, snippets, labels, help, trip;
before(async () => {
  const loaded = await loadModules(
    '/link/state.ts',
    '/data/state.ts',
    '/data/catalogue.ts',
    '/training/fit-options.ts',
    '/text/snippet.ts',
    '/text/en/labels.ts',
    '/text/en/help.ts',
  );
  [table, { initialOf }, { catalogue }, { fitOptions }, snippets, labels, help] = loaded.modules;
  trip = await loadTrip();
});

/** Small and quick: every setting that trains matters to them. */
const small = () => ({
  ...initialOf('rings'),
  ...{
    samplesPerClass: 20,
    noiseDimensions: 2,
    epochs: 11,
    restarts: 2,
    hiddenLayers: 2,
    hiddenWidth: 3,
    batchSize: 10,
  },
});

/** A validation set and a seed with which one more epoch of patience and a larger improvement change the best epoch. */
const stopping = { seed: 2, validation: 0.2, patience: 3, minDelta: 0.002 };
/** Settings without which another value has no effect. */
const needed = { patience: stopping, minDelta: stopping };

/** Another value than that of `settings`, near it so that the training stays small. */
function another(name, settings) {
  const row = table.properties[name];
  if (row.kind === 'data') return 'helix';
  if (row.kind === 'flag') return !settings[name];
  if (row.kind === 'choice') return row.choices.find((choice) => choice !== settings[name]);
  const next = row.kind === 'integer' ? settings[name] + 1 : settings[name] * 1.5 || 0.1;
  return next <= row.max ? next : settings[name] - 1;
}

/** The options that the page trains with, and the code that it offers. */
async function trained(settings) {
  const material = await catalogue[settings.data].load(trip, settings);
  const options = fitOptions(settings, material, 'trip');
  const model = trip.fit(material.train, { ...options, restarts: settings.restarts });
  const prints = model.restarts.map(({ objective }) => objective);
  const code = snippets.snippetOf(settings, options) + JSON.stringify(Array.from(material.train.x));
  const result = `${model.fingerprint} ${prints}`;
  model.dispose();
  return { result, code };
}

test('another value of each training setting gives another result and other code, and data that depend on settings have their own default', async () => {
  const settings = small();
  const before = await trained(settings);
  assert.deepEqual(await trained(settings), before, 'the same settings give the same bits');
  assert.ok(table.trainingNames.length > 12);
  for (const name of table.trainingNames) {
    const own = { ...settings, ...needed[name] };
    const usual = name in needed ? await trained(own) : before;
    const { result, code } = await trained({ ...own, [name]: another(name, own) });
    assert.notEqual(result, usual.result, `${name} trains`);
    assert.notEqual(code, usual.code, `${name} is in the code`);
  }
});

test('the code for the spiral contains every setting that determines it', () => {
  const settings = { ...initialOf('spiral'), dataSeed: 70001, samplesPerClass: 70003, noiseDimensions: 70007 };
  const code = snippets.snippetOf(settings, {});
  const shaping = table.trainingNames.filter((name) => table.properties[name].trains === 'data' && name !== 'data');
  assert.deepEqual(shaping, ['dataSeed', 'samplesPerClass', 'noiseDimensions']);
  for (const name of shaping) assert.ok(code.includes(String(settings[name])), name);
});

test('a setting has the name of the package’s option, and its range is within the option’s', () => {
  for (const name of table.trainingNames) {
    const { trains, min, max } = table.properties[name];
    if (trains === 'data') continue;
    const option = optionTable[trains];
    assert.ok(option, `${name} trains ${trains}`);
    assert.ok(name === trains || (trains === 'hidden' && name.startsWith('hidden')), name);
    if (min === undefined || name === 'hiddenLayers') continue;
    assert.ok(min >= option.low && max <= option.high, `${name} from ${min} to ${max}`);
  }
});

test('every training setting is in a group, with a label and a help text; its slider stops are within its range', () => {
  const grouped = table.groups.flatMap(table.namesIn);
  assert.deepEqual(grouped.toSorted(), table.trainingNames.filter((name) => name !== 'data').toSorted());
  for (const name of grouped) assert.ok(labels.labels[name] && help.help[name], name);
  for (const name of table.names) {
    const { stops = [], min, max } = table.properties[name];
    for (const stop of stops) assert.ok(stop >= min && stop <= max, `${name}: ${stop}`);
  }
});

/** Options of the package that are no setting of the page under their own name. */
const without = {
  method: 'the methods of the data are trained side by side',
  firstRestart: 'each start is a training of its own',
  search: 'the page shows how starts differ',
  startSeed: 'from the seed',
  orderSeed: 'from the seed',
  standardizeTarget: 'always, so that losses are shares of the variance',
  steps: 'the page teaches one method, and its own data need no preprocessing',
  ldaRidge: 'the default',
  record: 'what the timeline needs',
};

test('every option of the package is a setting of the page, or listed with the reason', () => {
  const onPage = new Set(table.trainingNames.map((name) => table.properties[name].trains));
  onPage.delete('data');
  assert.deepEqual([...onPage, ...Object.keys(without)].sort(), Object.keys(optionTable).sort());
});
