/** Means, spreads, medians and fitted lines. */

export interface Spread {
  readonly mean: number;
  /** Of a sample (n - 1); 0 for one value. */
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

/** The lower one of the two in the middle when there are two. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}

export interface Line {
  readonly slope: number;
  readonly intercept: number;
  /** Share of the variance of y that the line explains. */
  readonly r2: number;
}

/** Least squares. */
export function fitLine(x: readonly number[], y: readonly number[]): Line {
  const [middleX, middleY] = [mean(x), mean(y)];
  const xy = sum(x.map((value, i) => (value - middleX) * ((y[i] as number) - middleY)));
  const xx = sum(x.map((value) => (value - middleX) ** 2));
  const slope = xy / xx;
  const intercept = middleY - slope * middleX;
  const rest = sum(x.map((value, i) => ((y[i] as number) - slope * value - intercept) ** 2));
  return { slope, intercept, r2: 1 - rest / sum(y.map((value) => (value - middleY) ** 2)) };
}

/** Least squares of y on x and x^2, which is a line and what x^2 has besides. */
export function fitParabola(x: readonly number[], y: readonly number[]): Line & { readonly square: number } {
  const line = fitLine(x, y);
  const bent = fitLine(
    x,
    x.map((value) => value ** 2),
  );
  const besides = x.map((value) => value ** 2 - bent.slope * value - bent.intercept);
  const besidesSquared = sum(besides.map((value) => value ** 2));
  const square = sum(besides.map((value, i) => value * (y[i] as number))) / besidesSquared;
  const middleY = mean(y);
  const r2 = line.r2 + (square ** 2 * besidesSquared) / sum(y.map((value) => (value - middleY) ** 2));
  return {
    square,
    slope: line.slope - square * bent.slope,
    intercept: line.intercept - square * bent.intercept,
    r2,
  };
}
