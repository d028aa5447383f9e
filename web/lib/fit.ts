/** Fits: the driver of the synchronous fit, and the rules that it shares with the workers. */

import { defined, frozen } from './check.js';
import { toRaw } from './dataset.js';
import { guarded, release } from './errors.js';
import { columnsOf, toHistory, toProgress, toReports } from './history.js';
import type { FitPlan } from './options.js';
import type { RawDataset, RawFit, RawModule, RawOptions, RawSpec } from './raw.js';
import type { EpochProgress, Model, ModelSpec, RestartReport } from './types.js';

/** What a fit leaves behind, in the arrays of the core; plain data that crosses the worker border. */
export interface Outcome {
  readonly spec: RawSpec;
  /** Of the kept restart, as are history and frames. */
  readonly parameters: Float32Array;
  /** Rows of 6. */
  readonly history: Float64Array;
  readonly frameEpochs: Int32Array;
  /** One after the other. */
  readonly frames: Float32Array;
  /** Rows of 9, one a restart. */
  readonly reports: Float64Array;
}

/** What a model is made of. */
export type FitResult = Pick<Model, 'spec' | 'parameters' | 'options' | 'history' | 'frames' | 'restarts' | 'best'>;

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
    options: { ...rest, ...defined({ start }), firstRestart: firstRestart + skip, restarts: options.restarts - skip },
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

/** Trains the current restart to its end; false when `onEpoch` stopped it. Its own errors pass through untouched. */
function trainRestart(fit: RawFit, plan: FitPlan, onEpoch?: (progress: EpochProgress) => unknown): boolean {
  const columns = columnsOf(plan);
  const steps = Math.max(1, fit.stepsPerEpoch());
  while (!fit.atEnd()) {
    const epoch = fit.epoch();
    guarded(() => fit.advance(steps, epoch + 1));
    if (onEpoch === undefined || fit.epoch() === epoch) continue;
    const row = guarded(() => fit.history(epoch));
    if (onEpoch(toProgress(row, fit.restart(), epoch + 1, columns)) === false) {
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
    frameEpochs: fit.bestFrameEpochs(),
    frames: fit.bestFrames(),
    reports: fit.reports(),
  };
}

/** What decides between restarts, whatever the kind of data. */
export function reportsOf(fit: RawFit): RestartReport[] {
  return toReports(
    guarded(() => fit.reports()),
    { accuracy: false, test: false },
  );
}

/** The core's constants of the same meaning: see `search` of {@link FitOptions}. */
const SEARCHED_RESTARTS = 8;
const SEARCH_MARGIN = 0.03;

/** `a` is kept rather than `b`: the lower objective, diverged ones last, ties to the lower index. */
export function isBetter(a: RestartReport, b: RestartReport, search: boolean): boolean {
  if (a.diverged !== b.diverged) return b.diverged;
  const ranking = ({ restart, objective }: RestartReport) =>
    objective + (search && restart >= SEARCHED_RESTARTS ? SEARCH_MARGIN : 0);
  return ranking(a) === ranking(b) ? a.restart < b.restart : ranking(a) < ranking(b);
}

export function bestOf(reports: readonly RestartReport[], search: boolean): number {
  return reports.reduce((best, report, r) => (isBetter(report, reports[best] as RestartReport, search) ? r : best), 0);
}

export function toSpec(raw: RawSpec, { train, options, fill }: FitPlan): ModelSpec {
  const { classNames, featureNames, modeNames } = train;
  const more = defined({ classNames, featureNames, modeNames, fill: fill?.slice() });
  return frozen({ ...raw, method: options.method, ...more });
}

/** The result of an outcome; `restarts` when its reports are not all there are. */
export function toResult(plan: FitPlan, outcome: Outcome, restarts?: readonly RestartReport[]): FitResult {
  const columns = columnsOf(plan);
  const reports = restarts ?? toReports(outcome.reports, columns);
  const best = bestOf(reports, plan.options.search);
  const kept = (reports[best] as RestartReport).restart;
  const size = outcome.parameters.length;
  return {
    spec: toSpec(outcome.spec, plan),
    parameters: outcome.parameters,
    options: Object.freeze({ ...plan.options }),
    history: toHistory(outcome.history, columns),
    frames: Array.from(outcome.frameEpochs, (epoch, f) =>
      Object.freeze({ restart: kept, epoch, parameters: outcome.frames.slice(f * size, (f + 1) * size) }),
    ),
    restarts: Object.freeze(reports),
    best,
  };
}
