/** What a panel draws, computed from one frame of a training: projected points, probabilities over the plane, scores. */

import type { Model, Score, Spiral, Trip } from 'trip-wasm';
import type { TrackFrame } from './track.ts';

/** What all panels share. */
export interface Stage {
  readonly data: Spiral;
  /** Half the side of the square that is shown, in latent units. */
  readonly extent: number;
}

export interface Picture {
  readonly stage: Stage;
  /** Latent coordinates, N x 2. */
  readonly train: Float32Array;
  readonly test: Float32Array;
  readonly field: Field;
  readonly trainScore: Score;
  readonly testScore: Score;
}

/** Probability of class 1 at the middles of `cells` x `cells` squares that cover [-reach, reach]^2, first row on top. */
export interface Field {
  readonly cells: number;
  readonly reach: number;
  readonly probability: Float32Array;
}

/** Grids of latent points by size and reach: every frame of a run asks for the same one. */
const grids = new Map<string, Float32Array>();

function latentGrid(cells: number, reach: number): Float32Array {
  const key = `${cells} ${reach}`;
  const known = grids.get(key);
  if (known) return known;
  if (grids.size > 8) grids.clear();
  const grid = new Float32Array(cells * cells * 2);
  const middle = (at: number) => ((2 * at + 1) / cells - 1) * reach;
  for (let at = 0; at < cells * cells; at++) {
    grid[2 * at] = middle(at % cells);
    grid[2 * at + 1] = -middle(Math.floor(at / cells));
  }
  grids.set(key, grid);
  return grid;
}

/** The field reaches two cells beyond the visible square, so that contour lines leave it instead of closing on its edge. */
export function fieldOf(model: Model, extent: number, cells: number): Field {
  const reach = (extent * cells) / (cells - 4);
  const both = model.predictProbaLatent(latentGrid(cells, reach));
  const probability = new Float32Array(cells * cells);
  for (let at = 0; at < probability.length; at++) probability[at] = both[2 * at + 1] as number;
  return { cells, reach, probability };
}

export function pictureOf(trip: Trip, stage: Stage, frame: TrackFrame, cells: number): Picture {
  const model = trip.modelAt(frame.source, frame);
  const { data, extent } = stage;
  try {
    return {
      stage,
      train: model.transform(data.train),
      test: model.transform(data.test),
      field: fieldOf(model, extent, cells),
      trainScore: model.score(data.train),
      testScore: model.score(data.test),
    };
  } finally {
    model.dispose();
  }
}

/** The square that holds every sample in the view of `frame`, with a margin. */
export function stageOf(trip: Trip, data: Spiral, frame: TrackFrame): Stage {
  const model = trip.modelAt(frame.source, frame);
  let largest = 0;
  for (const set of [data.train, data.test]) {
    for (const value of model.transform(set)) largest = Math.max(largest, Math.abs(value));
  }
  model.dispose();
  return { data, extent: 1.08 * largest };
}

export interface Probe {
  /** Latent position. */
  readonly at: readonly [number, number];
  /** Softmax probability of each class there. */
  readonly probabilities: readonly number[];
  readonly nearest: SampleRef;
  readonly distance: number;
}

export interface SampleRef {
  readonly set: 'train' | 'test';
  readonly index: number;
}

/** Class probabilities at a latent position and the sample next to it. */
export function probe(
  trip: Trip,
  frame: TrackFrame,
  picture: Picture,
  at: readonly [number, number],
  testToo: boolean,
): Probe {
  const model = trip.modelAt(frame.source, frame);
  const probabilities = Array.from(model.predictProbaLatent([...at]));
  model.dispose();
  return { at, probabilities, ...nearestSample(picture, at, testToo) };
}

function nearestSample(picture: Picture, at: readonly [number, number], testToo: boolean) {
  let nearest: SampleRef = { set: 'train', index: 0 };
  let best = Number.POSITIVE_INFINITY;
  for (const set of testToo ? (['train', 'test'] as const) : (['train'] as const)) {
    const points = picture[set];
    for (let index = 0; 2 * index < points.length; index++) {
      const squared = ((points[2 * index] as number) - at[0]) ** 2 + ((points[2 * index + 1] as number) - at[1]) ** 2;
      if (squared < best) {
        best = squared;
        nearest = { set, index };
      }
    }
  }
  return { nearest, distance: Math.sqrt(best) };
}
