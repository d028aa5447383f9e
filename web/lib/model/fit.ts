/** The synchronous fit, and the functions that it shares with the workers. */

import { defined, frozen } from '../common/check.js';
import { fail, guarded, release } from '../common/errors.js';
import { resultVersion } from '../common/version.js';
import type {
  RawDataset,
  RawFit,
  RawHistory,
  RawModule,
  RawOptions,
  RawReference,
  RawReport,
  RawSpec,
} from '../core/raw.js';
import { toRaw } from '../data/dataset.js';
import type { LambdaChoice, Model, SyncFitOptions } from '../types.js';
import { columnsOf, toHistory, toProgress, toReport } from './history.js';
import { notesOf } from './notes.js';
import { type FitPlan, plansOf } from './options.js';
import { toSpec } from './spec.js';

/** The result of a fit in the arrays of the core: plain data that workers can send. */
export interface Outcome {
  readonly spec: RawSpec;
  /** Parameters of the kept restart, as are history and frames. */
  readonly parameters: Float32Array;
  readonly history: RawHistory;
  /** The parameters of all frames are in one array, in order. */
  readonly frames: { readonly epochs: Int32Array; readonly parameters: Float32Array };
  /** One report per restart. */
  readonly reports: readonly RawReport[];
  /** Position in `reports` of the kept restart. */
  readonly best: number;
}

/** The outcome of a fit that becomes a model. */
export interface ModelOutcome extends Outcome {
  /** The training samples about the plane of the kept restart; null for a restart of a worker that has a better one. */
  readonly reference: RawReference | null;
}

/** The parts of a model. */
export type FitResult = Pick<
  Model,
  | 'spec'
  | 'parameters'
  | 'options'
  | 'lambdaChoice'
  | 'notes'
  | 'history'
  | 'frames'
  | 'restarts'
  | 'best'
  | 'resultVersion'
>;

/** Input of a training in the core: plain data that workers can receive. */
export interface Training {
  readonly train: RawDataset;
  /** In the class order of `train`, like `validation`. */
  readonly test: RawDataset | null;
  readonly validation: RawDataset | null;
  readonly options: RawOptions;
}

/** The options of a plan for the core. */
export function rawOptionsOf({ options, start, projection }: FitPlan): RawOptions {
  const {
    seed: _seed,
    start: _start,
    projection: _projection,
    validation: _validation,
    classWeight: _classWeight,
    steps: _steps,
    ...named
  } = options;
  return { ...named, start: start ?? new Float32Array(), projection: projection ?? new Float64Array() };
}

/** The restarts of a plan from position `skip` on. */
export function trainingOf(plan: FitPlan, skip = 0): Training {
  const { train, test, validation } = plan;
  const { firstRestart, restarts, ...options } = rawOptionsOf(plan);
  return {
    train: toRaw(train, true),
    test: test && toRaw(test, true),
    validation: validation && toRaw(validation, true),
    options: { ...options, firstRestart: firstRestart + skip, restarts: restarts - skip },
  };
}

export function openFit(raw: RawModule, { train, test, validation, options }: Training): RawFit {
  return guarded(() => raw.createFit(train, test, validation, options));
}

/** The callback and the signal of the synchronous fit. */
export type Control = Pick<SyncFitOptions, 'onEpoch' | 'signal'>;

/** Trains synchronously and blocks. */
export function fitSync(raw: RawModule, plan: FitPlan, control: Control): FitResult {
  const fits: FitOfLambda[] = [];
  for (const one of plansOf(plan)) {
    const fit = openFit(raw, trainingOf(one));
    let more = true;
    let stopped = false;
    try {
      while (more) {
        stopped = !trainRestart(fit, one, control);
        more = !stopped && guarded(() => fit.nextRestart());
      }
      const outcome = guarded(() => ({ ...outcomeOf(fit), reference: fit.bestReference() }));
      fits.push({ plan: one, outcome, reports: outcome.reports });
    } finally {
      release(fit);
    }
    if (stopped) break;
  }
  return toResult(fits);
}

const remedy = 'iterate a run of createTrainer() of trip-wasm/trainer instead';

/** Trains the current restart to its end; false when `onEpoch` stopped it. Its own errors pass through untouched. */
function trainRestart(fit: RawFit, plan: FitPlan, { onEpoch, signal }: Control): boolean {
  const columns = columnsOf(plan);
  let steps = 1;
  while (!fit.atEnd()) {
    if (signal?.aborted) fail('aborted', 'the fit was aborted', signal.reason);
    const epoch = fit.epoch();
    const since = performance.now();
    guarded(() => fit.advance(steps, epoch + 1));
    steps = nextSteps(steps, performance.now() - since);
    if (onEpoch === undefined || fit.epoch() === epoch) continue;
    const last = guarded(() => fit.history(epoch));
    const answer = onEpoch(toProgress(last, fit.restart(), epoch + 1, columns));
    if (typeof (answer as PromiseLike<unknown> | undefined)?.then === 'function') {
      fail('option', `onEpoch returned a promise, which the synchronous fit cannot wait for; ${remedy}`);
    }
    if (answer === false) {
      guarded(() => fit.stop());
      return false;
    }
  }
  return true;
}

/** Target duration of one call of the core. Calls are short because the engine switches to optimised code only between calls. */
const CALL_MS = 2;

/** Steps for the next call of the core, when the last call made `steps` in `took` milliseconds. */
export function nextSteps(steps: number, took: number): number {
  if (took < CALL_MS / 2) return Math.min(2 * steps, 2 ** 24);
  return took > CALL_MS ? Math.max(1, Math.floor((steps * CALL_MS) / took)) : steps;
}

/** How long the next call of the core takes: like those before, which include a whole epoch (`steady`), or any time (`long`). */
export type NextCall = 'steady' | 'long';

/** Trains all restarts in short calls of the core; the caller may pause between them. */
export function* fitSteps(fit: RawFit, epochs: number): Generator<NextCall> {
  let steps = 1;
  for (;;) {
    while (!fit.atEnd()) {
      const since = performance.now();
      fit.advance(steps, epochs);
      steps = nextSteps(steps, performance.now() - since);
      yield fit.epoch() > 0 ? 'steady' : 'long';
    }
    yield 'long';
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

/** Whether `a`, which comes later, is kept instead of `b`. The core ranks reports: diverged restarts come last. */
export function isBetter(a: RawReport, b: RawReport): boolean {
  return a.diverged === b.diverged ? a.ranking < b.ranking : b.diverged;
}

/** The finished fit of one lambda. */
export interface FitOfLambda {
  readonly plan: FitPlan;
  /** The outcome with the kept restart; workers train the restarts one by one. */
  readonly outcome: ModelOutcome;
  /** Reports of all restarts by index. */
  readonly reports: readonly RawReport[];
}

const keptOf = ({ outcome }: FitOfLambda) => outcome.reports[outcome.best] as RawReport;

/** The result of the lambda with the best restart. */
export function toResult(fits: readonly FitOfLambda[]): FitResult {
  const best = fits.reduce((one, other) => (isBetter(keptOf(other), keptOf(one)) ? other : one));
  const { plan, outcome, reports: all } = best;
  const columns = columnsOf(plan);
  const kept = keptOf(best);
  const { frames } = outcome;
  const size = outcome.parameters.length;
  return {
    spec: toSpec(outcome.spec, plan, outcome.reference),
    parameters: outcome.parameters,
    options: Object.freeze({ ...plan.options }),
    ...defined({ lambdaChoice: plan.lambdaChoice && choiceOf(plan.lambdaChoice, fits) }),
    notes: [...notesOf(plan.train, plan.options), ...plan.notes],
    history: toHistory(outcome.history, columns),
    frames: Array.from(frames.epochs, (epoch, f) =>
      Object.freeze({ restart: kept.restart, epoch, parameters: frames.parameters.slice(f * size, (f + 1) * size) }),
    ),
    restarts: Object.freeze(all.map((report) => toReport(report, columns))),
    best: all.indexOf(kept),
    resultVersion,
  };
}

function choiceOf(choice: LambdaChoice, fits: readonly FitOfLambda[]): LambdaChoice {
  if (choice.rule === 'auto') return frozen({ ...choice });
  const tried = fits.map((fit) => {
    const { diverged, validationLoss } = keptOf(fit);
    return {
      lambda: fit.plan.options.lambda,
      ...(diverged || !Number.isFinite(validationLoss) ? {} : { validationLoss }),
    };
  });
  return frozen({ ...choice, tried });
}
