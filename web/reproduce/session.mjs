// Runs plans: their cells in stages, and after each stage figures, tables, verdicts and the report.
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  cellsOf,
  chosenCells,
  clockCell,
  costOf,
  isDone,
  loadSet,
  nameOf,
  nameOfAssessment,
  nameOfClock,
  nameOfTime,
  reserved,
  runAssessment,
  runCell,
  runCells,
  sourceOf,
  stagesOf,
  taskOf,
  timeCell,
  unique,
} from '../../build/experiments/index.js';
import { fromRoot, heading, run } from '../../build-scripts/tools.mjs';
import { auto, weak } from './candidates.mjs';
import { chance } from './chance.mjs';
import { choice } from './choice.mjs';
import { findData } from './data.mjs';
import { fig4 } from './fig4.mjs';
import { fig5 } from './fig5.mjs';
import { fig6, table2 } from './fig6.mjs';
import { fig7 } from './fig7.mjs';
import { duration, progressLine } from './progress.mjs';
import { writeReport } from './report.mjs';
import { fig1, fig3 } from './spiral.mjs';
import { Store } from './store.mjs';
import { table3 } from './table3.mjs';
import { csv, modelsTable } from './tables.mjs';

const drawers = { fig1, fig3, fig4, fig5, fig6, table2, fig7, auto, weak, choice, table3, chance };
const workOf = (cells) => cells.reduce((sum, cell) => sum + costOf(cell), 0);
/** Milliseconds of processor time of all threads of this process. */
function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const clocks = { cpu, wall: () => performance.now() };

export class Session {
  #settings;
  #results = new Map();
  #loaded = new Map();
  #rows;
  #times;
  #memory;
  #maps;
  #assessments;
  /** Fits of this call so far, and their processor time. */
  #work = 0;
  #seconds = 0;

  /**
   * `executor` runs cells, `assessor` runs assessments. `data`: a folder with data files, or undefined; `out`: the folder for all output;
   * `about`: program and machine, for the report; `nca(trip, cell, parts)`: learns a map by neighbourhood component analysis, or undefined.
   */
  constructor({ trip, executor, assessor, data, out, about, nca }) {
    this.#settings = { trip, executor, assessor, data, out, about, nca };
    mkdirSync(out, { recursive: true });
    this.#rows = new Store(join(out, 'results.jsonl'));
    this.#times = new Store(join(out, 'times.jsonl'));
    this.#memory = new Store(join(out, 'memory.jsonl'));
    this.#maps = new Store(join(out, 'nca.jsonl'));
    this.#assessments = new Store(join(out, 'assessments.jsonl'));
    this.#forgetUnreadable();
    this.#forgetOtherVersions();
  }

  /** Drops fits of another result version, since a report has results of one version. */
  #forgetOtherVersions() {
    const { resultVersion: own } = this.#settings.trip;
    for (const [name, { fingerprint, resultVersion = 1 }] of [...this.#rows.rows]) {
      if (fingerprint !== undefined && resultVersion !== own) this.#rows.rows.delete(name);
    }
    for (const [name, { resultVersion }] of [...this.#assessments.rows]) {
      if (resultVersion !== own) this.#assessments.rows.delete(name);
    }
  }

  /** Drops models in another format of the package, so that they are fitted again. */
  #forgetUnreadable() {
    for (const { model, ...row } of [...this.#rows.rows.values()].filter((one) => one.model !== undefined)) {
      try {
        this.#settings.trip.restore(model).dispose();
      } catch (error) {
        if (error.code !== 'format') throw error;
        this.#rows.rows.set(row.cell, row);
      }
    }
  }

  /** `chosen`: plans, each with the number of its `stages` to run; undefined for all. Runs the first stage of all plans, then the others. */
  async run(chosen) {
    const all = chosen.map(({ plan, stages }) => stagesOf(plan, stages).map((stage) => [plan, stage]));
    const [first, later] = [all.map(([stage]) => stage), all.flatMap(([, ...rest]) => rest)];
    for (const [plan, stage] of [...first, ...later]) await this.#run(plan, stage);
    for (const store of [this.#rows, this.#times, this.#memory, this.#maps, this.#assessments]) store.sort();
  }

  /** Runs one cell or time of these plans by its name and returns its row without storing it. Undefined for an unknown name. */
  async one(plans, name) {
    const { trip } = this.#settings;
    const stages = plans.flatMap((plan) => stagesOf(plan));
    const cell = stages.flatMap(({ cells }) => cells).find((own) => nameOf(own) === name);
    if (cell !== undefined) return runCell(await taskOf(cell, this.#sources), trip, await this.#load(cell.set));
    const jobs = stages.flatMap(({ times, clocked }) => this.#jobs(times, clocked));
    const [, take] = jobs.find(([own]) => own === name) ?? [];
    const assessed = stages.flatMap(({ assessments }) => assessments).find((own) => nameOfAssessment(own) === name);
    return assessed === undefined ? take?.() : this.#assess(assessed);
  }

  /** The SVG files, with those of earlier stages. */
  get figures() {
    return [...this.#results.values()].flatMap(({ figures }) =>
      Object.keys(figures).map((name) => join(this.#settings.out, `${name}.svg`)),
    );
  }

  async #run(plan, { kind, cells, times, clocked, assessments }) {
    const before = this.#results.get(plan.name);
    const own = cells.filter((cell) => this.#whyNot(cell) === undefined);
    const todo = own.filter((cell) => !isDone(cell, this.#rows.rows));
    const timed = times.length + clocked.length + assessments.length;
    heading(`${plan.title}, ${kind.toLowerCase()}: ${own.length + timed} cells, ${todo.length} of them to fit`);
    await this.#fit(todo, plan.name);
    // Nested choices are known now. The fits that score them come before the rest of the plan, which has them too.
    const chosen = chosenCells(own, this.#rows.rows);
    await this.#fit(
      chosen.filter((cell) => !isDone(cell, this.#rows.rows)),
      `${plan.name}, nested choices`,
    );
    await this.#time(times, clocked, `${plan.name}, times`);
    await this.#assessAll(assessments, plan.name);
    const memory = await this.#measureMemory(times);
    const all = unique([...(before?.cells ?? []), ...own, ...chosen]);
    const drawn = await drawers[plan.name]({
      ...{ plan, trip: this.#settings.trip, load: (set) => this.#load(set), cells: all, rows: this.#rows.rows },
      ...{ timeCells: times, times: this.#times.rows, memory, maps: this.#maps.rows },
      assessed: assessments.map((cell) => ({ cell, row: this.#assessments.rows.get(nameOfAssessment(cell)) })),
    });
    drawn.judged = reserved(drawn.judged, { plan, cells: all, rows: this.#rows.rows });
    const models = modelsTable(all, this.#rows.rows);
    if (models.body.length > 0) drawn.tables[`${plan.name}-models`] = models;
    const missing = [...new Set([...(before?.missing ?? []), ...cells.flatMap((cell) => this.#whyNot(cell) ?? [])])];
    const state = `${kind}: ${all.length + timed} cells.${kind === 'Full run' ? '' : this.#whatIsLeft(plan)}`;
    this.#results.set(plan.name, { ...drawn, plan, kind, state, cells: all, missing });
    await this.#write(drawn);
  }

  /** The reason why a cell is skipped, or undefined. */
  #whyNot({ set, view }) {
    const source = sourceOf(set);
    if (source.kind === 'file' && this.#find(source.file) === undefined) return `${set} (there are no data)`;
    if (view === 'nca' && this.#settings.nca === undefined) return 'NCA (scikit-learn is not installed)';
    return undefined;
  }

  /** Learns a map once and stores it, so that an interrupted run does not repeat it. */
  #learn = async (cell, parts) => {
    const name = nameOf(cell);
    const { trip, nca } = this.#settings;
    if (!this.#maps.rows.has(name)) this.#maps.keep({ cell: name, ...(await nca(trip, cell, parts)) });
    return this.#maps.rows.get(name);
  };

  /** The package and the functions from which cells are made. */
  get #sources() {
    return { trip: this.#settings.trip, load: (set) => this.#load(set), learn: this.#learn };
  }

  async #fit(cells, title) {
    const { executor } = this.#settings;
    const since = cpu();
    await runCells(cells, {
      ...{ ...this.#sources, executor },
      ...{ rows: this.#rows.rows, keep: (row) => this.#rows.keep(row), onProgress: progressLine(title) },
    });
    this.#seconds += (cpu() - since) / 1000;
    this.#work += workOf(cells);
  }

  /** Estimates the time of the rest from the fits of this call. */
  #whatIsLeft(plan) {
    const isLeft = (cell) => this.#whyNot(cell) === undefined && !isDone(cell, this.#rows.rows);
    const rest = cellsOf(plan).filter(isLeft);
    if (rest.length === 0 || this.#work === 0) return '';
    const time = duration((workOf(rest) * this.#seconds) / this.#work / 2);
    return ` A full run adds ${rest.length} cells: about ${time} (hours:minutes:seconds) on two cores, by the processor time of this one.`;
  }

  /** The job that measures each time, by name. */
  #jobs(cells, clocked) {
    const { trip } = this.#settings;
    return [
      ...cells.map((cell) => [nameOfTime(cell), () => timeCell(trip, cell, clocks)]),
      ...clocked.map((cell) => [
        nameOfClock(cell),
        async () => clockCell(cell, trip, await this.#load(cell.set), clocks.cpu),
      ]),
    ];
  }

  /** Measures times while this program runs nothing else. */
  async #time(cells, clocked, title) {
    const jobs = this.#jobs(cells, clocked);
    const waiting = jobs.filter(([name]) => !this.#times.rows.has(name));
    const since = performance.now();
    const onProgress = progressLine(title);
    for (const [j, [, take]] of waiting.entries()) {
      this.#times.keep(await take());
      const rest = waiting.length - j - 1;
      const left = ((performance.now() - since) / 1000 / (j + 1)) * rest;
      onProgress({ done: jobs.length - rest, total: jobs.length, left });
    }
  }

  /** Two at a time: while one ends, the other keeps the workers busy. Generated sets are not kept, since each is used once. */
  async #assessAll(cells, title) {
    const waiting = cells.filter((cell) => !this.#assessments.rows.has(nameOfAssessment(cell)));
    const [total, since] = [waiting.length, performance.now()];
    const onProgress = progressLine(`${title}, assessments`);
    let ended = 0;
    const takeTurns = async () => {
      for (let cell = waiting.shift(); cell !== undefined; cell = waiting.shift()) {
        this.#assessments.keep(await this.#assess(cell));
        const left = ((performance.now() - since) / 1000 / ++ended) * (total - ended);
        onProgress({ done: cells.length - total + ended, total: cells.length, left });
      }
    };
    await Promise.all([takeTurns(), takeTurns()]);
  }

  async #assess(cell) {
    const { trip, assessor } = this.#settings;
    const loaded = await loadSet(trip, cell.set, (file) => readFile(this.#find(file), 'utf8'));
    return runAssessment(cell, assessor, loaded, trip.resultVersion);
  }

  /** Measures the memory of every size of the first round with ranks of 2, each in its own process, since a heap never shrinks. */
  async #measureMemory(times) {
    const cells = times.filter(({ round, options }) => round === 1 && options.ranks.every((rank) => rank === 2));
    for (const cell of cells.filter((one) => !this.#memory.rows.has(nameOfTime(one)))) {
      const { dims, nonzeros, options } = cell;
      const task = JSON.stringify({ dims, nonzeros, options: { ...options, epochs: 2 } });
      const script = fromRoot('web', 'reproduce', 'memory.mjs');
      const { stdout } = await run(process.execPath, [script, task], { capture: true });
      this.#memory.keep({ cell: nameOfTime(cell), dims, nonzeros, ...JSON.parse(stdout) });
    }
    return cells.map((cell) => this.#memory.rows.get(nameOfTime(cell)));
  }

  async #write({ figures, tables }) {
    const { out, about } = this.#settings;
    for (const [name, svg] of Object.entries(figures)) writeFileSync(join(out, `${name}.svg`), svg);
    for (const [name, table] of Object.entries(tables)) writeFileSync(join(out, `${name}.csv`), csv(table));
    await writeReport(out, [...this.#results.values()], about);
  }

  #find(file) {
    return findData(this.#settings.data, file);
  }

  #load(set) {
    if (!this.#loaded.has(set)) {
      this.#loaded.set(
        set,
        loadSet(this.#settings.trip, set, (file) => readFile(this.#find(file), 'utf8')),
      );
    }
    return this.#loaded.get(set);
  }
}
