/** Whether a measured quantity grows: the line of least squares through the last half of the samples, the first tenth being warm-up. */

/** The line through points [x, y]: slope, its standard error, mean of y, span of x. */
export function lineOf(points) {
  const n = points.length;
  const mean = (at) => points.reduce((sum, point) => sum + point[at], 0) / n;
  const [mx, my] = [mean(0), mean(1)];
  const sxx = points.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
  const slope = points.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0) / sxx;
  const rest = points.reduce((sum, [x, y]) => sum + (y - my - slope * (x - mx)) ** 2, 0);
  return { slope, error: Math.sqrt(rest / Math.max(1, n - 2) / sxx), mean: my, span: points.at(-1)[0] - points[0][0] };
}

/** Needed before growth can be told from noise, and from what each ability of page or package needs once. */
export const fewest = { actions: 100, measurements: 12 };

/**
 * The growth of a quantity over the last half of a run; `points` are [actions so far, value]. It counts as growth when it exceeds the
 * tolerance, `share` of the mean plus `most`, and is more than three standard errors above none.
 */
export function growthOf(points, { share = 0, most = 0 }) {
  const half = Math.max(Math.ceil(points.length / 10), Math.floor(points.length / 2));
  const later = points.slice(Math.min(half, points.length - 2));
  const { slope, error, mean, span } = lineOf(later);
  const growth = slope * span;
  const tolerance = share * Math.abs(mean) + most;
  return {
    first: points[0][1],
    mean,
    last: points.at(-1)[1],
    growth,
    tolerance,
    grows: growth > tolerance && slope > 3 * error,
  };
}
