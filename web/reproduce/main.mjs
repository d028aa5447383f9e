// Draws the figures and tables of the paper and beyond, with a verdict on each claim: npm run reproduce -- NAME ... --out DIR
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildExperiments } from '../../build-scripts/build-experiments.mjs';
import { buildLib } from '../../build-scripts/build-lib.mjs';
import { buildWasm } from '../../build-scripts/build-wasm.mjs';
import { setup } from '../../build-scripts/setup.mjs';
import { Failure, findChromium, fromRoot, good, heading, seconds, whenStarted } from '../../build-scripts/tools.mjs';

const usage = `npm run reproduce -- NAME ... --out DIR [options]

  fig1 fig3 fig4 fig5 fig6 table2 fig7   of the paper
  auto weak choice table3 chance         beyond it: restarts 'auto' on the Spiral, on weak signals and on real data; other projections;
                                         permutation tests and nested choice on noise
  all                                    everything

  Several may be named; fig4:quick is the quick run of that one, fig4:3 its first three stages. The report is of those that are named.

  --data DIR     folder with the CSV files of the real sets; without it only those in tests/data are used
  --out DIR      results, figures (SVG, PNG), tables (CSV), report.md and report.html; a run that was stopped goes on there
  --into DIR     afterwards puts the sections, figures and tables of this run into the report in this folder
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
      into: { type: 'string' },
      quick: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      cell: { type: 'string' },
      workers: { type: 'string', default: String(os.availableParallelism()) },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return values;
  if (positionals.length === 0 || (values.out === undefined && !values.list && !values.cell)) throw new Failure(usage);
  return { ...values, names: positionals };
}

/** The chosen plans in the order of the paper, each with the number of its stages to run; undefined for all. */
export function choosePlans(plans, names, allQuick) {
  const wanted = new Map(names.map((name) => name.split(':')));
  for (const [name, how] of wanted) {
    if ((name !== 'all' && plans[name] === undefined) || (how !== undefined && stagesIn(how) === undefined)) {
      throw new Failure(`${how === undefined ? name : `${name}:${how}`} is not a plan.\n\n${usage}`);
    }
  }
  const nameFor = (plan) => (wanted.has(plan.name) ? plan.name : 'all');
  return Object.values(plans)
    .filter((plan) => wanted.has(nameFor(plan)))
    .map((plan) => ({ plan, stages: stagesIn(allQuick ? 'quick' : wanted.get(nameFor(plan))) }));
}

/** The number of stages that stands behind the name of a plan; undefined for other texts and without one. */
function stagesIn(how) {
  if (how === 'quick') return 1;
  return /^[1-9]\d*$/.test(how) ? Number(how) : undefined;
}

function listCells({ nameOf, nameOfAssessment, nameOfClock, nameOfTime, stagesOf }, { plan, stages }) {
  return stagesOf(plan, stages).flatMap(({ cells, times, clocked, assessments }) => [
    ...cells.map(nameOf),
    ...times.map(nameOfTime),
    ...clocked.map(nameOfClock),
    ...assessments.map(nameOfAssessment),
  ]);
}

/** The function for neighbourhood component analysis; undefined without scikit-learn, which the report then says. */
async function findNca(chosen, { cellsOf }) {
  if (!chosen.some(({ plan, stages }) => cellsOf(plan, stages).some(({ view }) => view === 'nca'))) return undefined;
  try {
    await setup('nca');
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.log(`Neighbourhood component analysis is skipped. ${error.message}`);
    return undefined;
  }
  return (await import('./nca.mjs')).learnNca;
}

async function openSession(experiments, chosen, { data, out = fromRoot('build', 'reproduce'), workers }) {
  const { loadTrip } = await import('../../dist/index.js');
  const { createTrainer } = await import('../../dist/trainer.js');
  const { Session } = await import('./session.mjs');
  const trip = await loadTrip();
  const trainer = await createTrainer({ trip, workers: Number(workers) });
  const { version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
  const about = `trip-wasm ${version}, results of version ${trip.resultVersion}, on ${os.cpus()[0]?.model ?? os.arch()}, Node ${process.versions.node}, ${workers} workers`;
  const { threadExecutor } = await import('./threads.mjs');
  const [executor, nca] = [threadExecutor(Number(workers), data), await findNca(chosen, experiments)];
  const session = new Session({ trip, executor, assessor: trainer, data, out, about, nca });
  return { session, close: () => Promise.all([trainer.close(), executor.close()]) };
}

async function runOne(chosen, name, session) {
  const plans = chosen.map(({ plan }) => plan);
  const row = await session.one(plans, name);
  if (row === undefined) throw new Failure(`No plan has the cell ${name}; --list prints all names.`);
  console.log(JSON.stringify(row));
}

async function runAll(chosen, listed, out, session) {
  const since = performance.now();
  writeFileSync(join(out, 'cells.txt'), `${listed.join('\n')}\n`);
  heading(`${listed.length} cells, named in ${join(out, 'cells.txt')}`);
  await session.run(chosen);
  if (findChromium()) {
    const { writePngs } = await import('./png.mjs');
    await writePngs(session.figures);
  } else console.log('Chromium is missing: figures are written as SVG only.');
  good(`${join(out, 'report.html')}, ${seconds(since)}`);
}

async function main() {
  const { help, names, quick, list, cell, into, ...places } = readArguments();
  if (help) return console.log(usage);
  await setup('start');
  await buildWasm();
  await buildLib();
  await buildExperiments();
  const experiments = await import('../../build/experiments/index.js');
  const chosen = choosePlans(experiments.plans, names, quick);
  const listed = [...new Set(chosen.flatMap((one) => listCells(experiments, one)))];
  if (list) return console.log(listed.join('\n'));
  const { session, close } = await openSession(experiments, chosen, places);
  try {
    if (cell === undefined) {
      await runAll(chosen, listed, places.out, session);
      if (into !== undefined) await (await import('./report.mjs')).mergeInto(into, places.out);
    } else await runOne(chosen, cell, session);
  } finally {
    await close();
  }
}

whenStarted(import.meta.url, main, { ownHelp: true });
