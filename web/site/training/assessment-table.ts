/** Scores, permutations, weights, importances and held-out predictions of an assessment, for a table on the page and for a file. */

import { type Dataset, type ScoreName, scoreTable } from 'trip-wasm';
import type { CrossValidation, PermutationTest, Stability } from 'trip-wasm/trainer';
import type { ModeName } from '../data/catalogue.ts';
import type { Parts } from './assessment.ts';

/** Scores in training units follow lambda and the scaling, so that folds cannot be compared by them. */
export type HeldOutScore = Exclude<ScoreName, 'loss' | 'reconstruction' | 'objective'>;
const all = (Object.keys(scoreTable) as ScoreName[]).filter(
  (name): name is HeldOutScore => scoreTable[name].pooled !== undefined,
);

/** The scores that these predictions have in some fold, or pooled. */
export const heldOutScores = ({ scores, test }: CrossValidation): HeldOutScore[] =>
  all.filter((name) => scores[0]?.[name] !== undefined || test[name] !== undefined);

type Row = readonly (string | number)[];
/** Number of columns of every row. */
const width = 8;
const rowOf = (...cells: readonly (string | number | undefined)[]): Row =>
  Array.from({ length: width }, (_, at) => {
    const cell = cells[at];
    return cell === undefined || (typeof cell === 'number' && Number.isNaN(cell)) ? '' : cell;
  });

/** Everything as rows of one table, whose first column names the part. */
export function assessmentRows(parts: Parts, data: Dataset, modes: readonly ModeName[]): Row[] {
  const { crossValidation, permutationTest, stability } = parts;
  return [
    ['part', 'name', 'detail', 'value', 'deviation or low', 'high', 'defined in folds', 'sign holds'],
    ...(crossValidation ? scoreRows(crossValidation, data) : []),
    ...(permutationTest ? permutationRows(permutationTest) : []),
    ...(stability ? stabilityRows(stability, data, modes) : []),
    ...(crossValidation?.importance ?? []).flatMap((variables, mode) =>
      variables.map(({ index, name, mean, deviation }) =>
        rowOf('importance', name ?? index + 1, modes[mode], mean, deviation),
      ),
    ),
    ...(crossValidation ? predictionRows(crossValidation, data) : []),
  ];
}

function scoreRows(crossValidation: CrossValidation, { classNames = [] }: Dataset): Row[] {
  const { interval, scores, test } = crossValidation;
  const pooled = scores[0] ?? {};
  return [
    rowOf('held out', interval.score, '95 % interval', interval.value, interval.low, interval.high),
    ...heldOutScores(crossValidation).map((name) => rowOf('held out', name, 'pooled', pooled[name])),
    ...heldOutScores(crossValidation).map((name) =>
      rowOf('held out', name, 'mean over the folds', test[name]?.mean, test[name]?.deviation, '', test[name]?.defined),
    ),
    ...(pooled.recall ?? []).map((recall, label) =>
      rowOf('held out', 'recall', classNames[label], recall ?? undefined),
    ),
  ];
}

function permutationRows({ p, score, observed, permuted, correlation, stoppedEarly }: PermutationTest): Row[] {
  return [
    rowOf('permutation test', 'p', stoppedEarly ? 'stopped early' : '', p),
    rowOf('permutation test', score, 'observed', observed),
    ...permuted.map((value, at) => rowOf('permutation', at + 1, score, value)),
    ...correlation.map((value, at) => rowOf('permutation', at + 1, 'correlation with the true responses', value)),
  ];
}

function stabilityRows({ modes: all }: Stability, data: Dataset, modes: readonly ModeName[]): Row[] {
  return all.flatMap(({ names, angleQuantiles, randomAngle, loadings, low, high, signHolds }, mode) => {
    const rank = loadings.length / (data.shape[mode + 1] as number);
    return [
      ...angleQuantiles.map((angle, at) =>
        rowOf('angle of the plane', modes[mode], `quantile ${[0.05, 0.5, 0.95][at]}`, angle),
      ),
      rowOf('angle of the plane', modes[mode], 'random planes', randomAngle),
      ...Array.from(loadings, (weight, at) => {
        const index = Math.floor(at / rank);
        const detail = `${modes[mode]}, axis ${(at % rank) + 1}`;
        return rowOf('weight', names?.[index] ?? index + 1, detail, weight, low[at], high[at], '', signHolds[at]);
      }),
    ];
  });
}

function predictionRows({ predictions }: CrossValidation, { classNames, labels, targets }: Dataset): Row[] {
  const values = predictions[0] as Float64Array;
  const width = classNames?.length ?? 1;
  return Array.from(values, (value, at) => {
    const sample = Math.floor(at / width);
    const truth = labels ? classNames?.[labels[sample] as number] : targets?.[sample];
    const of = classNames ? `P(${classNames[at % width]}), true class ${truth}` : `true value ${truth}`;
    return rowOf('held-out prediction', sample + 1, of, value);
  });
}
