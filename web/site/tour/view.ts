/** The types that the parts of a tour share: stations, the view of the one plane, predictions over it. */

import type { Plane } from '../../draw/geometry.ts';
import type { Field, Steps } from '../../draw/types.ts';
import type { Stage } from '../picture/picture.ts';
import type { Method, TrackFrame } from '../training/track.ts';
import type { Cloud } from './cloud.ts';

/** A place on a path at which a model belongs to the plane. */
export interface Station {
  readonly name: { readonly method: Method } | { readonly epoch: number };
  readonly frame: TrackFrame;
}

/** Where a plane puts the samples, and the middle of the visible square. */
export interface PlaneView {
  /** Frame, I x 2. */
  readonly plane: Float64Array;
  /** The samples, and the scale. */
  readonly stage: Stage;
  readonly train: Float32Array;
  readonly test: Float32Array;
  readonly centre: readonly [number, number];
}

/** Predictions over the plane shown. */
export interface Predictions {
  /** Another object means other predictions. */
  readonly key: object;
  /** Predictions of the same source replace each other without a gap. */
  readonly source: string;
  /** Opacity, 0 to 1. */
  readonly strength: number;
  readonly begin: (cells: number) => Steps<Field | undefined>;
}

/** Parameters of a network and its projection, and the model or snapshot that they belong to. */
export type Parameters = Pick<TrackFrame, 'source' | 'parameters'>;

/** The part of the tour that turning by hand uses. */
export interface Ground {
  readonly cloud: Cloud | undefined;
  /** The newest frame of each method. */
  readonly frames: readonly Station[] | undefined;
  /** The field of a model on a plane of its latent space. */
  predict(at: Parameters, plane: Plane | undefined, cells: number): Steps<Field | undefined>;
}
