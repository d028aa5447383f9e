/** The residual and the objective of a plane in a space of three variables: samples, planes, and their numbers from the package. */

import type { Dataset, FitOptions, Model, Trip } from 'trip-wasm';
import { Random } from '../data/random.ts';

export type Vector = readonly [number, number, number];

/** Samples of each class. */
const perClass = 20;
/** Deviation of each variable around the mean of its class; the classes differ in the third. */
const deviations: Vector = [1.3, 0.9, 0.35];
const halfGap = 0.5;

/** Samples of two classes in three variables, centred. The first two vary most, and the third tells the classes apart. */
export function cloud(trip: Trip): Dataset {
  const random = new Random(3);
  const rows = Array.from({ length: 2 * perClass }, (_, n) =>
    deviations.map((deviation, i) => deviation * random.normal() + (i === 2 ? (n % 2 === 0 ? -halfGap : halfGap) : 0)),
  );
  const means = deviations.map((_, i) => rows.reduce((sum, row) => sum + (row[i] as number), 0) / rows.length);
  const x = rows.map((row) => row.map((value, i) => value - (means[i] as number)));
  return trip.dataset({ x, y: rows.map((_, n) => (n % 2 === 0 ? 'A' : 'B')) });
}

/** The values of lambda that the drawing offers. */
export const lambdas = [0, 0.1, 0.3, 1, 10] as const;
export const firstLambda = 0.3;
/** A plane that mixes the classes, with which the drawing opens. */
export const firstTip = [0.45, 0.6] as const;
/** Above the mean squared residual of each plane: the two largest variances are less than this. */
export const largestResidual = 2.6;

/** Basis of the picture: to the right, up, towards the viewer. */
export const camera: { readonly right: Vector; readonly up: Vector; readonly near: Vector } = lookFrom(35, 20);

/** Orthonormal directions of a view, turned around the third variable and tilted, in degrees. */
function lookFrom(yaw: number, pitch: number) {
  const [a, b] = [yaw, pitch].map((degrees) => (degrees * Math.PI) / 180) as [number, number];
  const [ca, sa, cb, sb] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
  return { right: [ca, sa, 0], up: [-sa * sb, ca * sb, cb], near: [sa * cb, -ca * cb, sb] } as const;
}

export const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  (a[0] as number) * (b[0] as number) + (a[1] as number) * (b[1] as number) + (a[2] as number) * (b[2] as number);

/** A point on the screen: to the right, up, and its distance towards the viewer. */
export const onScreen = (point: ArrayLike<number>): Vector => [
  dot(point, camera.right),
  dot(point, camera.up),
  dot(point, camera.near),
];

/** Largest distance of the normal's tip from the middle of the picture: at 1 the plane would be seen from its edge. */
const furthest = 0.98;

/** The tip of a plane's unit normal as seen, pulled inside the circle. Each plane has one normal that points to the viewer. */
export function tipWithin(x: number, y: number): readonly [number, number] {
  const length = Math.sqrt(x * x + y * y);
  const share = length > furthest ? furthest / length : 1;
  return [share * x, share * y];
}

/** C, 3 x 2 row-major: orthonormal columns of the plane whose normal has its tip there, nearest to right and up. */
export function planeAt(trip: Trip, [x, y]: readonly [number, number]): Float64Array {
  const depth = Math.sqrt(Math.max(0, 1 - x * x - y * y));
  const normal = [0, 1, 2].map((i) => {
    const [right, up, near] = [camera.right[i], camera.up[i], camera.near[i]] as Vector;
    return x * right + y * up + depth * near;
  });
  // The columns of Z are right and up without their part along the normal; C is the polar factor of Z.
  const parts = [camera.right, camera.up].map((side) =>
    side.map((value, i) => value - dot(side, normal) * (normal[i] as number)),
  );
  const [first = [], second = []] = parts;
  return trip.orthonormalize(
    [0, 1, 2].flatMap((i) => [first[i] as number, second[i] as number]),
    3,
  );
}

/** The tip, on the screen, of the normal of a plane: the cross product of its columns. */
export function tipOf(c: ArrayLike<number>): readonly [number, number] {
  const at = (i: number, j: number) => c[2 * i + j] as number;
  const normal = [0, 1, 2].map((i) => {
    const [a, b] = [(i + 1) % 3, (i + 2) % 3];
    return at(a, 0) * at(b, 1) - at(b, 0) * at(a, 1);
  });
  const [x, y, depth] = onScreen(normal);
  return depth < 0 ? [-x, -y] : [x, y];
}

/** The network has no hidden layer, so the loss of a plane is that of its best straight boundary. */
const network = { ranks: [2], hidden: [], standardize: false, restarts: 1, seed: 1, batchSize: 64 } as const;

/** The network fitted to a plane that stays. The caller frees the model. */
export const fitPlane = (trip: Trip, data: Dataset, c: Float64Array, lambda: number): Model =>
  trip.fit(data, { ...network, method: 'fixed', projection: c, lambda, epochs: 400, learningRate: 0.2 });

/** Number of epochs between two frames of a training. */
const frameEpochs = 4;
export const frameCount = 76;

/** TRIP's training from a plane and the network fitted to it; it records frames. The caller frees the model. */
export function trainFrom(trip: Trip, data: Dataset, start: Model, lambda: number): Model {
  const options: FitOptions = {
    ...network,
    method: 'trip',
    lambda,
    start,
    learningRate: 0.03,
  };
  return trip.fit(data, { ...options, epochs: frameEpochs * (frameCount - 1), record: frameCount });
}

/** A plane with its numbers and the places of the samples. */
export interface Plane {
  /** C, 3 x 2 row-major. */
  readonly c: ArrayLike<number>;
  /** Mean loss over the samples, mean squared residual, and their sum with lambda. */
  readonly loss: number;
  readonly residual: number;
  readonly objective: number;
  /** Share of the samples that the network classifies correctly. */
  readonly accuracy: number;
  /** Xbar, N x 2: the samples in the plane. */
  readonly latent: ArrayLike<number>;
  /** Xbar C^T, N x 3: the nearest points of the plane. */
  readonly feet: ArrayLike<number>;
  /** Two points of the plane on the boundary, far apart; undefined where the network prefers one class everywhere. */
  readonly boundary: readonly [readonly [number, number], readonly [number, number]] | undefined;
}

export function planeOf(model: Model, data: Dataset): Plane {
  const { loss, reconstruction, objective, accuracy = 0 } = model.score(data);
  const latent = model.transform(data);
  return {
    c: model.projection(0),
    ...{ loss, residual: reconstruction, objective, accuracy, latent },
    feet: model.inverseTransform(latent),
    boundary: boundaryOf(model),
  };
}

/** Half of the side of the square in which the plane is drawn. */
export const reach = 3.2;

/** Without hidden layers the log odds are linear in the plane, so three points determine where they are 0. */
function boundaryOf(model: Model): Plane['boundary'] {
  const odds = model.predictProbaLatent([0, 0, 1, 0, 0, 1]);
  const [at, right, up] = [0, 1, 2].map((point) =>
    Math.log((odds[2 * point + 1] as number) / (odds[2 * point] as number)),
  ) as [number, number, number];
  const [a, b] = [right - at, up - at];
  const size = a * a + b * b;
  if (!(size > 1e-12) || !Number.isFinite(at / size)) return undefined;
  const [x, y] = [(-at * a) / size, (-at * b) / size];
  const far = (4 * reach) / Math.sqrt(size);
  return [
    [x - far * b, y + far * a],
    [x + far * b, y - far * a],
  ];
}
