/**
 * The independent starts of TRIP: they train at full speed beside the trainings shown, in the workers that these do not need. When
 * all have ended, the one with the lowest training objective is chosen.
 * With halving they are one training, which takes every worker that is free.
 */

import type { Model, RestartReport } from 'trip-wasm';
import { messageOf } from './error-message.ts';
import { Estimate } from './estimate.ts';
import type { PlannedFits } from './planned-fits.ts';
import type { TaskQueue } from './queue.ts';

/** One start: a restart of TRIP, or a model that the reader has opened. */
export type Start = { readonly index: number } & (
  | {
      readonly state: 'waiting' | 'training' | 'failed';
      readonly model?: undefined;
      readonly report?: undefined;
      readonly first?: undefined;
    }
  | {
      /** Halted, or beaten at the end: only the model of the best start is kept. */
      readonly state: 'ended';
      readonly model?: undefined;
      readonly report: RestartReport;
      readonly first?: undefined;
    }
  | {
      readonly state: 'done';
      readonly model: Model;
      /** Absent where an opened model records none. */
      readonly report?: RestartReport;
      /** The first of two parts, freed: only its frames and history are used. */
      readonly first?: Model;
    }
);

export interface StartsListener {
  onChange(): void;
  onFail(message: string): void;
  /** All starts have ended. */
  onChosen(): void;
}

export class Starts {
  /** The starts, then the models that the reader has opened. */
  list: readonly Start[] = [];
  /** Index of the start with the lowest training objective, once all have ended. */
  chosen: number | undefined;
  /** Milliseconds of the shortest training: the first ones also compile, and wait for those shown. */
  fastest: number | undefined;
  /** Progress of a training of all starts together, until it ends. */
  private progress: number | undefined;
  /** Number of starts. */
  private count = 0;
  private control = new AbortController();
  private estimate: Estimate | undefined;

  constructor(
    private readonly queue: TaskQueue,
    private readonly listener: StartsListener,
  ) {}

  /** Lists so many starts as waiting. */
  open(count: number): void {
    this.count = count;
    this.list = Array.from({ length: count }, (_, index) => ({ index, state: 'waiting' as const }));
    this.chosen = undefined;
    this.fastest = undefined;
  }

  /** Trains all starts, in the order of their index. */
  async train(fits: PlannedFits): Promise<void> {
    this.control = new AbortController();
    this.estimate = new Estimate(this.count);
    const { signal } = this.control;
    if (fits.halves) await this.queue.run(() => this.trainTogether(fits, signal));
    else await Promise.all(this.own.map(({ index }) => this.queue.run(() => this.trainOne(fits, index, signal))));
    if (signal.aborted) return;
    this.chosen = this.own.filter(({ report }) => report).sort(byObjective)[0]?.index;
    this.listener.onChosen();
  }

  /** Estimated seconds until all have ended; undefined until one has, and when all have. */
  get left(): number | undefined {
    const ended = this.share * this.count;
    return ended < this.count ? this.estimate?.left(ended) : undefined;
  }

  /** The starts without opened models. */
  private get own(): readonly Start[] {
    return this.list.slice(0, this.count);
  }

  /** Share of the work that is done, 0..1. */
  private get share(): number {
    const ended = this.own.filter(({ state }) => ['done', 'ended', 'failed'].includes(state)).length;
    return this.progress ?? ended / Math.max(1, this.count);
  }

  /** Lists a model that was trained elsewhere; returns its index. */
  add(model: Model): number {
    const index = this.list.length;
    const report = model.restarts[model.best];
    this.list = [...this.list, { index, state: 'done', model, ...(report && { report }) }];
    return index;
  }

  /** Cancels the trainings and frees the models. */
  stop(): void {
    this.control.abort();
    for (const { model } of this.list) model?.dispose();
    this.list = [];
    this.count = 0;
  }

  private async trainOne(fits: PlannedFits, index: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    this.replace({ index, state: 'training' });
    try {
      const since = performance.now();
      const first = await fits.trainFirstPart('trip', index, signal);
      const model = await fits.start('trip', index, { signal }, first).model;
      const report = model.restarts[model.best];
      this.fastest = Math.min(performance.now() - since, this.fastest ?? Number.POSITIVE_INFINITY);
      if (signal.aborted) model.dispose();
      else this.replace({ index, state: 'done', model, ...(report && { report }), ...(first && { first }) });
    } catch (error) {
      if (signal.aborted) return;
      this.listener.onFail(messageOf(error));
      this.replace({ index, state: 'failed' });
    }
  }

  private async trainTogether(fits: PlannedFits, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    for (const { index } of this.own) this.replace({ index, state: 'training' });
    this.progress = 0;
    const since = performance.now();
    try {
      const run = fits.startAll({ signal });
      for await (const { restarts, progress } of run) {
        this.progress = progress;
        // A snapshot has the reports of all that have ended, and each change is drawn.
        for (const report of restarts)
          if (this.list[report.restart]?.state === 'training')
            this.replace({ index: report.restart, state: 'ended', report });
      }
      const model = await run.model;
      if (signal.aborted) return model.dispose();
      const epochs = model.restarts.reduce((sum, report) => sum + report.epochs, 0);
      this.fastest =
        ((performance.now() - since) * this.queue.concurrency * fits.plan.settings.epochs) / Math.max(1, epochs);
      for (const [at, report] of model.restarts.entries())
        this.replace({
          index: report.restart,
          report,
          ...(at === model.best ? { state: 'done', model } : { state: 'ended' }),
        });
    } catch (error) {
      if (signal.aborted) return;
      this.listener.onFail(messageOf(error));
      for (const { index } of this.own) this.replace({ index, state: 'failed' });
    } finally {
      this.progress = undefined;
    }
  }

  private replace(start: Start): void {
    this.list = this.list.map((other) => (other.index === start.index ? start : other));
    this.listener.onChange();
  }
}

/** Lowest objective on the fit samples (with a validation set: lowest loss on it) first, then diverged starts, then those without a result; ties by index. */
export function byObjective(a: Comparable, b: Comparable): number {
  const rank = ({ report }: Comparable) => (report ? Number(report.diverged) : 2);
  const value = ({ report }: Comparable) => report?.validationLoss ?? report?.objective ?? 0;
  return rank(a) - rank(b) || value(a) - value(b) || a.index - b.index;
}

interface Comparable {
  readonly index: number;
  readonly report?: RestartReport | undefined;
}
