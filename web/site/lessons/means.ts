/** Means of classes along variables, in standard deviations of the fit samples. */

import type { Dataset } from 'trip-wasm';

export interface ClassMean {
  /** Name of the variable. */
  readonly name: string;
  readonly byClass: readonly number[];
}

/** The means of the variables with these names; names that the data do not have are left out. */
export function classMeansOf(
  { x, shape, labels, classNames, featureNames }: Dataset,
  names: readonly string[],
): ClassMean[] {
  const [count = 0, size = 0] = shape;
  return names.flatMap((name) => {
    const column = featureNames?.indexOf(name) ?? -1;
    if (column < 0 || !labels || !classNames) return [];
    const values = Array.from({ length: count }, (_, n) => x[n * size + column] as number);
    const middle = meanOf(values);
    const deviation = Math.sqrt(meanOf(values.map((value) => (value - middle) * (value - middle))));
    const byClass = classNames.map(
      (_, label) => (meanOf(values.filter((_, n) => labels[n] === label)) - middle) / deviation,
    );
    return [{ name, byClass }];
  });
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
