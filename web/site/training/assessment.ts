/** Tests of the trainings shown: cross validation, permutation test and bootstrap of TRIP on the fit samples. */

import type { Model, Trip } from 'trip-wasm';
import type { AssessedOptions, CrossValidation, PermutationTest, Stability } from 'trip-wasm/trainer';
import type { Material } from '../data/entry.ts';
import { haveOneResponse } from '../data/groups.ts';
import { type Settings, type State, trainingNames } from '../link/state.ts';
import { fitOptions } from './fit-options.ts';
import type { Procedure, Procedures } from './procedures.ts';

/** The settings of the trainings and of their tests. */
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
export const partNames = ['crossValidation', 'permutationTest', 'stability'] as const satisfies PartName[];

/** A model with the same parameters, which the caller frees: a new training frees the model shown. */
export const copyOfModel = (trip: Trip, model: Model): Model =>
  trip.modelAt(model, { restart: 0, epoch: 0, parameters: model.parameters });

/** Options of the fits of an assessment. */
export function assessedOptions(settings: Settings, material: Material, restarts: number): AssessedOptions {
  const { test: _test, seed: _seed, ...options } = fitOptions(settings, material, 'trip');
  return { ...options, restarts } as AssessedOptions;
}

const groupsOf = ({ groups }: Material) => (groups ? { groups } : {});

/** Groups of one response each exchange it as a whole, since a permutation within them would change nothing. */
const exchanged = ({ train, groups }: Material) => (groups && haveOneResponse(train, groups) ? 'groups' : 'samples');

/**
 * The procedures of a plan. The subject has the start with the lowest objective as reference: held-out samples and planes are turned to
 * its picture. `axes`: those on which the weights of the variables are given, by default the reference's own.
 */
export function proceduresOf(plan: AssessmentPlan, axes?: readonly Float64Array[]): Record<PartName, Procedure> {
  const { settings, folds, permutations, bootstraps, testStarts, stopEarly } = plan;
  const keyOf = (name: PartName, ...own: unknown[]) => JSON.stringify([name, own, plan.key]);
  const { restarts } = settings;
  return {
    crossValidation: {
      ...{ name: 'crossValidation', key: keyOf('crossValidation', folds), fits: folds, starts: restarts },
      compute: ({ trainer, material, reference }, run) =>
        trainer.crossValidate(material.train, assessedOptions(settings, material, restarts), {
          ...run,
          ...{ folds, importance: {}, ...(reference && { reference }), ...groupsOf(material) },
        }),
    },
    permutationTest: {
      ...{ name: 'permutationTest', key: keyOf('permutationTest', folds, permutations, testStarts, stopEarly) },
      ...{ fits: (permutations + 1) * folds, starts: testStarts },
      compute: ({ trainer, material }, run) =>
        trainer.permutationTest(material.train, assessedOptions(settings, material, testStarts), {
          ...run,
          ...{ folds, permutations, stopEarly, ...groupsOf(material), permute: exchanged(material) },
        }),
    },
    stability: {
      ...{ name: 'stability', key: keyOf('stability', bootstraps), fits: bootstraps, starts: restarts },
      compute: ({ trainer, material, reference }, run) =>
        trainer.stability(material.train, assessedOptions(settings, material, restarts), {
          ...run,
          ...{
            bootstraps,
            points: true,
            ...(reference && { reference }),
            ...(axes && { axes }),
            ...groupsOf(material),
          },
        }),
    },
  };
}

export function partsOf(procedures: Procedures, plan: AssessmentPlan): Parts {
  const own = proceduresOf(plan);
  const known = partNames.map((part) => [part, procedures.resultOf(own[part])]);
  return Object.fromEntries(known.filter(([, result]) => result));
}

/** Number of trainings of one start on all samples that take as long as the whole assessment. */
export function trainingsOf(plan: AssessmentPlan): number {
  const { crossValidation, permutationTest, stability } = proceduresOf(plan);
  const trainings = ({ fits, starts }: Procedure) => fits * starts;
  // A fold leaves its samples out.
  const share = 1 - 1 / plan.folds;
  return share * (trainings(crossValidation) + trainings(permutationTest)) + trainings(stability);
}
