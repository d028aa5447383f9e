/** Content of a panel, computed from one frame of a training: projected points, predictions over the plane, scores. */

import type { Model, Score, Trip } from 'trip-wasm';
import { fieldAt, finished } from '../../draw/field.ts';
import { readFromNeighbours } from '../../draw/neighbours.ts';
import * as placing from '../../draw/placing.ts';
import { nearestSample, predictionAt } from '../../draw/probe.ts';
import type * as drawn from '../../draw/types.ts';
import type { Brushed, Look, Prediction, SampleRef, Steps } from '../../draw/types.ts';
import type { Material } from '../data/catalogue.ts';
import { sizeOf } from '../data/rows.ts';
import type { State } from '../link/state.ts';
import type { TrackFrame } from '../training/track.ts';
import { nearestAxes } from './nearest-axes.ts';
import { projected, scored, withProjected } from './parts.ts';
import { countOf, explainedSample, movingSample, positionOf, type Sample } from './sample.ts';

/** Data and scale that all panels share. */
export interface Stage extends drawn.Stage {
  readonly material: Material;
  /** The stage of the same data with a sample of them, for pictures that move; undefined where these show all samples. */
  readonly moving?: SampleStage;
}

/** A stage with a sample of the data of another one. */
export interface SampleStage extends Stage {
  readonly whole: Stage;
  readonly rows: Sample['rows'];
}

const isSample = (stage: Stage): stage is SampleStage => 'whole' in stage;
/** The stage with all samples. */
export const wholeOf = (stage: Stage): Stage => (isSample(stage) ? stage.whole : stage);

/** The sample of the whole data at a position of a picture. */
export function refOf({ stage }: Pick<Picture, 'stage'>, { set, index }: SampleRef): SampleRef {
  return isSample(stage) ? { set, index: stage.rows[set][index] as number } : { set, index };
}

/** The marked ones among the samples of a picture. */
export function brushedIn({ stage }: Pick<Picture, 'stage'>, brushed: Brushed | undefined): Brushed | undefined {
  if (!brushed || !isSample(stage)) return brushed;
  const of = (set: SampleRef['set']) => Uint8Array.from(stage.rows[set], (row) => brushed[set][row] as number);
  return { train: of('train'), test: of('test') };
}

/** The position of a sample of the whole data in a picture; undefined where the picture does not show it. */
export function placeOf({ stage }: Pick<Picture, 'stage'>, { set, index }: SampleRef): SampleRef | undefined {
  if (!isSample(stage)) return { set, index };
  const position = positionOf(stage.rows[set], index);
  return position < 0 ? undefined : { set, index: position };
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
    return yield* pictureAt(trip, model, stage, cells, look);
  } finally {
    model.dispose();
  }
}

/** Positions of all samples at a frame, also where the picture shows some of them. */
export function* placedAll(trip: Trip, stage: Stage, frame: TrackFrame, look: Look): Steps<placing.Placed> {
  const model = trip.modelAt(frame.source, frame);
  try {
    return (yield* placedIn(model, wholeOf(stage), look)).points;
  } finally {
    model.dispose();
  }
}

interface PlacedIn {
  readonly points: placing.Placed;
  /** Axes rotated by an explanation. */
  readonly axes: placing.Axes | undefined;
  /** Projected training samples. */
  readonly latent: Float32Array;
}

function* placedIn(model: Model, stage: Stage, look: Look): Steps<PlacedIn> {
  const { train, test } = stage.material;
  // The explanation of many samples would take long.
  const explained = isSample(stage) ? stage : { ...stage, material: explainedOf(stage.material) };
  const axes = placing.isTurned(model.spec) ? placing.turnedAxes(model, explained, look) : undefined;
  if (axes) yield;
  const latent = yield* projected(model, train);
  const both = new Map([
    [train, latent],
    [test, yield* projected(model, test)],
  ]);
  return { points: placing.placed(withProjected(model, both), stage, look, axes), axes, latent };
}

/** The parts take about equally long: axes rotated by an explanation, samples and field, scores. */
function* pictureAt(trip: Trip, model: Model, stage: Stage, cells: number, look: Look): Steps<Picture> {
  const { train, test } = stage.material;
  const { points, axes, latent } = yield* placedIn(model, stage, look);
  const field = yield* fieldAt(model, points, cells);
  yield;
  const trainScore = yield* scored(trip, model, train);
  yield;
  const testScore = yield* scored(trip, model, test);
  const { plane, view } = points;
  if (view === undefined) return { stage, ...points, field, trainScore, testScore };
  yield;
  const readable = readFromNeighbours(points.train, points.test, train, test);
  if (view !== 'plane' || !plane || !axes || axes.refused !== undefined)
    return { stage, ...points, field, trainScore, testScore, readable };
  yield;
  const nearest = nearestAxes(latent, plane, axes.rotation, model.spec.ranks);
  return { stage, ...points, nearest, field, trainScore, testScore, readable };
}

export const modelPicture = (trip: Trip, model: Model, stage: Stage, cells: number, look: Look): Picture =>
  finished(pictureAt(trip, model, stage, cells, look));

/** The square that contains every sample in the view of `frame`, with a margin, from any viewing direction. */
export function stageOf(trip: Trip, material: Material, frame: TrackFrame, standardized: boolean): Stage {
  const model = trip.modelAt(frame.source, frame);
  try {
    return modelStage(model, material, standardized);
  } finally {
    model.dispose();
  }
}

export function modelStage(model: Model, material: Material, standardized: boolean): Stage {
  const centred = material.truth !== undefined || standardized;
  const sample = movingSample(material);
  if (!sample) return { ...placing.stageOf(model, material, centred), material };
  const { extent, range } = placing.stageOf(model, isHuge(material) ? sample.material : material, centred);
  const stage: { -readonly [Key in keyof Stage]: Stage[Key] } = { material, extent, centred, range };
  stage.moving = { ...stage, material: sample.material, rows: sample.rows, whole: stage };
  return stage;
}

/** Projecting all samples of more numbers at once would take longer than a frame; a sample of them sets the scale. */
const isHuge = (material: Material) => countOf(material) * sizeOf(material.train) > 2 ** 22;

/** The data that explanations examine. */
const explainedOf = (material: Material): Material => explainedSample(material)?.material ?? material;

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
  const { nearest: position, distance } = nearestSample(picture, at, testToo);
  const nearest = refOf(picture, position);
  const model = trip.modelAt(frame.source, frame);
  try {
    if (!picture.plane)
      return { at, nearest, distance, prediction: predictionOf(trip, model, wholeOf(picture.stage).material, nearest) };
    return { at, nearest, distance, prediction: predictionAt(model, picture.plane, at) };
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
