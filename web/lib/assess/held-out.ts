/** The fits of a cross validation: each fold is predicted by a model that has never seen it. */

import { defined } from '../common/check.js';
import type { RawModule } from '../core/raw.js';
import { responsesOf } from '../data/dataset.js';
import { splitByFold } from '../data/indices.js';
import type { OpenOptions } from '../model/options.js';
import { toCellOptions } from '../sweep/cell-options.js';
import type { AssessmentRow, CellParts, Dataset } from '../types.js';
import { partsToLearn } from './bootstrap.js';
import type { AssessedCell } from './fits.js';
import type { Folds, Repeat } from './fold-settings.js';
import { fitSeed, heldOutOf, splitSeed } from './folds.js';

/** One fold of a repeat. */
export interface Place {
  readonly repeat: number;
  readonly fold: number;
}

/** All folds of all repeats. */
export const placesOf = ({ count, repeats }: Folds): Place[] =>
  repeats.flatMap((_, repeat) => Array.from({ length: count }, (_, fold) => ({ repeat, fold })));

export const nameOf = ({ repeat, fold }: Place) => `repeat ${repeat}, fold ${fold}`;

/** The fits of one cross validation within an assessment. */
export interface HeldOutFits {
  readonly data: Dataset;
  /** The sample whose response each sample of `data` has, where they are permuted. */
  readonly responses?: readonly number[] | undefined;
  readonly folds: Folds;
  /** The group of each sample of `data`, where groups stay whole. */
  readonly groups: Int32Array | undefined;
  readonly name: (place: Place) => string;
  readonly wanted: CellParts;
  /** Whether an earlier row has all that is wanted beside predictions. */
  readonly hasParts?: AssessedCell['hasParts'];
  /** The options of each place. */
  readonly options: (place: number) => OpenOptions;
  /** Samples among which the folds are, if not all. */
  readonly within?: readonly number[];
}

export function heldOutCells(raw: RawModule, fits: HeldOutFits): AssessedCell[] {
  const { data, responses, folds, groups, wanted, within, hasParts } = fits;
  const width = data.classNames?.length ?? responsesOf(data);
  const sizes = wanted.predictions ? heldOutOf(folds).map((own) => own.map(({ length }) => length)) : [];
  const original = (part: readonly number[]) => (within === undefined ? part : part.map((n) => within[n] as number));
  return placesOf(folds).map((place, p) => {
    const repeat = folds.repeats[place.repeat] as Repeat;
    const name = fits.name(place);
    const plan = () => {
      const { train, heldOut } = splitByFold(repeat.assignment, place.fold);
      const options = fits.options(p);
      const seed = fitSeed(raw, repeat, place.fold);
      const grouped = { data, groups, share: options.validation as number };
      return {
        name,
        ...partsToLearn(raw, grouped, original(train), splitSeed(raw, seed)),
        ...{ heldOut: original(heldOut), ...defined({ responses }) },
        ...{ options: toCellOptions(options), seed, wanted },
      };
    };
    const size = sizes[place.repeat]?.[place.fold];
    return { name, plan, ...defined({ hasParts, predictions: size && width * size }) };
  });
}

/** Rows of the places with the samples that they held out. */
export function withSamples<Row extends AssessmentRow>(folds: Folds, rows: readonly Row[]) {
  const samples = heldOutOf(folds).flat();
  return samples.map((own, p) => ({ ...(rows[p] as Row), samples: own }));
}
