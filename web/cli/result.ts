/** The result of a command that applies a model to samples. */

import type { Dataset, Model } from 'trip-wasm';
import type { NdArray } from '../formats/index.js';
import type { ModelData, TableOfModel } from './model.js';

/** A result table: column names and the cells of sample n; and the result as an array. */
export interface Result {
  readonly names: readonly string[];
  readonly cells: (n: number) => readonly (string | number)[];
  readonly array: () => NdArray;
  /** Counts rows that a note reports for all samples together. */
  readonly tally?: { readonly count: number; readonly note: (count: number, samples: number) => string };
}

/** Computes a result table; `about` is known of the training. */
export type Compute = (
  model: Model,
  samples: ModelData,
  about: { readonly table: TableOfModel | undefined; readonly training: Dataset | undefined },
) => Result;
