/** How much of a prediction a picture shows: the responses of samples, read from their neighbours in it. */

import type { Dataset } from 'trip-wasm';

/** Number of neighbours, and the maximum number of fit and of unseen samples, evenly spaced, so that a picture takes milliseconds. */
export const neighbours = 15;
const [mostFit, mostUnseen] = [1000, 500];

type Known = Pick<Dataset, 'labels' | 'targets'>;

/**
 * The share of the unseen samples whose class is the most frequent one of their nearest fit samples in the picture, or the share of the
 * variance of their responses that the mean of these explains (1 - squared error / variance, which may be negative). `train` and `test`
 * are places in the picture, N x 2. Ties go to the lowest sample and class. Undefined without unseen samples or responses.
 */
export function readFromNeighbours(train: Float32Array, test: Float32Array, fit: Known, unseen: Known) {
  const [known, wanted] = fit.targets ? [fit.targets, unseen.targets] : [fit.labels, unseen.labels];
  if (!known || !wanted || test.length === 0) return undefined;
  const places = spaced(train.length / 2, mostFit);
  const asked = spaced(test.length / 2, mostUnseen);
  const values = asked.map((n) => wanted[n] as number);
  const read = asked.map((n) => {
    const near = nearest(train, places, test[2 * n] as number, test[2 * n + 1] as number);
    const theirs = near.map((index) => known[index] as number);
    return fit.targets ? mean(theirs) : mostFrequent(theirs);
  });
  if (!fit.targets) return mean(values.map((value, n) => Number(value === read[n])));
  const middle = mean(values);
  const squared = (others: readonly number[]) =>
    mean(values.map((value, n) => (value - (others[n] as number)) * (value - (others[n] as number))));
  const variance = squared(values.map(() => middle));
  return variance > 0 ? 1 - squared(read) / variance : undefined;
}

/** At most `most` indices below `count`, evenly spaced. */
export const spaced = (count: number, most: number) =>
  Array.from({ length: Math.min(count, most) }, (_, n) => Math.floor((n * count) / Math.min(count, most)));

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The nearest of the samples `among`, by insertion into a short sorted list. */
function nearest(points: Float32Array, among: readonly number[], x: number, y: number): number[] {
  const indices: number[] = [];
  const distances: number[] = [];
  for (const index of among) {
    const [dx, dy] = [(points[2 * index] as number) - x, (points[2 * index + 1] as number) - y];
    const distance = dx * dx + dy * dy;
    if (indices.length === neighbours && distance >= (distances[neighbours - 1] as number)) continue;
    let at = Math.min(indices.length, neighbours - 1);
    for (; at > 0 && (distances[at - 1] as number) > distance; at--) {
      indices[at] = indices[at - 1] as number;
      distances[at] = distances[at - 1] as number;
    }
    indices[at] = index;
    distances[at] = distance;
  }
  return indices;
}

function mostFrequent(labels: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].sort(([a, times], [b, others]) => others - times || a - b)[0]?.[0] as number;
}
