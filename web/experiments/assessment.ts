/** Runs permutation tests and choices of options on whole sets. */

import { cellDefaults, nameOfAssessment } from './cells.js';
import type { AssessmentCell, AssessmentRow, Assessor, Loaded } from './types.js';

export async function runAssessment(
  cell: AssessmentCell,
  assessor: Assessor,
  { data }: Loaded,
  resultVersion: number,
): Promise<AssessmentRow> {
  const { kind, folds, permutations, grid } = cell;
  const { seed = 1, ...options } = { ...cellDefaults, ...cell.options };
  const known = { cell: nameOfAssessment(cell), resultVersion };
  if (kind === 'permutation') {
    const settings = { folds, seed, permutations: permutations as number, stopEarly: true };
    const { observed, p, significant, permuted } = await assessor.permutationTest(data, options, settings);
    return { ...known, accuracy: observed, p, significant, permuted: permuted.length };
  }
  const score = 'balancedAccuracy';
  const { outer, optimistic } = await assessor.select(data, grid ?? {}, { folds, seed, inner: folds, options, score });
  return { ...known, accuracy: outer.pooled[score]?.mean as number, optimistic };
}
