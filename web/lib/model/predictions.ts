/** Scores of predictions, from a model or from elsewhere. */

import { allocate, place, requireArrayLike } from '../common/arrays.js';
import { defined, describe, refuse } from '../common/check.js';
import { fail, guarded } from '../common/errors.js';
import type { RawModule, RawScore } from '../core/raw.js';
import { referenceOf } from '../data/dataset.js';
import { toDataset } from '../data/rows.js';
import { readWeights } from '../data/weights.js';
import type { ModelSpec, NumericArray, PredictionScore, Samples, Score, ScoreName } from '../types.js';
import { predictionScoresOf } from './scores.js';

/** The part of a model's spec that the form of a score depends on. */
type Outputs = Partial<Pick<ModelSpec, 'task'>> &
  Pick<ModelSpec, 'outputs'> & { readonly responses?: readonly { readonly name?: string }[] };

/** See {@link Trip.scorePredictions}. */
export function scorePredictions(module: RawModule, predictions: NumericArray, samples: Samples): PredictionScore {
  const data = toDataset('data', samples);
  const { task, labels, targets, shape, sampleWeight, classNames } = data;
  if (task === undefined) fail('value', 'data has no response: give dataset() a y');
  const reference = referenceOf(data);
  const [count] = shape as [number];
  const values = readPredictions(predictions, count, reference.outputs, classNames);
  const weights = readWeights(sampleWeight, count).sampleWeight ?? new Float64Array();
  const [classes, numbers] = [labels ?? new Int32Array(), Float64Array.from(targets ?? [])];
  const score = guarded(() => module.scorePredictions(values, classes, numbers, reference.outputs, weights));
  return publicScore(score, reference, predictionScoresOf(task));
}

/** Finite numbers, or with `classNames` probabilities. */
function readPredictions(given: unknown, count: number, width: number, classNames?: readonly string[]): Float64Array {
  requireArrayLike('predictions', given);
  const kind = classNames === undefined ? 'response' : 'class';
  const names = classNames && classNames.length <= 5 ? ` (${classNames.map(describe).join(', ')})` : '';
  if (given.length !== count * width) {
    const accepted = `${count * width} are accepted, one for each ${kind}${names} of ${count} samples`;
    fail('shape', `predictions has ${given.length} numbers; ${accepted}`);
  }
  const values = allocate('predictions', given.length, Float64Array);
  for (let i = 0; i < given.length; i++) {
    const value = given[i] as number;
    const fits = Number.isFinite(value) && (classNames === undefined || (value >= 0 && value <= 1));
    const accepted = classNames === undefined ? 'finite numbers are' : 'probabilities from 0 to 1 are';
    values[i] = fits ? value : refuse(place('predictions', i, [count, width]), value, accepted, 'value');
  }
  return values;
}

/** The public form of a score of the core, with these numbers. */
export function publicScore(
  raw: RawScore,
  { task, outputs: size, responses }: Outputs,
  names: readonly ScoreName[],
): PredictionScore {
  const numbers = Object.fromEntries(names.map((name) => [name, raw[name]]));
  if (task === 'regression') return { ...numbers, ...responseScores(raw, responses) };
  const confusion = Array.from({ length: size }, (_, row) => rowOf(raw.confusion, row, size));
  const recall = Array.from(raw.recall, (share) => (Number.isNaN(share) ? null : share));
  const reliability = Array.from({ length: raw.reliability.length / 5 }, (_, bin) => {
    const [low, high, predicted, observed, weight] = rowOf(raw.reliability, bin, 5) as Five;
    return { low, high, predicted, observed, weight };
  });
  return { ...numbers, confusion, recall, reliability };
}

type Five = [number, number, number, number, number];

/** The scores of each of several responses. */
function responseScores(
  { responseRmse, responsePearson }: RawScore,
  named: Outputs['responses'],
): Pick<Score, 'responses'> {
  if (responseRmse.length === 0) return {};
  const responses = Array.from(responseRmse, (rmse, r) => ({
    ...defined({ name: named?.[r]?.name }),
    rmse,
    pearson: responsePearson[r] as number,
  }));
  return { responses };
}

/** A row of a matrix as plain numbers. Array.from would ask an iterator for each: of a thousand classes there are a million. */
function rowOf(matrix: ArrayLike<number>, row: number, size: number): number[] {
  const numbers = new Array<number>(size);
  for (let i = 0; i < size; i++) numbers[i] = matrix[row * size + i] as number;
  return numbers;
}
