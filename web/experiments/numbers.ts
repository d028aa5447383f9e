/** Means, spreads, medians and fitted lines. */

export interface Spread {
  readonly mean: number;
  /** Standard deviation over the folds or seeds (n - 1); 0 for one value. */
  readonly deviation: number;
  readonly count: number;
}

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
export const mean = (values: readonly number[]) => sum(values) / values.length;

export function spread(values: readonly number[]): Spread {
  const middle = mean(values);
  const squares = sum(values.map((value) => (value - middle) ** 2));
  return { mean: middle, deviation: Math.sqrt(squares / Math.max(1, values.length - 1)), count: values.length };
}

/** The mean and its standard error. */
export function meanAndError(values: readonly number[]): { readonly mean: number; readonly error: number } {
  const { mean: middle, deviation, count } = spread(values);
  return { mean: middle, error: deviation / Math.sqrt(count) };
}

/** The median; the lower middle value of an even number of values. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}

export interface Line {
  readonly slope: number;
  readonly intercept: number;
  /** Share of the variance of y that the line explains. */
  readonly r2: number;
}

/** Fits a line by least squares. */
export function fitLine(x: readonly number[], y: readonly number[]): Line {
  const [middleX, middleY] = [mean(x), mean(y)];
  const xy = sum(x.map((value, i) => (value - middleX) * ((y[i] as number) - middleY)));
  const xx = sum(x.map((value) => (value - middleX) ** 2));
  const slope = xy / xx;
  const intercept = middleY - slope * middleX;
  const rest = sum(x.map((value, i) => ((y[i] as number) - slope * value - intercept) ** 2));
  return { slope, intercept, r2: 1 - rest / sum(y.map((value) => (value - middleY) ** 2)) };
}

/** Least squares of y on x and z: the line over x, plus the part of z that is not linear in x. */
export function fitTwo(x: readonly number[], z: readonly number[], y: readonly number[]) {
  const line = fitLine(x, y);
  const own = fitLine(x, z);
  const besides = x.map((value, i) => (z[i] as number) - own.slope * value - own.intercept);
  const besidesSquared = sum(besides.map((value) => value ** 2));
  const second = sum(besides.map((value, i) => value * (y[i] as number))) / besidesSquared;
  const middleY = mean(y);
  const r2 = line.r2 + (second ** 2 * besidesSquared) / sum(y.map((value) => (value - middleY) ** 2));
  const slope = line.slope - second * own.slope;
  const intercept = line.intercept - second * own.intercept;
  return {
    slope,
    second,
    intercept,
    r2,
    fitted: x.map((value, i) => intercept + slope * value + second * (z[i] as number)),
  };
}

/** The standard error of the mean of differences over folds, corrected for overlapping training sets (Nadeau and Bengio 2003). */
export const foldError = ({ deviation, count }: Spread, folds: number) =>
  deviation * Math.sqrt(1 / count + 1 / (folds - 1));

/** One-sided 95 % lower bound of a share of which `found` of `count` were found (Clopper and Pearson 1934). */
export function lowestShare(found: number, count: number): number {
  const atLeast = (share: number) => {
    let [term, total] = [1, 0];
    for (let k = count; k >= found; k--) {
      // C(count, k) share^k (1 - share)^(count - k)
      total += term * share ** k * (1 - share) ** (count - k);
      term *= k / (count - k + 1);
    }
    return total;
  };
  let [low, high] = [0, 1];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (atLeast(middle) < 0.05) low = middle;
    else high = middle;
  }
  return low;
}
