/** One restart, trained inside a worker in short slices, between which messages are handled. */

import { toRecord, toTripError } from '../common/errors.js';
import { isNode } from '../common/node.js';
import type { RawFit, RawHistory, RawOptions, RawReport } from '../core/raw.js';
import { nextSteps } from '../model/fit.js';
import type { MessageFromWorker, MessageToWorker, Post, StartMessage } from './protocol.js';
import { Pulse } from './pulse.js';
import { SnapshotSchedule } from './snapshot-schedule.js';

/** A slice ends after this time, at the latest one call of the core later. */
export const SLICE_MS = 9;
/** Limits a slice when the clock is coarse. */
const CALLS_PER_SLICE = 64;
/** A paused job finishes the epoch that it is in when that takes at most about this time, so that its snapshot shows a whole epoch. */
const SHORT_EPOCH_MS = 200;
/** Longest delay of a timer: a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Messages to a job that is running. */
export type ControlMessage = Exclude<MessageToWorker, { type: 'load' | 'start' | 'cell' | 'ping' | 'forget' }>;

export class Job {
  readonly pulse: Pulse;
  readonly #start: StartMessage;
  readonly #post: Post;
  readonly #fit: RawFit;
  readonly #options: RawOptions;
  #cancelled = false;
  #watched: boolean;
  /** Epochs that may still be trained; null when not paused. */
  #allowance: number | null;
  #epochsPerSecond: number;
  /** Epochs that are repeated at full speed. */
  readonly #repeated: number;
  /** Time and epoch at which the current pace began. */
  #paceFrom = { time: 0, epoch: 0 };
  /** Steps in the next call of the core. */
  #steps = 1;
  /** Milliseconds of one step in the last call. */
  #stepMs = 0;
  /** Steps made in the current epoch. */
  #position = 0;
  #busyMs: number;
  /** History rows that have been sent. */
  #sentEpochs = 0;
  readonly #schedule: SnapshotSchedule;
  /** No snapshot has been sent. */
  #unseen = true;
  /** The parameters have changed since the last snapshot. */
  #stale = true;
  #wake: () => void = () => {};

  /** `fit` is at the start of the restart; preparing it took `busyMs`. */
  constructor(fit: RawFit, options: RawOptions, start: StartMessage, post: Post, busyMs: number) {
    this.#fit = fit;
    this.#options = options;
    this.#start = start;
    this.#post = post;
    this.#watched = start.watched;
    this.#allowance = start.pace.allowance;
    this.#epochsPerSecond = start.pace.epochsPerSecond;
    this.#repeated = countOf(start.pace.repeated);
    this.#busyMs = busyMs;
    this.pulse = new Pulse(post);
    this.#schedule = new SnapshotSchedule(start.snapshotEvery, performance.now());
  }

  /** Trains to the end of the job and posts the outcome: finished, rested, failed or cancelled. */
  async run(): Promise<void> {
    const { job } = this.#start;
    try {
      const spec = this.#fit.spec();
      this.#post({ type: 'started', job, spec }, []);
      this.#restartPace();
      while (!this.#cancelled && !this.#atEnd()) await this.#sliceOrWait();
      if (this.#cancelled) this.#post({ type: 'cancelled', job }, []);
      else if (this.#fit.atEnd() || this.#start.halts) this.#finish();
      else this.#rest();
    } catch (thrown) {
      this.#post(failure(job, thrown), []);
    }
  }

  onMessage(message: ControlMessage): void {
    switch (message.type) {
      case 'pause':
        this.#allowance = 0;
        break;
      case 'resume':
        this.#allowance = null;
        this.#schedule.reset();
        break;
      case 'step':
        if (this.#allowance !== null) this.#allowance += countOf(message.epochs);
        break;
      case 'stepTo':
        if (this.#allowance !== null)
          this.#allowance = Math.max(this.#allowance, countOf(message.epoch) - this.#fit.epoch());
        break;
      case 'speed':
        if (countOf(message.epochsPerSecond) === 0) return;
        if (message.epochsPerSecond < this.#epochsPerSecond) this.#schedule.reset();
        this.#epochsPerSecond = message.epochsPerSecond;
        break;
      case 'watch':
        this.#watched = message.watched === true;
        this.#stale = true;
        this.#schedule.reset();
        break;
      case 'cancel':
        this.#cancelled = true;
        break;
    }
    this.#restartPace();
    this.#wake();
  }

  /** Whether the restart has ended, or has reached the epoch at which the job ends. */
  #atEnd(): boolean {
    const { until } = this.#start;
    return this.#fit.atEnd() || (until < this.#options.epochs && this.#fit.epoch() >= until);
  }

  /** Trains one slice and lets messages in, or waits when no epoch is due. */
  async #sliceOrWait(): Promise<void> {
    const due = this.#dueEpoch();
    const idle = this.#fit.epoch() >= due && this.#options.epochs > 0;
    this.pulse.say(idle || (this.#fit.epoch() > 0 && this.pulse.trusts(this.#busyMs)));
    if (!idle) this.#slice(this.#watched ? Math.min(due, this.#schedule.after(this.#fit.epoch())) : due);
    if (this.#watched && this.#stale && !this.#atEnd() && this.#snapshotIsDue(idle)) this.#snapshot();
    await (idle ? this.#wait() : letMessagesIn());
  }

  /** The epoch up to which training may run now. */
  #dueEpoch(): number {
    const { until: epochs } = this.#start;
    if (this.#allowance === 0) return Math.min(epochs, this.#fit.epoch() + this.#restOfEpoch());
    const allowed = this.#allowance === null ? epochs : this.#fit.epoch() + this.#allowance;
    if (this.#fit.epoch() < this.#repeated) return Math.min(allowed, epochs, this.#repeated);
    if (this.#epochsPerSecond === Number.POSITIVE_INFINITY) return Math.min(allowed, epochs);
    const seconds = (performance.now() - this.#paceFrom.time) / 1000;
    const paced = this.#paceFrom.epoch + Math.floor(seconds * this.#epochsPerSecond);
    return Math.min(allowed, epochs, Math.max(paced, this.#fit.epoch()));
  }

  /** 1 when a paused job is inside an epoch that it finishes, else 0. */
  #restOfEpoch(): number {
    const left = this.#fit.stepsPerEpoch() - this.#position;
    return this.#position > 0 && left * this.#stepMs < SHORT_EPOCH_MS ? 1 : 0;
  }

  #restartPace(): void {
    this.#paceFrom = { time: performance.now(), epoch: this.#fit.epoch() };
  }

  #slice(until: number): void {
    const fit = this.#fit;
    const since = performance.now();
    const epochBefore = fit.epoch();
    let before = since;
    for (let call = 0; call < CALLS_PER_SLICE; call++) {
      const steps = fit.advance(this.#steps, until);
      const now = performance.now();
      const took = now - before;
      before = now;
      this.#position = (this.#position + steps) % fit.stepsPerEpoch();
      this.#stepMs = took / Math.max(1, steps);
      if (fit.atEnd() || fit.epoch() >= until) break;
      this.#steps = nextSteps(this.#steps, took);
      if (now - since + took > SLICE_MS) break;
    }
    this.#stale = true;
    this.#busyMs += before - since;
    if (this.#allowance !== null) this.#allowance = Math.max(0, this.#allowance - (fit.epoch() - epochBefore));
    // A machine that falls behind the pace does not catch up later, and epochs that are repeated do not count.
    if (fit.epoch() < until || epochBefore < this.#repeated) this.#restartPace();
  }

  /** A paused job shows its state at once, and a slow one its beginning; otherwise the schedule decides when an epoch has ended. */
  #snapshotIsDue(idle: boolean): boolean {
    if (idle) return this.#allowance === 0 || this.#unseen;
    const now = performance.now();
    if (this.#position === 0 && this.#schedule.isDue(this.#fit.epoch(), now)) return true;
    this.#schedule.relax(now);
    return false;
  }

  #snapshot(): void {
    const since = performance.now();
    const epoch = this.#fit.epoch();
    const parameters = this.#fit.parameters();
    const scores = this.#fit.evaluate();
    const history = this.#fit.history(this.#sentEpochs);
    this.#sentEpochs = epoch;
    const now = performance.now();
    this.#busyMs += now - since;
    this.#schedule.taken(now, now - since);
    this.#stale = false;
    this.#unseen = false;
    const { job } = this.#start;
    this.#post({ type: 'progress', job, epoch, parameters, scores, history, busyMs: this.#busyMs }, [
      buffer(parameters),
      ...buffers(history),
    ]);
  }

  #finish(): void {
    this.pulse.say(false);
    const since = performance.now();
    const fit = this.#fit;
    if (this.#start.halts) fit.halt();
    const reports = fit.reports();
    const report = reports.find(({ restart }) => restart === fit.restart()) as RawReport;
    const isBest = reports[fit.best()] === report;
    const outcome = {
      spec: fit.spec(),
      parameters: fit.parameters(),
      history: fit.history(0),
      frames: isBest ? fit.bestFrames() : { epochs: new Int32Array(), parameters: new Float32Array() },
      reports: [report],
      best: 0,
      reference: isBest ? fit.bestReference() : null,
    };
    const scores = fit.evaluate();
    this.#busyMs += performance.now() - since;
    const { job } = this.#start;
    this.#post({ type: 'finished', job, outcome, scores, busyMs: this.#busyMs }, [
      buffer(outcome.parameters),
      ...buffers(outcome.history),
      buffer(outcome.frames.epochs),
      buffer(outcome.frames.parameters),
    ]);
  }

  #rest(): void {
    const since = performance.now();
    const state = this.#fit.state();
    const standing = this.#fit.standing();
    this.#busyMs += performance.now() - since;
    const { job } = this.#start;
    this.#post({ type: 'rested', job, standing, state, busyMs: this.#busyMs }, [
      buffer(state.values),
      buffer(state.exact),
      buffer(state.counts),
    ]);
  }

  /** Waits until a message arrives or the pace allows the next epoch. */
  #wait(): Promise<void> {
    return new Promise((resolve) => {
      const paced = this.#allowance !== 0 && this.#epochsPerSecond > 0;
      const next =
        this.#paceFrom.time + (1000 * (this.#fit.epoch() + 1 - this.#paceFrom.epoch)) / this.#epochsPerSecond;
      const wait = Math.min(MAX_TIMER_MS, Math.max(1, next - performance.now()));
      const timer = paced ? setTimeout(resolve, wait) : undefined;
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** A number of a message; 0 for anything else. */
const countOf = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);

/** The message about a job that failed. After an internal error or exhausted memory the module is unusable. */
export function failure(job: number, thrown: unknown): MessageFromWorker {
  const error = toTripError(thrown);
  return { type: 'failed', job, error: toRecord(error), fatal: error.code === 'internal' || error.code === 'memory' };
}

const buffers = (history: RawHistory): ArrayBuffer[] => Object.values(history).map(buffer);

function buffer(array: Int32Array | Float32Array | Float64Array): ArrayBuffer {
  return array.buffer as ArrayBuffer;
}

let channel: MessageChannel | undefined;
/** Queue of jobs that wait for pending messages, oldest first. */
const waitingJobs: (() => void)[] = [];

/** Lets the event loop handle pending messages. Timers would cost 4 ms each; microtasks would run before the messages. */
export function letMessagesIn(): Promise<void> {
  return new Promise((resolve) => {
    if (isNode() && setImmediate !== undefined) {
      setImmediate(resolve);
      return;
    }
    waitingJobs.push(resolve);
    if (channel === undefined) {
      channel = new MessageChannel();
      channel.port1.onmessage = () => waitingJobs.shift()?.();
    }
    channel.port2.postMessage(null);
  });
}
