/** Counts of scores in bins of equal width, for a histogram. */

export interface Histogram {
  readonly bars: readonly { readonly from: number; readonly to: number; readonly height: number }[];
  /** Ends of the axis, which also contain the observed score. */
  readonly low: number;
  readonly high: number;
}

const bins = 24;

/**
 * `step`: distance between neighbouring scores where only some values are possible, such as 1 / N for accuracies: each bin then
 * has the same number of them.
 */
export function histogramOf(values: readonly number[], observed: number, step = 0): Histogram {
  const all = [...values, observed];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const width = binWidth(most - least, step);
  // Possible values are in the middle of the steps, away from the ends of bins.
  const first = least - step / 2;
  const count = Math.floor((most - first) / width + 1e-9) + 1;
  const heights = new Uint32Array(count);
  for (const value of values) {
    const bin = Math.min(count - 1, Math.max(0, Math.floor((value - first) / width + 1e-9)));
    heights[bin] = (heights[bin] as number) + 1;
  }
  const bars = Array.from(heights, (height, at) => ({
    from: first + at * width,
    to: first + (at + 1) * width,
    height,
  })).filter(({ height }) => height > 0);
  const margin = Math.max(width, 0.04 * (most - least));
  return { bars, low: least - margin, high: most + margin };
}

function binWidth(range: number, step: number): number {
  const width = range / bins;
  if (step === 0) return width || 1;
  return step * Math.max(1, Math.ceil(width / step));
}
