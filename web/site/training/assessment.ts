/**
 * Tests of the trainings shown: cross validation, permutation test and bootstrap of TRIP on the fit samples. Their results are cached, so
 * that known settings need no fits. It does not depend on the page.
 */

import type {
  AssessedOptions,
  AssessmentRow,
  CrossValidation,
  Model,
  PermutationTest,
  Stability,
  Trip,
} from 'trip-wasm';
import type { Trainer } from 'trip-wasm/trainer';
import type { Material } from '../data/entry.ts';
import { type Settings, type State, trainingNames } from '../link/state.ts';
import { messageOf } from './error-message.ts';
import { fitOptions } from './fit-options.ts';
import type { Progress } from './grid.ts';

/** What is tested, and how thoroughly. */
export interface AssessmentPlan {
  readonly settings: Settings;
  readonly folds: number;
  readonly permutations: number;
  readonly bootstraps: number;
  /** Starts in each fit of the permutation test; the other fits have all starts of the settings. */
  readonly testStarts: number;
  readonly stopEarly: boolean;
  /** Identifies data and settings of the trainings. */
  readonly key: string;
}

/** `table`: fingerprint of the reader's own table. */
export function assessmentPlanOf(state: State, table = ''): AssessmentPlan {
  const settings = Object.fromEntries(trainingNames.map((name) => [name, state[name]])) as Settings;
  const { folds, permutations, bootstraps, stopEarly } = state;
  const testStarts = Math.min(state.testStarts, state.restarts);
  return {
    ...{ settings, folds, permutations, bootstraps, stopEarly, testStarts },
    key: JSON.stringify([table, settings]),
  };
}

/** The results so far. */
export interface Parts {
  readonly crossValidation?: CrossValidation;
  readonly permutationTest?: PermutationTest;
  readonly stability?: Stability;
}
export type PartName = keyof Parts;
/** In the order of their work. */
export const partNames = ['crossValidation', 'permutationTest', 'stability'] as const satisfies PartName[];

/** The data and the model to assess. */
export interface Subject {
  readonly trip: Trip;
  readonly trainer: Trainer;
  readonly material: Material;
  /** The start with the lowest objective: held-out samples and planes are turned to its picture. */
  readonly reference: Model;
}

/** Options of the fits of an assessment. */
export function assessedOptions(settings: Settings, material: Material, restarts: number): AssessedOptions {
  const { test: _test, seed: _seed, ...options } = fitOptions(settings, material, 'trip');
  return { ...options, restarts } as AssessedOptions;
}

/** Number of trainings of one start in each part, at most. */
export function trainingsOf(plan: AssessmentPlan): Record<PartName, number> {
  const { folds, permutations, bootstraps, testStarts } = plan;
  const { restarts } = plan.settings;
  return {
    crossValidation: folds * restarts,
    permutationTest: (permutations + 1) * folds * testStarts,
    stability: bootstraps * restarts,
  };
}

/** Seconds that a whole assessment takes, when a training of one start takes `seconds` and so many run at once. */
export function secondsOf(plan: AssessmentPlan, seconds: number, workers: number): number {
  const { crossValidation, permutationTest, stability } = trainingsOf(plan);
  // A fold leaves its samples out.
  const share = 1 - 1 / plan.folds;
  return ((share * (crossValidation + permutationTest) + stability) * seconds) / workers;
}

/** A part that has begun: the rows of its fits, and its result once all are there. */
interface Begun {
  readonly rows: AssessmentRow[];
  result?: Parts[PartName];
}

/** Number of cached parts; those of three settings fit into it. */
const mostParts = 12;

export class Assessments {
  /** Undefined while nothing is computed. */
  progress: (Progress & { readonly part: PartName }) | undefined;
  /** Message of the part that failed last. */
  failure: string | undefined;
  private readonly cache = new Map<string, Begun>();
  private control = new AbortController();

  constructor(private readonly onChange: () => void) {}

  parts(plan: AssessmentPlan): Parts {
    const known = partNames.map((part) => [part, this.cache.get(keyOf(plan, part))?.result]);
    return Object.fromEntries(known.filter(([, result]) => result));
  }

  /** Whether the fits of some part have begun. */
  begun(plan: AssessmentPlan): boolean {
    return partNames.some((part) => this.cache.has(keyOf(plan, part)));
  }

  /** Computes the parts that are not cached. Resolves when all have ended or are cancelled. */
  async run(plan: AssessmentPlan, subject: Subject): Promise<void> {
    this.cancel();
    const control = new AbortController();
    this.control = control;
    this.failure = undefined;
    const counted = this.counter(plan);
    try {
      for (const part of partNames) {
        const begun = this.open(keyOf(plan, part));
        if (begun.result) continue;
        const onProgress = ({ row }: { row: AssessmentRow }) => {
          begun.rows.push(row);
          counted(part);
        };
        counted(part, 0);
        const settings = { signal: control.signal, done: [...begun.rows], onProgress };
        const result = await compute[part](plan, subject, settings);
        if (control.signal.aborted) return;
        // The rows have everything that another view of the stability needs.
        begun.result = result;
        this.onChange();
      }
    } catch (error) {
      if (!control.signal.aborted) this.failure = messageOf(error);
    } finally {
      if (this.control === control) this.clearProgress();
    }
  }

  /** The stability on other axes of the same planes, from the fits that have been computed. */
  async turn(plan: AssessmentPlan, subject: Subject, axes: readonly Float64Array[]): Promise<void> {
    const begun = this.cache.get(keyOf(plan, 'stability'));
    if (!begun?.result) return;
    const { signal } = this.control;
    begun.result = await compute.stability(plan, subject, { signal, done: begun.rows }, axes);
    this.onChange();
  }

  /** Cancels the computation; finished fits stay in the cache. */
  cancel(): void {
    this.control.abort();
    if (this.progress) this.clearProgress();
  }

  private clearProgress(): void {
    this.progress = undefined;
    this.onChange();
  }

  /** Moves a part to the end of the cache, and removes the parts that were used least recently. */
  private open(key: string): Begun {
    const begun = this.cache.get(key) ?? { rows: [] };
    this.cache.delete(key);
    this.cache.set(key, begun);
    for (const old of [...this.cache.keys()].slice(0, Math.max(0, this.cache.size - mostParts))) this.cache.delete(old);
    return begun;
  }

  /** Returns a function that adds the trainings of one fit to the progress, which estimates the time left. */
  private counter(plan: AssessmentPlan): (part: PartName, fits?: number) => void {
    const starts: Record<PartName, number> = {
      crossValidation: plan.settings.restarts,
      permutationTest: plan.testStarts,
      stability: plan.settings.restarts,
    };
    const rowsOf = (part: PartName) => this.cache.get(keyOf(plan, part))?.rows.length ?? 0;
    const trainings = trainingsOf(plan);
    const total = partNames.reduce((sum, part) => sum + trainings[part], 0);
    /** A part that stops early or has its result needs no more trainings. */
    const doneOf = (part: PartName) =>
      this.cache.get(keyOf(plan, part))?.result ? trainings[part] : rowsOf(part) * starts[part];
    const before = partNames.reduce((sum, part) => sum + doneOf(part), 0);
    const since = performance.now();
    return (part) => {
      const done = partNames.reduce((sum, one) => sum + doneOf(one), 0);
      const seconds = (performance.now() - since) / 1000;
      const left = done === before ? undefined : (seconds / (done - before)) * (total - done);
      this.progress = { part, done, total, left };
      this.onChange();
    };
  }
}

/** Every setting that changes the result of a part. */
function keyOf({ key, folds, permutations, testStarts, stopEarly, bootstraps }: AssessmentPlan, part: PartName): string {
  const own = {
    crossValidation: [folds],
    permutationTest: [folds, permutations, testStarts, stopEarly],
    stability: [bootstraps],
  };
  return JSON.stringify([part, ...own[part], key]);
}

interface RunSettings {
  readonly signal: AbortSignal;
  readonly done: readonly AssessmentRow[];
  readonly onProgress?: (progress: { row: AssessmentRow }) => void;
}

const compute = {
  crossValidation({ settings, folds }: AssessmentPlan, { trainer, material, reference }: Subject, run: RunSettings) {
    const options = assessedOptions(settings, material, settings.restarts);
    return trainer.crossValidate(material.train, options, { folds, reference, importance: {}, ...run });
  },
  permutationTest(plan: AssessmentPlan, { trainer, material }: Subject, run: RunSettings) {
    const { settings, folds, permutations, stopEarly, testStarts } = plan;
    const options = assessedOptions(settings, material, testStarts);
    return trainer.permutationTest(material.train, options, { folds, permutations, stopEarly, ...run });
  },
  stability(
    { settings, bootstraps }: AssessmentPlan,
    { trainer, material, reference }: Subject,
    run: RunSettings,
    axes?: readonly Float64Array[],
  ) {
    const options = assessedOptions(settings, material, settings.restarts);
    const turned = axes && { axes };
    return trainer.stability(material.train, options, { bootstraps, reference, points: true, ...turned, ...run });
  },
};
