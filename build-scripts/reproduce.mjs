// The paper's figures and tables with the verdict on each claim: npm run reproduce -- fig1|fig3|fig4|fig5|fig6|table2|fig7|all
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildExperiments } from './build-experiments.mjs';
import { buildLib } from './build-lib.mjs';
import { buildWasm } from './build-wasm.mjs';
import { setup } from './setup.mjs';
import { Failure, findChromium, fromRoot, good, heading, seconds, whenStarted } from './tools.mjs';

const usage = `npm run reproduce -- fig1|fig3|fig4|fig5|fig6|table2|fig7|all --out DIR [options]

  --data DIR     folder with the CSV files of the real sets; without it only those in tests/data are used
  --out DIR      results, figures (SVG, PNG), tables (CSV), report.md and report.html; a run that was stopped goes on there
  --quick        a first picture of everything in at most 15 minutes on 2 cores; the full run begins with the same cells
  --list         print the names of the cells and run nothing
  --cell NAME    run this one cell and print its row
  --workers N    worker threads; default: the number of processors`;

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      out: { type: 'string' },
      quick: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      cell: { type: 'string' },
      workers: { type: 'string', default: String(os.availableParallelism()) },
    },
  });
  if (positionals.length === 0 || (values.out === undefined && !values.list && !values.cell)) throw new Failure(usage);
  return { ...values, names: positionals };
}

function choosePlans(plans, names) {
  const unknown = names.find((name) => name !== 'all' && plans[name] === undefined);
  if (unknown !== undefined) throw new Failure(`There is no ${unknown}.\n\n${usage}`);
  return Object.values(plans).filter(({ name }) => names.includes('all') || names.includes(name));
}

function listCells({ cellsOf, nameOf, nameOfTime, timeCellsOf }, plan, quick) {
  const times = plan.time ? timeCellsOf(quick ? plan.time.quick : plan.time.full) : [];
  return [...cellsOf(plan, quick).map(nameOf), ...times.map(nameOfTime)];
}

async function main() {
  const { names, quick, list, cell, data, out, workers } = readArguments();
  await setup('start');
  await buildWasm();
  await buildLib();
  await buildExperiments();
  const experiments = await import('../build/experiments/index.js');
  const plans = choosePlans(experiments.plans, names);
  const listed = plans.flatMap((plan) => listCells(experiments, plan, quick));
  if (list) return console.log(listed.join('\n'));

  const { loadTrip } = await import('../dist/index.js');
  const { createTrainer } = await import('../dist/trainer.js');
  const { Session } = await import('./reproduce/session.mjs');
  const trip = await loadTrip();
  const trainer = await createTrainer({ trip, workers: Number(workers) });
  const executor = experiments.trainerExecutor(trainer);
  const { version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
  const machine = `${os.cpus()[0]?.model ?? os.arch()}, Node ${process.versions.node}, ${workers} workers`;
  const folder = out ?? fromRoot('build', 'reproduce');
  const session = new Session({ trip, executor, data, out: folder, about: `trip-wasm ${version} on ${machine}` });
  try {
    if (cell !== undefined) {
      const found = plans
        .flatMap((plan) => experiments.cellsOf(plan, false))
        .find((one) => experiments.nameOf(one) === cell);
      if (found === undefined) throw new Failure(`No plan has the cell ${cell}; --list prints all names.`);
      return console.log(JSON.stringify(await session.cell(found)));
    }
    const since = performance.now();
    writeFileSync(join(folder, 'cells.txt'), `${[...new Set(listed)].join('\n')}\n`);
    heading(`${listed.length} cells, named in ${join(folder, 'cells.txt')}`);
    await session.run(plans, quick);
    if (findChromium()) {
      const { writePngs } = await import('./reproduce/png.mjs');
      await writePngs(session.figures);
    } else console.log('No Chromium: figures are written as SVG only.');
    good(`${join(folder, 'report.html')}, ${seconds(since)}`);
  } finally {
    await trainer.close();
  }
}

whenStarted(import.meta.url, main);
