/** The caller's side of a run: assigns restarts to workers, reduces them in the order of their index, publishes snapshots. */

import { boolean, integer, number, readOptions } from '../common/check.js';
import { fromRecord, TripError, toTripError } from '../common/errors.js';
import { requireSignal } from '../common/on-abort.js';
import type { RawEvaluation, RawHistory, RawModule, RawReport, RawSpec } from '../core/raw.js';
import { type FitOfLambda, type FitResult, isBetter, type Training, toResult, trainingOf } from '../model/fit.js';
import { type Columns, columnsOf, joinHistories, toHistory, toReport, toScore } from '../model/history.js';
import { type FitPlan, plansOf } from '../model/options.js';
import { toSpec } from '../model/spec.js';
import type { Model, RestartReport, Run, RunOptions, Snapshot } from '../types.js';
import { Ladder, type Leg } from './ladder.js';
import { type JobMessage, nextJob, type Slot } from './pool.js';
import type { FinishedMessage, MessageToWorker, RestedMessage } from './protocol.js';
import { SnapshotFeed } from './snapshots.js';
import { type ActiveJob, lastDeath, Work } from './work.js';

/** A leg of a restart that a worker is training. */
interface RestartJob extends ActiveJob {
  /** Position of the restart in the run: all restarts of the first lambda, then those of the next. */
  readonly position: number;
  readonly restart: number;
  readonly leg: Leg;
  spec: RawSpec | undefined;
  /** Parts of the history in the order of arrival. */
  history: RawHistory[];
  /** Rows of these parts. */
  rows: number;
  busyMs: number;
  /** Epochs of the restart that are finished; those that a lost worker had reported count. */
  epoch: number;
  /** While paused, the epoch up to which the reader has asked to train. */
  due: number;
  /** Workers that died of this leg. */
  readonly deaths: number;
}

/** A restart that has ended. */
interface EndedRestart {
  readonly position: number;
  readonly report: RawReport;
  readonly message: FinishedMessage;
}

const speed = (name: string, value: unknown) => number(name, value, 0, Number.POSITIVE_INFINITY, true);

const checks = {
  signal: requireSignal,
  snapshotEvery: (name: string, value: unknown) => integer(name, value, 1, 2 ** 31 - 1),
  epochsPerSecond: speed,
  paused: boolean,
};

export class TrainerRun extends Work<Model, RestartJob> implements Run {
  readonly #plan: FitPlan;
  /** One plan for each lambda. */
  readonly #plans: readonly FitPlan[];
  /** The restarts of each lambda. */
  readonly #ladders: readonly Ladder[];
  readonly #columns: Columns;
  readonly #toModel: (result: FitResult) => Model;
  readonly #snapshotEvery: number;
  readonly #feed = new SnapshotFeed((watched) => this.#postToAll((job) => ({ type: 'watch', job, watched })));
  /** The position that the worker of a slot has trained last: restarts of higher ones begin, and any of the same lambda go on. */
  readonly #lastPosition = new Map<Slot, number>();
  /** Restarts that ended before a restart of a lower position. */
  readonly #endedEarly = new Map<number, EndedRestart>();
  /** Reports in the order of their position, without gaps. */
  readonly #reports: RawReport[] = [];
  /** The kept restart of each lambda. */
  readonly #kept: EndedRestart[] = [];
  /** Legs whose worker died: another worker repeats them, before all others. */
  readonly #lost: RestartJob[] = [];
  /** Number of restarts of a lambda, and number of all. */
  readonly #restarts: number;
  readonly #count: number;
  #endedMs = 0;
  #paused: boolean;
  /** During this pause a restart that stands at epoch e is asked to train to the larger of e + `steps` and `epoch`. */
  #asked = { steps: 0, epoch: 0 };
  /** Epochs that a worker may still train during this pause, after its last job. */
  readonly #left = new Map<Slot, number>();
  /** The epoch to which a restart trains during this pause, by position; for restarts that rest. */
  readonly #due = new Map<number, number>();
  #epochsPerSecond: number;

  constructor(raw: RawModule, plan: FitPlan, given: RunOptions, toModel: (result: FitResult) => Model) {
    super();
    const defaults = { snapshotEvery: 1, epochsPerSecond: Number.POSITIVE_INFINITY, paused: false };
    const settings = readOptions('the run', given, checks, defaults);
    this.#plan = plan;
    this.#plans = plansOf(plan);
    this.#ladders = this.#plans.map((one) => new Ladder(raw, one));
    this.#columns = columnsOf(plan);
    this.#toModel = toModel;
    this.#snapshotEvery = settings.snapshotEvery;
    this.#paused = settings.paused;
    this.#epochsPerSecond = settings.epochsPerSecond;
    this.#restarts = plan.options.restarts;
    this.#count = this.#restarts * this.#plans.length;
    // A caller that only iterates gets the error from the iterator: this rejection must not count as unhandled.
    this.result.catch(() => {});
    this.listen(settings.signal, 'the run');
  }

  get model(): Promise<Model> {
    return this.result;
  }

  get waiting(): number {
    return this.settled ? 0 : this.#ladders.reduce((sum, ladder) => sum + ladder.waiting, this.#lost.length);
  }

  pause(): void {
    this.#paused = true;
    this.#asked = { steps: 0, epoch: 0 };
    this.#left.clear();
    this.#due.clear();
    for (const job of this.#begun()) job.due = job.epoch;
    this.#postToAll((job) => ({ type: 'pause', job }));
  }

  resume(): void {
    this.#paused = false;
    this.#postToAll((job) => ({ type: 'resume', job }));
  }

  step(epochs = 1): void {
    integer('epochs', epochs, 1, Number.MAX_SAFE_INTEGER);
    if (!this.#paused) return;
    const { steps, epoch } = this.#asked;
    this.#asked = { steps: steps + epochs, epoch: epoch > 0 ? epoch + epochs : 0 };
    for (const job of this.#begun()) job.due = Math.max(job.due, job.epoch) + epochs;
    for (const [position, due] of this.#due) this.#due.set(position, due + epochs);
    for (const [slot, count] of this.#left) this.#left.set(slot, count + epochs);
    this.#postToAll((job) => ({ type: 'step', job, epochs }));
  }

  stepTo(epoch: number): void {
    integer('epoch', epoch, 1, Number.MAX_SAFE_INTEGER);
    if (!this.#paused) return;
    this.#asked.epoch = Math.max(this.#asked.epoch, epoch);
    for (const job of this.#begun()) job.due = Math.max(job.due, epoch);
    this.#postToAll((job) => ({ type: 'stepTo', job, epoch }));
  }

  setSpeed(epochsPerSecond: number): void {
    this.#epochsPerSecond = speed('epochsPerSecond', epochsPerSecond);
    this.#postToAll((job) => ({ type: 'speed', job, epochsPerSecond }));
  }

  [Symbol.asyncIterator](): AsyncIterator<Snapshot> {
    return this.#feed.iterate();
  }

  startNext(slot: Slot): void {
    const lost = this.#lost.pop();
    const { lambda, leg } = lost ? { lambda: this.#lambdaOf(lost.position), leg: lost.leg } : this.#takeLeg();
    const { restart, state, from, until, halts } = leg;
    const skipped = restart - this.#plan.options.firstRestart;
    const position = lambda * this.#restarts + skipped;
    const job: RestartJob = {
      id: nextJob(),
      position,
      restart,
      leg,
      slot,
      spec: undefined,
      history: [],
      rows: 0,
      busyMs: 0,
      epoch: lost?.epoch ?? from,
      due: lost ? Math.max(lost.due, lost.epoch) : this.#dueOf(position, from, slot),
      deaths: lost?.deaths ?? 0,
    };
    const last = slot.preparedFor === this ? this.#lastPosition.get(slot) : undefined;
    const reached = last !== undefined && (state !== null || last < position);
    const prepared = reached && this.#lambdaOf(last) === lambda;
    const training = prepared ? null : this.#trainingOf(lambda, skipped);
    this.#lastPosition.set(slot, position);
    this.active.add(job);
    const allowance = this.#paused ? job.due - from : null;
    slot.preparedFor = this;
    slot.assign(
      { onMessage: (message) => this.#onMessage(job, message), onLost: (error) => this.#onLost(job, error) },
      {
        type: 'start',
        job: job.id,
        training,
        restart,
        state,
        until,
        halts,
        pace: { allowance, epochsPerSecond: this.#epochsPerSecond, repeated: job.epoch },
        watched: this.#feed.watched,
        snapshotEvery: this.#snapshotEvery,
      },
    );
  }

  override fail(error: TripError): void {
    if (!this.settled) this.#feed.fail(error);
    super.fail(error);
  }

  /** The epoch to which a leg trains that begins while the run is paused. */
  #dueOf(position: number, from: number, slot: Slot): number {
    const { steps, epoch } = this.#asked;
    const known = from > 0 ? this.#due.get(position) : this.#left.get(slot);
    return Math.max(from, known ?? from + steps, epoch);
  }

  /** The first leg that waits. */
  #takeLeg(): { lambda: number; leg: Leg } {
    const lambda = this.#ladders.findIndex((ladder) => ladder.waiting > 0);
    return { lambda, leg: (this.#ladders[lambda] as Ladder).take() };
  }

  /** For a worker. With halving, restarts come back in any order, and the legs say where they rest. */
  #trainingOf(lambda: number, skipped: number): Training {
    const plan = this.#plans[lambda] as FitPlan;
    if (!plan.options.halving) return trainingOf(plan, skipped);
    const training = trainingOf(plan);
    return { ...training, options: { ...training.options, halving: false } };
  }

  #lambdaOf(position: number): number {
    return Math.floor(position / this.#restarts);
  }

  /** The restarts that have begun and not ended. */
  #begun(): RestartJob[] {
    return [...this.active, ...this.#lost];
  }

  #postToAll(message: (job: number) => MessageToWorker): void {
    for (const job of this.active) job.slot.post(message(job.id));
  }

  #onMessage(job: RestartJob, message: JobMessage): void {
    if (!this.active.has(job)) return;
    switch (message.type) {
      case 'started':
        job.spec = message.spec;
        break;
      case 'progress': {
        const rows = job.rows + message.history.loss.length;
        // A message that arrives twice has no new epochs.
        if (rows !== message.epoch) break;
        job.rows = rows;
        job.busyMs = message.busyMs;
        job.history.push(message.history);
        // Readers have seen the first epochs of a restart that is repeated.
        if (message.epoch < job.epoch) break;
        job.epoch = message.epoch;
        this.#publish(job, job.spec as RawSpec, message, () => historySoFar(job));
        break;
      }
      case 'finished':
        this.#end(job, message);
        break;
      case 'rested':
        this.#rest(job, message);
        break;
      case 'failed':
        this.#onLost(job, fromRecord(message.error));
        break;
      default:
        this.#onLost(job, new TripError('internal', 'a worker ended its job without being asked'));
        break;
    }
  }

  /** Another worker repeats the restart, unless its data never reached the worker or workers die of it again and again. */
  #onLost(job: RestartJob, error: TripError): void {
    if (!this.active.delete(job)) return;
    const deaths = job.deaths + 1;
    const last = lastDeath(error, deaths);
    if (last) this.fail(last);
    else this.#lost.push({ ...job, deaths });
    job.slot.preparedFor = undefined;
  }

  #rest(job: RestartJob, message: RestedMessage): void {
    const ladder = this.#leave(job, message, job.leg.until);
    if (this.#paused) this.#due.set(job.position, Math.max(job.due, job.leg.until));
    ladder.rest(job.leg, message.standing, message.state);
  }

  /** The job of a worker is done, at this epoch; returns the ladder of its restart. */
  #leave(job: RestartJob, { busyMs }: FinishedMessage | RestedMessage, epoch: number): Ladder {
    this.active.delete(job);
    this.#endedMs += busyMs;
    if (this.#paused) this.#left.set(job.slot, Math.max(0, job.due - epoch));
    return this.#ladders[this.#lambdaOf(job.position)] as Ladder;
  }

  #end(job: RestartJob, message: FinishedMessage): void {
    const report = message.outcome.reports[0] as RawReport;
    this.#leave(job, message, report.epochs).end(job.leg);
    const { position } = job;
    const ended = { position, report, message };
    this.#endedEarly.set(position, ended);
    this.#publishEnd(ended);
    this.#reduce();
  }

  /** Reduces in the order of the position, so that the result does not depend on the order of completion. */
  #reduce(): void {
    let done = false;
    for (let ended = this.#endedEarly.get(this.#reports.length); ended !== undefined && !done; ) {
      this.#endedEarly.delete(this.#reports.length);
      this.#reports.push(ended.report);
      const lambda = this.#lambdaOf(ended.position);
      const kept = this.#kept[lambda];
      if (kept === undefined || isBetter(ended.report, kept.report)) this.#kept[lambda] = ended;
      done = this.#reports.length === this.#count;
      ended = this.#endedEarly.get(this.#reports.length);
    }
    if (done) this.#finish();
  }

  #finish(): void {
    try {
      const fits = this.#kept.map(
        ({ message }, l): FitOfLambda => ({
          plan: this.#plans[l] as FitPlan,
          outcome: message.outcome,
          reports: this.#reports.slice(l * this.#restarts, (l + 1) * this.#restarts),
        }),
      );
      const model = this.#toModel(toResult(fits));
      this.#publishEnd(this.#kept.reduce((best, kept) => (isBetter(kept.report, best.report) ? kept : best)));
      this.#feed.end();
      this.succeed(model);
    } catch (thrown) {
      this.fail(toTripError(thrown));
    }
  }

  #publishEnd({ position, report, message }: EndedRestart): void {
    const { spec, parameters, history } = message.outcome;
    const state = { epoch: report.epochs, parameters: parameters.slice(), scores: message.scores };
    this.#publish({ position, restart: report.restart }, spec, state, () => history);
  }

  /** The snapshot is created only when a reader takes it. */
  #publish(
    { position, restart }: Pick<RestartJob, 'position' | 'restart'>,
    spec: RawSpec,
    state: { epoch: number; parameters: Float32Array; scores: RawEvaluation },
    history: () => RawHistory,
  ): void {
    this.#feed.publish(() => ({
      restart,
      epoch: state.epoch,
      parameters: state.parameters,
      spec: toSpec(spec, this.#plan),
      options: Object.freeze({ ...(this.#plans[this.#lambdaOf(position)] as FitPlan).options }),
      train: toScore(state.scores.train, this.#columns),
      ...(state.scores.test && { test: toScore(state.scores.test, this.#columns) }),
      history: toHistory(history(), this.#columns),
      restarts: this.#reportsSoFar(this.#lambdaOf(position)),
      progress: this.#progress(),
      busyMs: [...this.active].reduce((sum, job) => sum + job.busyMs, this.#endedMs),
    }));
  }

  #progress(): number {
    const shares = this.#ladders.map((ladder, lambda) => {
      const own = [...this.active].filter(({ position }) => this.#lambdaOf(position) === lambda);
      return ladder.share(own.reduce((sum, { epoch, leg }) => sum + epoch - leg.from, 0));
    });
    return shares.reduce((sum, share) => sum + share, 0) / shares.length;
  }

  /** Reports of a lambda. */
  #reportsSoFar(lambda: number): RestartReport[] {
    const early = [...this.#endedEarly].sort(([a], [b]) => a - b);
    const all = [...this.#reports.entries(), ...early.map(([position, { report }]) => [position, report] as const)];
    const own = all.filter(([position]) => this.#lambdaOf(position) === lambda);
    return own.map(([, report]) => toReport(report, this.#columns));
  }
}

/** Joins the parts received so far and keeps the joined history for the next snapshot. */
function historySoFar(job: RestartJob): RawHistory {
  const joined = joinHistories(job.history);
  job.history = [joined];
  return joined;
}
