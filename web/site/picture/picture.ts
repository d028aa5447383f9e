/** Content of a panel, computed from one frame of a training: projected points, predictions over the plane, scores. */

import type { Model, Score, Trip } from 'trip-wasm';
import { fieldAt, finished } from '../../draw/field.ts';
import { readFromNeighbours } from '../../draw/neighbours.ts';
import * as placing from '../../draw/placing.ts';
import { nearestSample, predictionAt } from '../../draw/probe.ts';
import type * as drawn from '../../draw/types.ts';
import type { Look, Prediction, SampleRef, Steps } from '../../draw/types.ts';
import type { Material } from '../data/catalogue.ts';
import type { State } from '../link/state.ts';
import type { TrackFrame } from '../training/track.ts';
import { nearestAxes } from './nearest-axes.ts';

/** Data and scale that all panels share. */
export interface Stage extends drawn.Stage {
  readonly material: Material;
}

export interface Picture extends drawn.Picture {
  readonly stage: Stage;
  readonly trainScore: Score;
  readonly testScore: Score;
  /** Share of the test classes, or of the variance of the responses, that the fit samples nearest in the picture tell; where it has a view. */
  readonly readable?: number | undefined;
}

/** The view that the settings choose. */
export const lookOf = ({ mode, target, yaw, pitch }: Pick<State, 'mode' | 'target' | 'yaw' | 'pitch'>): Look => ({
  view: mode === 'plane' || mode === 'pair' ? mode : Number(mode) - 1,
  target,
  yaw,
  pitch,
});

/** The picture of the model at a frame. It has its own copy of the model, and disposes of it when it ends or is cancelled. */
export function* picturing(trip: Trip, stage: Stage, frame: TrackFrame, cells: number, look: Look): Steps<Picture> {
  const model = trip.modelAt(frame.source, frame);
  try {
    return yield* pictureAt(model, stage, cells, look);
  } finally {
    model.dispose();
  }
}

/** The parts take about equally long: axes rotated by an explanation, samples and field, scores. */
function* pictureAt(model: Model, stage: Stage, cells: number, look: Look): Steps<Picture> {
  const { train, test } = stage.material;
  const axes = placing.isTurned(model.spec) ? placing.turnedAxes(model, stage, look) : undefined;
  if (axes) yield;
  const points = placing.placed(model, stage, look, axes);
  const field = yield* fieldAt(model, points, cells);
  yield;
  const trainScore = model.score(train);
  yield;
  const testScore = model.score(test);
  const { plane, view } = points;
  if (view === undefined) return { stage, ...points, field, trainScore, testScore };
  yield;
  const readable = readFromNeighbours(points.train, points.test, train, test);
  if (view !== 'plane' || !plane || !axes || axes.refused !== undefined)
    return { stage, ...points, field, trainScore, testScore, readable };
  yield;
  const nearest = nearestAxes(model.transform(train), plane, axes.rotation, model.spec.ranks);
  return { stage, ...points, nearest, field, trainScore, testScore, readable };
}

export const modelPicture = (model: Model, stage: Stage, cells: number, look: Look): Picture =>
  finished(pictureAt(model, stage, cells, look));

/** The square that contains every sample in the view of `frame`, with a margin, from any viewing direction. */
export function stageOf(trip: Trip, material: Material, frame: TrackFrame, standardized: boolean): Stage {
  const model = trip.modelAt(frame.source, frame);
  try {
    return modelStage(model, material, standardized);
  } finally {
    model.dispose();
  }
}

export const modelStage = (model: Model, material: Material, standardized: boolean): Stage => ({
  ...placing.stageOf(model, material, material.truth !== undefined || standardized),
  material,
});

export interface Probe {
  /** Position in the picture. */
  readonly at: readonly [number, number];
  /** Prediction at this position, or of the nearest sample where positions have none (matrices and cubes). */
  readonly prediction: Prediction;
  readonly nearest: SampleRef;
  readonly distance: number;
}

/** Prediction at a position, and the nearest sample. */
export function probe(
  trip: Trip,
  frame: TrackFrame,
  picture: Picture,
  at: readonly [number, number],
  testToo: boolean,
): Probe {
  const near = nearestSample(picture, at, testToo);
  const model = trip.modelAt(frame.source, frame);
  try {
    if (!picture.plane)
      return { at, ...near, prediction: predictionOf(trip, model, picture.stage.material, near.nearest) };
    return { at, ...near, prediction: predictionAt(model, picture.plane, at) };
  } finally {
    model.dispose();
  }
}

export function predictionOf(trip: Trip, model: Model, material: Material, { set, index }: SampleRef): Prediction {
  const sample = trip.subset(material[set], [index]);
  return model.spec.task === 'regression'
    ? { value: model.predict(sample)[0] as number }
    : { probabilities: Array.from(model.predictProba(sample)) };
}
