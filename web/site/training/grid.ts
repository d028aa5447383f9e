/**
 * Small multiples: the settings of the page under other values of lambda and other depths. A plan says which, a grid trains them
 * and keeps what came out, so that settings that come back need no training. Knows nothing of the page.
 */

import type { Model, RestartReport } from 'trip-wasm';
import type { Material } from '../data/catalogue.ts';
import { properties, type Settings, type State, trainingNames } from '../link/state.ts';
import { modelStage, type Stage } from '../picture/picture.ts';
import { type Fit, fitOptions } from './fit-options.ts';
import { byObjective, messageOf } from './session.ts';
import { sizesOf } from './sizes.ts';

export interface Place {
  readonly lambda: number;
  readonly layers: number;
}

/** What a grid shows, row by row: depths downwards, lambda to the right. */
export interface GridPlan {
  readonly settings: Settings;
  readonly lambdas: readonly number[];
  readonly depths: readonly number[];
  /** Starts of each cell. */
  readonly starts: number;
  /** Names everything that shapes the trainings but lambda, depth and the number of starts. */
  readonly key: string;
}

/** The lambdas between the two ends, at equal factors, as round as they can be and still differ. */
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

/** `table` names the reader's own table. */
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
  /** Only of starts that are the best of those up to them: no number of starts would show another one. */
  readonly model?: Model;
  /** Data and scale of its picture: of its own, since a small lambda draws the samples together. */
  readonly stage?: Stage;
  /** The training failed. */
  readonly error?: string;
}

export interface Cell extends Place {
  readonly state: 'empty' | 'training' | 'done';
  /** Starts that have ended. */
  readonly ended: number;
  /** Of them the one with the lowest objective. */
  readonly best: Outcome | undefined;
}

export interface Progress {
  readonly done: number;
  readonly total: number;
  /** Seconds, as far as it can be told. */
  readonly left: number | undefined;
}

/** Cells kept: seven grids of five depths by nine lambdas. */
const kept = 7 * 45;

export class Grid {
  /** While it trains. */
  progress: Progress | undefined;
  private readonly known = new Map<string, Map<number, Outcome>>();
  private readonly active = new Set<string>();
  private control = new AbortController();

  /** `width`: trainings at a time. */
  constructor(
    private readonly fit: Fit,
    private readonly width: () => number,
    private readonly onChange: () => void,
  ) {}

  /** The cells of a plan as far as they are known, in its order. */
  cells(plan: GridPlan): Cell[] {
    return placesOf(plan).map((place) => {
      const name = nameOf(plan, place);
      const own = [...(this.known.get(name)?.values() ?? [])]
        .filter(({ index }) => index < plan.starts)
        .sort(byObjective);
      const state = own.length === plan.starts ? 'done' : this.active.has(name) ? 'training' : 'empty';
      return { ...place, state, ended: own.length, best: own[0] };
    });
  }

  /** Trains what is not known yet, cell by cell, on the data of the plan's settings. Ends when all is done or cancelled. */
  async run(plan: GridPlan, material: Material): Promise<void> {
    this.cancel();
    const control = new AbortController();
    this.control = control;
    const jobs = this.open(plan, material);
    const total = plan.starts * placesOf(plan).length;
    const work = jobs.reduce((sum, { cost }) => sum + cost, 0);
    const since = performance.now();
    let [next, ended, finished] = [0, 0, 0];
    const tell = () => {
      const left = finished === 0 ? undefined : ((performance.now() - since) / 1000 / finished) * (work - finished);
      this.progress = { done: total - jobs.length + ended, total, left };
      this.onChange();
    };
    const lane = async () => {
      while (next < jobs.length && !control.signal.aborted) {
        const job = jobs[next++] as Job;
        this.active.add(job.name);
        const outcome = await this.train(material, job, control.signal);
        if (control.signal.aborted) {
          outcome.model?.dispose();
          return;
        }
        keep(this.known.get(job.name) as Map<number, Outcome>, outcome);
        this.active.delete(job.name);
        ended++;
        finished += job.cost;
        tell();
      }
    };
    tell();
    await Promise.all(Array.from({ length: this.width() }, lane));
    if (!control.signal.aborted) this.rest();
  }

  /** Ends the training; what is done stays. */
  cancel(): void {
    this.control.abort();
    this.rest();
  }

  /** Frees all models. */
  dispose(): void {
    this.cancel();
    for (const name of this.known.keys()) this.forget(name);
  }

  private rest(): void {
    this.active.clear();
    this.progress = undefined;
    this.onChange();
  }

  /** Puts the cells of a plan at the young end of what is known, lets go of the oldest, and lists what has to be trained. */
  private open(plan: GridPlan, { train }: Material): Job[] {
    const places = placesOf(plan);
    for (const place of places) {
      const name = nameOf(plan, place);
      const before = this.known.get(name) ?? new Map();
      this.known.delete(name);
      this.known.set(name, before);
    }
    for (const name of [...this.known.keys()].slice(0, Math.max(0, this.known.size - kept))) this.forget(name);
    return places.flatMap(({ lambda, layers }) => {
      const name = nameOf(plan, { lambda, layers });
      const settings = { ...plan.settings, lambda, hiddenLayers: layers };
      const { projection, network } = sizesOf(train, settings);
      const cost = projection + network;
      return Array.from({ length: plan.starts }, (_, index) => index)
        .filter((index) => !this.known.get(name)?.has(index))
        .map((index) => ({ name, settings, index, cost }));
    });
  }

  private forget(name: string): void {
    for (const { model } of this.known.get(name)?.values() ?? []) model?.dispose();
    this.known.delete(name);
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
  /** Of the cell. */
  readonly name: string;
  readonly settings: Settings;
  readonly index: number;
  /** In arbitrary units. */
  readonly cost: number;
}

const nameOf = ({ key }: GridPlan, { lambda, layers }: Place) => `${lambda} ${layers} ${key}`;

/** Frees the models that no number of starts would show. */
function keep(outcomes: Map<number, Outcome>, outcome: Outcome): void {
  outcomes.set(outcome.index, outcome);
  for (const one of outcomes.values()) {
    if (!one.model || ![...outcomes.values()].some((other) => other.index < one.index && byObjective(other, one) < 0))
      continue;
    one.model.dispose();
    outcomes.set(one.index, { index: one.index, ...(one.report && { report: one.report }) });
  }
}

/** The numbers of a cell that is done. */
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

/** The cells that are done, as a table for a file. */
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
