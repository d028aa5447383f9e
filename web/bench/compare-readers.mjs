// Lists differences between this package and its peers on the same files: node web/bench/compare-readers.mjs FILE=TARGET ...
// pandas reads the files with a detected separator and its other defaults. scikit-learn computes PCA and LDA planes of the samples that
// this package has read. FILE alone has no response. The script does not judge which side is right.
import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { setup } from '../../build-scripts/setup.mjs';
import { Failure, fromRoot, heading, whenStarted } from '../../build-scripts/tools.mjs';

const help = `node web/bench/compare-readers.mjs FILE=TARGET ...

Needs dist/ (npm run build:lib), python3-pandas and python3-sklearn (installed where apt-get may).`;

const short = (value) => (value === null || value === undefined ? 'none' : String(Number(value.toPrecision(5))));

/** Columns of a file by pandas' names, or the error. */
async function readHere({ readTable, toDataset }, path, target) {
  try {
    const table = await readTable(createReadStream(path));
    const columns = table.plans.map(({ name, type }) => {
      const column = table.columns.find((one) => one.name === name);
      if (column?.type !== 'number')
        return [name, { type: column === undefined ? 'left out' : 'text', ...countOf(column) }];
      const known = Array.from(column.values).filter((value) => !Number.isNaN(value));
      const mean = known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
      return [name, { type: type === 'number' ? 'number' : type, mean, missing: column.missing }];
    });
    return { rows: table.rows.length, columns: Object.fromEntries(columns), ...samplesOf(toDataset, table, target) };
  } catch (error) {
    if (error.code === 'internal' || error.code === undefined) throw error;
    return { error: error.message.split('\n')[0] };
  }
}

const countOf = (column) => (column === undefined ? {} : { missing: column.missing });

function samplesOf(toDataset, table, target) {
  try {
    const { type, values = [] } = table.columns.find(({ name }) => name === target) ?? {};
    const few = new Set(values).size <= 20 && values.every(Number.isInteger);
    const task = type === 'number' && !few ? 'regression' : 'classification';
    const choice = target === undefined ? {} : { target, task };
    return { input: toDataset(table, { ...choice, missing: 'drop' }).input };
  } catch (error) {
    return { refused: error.message.split('\n')[0] };
  }
}

/** One line for each column that the two read differently. */
function differences(here, there) {
  if (here.error !== undefined || there.error !== undefined) {
    return [`whole file: ${here.error ?? `${here.rows} rows`} | ${there.error ?? `${there.rows} rows`}`];
  }
  const rows = here.rows === there.rows ? [] : [`rows: ${here.rows} | ${there.rows}`];
  const names = [...new Set([...Object.keys(here.columns), ...Object.keys(there.columns)])];
  return [
    ...rows,
    ...names.flatMap((name) => {
      const [own, peer] = [here.columns[name], there.columns[name]].map(textOf);
      return own === peer ? [] : [`${name}: ${own} | ${peer}`];
    }),
  ];
}

const textOf = (column) => {
  if (column === undefined) return 'no such column';
  const mean = column.mean === undefined || column.mean === null ? '' : `, mean ${short(Math.fround(column.mean))}`;
  return `${column.type}${mean}${column.missing ? `, ${column.missing} missing` : ''}`;
};

const isClasses = ({ y, task }) => y !== undefined && task === 'classification';

/** Largest angle in degrees between the planes of both. */
function angles(trip, input, planes) {
  const { x, shape } = input;
  const [samples, size] = shape;
  const response = isClasses(input)
    ? { y: Array.from(input.y, String), task: 'classification' }
    : { y: Array.from(x.slice(0, samples)), task: 'regression' };
  return Object.entries(planes).map(([method, columns]) => {
    const rank = columns[0].length;
    const data = trip.dataset({ x, shape: [samples, size], ...response });
    try {
      const model = trip.fit(data, { method, ranks: [rank], epochs: 0 });
      return `${method} ${short(Math.max(...trip.principalAngles(model.projection(), columns.flat(), size)))}`;
    } catch (error) {
      return `${method}: ${error.message}`;
    }
  });
}

whenStarted(
  import.meta.url,
  async () => {
    const wishes = process.argv.slice(2).map((word) => word.split('='));
    if (wishes[0]?.[0] === '--help') return console.log(help);
    if (wishes.length === 0) throw new Failure(help);
    await setup('readers');
    const { loadTrip } = await import(fromRoot('dist', 'index.js'));
    const table = await import(fromRoot('dist', 'table.js'));
    const trip = await loadTrip();
    const own = new Map();
    for (const [path, target] of wishes) own.set(path, await readHere(table, path, target));
    const request = Object.fromEntries(
      [...own].flatMap(([path, { input }]) =>
        input === undefined || input.shape.length !== 2
          ? []
          : [[path, { x: rowsOf(input), y: isClasses(input) ? Array.from(input.y, String) : null }]],
      ),
    );
    const peer = fromRoot('web', 'bench', 'readers_peer.py');
    const answer = execFileSync('/usr/bin/python3', [peer, ...own.keys()], {
      input: JSON.stringify(request),
      maxBuffer: 2 ** 28,
    });
    const { tables, planes } = JSON.parse(answer.toString());
    heading('Columns that are read differently (this package | pandas), angles of the planes in degrees');
    for (const [path, here] of own) {
      const lines = differences(here, tables[path]);
      console.log(`\n${path}: ${lines.length === 0 ? 'no difference' : ''}`);
      for (const line of lines.slice(0, 12)) console.log(`  ${line}`);
      if (here.refused !== undefined) console.log(`  no samples: ${here.refused}`);
      if (planes[path] !== undefined) console.log(`  angles: ${angles(trip, here.input, planes[path]).join(', ')}`);
    }
  },
  { ownHelp: true },
);

const rowsOf = ({ x, shape: [samples, size] }) =>
  Array.from({ length: samples }, (_, n) => Array.from(x.slice(n * size, (n + 1) * size)));
