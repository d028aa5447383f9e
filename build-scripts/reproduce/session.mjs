// A run of some plans: their cells in stages, and after each stage figures, tables, verdicts and the report.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  cellsOf,
  costOf,
  isDone,
  loadSet,
  nameOfTime,
  runCell,
  runCells,
  sourceOf,
  stagesOf,
  timeCell,
  unique,
} from '../../build/experiments/index.js';
import { fromRoot, heading, run } from '../tools.mjs';
import { fig4 } from './fig4.mjs';
import { fig5 } from './fig5.mjs';
import { fig6, table2 } from './fig6.mjs';
import { fig7 } from './fig7.mjs';
import { duration, progressLine } from './progress.mjs';
import { writeReport } from './report.mjs';
import { fig1, fig3 } from './spiral.mjs';
import { Store } from './store.mjs';
import { csv } from './tables.mjs';

const drawers = { fig1, fig3, fig4, fig5, fig6, table2, fig7 };
const workOf = (cells) => cells.reduce((sum, cell) => sum + costOf(cell), 0);
const clocks = { cpu: () => process.cpuUsage().user / 1000, wall: () => performance.now() };

export class Session {
  #settings;
  #results = new Map();
  #loaded = new Map();
  #rows;
  #times;
  #memory;
  /** What this call has fitted, and how long it took. */
  #work = 0;
  #seconds = 0;

  /** `data`: a folder with files, or undefined; `out`: the folder for everything; `about`: program and machine, for the report. */
  constructor({ trip, executor, data, out, about }) {
    this.#settings = { trip, executor, data, out, about };
    mkdirSync(out, { recursive: true });
    this.#rows = new Store(join(out, 'results.jsonl'));
    this.#times = new Store(join(out, 'times.jsonl'));
    this.#memory = new Store(join(out, 'memory.jsonl'));
    this.#forgetUnreadable();
  }

  /** Models of another format of the package are fitted again. */
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

  /** `chosen`: plans, each with whether its quick run is enough. First the quick run of all, then what the full ones add. */
  async run(chosen) {
    const stages = chosen.map(({ plan, quick }) => stagesOf(plan, quick).map((stage) => [plan, stage]));
    const [first, later] = [stages.map(([stage]) => stage), stages.flatMap(([, ...rest]) => rest)];
    for (const [plan, stage] of [...first, ...later]) await this.#run(plan, stage);
    for (const store of [this.#rows, this.#times, this.#memory]) store.sort();
  }

  /** One cell alone; nothing is kept. */
  async cell(cell) {
    const { trip, executor } = this.#settings;
    return runCell(cell, trip, executor, await this.#load(cell.set));
  }

  /** The SVG files, with those of earlier stages. */
  get figures() {
    return [...this.#results.values()].flatMap(({ figures }) =>
      Object.keys(figures).map((name) => join(this.#settings.out, `${name}.svg`)),
    );
  }

  async #run(plan, { kind, cells, times }) {
    const before = this.#results.get(plan.name);
    const missing = [...new Set(cells.map(({ set }) => set))].filter((set) => !this.#hasData(set));
    const own = cells.filter(({ set }) => !missing.includes(set));
    const todo = own.filter((cell) => !isDone(cell, this.#rows.rows));
    heading(`${plan.title}, ${kind.toLowerCase()}: ${own.length + times.length} cells, ${todo.length} of them to fit`);
    await this.#fit(todo, plan.name);
    this.#time(times, `${plan.name}, times`);
    const memory = await this.#measureMemory(times);
    const all = unique([...(before?.cells ?? []), ...own]);
    const drawn = await drawers[plan.name]({
      ...{ trip: this.#settings.trip, load: (set) => this.#load(set), cells: all, rows: this.#rows.rows },
      ...{ timeCells: times, times: this.#times.rows, memory },
    });
    const left = [...new Set([...(before?.missing ?? []), ...missing])];
    const state = `${kind}: ${all.length + times.length} cells.${kind === 'Full run' ? '' : this.#whatIsLeft(plan, left)}`;
    this.#results.set(plan.name, { ...drawn, plan, kind, state, cells: all, missing: left });
    await this.#write(drawn);
  }

  async #fit(cells, title) {
    const { trip, executor } = this.#settings;
    const since = performance.now();
    await runCells(cells, {
      ...{ trip, executor, load: (set) => this.#load(set), rows: this.#rows.rows, keep: (row) => this.#rows.keep(row) },
      onProgress: progressLine(title),
    });
    this.#seconds += (performance.now() - since) / 1000;
    this.#work += workOf(cells);
  }

  /** How long the rest would take, as far as this call knows the machine. */
  #whatIsLeft(plan, missing) {
    const rest = cellsOf(plan, false).filter((cell) => !missing.includes(cell.set) && !isDone(cell, this.#rows.rows));
    if (rest.length === 0 || this.#work === 0) return '';
    const time = duration((workOf(rest) * this.#seconds) / this.#work);
    return ` A full run adds ${rest.length} cells: about ${time} (hours:minutes:seconds) at the speed of this one.`;
  }

  /** Times are taken while nothing else of this program runs. */
  #time(cells, title) {
    const waiting = cells.filter((cell) => !this.#times.rows.has(nameOfTime(cell)));
    const since = performance.now();
    const onProgress = progressLine(title);
    for (const [c, cell] of waiting.entries()) {
      this.#times.keep(timeCell(this.#settings.trip, cell, clocks));
      const rest = waiting.length - c - 1;
      const left = ((performance.now() - since) / 1000 / (c + 1)) * rest;
      onProgress({ done: cells.length - rest, total: cells.length, left });
    }
  }

  /** Of every size of the first round with ranks of 2, in a process each: a heap never shrinks. */
  async #measureMemory(times) {
    const cells = times.filter(({ round, options }) => round === 1 && options.ranks.every((rank) => rank === 2));
    for (const cell of cells.filter((one) => !this.#memory.rows.has(nameOfTime(one)))) {
      const { dims, nonzeros, options } = cell;
      const task = JSON.stringify({ dims, nonzeros, options: { ...options, epochs: 2 } });
      const script = fromRoot('build-scripts', 'reproduce', 'memory.mjs');
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
    const places = [this.#settings.data, fromRoot('tests', 'data')];
    return places.map((place) => place && join(place, file)).find((path) => path && existsSync(path));
  }

  #hasData(set) {
    const source = sourceOf(set);
    return source.kind !== 'file' || this.#find(source.file) !== undefined;
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
