/** Fits: the driver of the synchronous fit, and the rules that it shares with the workers. */

import { fail, guarded, release } from '../common/errors.js';
import { resultVersion } from '../common/version.js';
import type { RawDataset, RawFit, RawHistory, RawModule, RawOptions, RawReport, RawSpec } from '../core/raw.js';
import { toRaw } from '../data/dataset.js';
import type { EpochProgress, Model } from '../types.js';
import { columnsOf, toHistory, toProgress, toReport } from './history.js';
import { notesOf } from './notes.js';
import type { FitPlan } from './options.js';
import { toSpec } from './spec.js';

/** What a fit leaves behind, in the arrays of the core; plain data that crosses the worker border. */
export interface Outcome {
  readonly spec: RawSpec;
  /** Of the kept restart, as are history and frames. */
  readonly parameters: Float32Array;
  readonly history: RawHistory;
  /** One after the other. */
  readonly frames: { readonly epochs: Int32Array; readonly parameters: Float32Array };
  /** One a restart. */
  readonly reports: readonly RawReport[];
  /** Position in `reports` of the kept restart. */
  readonly best: number;
}

/** What a model is made of. */
export type FitResult = Pick<
  Model,
  'spec' | 'parameters' | 'options' | 'notes' | 'history' | 'frames' | 'restarts' | 'best' | 'resultVersion'
>;

/** What the core trains with; plain data that crosses the worker border. */
export interface Training {
  readonly train: RawDataset;
  /** In the class order of `train`. */
  readonly test: RawDataset | null;
  readonly options: RawOptions;
}

/** The restarts of a plan from position `skip` on. */
export function trainingOf({ train, test, options, start }: FitPlan, skip = 0): Training {
  const { seed: _seed, start: _start, firstRestart, ...rest } = options;
  return {
    train: toRaw(train, true),
    test: test && toRaw(test, true),
    options: {
      ...rest,
      start: start ?? new Float32Array(),
      firstRestart: firstRestart + skip,
      restarts: options.restarts - skip,
    },
  };
}

export function openFit(raw: RawModule, { train, test, options }: Training): RawFit {
  return guarded(() => raw.createFit(train, test, options));
}

/** Trains here and now. */
export function fitNow(raw: RawModule, plan: FitPlan, onEpoch?: (progress: EpochProgress) => unknown): FitResult {
  const fit = openFit(raw, trainingOf(plan));
  try {
    let more = true;
    while (more) {
      const stopped = !trainRestart(fit, plan, onEpoch);
      more = !stopped && guarded(() => fit.nextRestart());
    }
    return toResult(
      plan,
      guarded(() => outcomeOf(fit)),
    );
  } finally {
    release(fit);
  }
}

const remedy = 'iterate a run of createTrainer() of trip-wasm/trainer instead';

/** Trains the current restart to its end; false when `onEpoch` stopped it. Its own errors pass through untouched. */
function trainRestart(fit: RawFit, plan: FitPlan, onEpoch?: (progress: EpochProgress) => unknown): boolean {
  const columns = columnsOf(plan);
  const steps = Math.max(1, fit.stepsPerEpoch());
  while (!fit.atEnd()) {
    const epoch = fit.epoch();
    guarded(() => fit.advance(steps, epoch + 1));
    if (onEpoch === undefined || fit.epoch() === epoch) continue;
    const last = guarded(() => fit.history(epoch));
    const answer = onEpoch(toProgress(last, fit.restart(), epoch + 1, columns));
    if (typeof (answer as PromiseLike<unknown> | undefined)?.then === 'function') {
      fail('option', `onEpoch returned a promise, which the synchronous fit cannot wait for; ${remedy}`);
    }
    if (answer === false) {
      if (!fit.atEnd()) guarded(() => fit.stop());
      return false;
    }
  }
  return true;
}

/** One call of the core takes about this long: many short calls, so that the engine can exchange the code it has improved. */
const CALL_MS = 2;

/** Steps for the next call of the core, when the last one had `steps` and took so many milliseconds. */
export function nextSteps(steps: number, took: number): number {
  if (took < CALL_MS / 2) return Math.min(2 * steps, 2 ** 24);
  return took > CALL_MS ? Math.max(1, Math.floor((steps * CALL_MS) / took)) : steps;
}

/** All restarts, in short calls of the core; whoever iterates may pause between them. */
export function* fitSteps(fit: RawFit, epochs: number): Generator<void> {
  let steps = 1;
  for (;;) {
    while (!fit.atEnd()) {
      const since = performance.now();
      fit.advance(steps, epochs);
      steps = nextSteps(steps, performance.now() - since);
      yield;
    }
    if (!fit.nextRestart()) return;
  }
}

export function outcomeOf(fit: RawFit): Outcome {
  return {
    spec: fit.spec(),
    parameters: fit.bestParameters(),
    history: fit.bestHistory(),
    frames: fit.bestFrames(),
    reports: fit.reports(),
    best: fit.best(),
  };
}

/** `a` is kept rather than `b`: the core ranks them; diverged ones come last, ties go to the lower index. */
export function isBetter(a: RawReport, b: RawReport): boolean {
  if (a.diverged !== b.diverged) return b.diverged;
  return a.ranking === b.ranking ? a.restart < b.restart : a.ranking < b.ranking;
}

/** The result of an outcome; `all` when the reports of other restarts were collected elsewhere, in the order of their index. */
export function toResult(plan: FitPlan, outcome: Outcome, all: readonly RawReport[] = outcome.reports): FitResult {
  const columns = columnsOf(plan);
  const kept = outcome.reports[outcome.best] as RawReport;
  const { frames } = outcome;
  const size = outcome.parameters.length;
  return {
    spec: toSpec(outcome.spec, plan.train, plan.fill),
    parameters: outcome.parameters,
    options: Object.freeze({ ...plan.options }),
    notes: [...notesOf(plan.train, plan.options), ...(plan.notes ?? [])],
    history: toHistory(outcome.history, columns),
    frames: Array.from(frames.epochs, (epoch, f) =>
      Object.freeze({ restart: kept.restart, epoch, parameters: frames.parameters.slice(f * size, (f + 1) * size) }),
    ),
    restarts: Object.freeze(all.map((report) => toReport(report, columns))),
    best: all.indexOf(kept),
    resultVersion,
  };
}
