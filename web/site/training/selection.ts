/** The choice of a cell of the small multiples by nested cross validation on the fit samples. */

import type { Selection } from 'trip-wasm/trainer';
import { assessedOptions } from './assessment.ts';
import type { GridPlan, Place } from './grid.ts';
import type { Procedure } from './procedures.ts';

/** Outer and inner folds. */
const folds = 5;

/** The cells with the simplest model first: the fewest layers, then the largest lambda. */
function ordered({ lambdas, depths }: GridPlan): Place[] {
  const falling = [...lambdas].sort((a, b) => b - a);
  return depths.flatMap((layers) => falling.map((lambda) => ({ lambda, layers })));
}

export function selectionOf(plan: GridPlan): Procedure {
  const { settings, lambdas, depths, starts, key } = plan;
  const hidden = depths.map((layers) => Array<number>(layers).fill(settings.hiddenWidth));
  const lambda = ordered({ ...plan, depths: [0] }).map((place) => place.lambda);
  return {
    ...{ name: 'selection', key: JSON.stringify([lambdas, depths, starts, key]), starts },
    // In each outer fold all cells are tried on the inner folds, and the chosen one is fitted; and all cells are tried on all samples.
    fits: lambdas.length * depths.length * folds * (folds + 1) + folds,
    compute: ({ trainer, material }, run) => {
      const { lambda: _lambda, hidden: _hidden, ...options } = assessedOptions(settings, material, starts);
      const grid = { hidden, lambda };
      const { groups } = material;
      const how = { rule: 'one-standard-error', folds, inner: folds, options, ...(groups && { groups }) } as const;
      return trainer.select(material.train, grid, { ...how, ...run });
    },
  };
}

export interface Chosen extends Place {
  readonly score: Selection['outer']['interval']['score'];
  /** Held-out score of the whole choice, and the score that chose. */
  readonly honest: number;
  readonly optimistic: number;
  /** Number of outer folds that chose the same cell, of all. */
  readonly agreeing: number;
  readonly folds: number;
}

export function chosenOf(plan: GridPlan, { chosen, outer, optimistic, choices }: Selection): Chosen {
  const place = ordered(plan)[chosen] as Place;
  const { score, value } = outer.interval;
  const agreeing = choices.filter((choice) => choice === chosen).length;
  return { ...place, score, honest: value, optimistic, agreeing, folds: choices.length };
}
