/** Statistics of labelled values along a direction. */

export interface Apart {
  /** Mean of each of two classes. */
  readonly means: readonly [number, number];
  /** Root mean square deviation from the means of the classes. */
  readonly within: number;
  /** Share of the variance that lies between the means of the classes: 0 where they are equal. */
  readonly between: number;
}

/** How far apart two classes are along a direction. */
export function apartOf(values: ArrayLike<number>, labels: ArrayLike<number>): Apart {
  const sums = [0, 0];
  const counts = [0, 0];
  for (let n = 0; n < values.length; n++) {
    const label = labels[n] as number;
    sums[label] = (sums[label] as number) + (values[n] as number);
    counts[label] = (counts[label] as number) + 1;
  }
  const means = [0, 1].map((label) => (sums[label] as number) / (counts[label] as number)) as [number, number];
  const all = values.length;
  const middle = ((sums[0] as number) + (sums[1] as number)) / all;
  let inner = 0;
  for (let n = 0; n < all; n++) inner += ((values[n] as number) - (means[labels[n] as 0 | 1] as number)) ** 2;
  const outer = [0, 1].reduce(
    (sum, label) => sum + (counts[label] as number) * ((means[label] as number) - middle) ** 2,
    0,
  );
  return { means, within: Math.sqrt(inner / all), between: outer / (inner + outer) };
}

/** Distance of the means in deviations within the classes: the number that LDA makes as large as it can. */
export const deviationsApart = ({ means, within }: Apart): number => Math.abs(means[0] - means[1]) / within;

/** Counts of each of two classes in bins of equal width, as shares of the highest bin. */
export interface Mirrored {
  readonly bars: readonly { readonly from: number; readonly to: number; readonly up: number; readonly down: number }[];
}

/** A histogram of class 0 upwards and class 1 downwards. `low` to `high` is divided into `bins`; values outside are left out. */
export function mirrored(
  values: ArrayLike<number>,
  labels: ArrayLike<number>,
  [low, high]: readonly [number, number],
  bins: number,
): Mirrored {
  const counts = [new Float64Array(bins), new Float64Array(bins)] as const;
  for (let n = 0; n < values.length; n++) {
    const bin = Math.floor((((values[n] as number) - low) / (high - low)) * bins);
    const side = counts[labels[n] as 0 | 1];
    if (bin >= 0 && bin < bins) side[bin] = (side[bin] as number) + 1;
  }
  const most = Math.max(1, ...counts[0], ...counts[1]);
  const width = (high - low) / bins;
  return {
    bars: Array.from({ length: bins }, (_, bin) => ({
      from: low + bin * width,
      to: low + (bin + 1) * width,
      up: (counts[0][bin] as number) / most,
      down: (counts[1][bin] as number) / most,
    })),
  };
}
