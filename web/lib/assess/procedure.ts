/** The procedure that an assessment repeats: a cross validation of given options, or one in which each fit chooses its own. */

import type { RawModule } from '../core/raw.js';
import type { OpenOptions } from '../model/options.js';
import type { AssessmentRow, CellParts, Dataset } from '../types.js';
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
  readonly wanted: CellParts;
  readonly isOver?: () => boolean;
  /** The point where no point has a score; without it that is an error. */
  readonly otherwise?: number;
}

export interface HeldOutRows {
  /** By repeat, then fold. */
  readonly rows: AssessmentRow[];
  /** The points that were chosen, in the same order. */
  readonly choices: readonly number[];
}

/** Samples whose folds have been drawn; `responses` has the sample whose response each one has, where they are permuted. */
interface Drawn {
  readonly data: Dataset;
  readonly responses?: readonly number[];
  readonly folds: Folds;
}

/** Runs the procedure on these samples; undefined when the assessment is over. */
export async function runProcedure(
  raw: RawModule,
  fits: Fits,
  { settings, options, choice, data, responses, folds }: Procedure & Drawn,
  { prefix, wanted, ...pass }: Pass,
): Promise<HeldOutRows | undefined> {
  const choices =
    choice && (await chooseAll(raw, fits, { data, responses, folds, settings, choice }, { prefix, ...pass }));
  if (pass.isOver?.()) return undefined;
  const cells = heldOutCells(raw, {
    data,
    responses,
    folds,
    groups: settings.groups?.of,
    name: (place) => `${prefix}${nameOf(place)}`,
    wanted,
    options: (place) => (choice?.points[choices?.[place] as number]?.options ?? options) as OpenOptions,
  });
  const rows = await fits.run(cells, pass.isOver);
  return pass.isOver?.() ? undefined : { rows, choices: choices ?? [] };
}
