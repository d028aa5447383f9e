/**
 * Small multiples: the settings of the page with other values of lambda and other depths. A plan lists the cells. A grid trains
 * them and caches the results, so that known settings need no training. It does not depend on the page.
 */

import type { Model, RestartReport } from 'trip-wasm';
import type { Material } from '../data/catalogue.ts';
import { properties, type Settings, type State, trainingNames } from '../link/state.ts';
import { modelStage, type Stage } from '../picture/picture.ts';
import { messageOf } from './error-message.ts';
import { Estimate } from './estimate.ts';
import { type Fit, fitOptions } from './fit-options.ts';
import { sizesOf } from './sizes.ts';
import { byObjective } from './starts.ts';

export interface Place {
  readonly lambda: number;
  readonly layers: number;
}

/** The cells of a grid, row by row: depths downwards, lambda to the right. */
export interface GridPlan {
  readonly settings: Settings;
  readonly lambdas: readonly number[];
  readonly depths: readonly number[];
  /** Starts of each cell. */
  readonly starts: number;
  /** Identifies every setting of the trainings except lambda, depth and the number of starts. */
  readonly key: string;
}

/** The lambdas at equal factors between both ends, rounded to as few digits as keep them different. */
export function lambdasOf({ gridFrom, gridTo, gridSteps }: State): number[] {
  const [low, high] = [Math.min(gridFrom, gridTo), Math.max(gridFrom, gridTo)];
  const factor = (high / low) ** (1 / (gridSteps - 1));
  const inner = Array.from({ length: gridSteps - 2 }, (_, at) => low * factor ** (at + 1));
  for (let digits = 1; digits < 4; digits++) {
    const values = [low, ...inner.map((value) => Number(value.toPrecision(digits))), high];
    if (values.every((value, at) => at === 0 || value > (values[at - 1] as number))) return values;
  }
  return [...new Set([low, high])];
}

/** `table`: fingerprint of the reader's own table. */
export function planOf(state: State, table = ''): GridPlan {
  const settings = Object.fromEntries(trainingNames.map((name) => [name, state[name]])) as Settings;
  const { min, max } = properties.hiddenLayers;
  const all = Array.from({ length: max - min + 1 }, (_, at) => min + at);
  return {
    settings,
    lambdas: lambdasOf(state),
    depths: state.gridDepths === 'all' ? all : [state.hiddenLayers],
    starts: Math.min(state.gridStarts, state.restarts),
    key: JSON.stringify([table, { ...settings, lambda: 0, hiddenLayers: 0, restarts: 0 }]),
  };
}

export const placesOf = ({ lambdas, depths }: GridPlan): Place[] =>
  depths.flatMap((layers) => lambdas.map((lambda) => ({ lambda, layers })));

/** One start of a cell. */
export interface Outcome {
  readonly index: number;
  readonly report?: RestartReport;
  /** Kept only while no start of a lower index is better: any other model is never shown, whatever the number of starts. */
  readonly model?: Model;
  /** Data and scale of its picture. Each picture has its own scale, since a small lambda contracts the samples. */
  readonly stage?: Stage;
  /** Message of a failed training. */
  readonly error?: string;
}

export interface Cell extends Place {
  readonly state: 'empty' | 'training' | 'done';
  /** Number of finished starts. */
  readonly ended: number;
  /** The finished start with the lowest objective. */
  readonly best: Outcome | undefined;
}

export interface Progress {
  readonly done: number;
  readonly total: number;
  /** Estimated seconds to the end; undefined until a training has ended. */
  readonly left: number | undefined;
}

/** Size of the cache in cells: seven grids of five depths by nine lambdas. */
const maxCells = 7 * 45;

export class Grid {
  /** Undefined while nothing is trained. */
  progress: Progress | undefined;
  /** Outcomes by cell and start, the most recently used cell last. */
  private readonly cache = new Map<string, Map<number, Outcome>>();
  /** The cell of each start in training. */
  private active: string[] = [];
  private control = new AbortController();

  /** `concurrency`: number of simultaneous trainings. */
  constructor(
    private readonly fit: Fit,
    private readonly concurrency: () => number,
    private readonly onChange: () => void,
  ) {}

  /** The cells of a plan in order, with their results so far. */
  cells(plan: GridPlan): Cell[] {
    return placesOf(plan).map((place) => {
      const name = nameOf(plan, place);
      const outcomes = [...(this.cache.get(name)?.values() ?? [])]
        .filter(({ index }) => index < plan.starts)
        .sort(byObjective);
      const state = outcomes.length === plan.starts ? 'done' : this.active.includes(name) ? 'training' : 'empty';
      return { ...place, state, ended: outcomes.length, best: outcomes[0] };
    });
  }

  /** Trains the starts that are not cached, cell by cell. Resolves when all have ended or are cancelled. */
  async run(plan: GridPlan, material: Material): Promise<void> {
    this.cancel();
    const control = new AbortController();
    this.control = control;
    const jobs = this.prepare(plan, material);
    const total = plan.starts * placesOf(plan).length;
    const work = jobs.reduce((sum, { cost }) => sum + cost, 0);
    const estimate = new Estimate(work);
    let [next, ended, finished] = [0, 0, 0];
    const report = () => {
      this.progress = { done: total - jobs.length + ended, total, left: estimate.left(finished) };
      this.onChange();
    };
    /** Runs one job after the other. */
    const worker = async () => {
      while (next < jobs.length && !control.signal.aborted) {
        const job = jobs[next++] as Job;
        this.active.push(job.name);
        const outcome = await this.train(material, job, control.signal);
        if (control.signal.aborted) {
          outcome.model?.dispose();
          return;
        }
        addOutcome(this.cache.get(job.name) as Map<number, Outcome>, outcome);
        this.active.splice(this.active.indexOf(job.name), 1);
        ended++;
        finished += job.cost;
        report();
      }
    };
    report();
    await Promise.all(Array.from({ length: this.concurrency() }, worker));
    if (!control.signal.aborted) this.clearProgress();
  }

  /** Cancels the training; finished starts stay in the cache. */
  cancel(): void {
    this.control.abort();
    this.clearProgress();
  }

  /** Frees all models. */
  dispose(): void {
    this.cancel();
    for (const name of this.cache.keys()) this.forget(name);
  }

  private clearProgress(): void {
    this.active = [];
    this.progress = undefined;
    this.onChange();
  }

  /** Moves the cells of a plan to the end of the cache, evicts the least recently used cells, and lists the starts to train. */
  private prepare(plan: GridPlan, { train }: Material): Job[] {
    const places = placesOf(plan);
    for (const place of places) {
      const name = nameOf(plan, place);
      const before = this.cache.get(name) ?? new Map<number, Outcome>();
      // Failed starts are trained again: a worker may have died.
      for (const [index, { error }] of before) if (error !== undefined) before.delete(index);
      this.cache.delete(name);
      this.cache.set(name, before);
    }
    for (const name of [...this.cache.keys()].slice(0, Math.max(0, this.cache.size - maxCells))) this.forget(name);
    return places.flatMap(({ lambda, layers }) => {
      const name = nameOf(plan, { lambda, layers });
      const settings = { ...plan.settings, lambda, hiddenLayers: layers };
      const { projection, network } = sizesOf(train, settings);
      const cost = projection + network;
      return Array.from({ length: plan.starts }, (_, index) => index)
        .filter((index) => !this.cache.get(name)?.has(index))
        .map((index) => ({ name, settings, index, cost }));
    });
  }

  private forget(name: string): void {
    for (const { model } of this.cache.get(name)?.values() ?? []) model?.dispose();
    this.cache.delete(name);
  }

  private async train(material: Material, { settings, index }: Job, signal: AbortSignal): Promise<Outcome> {
    const options = { ...fitOptions(settings, material, 'trip'), firstRestart: index };
    try {
      const model = await this.fit(material.train, options, signal);
      const report = model.restarts[model.best] as RestartReport;
      return { index, model, report, stage: modelStage(model, material, settings.standardize) };
    } catch (error) {
      return { index, error: messageOf(error) };
    }
  }
}

interface Job {
  /** Key of a cell in the cache. */
  readonly name: string;
  readonly settings: Settings;
  readonly index: number;
  /** Duration in arbitrary units. */
  readonly cost: number;
}

const nameOf = ({ key }: GridPlan, { lambda, layers }: Place) => `${lambda} ${layers} ${key}`;

/** Adds an outcome, and frees the models that are never shown, whatever the number of starts. */
function addOutcome(outcomes: Map<number, Outcome>, outcome: Outcome): void {
  outcomes.set(outcome.index, outcome);
  for (const one of outcomes.values()) {
    if (!one.model || ![...outcomes.values()].some((other) => other.index < one.index && byObjective(other, one) < 0))
      continue;
    one.model.dispose();
    outcomes.set(one.index, { index: one.index, ...(one.report && { report: one.report }) });
  }
}

/** The results of a finished cell. */
export interface Numbers extends Place {
  /** Index of the start with the lowest objective. */
  readonly start: number;
  /** Accuracy, or the root mean squared error of a regression in the user's units. */
  readonly fit: number | undefined;
  readonly test: number | undefined;
  readonly loss: number;
  readonly testLoss: number | undefined;
  readonly reconstruction: number;
  readonly objective: number;
  readonly diverged: boolean;
  readonly fingerprint: string;
}

export function numbersOf({ lambda, layers, state, best }: Cell): Numbers | undefined {
  if (state !== 'done' || !best?.report || !best.model) return undefined;
  const { accuracy, testAccuracy, loss, testLoss, reconstruction, objective, diverged } = best.report;
  const { task, targetScale } = best.model.spec;
  const error = (squared: number | undefined) => (squared === undefined ? undefined : Math.sqrt(squared) * targetScale);
  const [fit, test] = task === 'regression' ? [error(loss), error(testLoss)] : [accuracy, testAccuracy];
  const { fingerprint } = best.model;
  const scores = { fit, test, loss, testLoss, reconstruction, objective };
  return { lambda, layers, start: best.index, ...scores, diverged, fingerprint };
}

/** The results of the finished cells, as a table for a file. */
export function gridRows(cells: readonly Cell[], starts: number): (string | number)[][] {
  const score = cells.some(({ best }) => best?.model?.spec.task === 'regression') ? 'RMSE' : 'accuracy';
  const head = ['hidden layers', 'lambda', 'starts', 'best start', `fit ${score}`, `test ${score}`];
  const rows = cells.flatMap((cell) => {
    const one = numbersOf(cell);
    if (!one) return [];
    const { layers, lambda, start, fit = '', test = '', loss, testLoss = '', reconstruction, objective } = one;
    const own = [layers, lambda, starts, start + 1, fit, test, loss, testLoss, reconstruction, objective];
    return [[...own, one.diverged ? 'diverged' : 'finished', one.fingerprint]];
  });
  return [[...head, 'fit loss', 'test loss', 'reconstruction error', 'objective', 'outcome', 'fingerprint'], ...rows];
}
