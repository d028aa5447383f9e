// Beyond the paper: compares TRIP with other projections to two dimensions and a network on all variables.
import * as Plot from '@observablehq/plot';
import {
  groupsOf,
  judgeSideBySide,
  mean,
  nameOf,
  parametersOf,
  sourceOf,
  spread,
} from '../../build/experiments/index.js';
import { arrange, panel } from './draw.mjs';
import { methodTitle } from './tables.mjs';

const kindOf = (set) => (sourceOf(set).kind === 'spiral' ? 'Spiral' : sourceOf(set).title);

/** Name of a group's method in the table. */
function wayOf({ view, method, options, set }) {
  const [variables] = sourceOf(set).shape.slice(1);
  if (view === 'nca') return 'NCA, network';
  return options.ranks.length === 1 && options.ranks[0] === variables && variables > 2
    ? 'all variables, network'
    : methodTitle(method);
}

/** One line of the table: all fits of one method on one kind of data, whose sets differ by seeds. */
async function entriesOf(groups, load, maps) {
  const entries = new Map();
  for (const group of groups) {
    const { data } = await load(group.set);
    const own = { kind: kindOf(group.set), way: wayOf(group), parameters: sizesOf(group, data) };
    const rows = group.done.map(({ row }) => row);
    const entry = add(entries, own, (part) => rows.map((row) => row[part].accuracy));
    for (const { cell, row } of group.done) {
      entry.folds = cell.split?.folds;
      entry.named.set(`${cell.set} ${cell.split?.trial} ${cell.split?.fold}`, row.test.accuracy);
    }
    if (group.view !== 'nca') continue;
    const scores = group.done.map(({ cell }) => maps.get(nameOf(cell)).neighbours);
    const parameters = { projection: own.parameters.projection };
    add(entries, { ...own, way: 'NCA, 5 neighbours', parameters }, (part) => scores.map((score) => score[part]));
  }
  return [...entries.values()];
}

function add(entries, own, valuesOf) {
  const key = `${own.kind} ${own.way}`;
  const entry = entries.get(key) ?? { ...own, train: [], test: [], named: new Map() };
  for (const part of ['train', 'test']) entry[part].push(...valuesOf(part));
  entries.set(key, entry);
  return entry;
}

/** Parameter counts; a network on all variables is counted without its rotation. */
function sizesOf(group, { shape, classNames }) {
  const { ranks, hidden } = group.options;
  const sizes = parametersOf(shape.slice(1), ranks, hidden, classNames.length);
  return wayOf(group).startsWith('all') ? { network: sizes.network } : sizes;
}

const order = ['TRIP', 'PCANN', 'LDANN', 'TuckerNN', 'NCA, network', 'NCA, 5 neighbours', 'all variables, network'];

function accuracyPanel(kind, entries, first) {
  const own = entries.filter((entry) => entry.kind === kind);
  const points = own.map(({ way, test }) => ({ way, ...spread(test) }));
  return panel(kind, {
    width: first ? 330 : 200,
    height: 250,
    marginTop: 10,
    marginLeft: first ? 150 : 20,
    marginRight: 20,
    y: {
      domain: order.filter((way) => entries.some((entry) => entry.way === way)),
      label: null,
      axis: first ? 'left' : null,
    },
    x: { label: null, grid: true, ticks: 3, nice: true },
    marks: [
      Plot.frame({ stroke: '#888' }),
      Plot.ruleY(points, {
        y: 'way',
        x1: ({ mean, deviation }) => mean - deviation,
        x2: ({ mean, deviation }) => mean + deviation,
      }),
      Plot.dot(points, {
        y: 'way',
        x: 'mean',
        fill: ({ way }) => (way === 'TRIP' ? 'black' : 'white'),
        stroke: 'black',
        r: 4,
      }),
    ],
  });
}

const three = (value) => value.toFixed(3);

export async function table3({ cells, rows, load, maps }) {
  const entries = await entriesOf(groupsOf(cells, rows), load, maps);
  const kinds = [...new Set(entries.map(({ kind }) => kind))];
  const panels = kinds.map((kind, k) => accuracyPanel(kind, entries, k % 3 === 0));
  const entryOf = (kind, way) => entries.find((one) => one.kind === kind && one.way === way);
  const compared = kinds.filter((kind) => entryOf(kind, 'all variables, network') !== undefined);
  return {
    figures: {
      table3: arrange('Test accuracy by projection', panels, {
        columns: 3,
        notes: ['Mean and deviation over the folds (Spiral: over the data sets). Black: TRIP.'],
      }),
    },
    tables: {
      table3: {
        head: [
          ...['set', 'way', 'fits', 'fit accuracy', 'test accuracy', 'deviation'],
          ...['numbers in the projection', 'in the network', 'together'],
        ],
        body: kinds.flatMap((kind) =>
          order.flatMap((way) =>
            entries
              .filter((entry) => entry.kind === kind && entry.way === way)
              .map(({ train, test, parameters: { projection, network } }) => [
                ...[kind, way, test.length, three(mean(train)), three(mean(test)), three(spread(test).deviation)],
                ...[projection ?? '', network ?? '', (projection ?? 0) + (network ?? 0)],
              ]),
          ),
        ),
      },
    },
    judged: judgeSideBySide(
      compared.map((kind) => ({
        ...{ set: kind, trip: entryOf(kind, 'TRIP').named, nca: entryOf(kind, 'NCA, network')?.named },
        ...{ plain: entryOf(kind, 'all variables, network').named, folds: entryOf(kind, 'TRIP').folds },
      })),
    ),
  };
}
