/** A run on this side: hands its restarts to workers, reduces them in the order of their index, publishes snapshots. */

import { integer, number } from './check.js';
import { fromRecord, TripError, toTripError } from './errors.js';
import { autoIsDone, type FitResult, isBetter, toResult, toSpec } from './fit.js';
import { type Columns, columnsOf, toHistory, toReports, toScore } from './history.js';
import { onAbort } from './on-abort.js';
import { AUTO_RESTARTS, type FitPlan, toRawOptions } from './options.js';
import { type Client, type JobMessage, nextJob, type Slot } from './pool.js';
import type { FinishedMessage, MessageToWorker } from './protocol.js';
import type { RawSpec } from './raw.js';
import { SnapshotFeed } from './snapshots.js';
import type { Model, RestartReport, Run, RunOptions, Snapshot } from './types.js';

export type RunSettings = Required<Omit<RunOptions, 'signal'>> & { readonly signal: AbortSignal | undefined };

/** A restart that a worker is busy with. */
interface ActiveJob {
  readonly id: number;
  readonly restart: number;
  readonly slot: Slot;
  spec: RawSpec | undefined;
  /** History rows in the order of arrival. */
  rows: Float64Array[];
  busyMs: number;
}

/** A restart that has ended. */
interface Ended {
  readonly report: RestartReport;
  readonly message: FinishedMessage;
}

export class TrainerRun implements Run, Client {
  readonly model: Promise<Model>;
  readonly #plan: FitPlan;
  readonly #columns: Columns;
  readonly #settings: RunSettings;
  readonly #toModel: (result: FitResult) => Model;
  readonly #feed: SnapshotFeed;
  readonly #active = new Set<ActiveJob>();
  /** Restarts that ended before one of a lower index. */
  readonly #early = new Map<number, Ended>();
  /** Reports in the order of their index, without gaps. */
  readonly #reports: RestartReport[] = [];
  #kept: Ended | undefined;
  /** Position of the next restart to hand out, and how many there are. */
  #next = 0;
  readonly #count: number;
  #endedMs = 0;
  #paused: boolean;
  /** Epochs that `step` allows a job that has not begun. */
  #allowance = 0;
  #epochsPerSecond: number;
  #settled = false;
  #forgetSignal: () => void = () => {};
  #resolve!: (model: Model) => void;
  #reject!: (error: TripError) => void;

  constructor(plan: FitPlan, settings: RunSettings, toModel: (result: FitResult) => Model) {
    this.#plan = plan;
    this.#columns = columnsOf(plan);
    this.#settings = settings;
    this.#toModel = toModel;
    this.#paused = settings.paused;
    this.#epochsPerSecond = settings.epochsPerSecond;
    this.#count = plan.options.restarts === 'auto' ? AUTO_RESTARTS : plan.options.restarts;
    this.#feed = new SnapshotFeed((watched) => this.#tell((job) => ({ type: 'watch', job, watched })));
    this.model = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Whoever only iterates is told there.
    this.model.catch(() => {});
    const { signal } = settings;
    if (signal?.aborted) this.#abort(signal);
    else if (signal !== undefined) this.#forgetSignal = onAbort(signal, () => this.#abort(signal));
  }

  get waiting(): boolean {
    return !this.#settled && this.#next < this.#count;
  }

  get settled(): boolean {
    return this.#settled;
  }

  get activeJobs(): number {
    return this.#active.size;
  }

  pause(): void {
    this.#paused = true;
    this.#allowance = 0;
    this.#tell((job) => ({ type: 'pause', job }));
  }

  resume(): void {
    this.#paused = false;
    this.#tell((job) => ({ type: 'resume', job }));
  }

  step(epochs = 1): void {
    integer('epochs', epochs, 1, Number.MAX_SAFE_INTEGER);
    if (!this.#paused) return;
    if (this.#active.size === 0) this.#allowance += epochs;
    this.#tell((job) => ({ type: 'step', job, epochs }));
  }

  setSpeed(epochsPerSecond: number): void {
    this.#epochsPerSecond = number('epochsPerSecond', epochsPerSecond, 0, Number.POSITIVE_INFINITY, true);
    this.#tell((job) => ({ type: 'speed', job, epochsPerSecond }));
  }

  [Symbol.asyncIterator](): AsyncIterator<Snapshot> {
    return this.#feed.iterate();
  }

  occupy(slot: Slot): void {
    const restart = this.#plan.options.firstRestart + this.#next++;
    const job: ActiveJob = { id: nextJob(), restart, slot, spec: undefined, rows: [], busyMs: 0 };
    this.#active.add(job);
    const { train, test, options } = this.#plan;
    const allowance = this.#paused ? this.#allowance : null;
    this.#allowance = 0;
    slot.assign(
      { hear: (message) => this.#hear(job, message), lost: (error) => this.#lose(job, error) },
      {
        type: 'start',
        job: job.id,
        train,
        test,
        options: toRawOptions(options, restart, 1),
        pace: { allowance, epochsPerSecond: this.#epochsPerSecond },
        watched: this.#feed.watched,
        snapshotEvery: this.#settings.snapshotEvery,
      },
    );
  }

  fail(error: TripError): void {
    if (this.#settled) return;
    this.#settle();
    this.#feed.fail(error);
    this.#reject(error);
  }

  #abort(signal: AbortSignal): void {
    this.fail(new TripError('aborted', 'the run was aborted', { cause: signal.reason }));
  }

  #settle(): void {
    this.#settled = true;
    this.#forgetSignal();
    for (const job of this.#active) job.slot.cancel(job.id);
    this.#active.clear();
    this.#early.clear();
  }

  #tell(message: (job: number) => MessageToWorker): void {
    for (const job of this.#active) job.slot.post(message(job.id));
  }

  /** Jobs that are no longer active are late: the run has ended. */
  #hear(job: ActiveJob, message: JobMessage): void {
    if (!this.#active.has(job)) return;
    switch (message.type) {
      case 'started':
        job.spec = message.spec;
        break;
      case 'progress':
        job.busyMs = message.busyMs;
        job.rows.push(message.history);
        this.#publish(job.restart, job.spec as RawSpec, message, () => joinRows(job));
        break;
      case 'finished':
        this.#end(job, message);
        break;
      case 'failed':
        this.#active.delete(job);
        this.fail(fromRecord(message.error));
        break;
      case 'cancelled':
        this.#lose(job, new TripError('internal', 'a worker ended its job without being asked'));
        break;
    }
  }

  #lose(job: ActiveJob, error: TripError): void {
    if (this.#active.delete(job)) this.fail(error);
  }

  #end(job: ActiveJob, message: FinishedMessage): void {
    this.#active.delete(job);
    this.#endedMs += message.busyMs;
    if (this.#paused) this.#allowance += message.allowance ?? 0;
    const report = toReports(message.outcome.reports, this.#columns)[0] as RestartReport;
    this.#early.set(report.restart - this.#plan.options.firstRestart, { report, message });
    this.#publishEnd({ report, message });
    this.#reduce();
  }

  /** In the order of the index, so that neither the result nor the end of `auto` depends on who was first. */
  #reduce(): void {
    let done = false;
    for (let ended = this.#early.get(this.#reports.length); ended !== undefined && !done; ) {
      this.#early.delete(this.#reports.length);
      this.#reports.push(ended.report);
      if (this.#kept === undefined || isBetter(ended.report, this.#kept.report)) this.#kept = ended;
      done =
        this.#reports.length === this.#count || (this.#plan.options.restarts === 'auto' && autoIsDone(this.#reports));
      ended = this.#early.get(this.#reports.length);
    }
    if (done) this.#succeed(this.#kept as Ended);
  }

  #succeed(kept: Ended): void {
    this.#settle();
    try {
      const model = this.#toModel(toResult(this.#plan, kept.message.outcome, [...this.#reports]));
      this.#publishEnd(kept);
      this.#feed.end();
      this.#resolve(model);
    } catch (thrown) {
      const error = toTripError(thrown);
      this.#feed.fail(error);
      this.#reject(error);
    }
  }

  #publishEnd({ report, message }: Ended): void {
    const { spec, parameters, history } = message.outcome;
    const state = { epoch: report.epochs, parameters: parameters.slice(), scores: message.scores };
    this.#publish(report.restart, spec, state, () => history);
  }

  /** The snapshot is only made when somebody takes it. */
  #publish(
    restart: number,
    spec: RawSpec,
    state: { epoch: number; parameters: Float32Array; scores: Float64Array },
    rows: () => Float64Array,
  ): void {
    this.#feed.publish(() => ({
      restart,
      epoch: state.epoch,
      parameters: state.parameters,
      spec: toSpec(spec, this.#plan),
      options: Object.freeze({ ...this.#plan.options }),
      train: toScore(state.scores, 0, this.#columns),
      ...(this.#columns.test ? { test: toScore(state.scores, 4, this.#columns) } : {}),
      history: toHistory(rows(), this.#columns),
      restarts: this.#reportsSoFar(),
      busyMs: [...this.#active].reduce((sum, job) => sum + job.busyMs, this.#endedMs),
    }));
  }

  #reportsSoFar(): RestartReport[] {
    const early = [...this.#early].sort(([a], [b]) => a - b).map(([, ended]) => ended.report);
    return [...this.#reports, ...early];
  }
}

/** Everything received so far; joined once, not again for every snapshot. */
function joinRows(job: ActiveJob): Float64Array {
  const joined = new Float64Array(job.rows.reduce((length, rows) => length + rows.length, 0));
  let next = 0;
  for (const rows of job.rows) {
    joined.set(rows, next);
    next += rows.length;
  }
  job.rows = [joined];
  return joined;
}
