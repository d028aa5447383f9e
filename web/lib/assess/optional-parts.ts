/** Parts of a cross validation that are left out by default: the held-out picture and the importance of variables. */

import { product } from '../common/arrays.js';
import { defined, integer, oneOf, readOptions, requireObject } from '../common/check.js';
import { guarded } from '../common/errors.js';
import type { RawModule } from '../core/raw.js';
import { allSamples, splitByFold } from '../data/indices.js';
import type { OpenOptions } from '../model/options.js';
import { predictionScoresOf, scoreTable } from '../model/scores.js';
import { spreadOf } from '../sweep/summary.js';
import type {
  AssessmentRow,
  CellParts,
  CrossValidation,
  Dataset,
  Model,
  ScoreName,
  Task,
  VariableImportance,
} from '../types.js';
import { isList } from './fits.js';
import type { Folds, Repeat } from './fold-settings.js';
import { defaultScore } from './options.js';
import { type Picture, pictureOf } from './picture.js';
import { dimsOf, hasPlanes, projectedReference, readReference } from './projections.js';

/** The checks of both, for `readOptions`. */
export const optionalChecks = (data: Dataset) => ({
  reference: readReference,
  importance: (name: string, value: unknown) => readImportance(name, value, data),
});

const MAX_REPEATS = 1000;

function readImportance(name: string, value: unknown, data: Dataset) {
  requireObject(name, value);
  const scores = predictionScoresOf(data.task as Task);
  const checks = {
    repeats: (own: string, given: unknown) => integer(`${name}.${own}`, given, 1, MAX_REPEATS),
    score: (own: string, given: unknown): ScoreName => oneOf(`${name}.${own}`, given, scores),
  };
  const { repeats, score } = readOptions(name, value, checks, { repeats: 5, score: defaultScore(data) });
  return { repeats, score, larger: scoreTable[score].larger };
}

interface Optional {
  readonly data: Dataset;
  readonly options: OpenOptions;
  readonly reference: Model | undefined;
  readonly importance: ReturnType<typeof readImportance> | undefined;
}

/** The parts that the fits of a cross validation report for these results, and the results themselves. */
export function optionalParts(raw: RawModule, { data, options, reference, importance }: Optional) {
  const { ranks } = options;
  const all = allSamples(data);
  const picture = reference && {
    ...projectedReference(reference, data, options),
    latent: guarded(() => reference.transform(data)),
    sampleWeight: data.sampleWeight,
  };
  const turnsModes = picture !== undefined && ranks.length > 1;
  const wanted: CellParts = {
    ...(picture ? { latent: all } : {}),
    ...(turnsModes ? { projections: true } : {}),
    ...defined({ importance }),
  };
  const hasParts = (row: AssessmentRow): boolean => {
    const points = picture === undefined || isList(row.latent, all.length * product(ranks));
    const planes = !turnsModes || hasPlanes(row, dimsOf(data), ranks);
    return points && planes && (importance === undefined || hasImportance(data, row, importance.repeats));
  };
  const of = (folds: Folds, rows: readonly AssessmentRow[]): Pick<CrossValidation, 'picture' | 'importance'> =>
    defined({
      picture: picture && Object.freeze(picturesOf(raw, folds, rows, picture)),
      importance: importance && Object.freeze(importanceOf(data, rows)),
    });
  // Rows of the same fits without these parts would be incomplete, so that they belong to another plan.
  const settings = { ...(picture ? { picture: true } : {}), ...defined({ importance }) };
  return { wanted, hasParts, of, settings };
}

function picturesOf(raw: RawModule, folds: Folds, rows: readonly AssessmentRow[], reference: Picture): Float32Array[] {
  return folds.repeats.map((repeat: Repeat, r) => {
    const own = rows.slice(r * folds.count, (r + 1) * folds.count);
    const pictured = own.map(({ latent = [], projections = [] }, fold) => ({
      ...splitByFold(repeat.assignment, fold),
      latent,
      projections,
    }));
    return pictureOf(raw, pictured, reference);
  });
}

function hasImportance(data: Dataset, { importance }: AssessmentRow, repeats: number): boolean {
  const [, ...dims] = data.shape;
  const isDecrease = (value: unknown) => value === null || Number.isFinite(value);
  return dims.every((size, k) => {
    const own: unknown = importance?.[k];
    return Array.isArray(own) && own.length === size * repeats && own.every(isDecrease);
  });
}

/** Means and deviations over all fits and permutations. */
function importanceOf(data: Dataset, rows: readonly AssessmentRow[]): VariableImportance[][] {
  const [, ...dims] = data.shape;
  return dims.map((size, k) => {
    const names = data.modeNames?.[k] ?? data.featureNames;
    return Array.from({ length: size }, (_, index) => {
      const values = rows.flatMap(({ importance = [] }) => {
        const own = importance[k] ?? [];
        const repeats = own.length / size;
        return own.slice(index * repeats, (index + 1) * repeats).filter((value) => value !== null);
      });
      const name = names?.[index];
      const { mean, deviation } = spreadOf(values);
      return Object.freeze({ index, ...defined({ name }), mean, deviation });
    });
  });
}
