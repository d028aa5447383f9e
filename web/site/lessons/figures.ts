/** The drawing of each step's claim, with the numbers that it shows, from the results of its trainings. */

import type { PermutationTest } from 'trip-wasm/trainer';
import { type TruePicture, truePicture } from '../picture/true-plane.ts';
import { byObjective, passMark, right } from './findings.ts';
import { type Apart, apartOf, type Mirrored, mirrored } from './scatter.ts';
import { facing, type Viewpoint } from './space.ts';
import { apart } from './steps.ts';
import type { Direction, Rebuilt, Result, StepId } from './types.ts';

/** Values of one class direction: of the fit samples and of new ones. */
export interface Along {
  readonly apart: Apart;
  readonly histogram: Mirrored;
}

export interface Pair {
  /** Index of the result. */
  readonly at: number;
  readonly fit: number;
  readonly test: number;
  /** Largest angles in degrees to the true plane and to that of PCA. */
  readonly fromTruth: number | undefined;
  readonly fromPca: number | undefined;
}

export interface Dot {
  /** Index of the result. */
  readonly at: number;
  readonly objective: number;
  readonly test: number;
}

/** Still directions: one that shows both strands, the axis around which they wind, and across it. */
export type ViewName = 'apart' | 'along' | 'side';

export type Drawing =
  /** PCA's plane beside the true one; variances along the leading directions, largest first. */
  | { readonly kind: 'directions'; readonly truth: TruePicture | undefined; readonly directions: readonly Direction[] }
  /** LDA: the means in the true plane, the first direction on old and new samples, and both directions. */
  | {
      readonly kind: 'stick';
      readonly truth: TruePicture | undefined;
      /** Means of the classes in the true plane. */
      readonly means: readonly (readonly [number, number])[];
      /** How far apart the classes are in the true plane, along the line through their means. */
      readonly inTruth: Apart;
      readonly range: readonly [number, number];
      readonly fit: Along;
      readonly fresh: Along;
      /** The deviation along each axis of the picture, and the share of the variance between the classes. */
      readonly axes: readonly { readonly deviation: number; readonly between: number }[];
    }
  /** The frames of TRIP's training turn. */
  | { readonly kind: 'turning' }
  | { readonly kind: 'pairs'; readonly pairs: readonly Pair[]; readonly mark: number | undefined }
  | { readonly kind: 'starts'; readonly dots: readonly Dot[]; readonly chosen: number; readonly mark: number }
  /** Result and directions of the picture in space. */
  | { readonly kind: 'space'; readonly at: number; readonly views: Readonly<Record<ViewName, Viewpoint>> }
  | { readonly kind: 'weights' }
  | { readonly kind: 'rebuilt'; readonly rebuilt: readonly Rebuilt[] }
  | { readonly kind: 'chance'; readonly chance: PermutationTest; readonly samples: number };

/** Bins of a histogram. */
const bins = 24;

const pairOf = (result: Result, at: number): Pair => ({
  at,
  fit: result.fit.accuracy ?? 0,
  test: right(result),
  fromTruth: result.match?.furthest,
  fromPca: result.fromPca,
});

/** The drawing of a step. */
export function drawingOf(id: StepId, results: readonly Result[]): Drawing {
  const first = results[0] as Result;
  switch (id) {
    case 'pca':
      return { kind: 'directions', truth: truePicture(first.picture.stage), directions: first.directions ?? [] };
    case 'lda':
      return stickOf(first);
    case 'trip':
      return { kind: 'turning' };
    case 'lambda':
      return { kind: 'pairs', pairs: results.map(pairOf), mark: undefined };
    case 'lottery':
      return { kind: 'pairs', pairs: results.map(pairOf), mark: passMark };
    case 'chooses': {
      const dots = results.map((result, at) => ({ at, objective: result.report.objective, test: right(result) }));
      return { kind: 'starts', dots, chosen: byObjective(results), mark: passMark };
    }
    case 'axes':
      return spaceOf(results);
    case 'read':
      return { kind: 'weights' };
    case 'matrices':
      return { kind: 'rebuilt', rebuilt: results.flatMap(({ rebuilt }) => rebuilt ?? []) };
    case 'noise':
      return {
        kind: 'chance',
        chance: results[1]?.chance as PermutationTest,
        samples: first.picture.train.length / 2,
      };
  }
}

function spaceOf(results: readonly Result[]): Drawing {
  const at = results.findIndex(({ space }) => space);
  const axis = results[at]?.space?.axis;
  const along = axis ? facing(axis) : apart;
  return { kind: 'space', at, views: { apart, along, side: { yaw: along.yaw + 90, pitch: 0 } } };
}

/** One coordinate of points, N x 2. */
const coordinate = (points: Float32Array, axis: 0 | 1) => points.filter((_, at) => at % 2 === axis);

function stickOf({ picture }: Result): Drawing {
  const { train, test } = picture.stage.material;
  const truth = truePicture(picture.stage);
  const labels = train.labels as Int32Array;
  const across = { fit: coordinate(picture.train, 0), fresh: coordinate(picture.test, 0) };
  const reach = 1.02 * Math.max(...across.fit.map(Math.abs), ...across.fresh.map(Math.abs));
  const range = [-reach, reach] as const;
  const along = (values: Float32Array, own: ArrayLike<number>): Along => ({
    apart: apartOf(values, own),
    histogram: mirrored(values, own, range, bins),
  });
  const perAxis = ([0, 1] as const).map((axis) =>
    apartOf(coordinate(truth?.train ?? new Float32Array(), axis), labels),
  );
  const means = ([0, 1] as const).map((label) => perAxis.map((one) => one.means[label]) as [number, number]);
  const axes = ([0, 1] as const).map((axis) => {
    const { within, between } = apartOf(coordinate(picture.train, axis), labels);
    return { deviation: within / Math.sqrt(1 - between), between };
  });
  const [a = [0, 0], b = [0, 0]] = means;
  const between = [b[0] - a[0], b[1] - a[1]] as const;
  const length = Math.sqrt(between[0] * between[0] + between[1] * between[1]);
  const points = truth?.train ?? new Float32Array();
  const alongMeans = Float64Array.from(labels, (_, n) => {
    const [x, y] = [points[2 * n] as number, points[2 * n + 1] as number];
    return (x * between[0] + y * between[1]) / length;
  });
  return {
    ...{ kind: 'stick', truth, means, range, axes },
    inTruth: apartOf(alongMeans, labels),
    fit: along(across.fit, labels),
    fresh: along(across.fresh, test.labels as Int32Array),
  };
}
