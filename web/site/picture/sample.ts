/** A sample of large data, for pictures that move, for small pictures and for explanations. Trainings use all samples. */

import type { Material } from '../data/catalogue.ts';
import { drawnRows, sizeOf, takeRows } from '../data/rows.ts';

/** Some samples, with their rows in the whole data, ascending. */
export interface Sample {
  readonly material: Material;
  readonly rows: { readonly train: Int32Array; readonly test: Int32Array };
}

/** Data with at most so many samples and numbers are pictured as they are, while they move too. */
const smallSamples = 2500;
const smallNumbers = 2 ** 18;
/** Size of the sample of larger data: projecting and scoring it takes about 3 ms. */
const movingSamples = 1500;
const movingNumbers = 2 ** 17;
/** Fit samples of an explanation: its time grows with the square of their number. */
export const explainedSamples = 3500;

export const countOf = ({ train, test }: Material) => (train.shape[0] as number) + (test.shape[0] as number);

/** Number of samples in a picture, with or without the test samples. */
export function drawnOf(stage: { readonly material: Material } | undefined, testPoints: boolean): number {
  if (stage === undefined) return 0;
  return testPoints ? countOf(stage.material) : (stage.material.train.shape[0] as number);
}

/** The sample that moving pictures show; undefined where they show all. */
export const movingSample = oncePerMaterial((material) => {
  const count = countOf(material);
  const size = sizeOf(material.train);
  if (count <= smallSamples && count * size <= smallNumbers) return undefined;
  return sampleOf(material, Math.min(movingSamples, Math.floor(movingNumbers / size)) / count);
});

/** The sample that explanations examine; undefined where they examine all. */
export const explainedSample = oncePerMaterial((material) => {
  const share = explainedSamples / (material.train.shape[0] as number);
  return share >= 1 ? undefined : sampleOf(material, share);
});

/** The sample of a material is kept with it. */
function oncePerMaterial(make: (material: Material) => Sample | undefined) {
  const known = new WeakMap<Material, { readonly sample: Sample | undefined }>();
  return (material: Material): Sample | undefined => {
    const kept = known.get(material) ?? { sample: make(material) };
    known.set(material, kept);
    return kept.sample;
  };
}

function sampleOf(material: Material, share: number): Sample {
  const { train, test } = material;
  const rowsOf = ({ labels, shape }: Material['train']) => {
    const count = shape[0] as number;
    return drawnRows(labels, count, Math.max(2, Math.round(share * count)));
  };
  const rows = { train: rowsOf(train), test: rowsOf(test) };
  return { rows, material: { ...material, train: takeRows(train, rows.train), test: takeRows(test, rows.test) } };
}

/** Position of a row in ascending rows; -1 where it is not among them. */
export function positionOf(rows: Int32Array, row: number): number {
  let [low, high] = [0, rows.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = rows[middle] as number;
    if (found === row) return middle;
    if (found < row) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
