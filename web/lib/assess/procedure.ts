/** The procedure that an assessment repeats: a cross validation of given options, or one in which each fit chooses its own. */

import type { RawModule } from '../core/raw.js';
import type { OpenOptions } from '../model/options.js';
import type { Asked } from '../sweep/plan.js';
import type { AssessmentRow, Dataset } from '../types.js';
import { type Choice, chooseAll } from './choice.js';
import type { Fits } from './fits.js';
import type { FoldSettings, Folds } from './fold-settings.js';
import { heldOutCells, nameOf } from './held-out.js';

export interface Procedure {
  readonly settings: FoldSettings;
  /** The options of every fit; not read where each fit chooses its own. */
  readonly options?: OpenOptions;
  readonly choice?: Choice;
}

/** How one run of the procedure is named and ended. */
export interface Pass {
  /** Begins the names of its cells. */
  readonly prefix: string;
  readonly wanted: Asked;
  readonly isOver?: () => boolean;
}

export interface HeldOutRows {
  /** By repeat, then fold. */
  readonly rows: AssessmentRow[];
  /** The points that were chosen, in the same order. */
  readonly choices: readonly number[];
}

/** Runs the procedure on samples whose folds have been drawn; undefined when the assessment is over. */
export async function runProcedure(
  raw: RawModule,
  fits: Fits,
  { settings, options, choice, data, folds }: Procedure & { readonly data: Dataset; readonly folds: Folds },
  { prefix, wanted, ...pass }: Pass,
): Promise<HeldOutRows | undefined> {
  const choices = choice && (await chooseAll(raw, fits, { data, folds, settings, choice }, { prefix, ...pass }));
  if (pass.isOver?.()) return undefined;
  const cells = heldOutCells(raw, {
    data,
    folds,
    name: (place) => `${prefix}${nameOf(place)}`,
    wanted,
    options: (place) => (choice?.points[choices?.[place] as number]?.options ?? options) as OpenOptions,
  });
  const rows = await fits.run(cells, pass.isOver);
  return pass.isOver?.() ? undefined : { rows, choices: choices ?? [] };
}
