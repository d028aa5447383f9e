/** The contents of a picture: samples, their places, predictions over the plane. */

import type { Dataset } from 'trip-wasm';
import type { Plane } from './geometry.js';
import type { Regions } from './regions.js';

/** Lowest and highest response of a regression. */
export type Range = readonly [number, number];

/** The part of samples that decides their marks. */
export type Marked = Pick<Dataset, 'labels' | 'targets' | 'classNames'>;

/** The fit samples and the test samples of a picture. */
export interface Sets<Samples = Dataset> {
  readonly train: Samples;
  /** Absent in a picture of fit samples alone. */
  readonly test?: Samples | undefined;
}

/** Samples and scale that several pictures share. */
export interface Stage<Samples = Dataset> {
  readonly material: Sets<Samples>;
  /** Half the side of the visible square, in latent units; vectors only. */
  readonly extent: number;
  /** The pictures are centred on the origin of the latent space instead of the mean of the samples. */
  readonly centred: boolean;
  /** Range of the fit samples of a regression. */
  readonly range: Range | undefined;
}

/**
 * The two axes of a picture of matrices, cubes, or vectors with more than three axes. `plane`: the directions along which the predictions
 * change most; `pair`: the two rotated axes whose coordinates tell most of these changes; a number: the first two rotated axes of that mode, from 0.
 */
export type View = 'plane' | 'pair' | number;

/** A rotated axis of the projected space. */
export interface RotatedAxis {
  /** Index of the axis of each mode, from 0. */
  readonly axes: readonly number[];
  /** Correlation of the fit samples' coordinates along it with those along the axis of the picture; 1 for this axis itself. */
  readonly correlation: number;
}

/** Viewing direction, axes and explained class. */
export interface Look {
  readonly view: View;
  /** Class that is explained. */
  readonly target: number;
  /** Viewing direction for three axes, in degrees. */
  readonly yaw: number;
  readonly pitch: number;
}

/** The visible square: its centre, half its side, and the plane that it lies in. */
export interface Frame {
  readonly centre: readonly [number, number];
  readonly extent: number;
  /** The plane of the picture in the latent space; undefined on the axes of one mode of several. */
  readonly plane: Plane | undefined;
}

export interface Picture<Samples = Dataset> extends Frame {
  readonly stage: Stage<Samples>;
  /** Coordinates in the picture, N x 2. */
  readonly train: Float32Array;
  readonly test: Float32Array;
  /** Number of axes that stay at their mean, because the picture shows two of more than three. */
  readonly unseen: number;
  /** The view of matrices, cubes, or vectors with more than three axes; undefined for other vectors. */
  readonly view: View | undefined;
  /** The rotated axes nearest to the horizontal and the vertical one; undefined on the axes of one mode, or while unknown. */
  readonly nearest: readonly [RotatedAxis, RotatedAxis] | undefined;
  /** Reason why the axes are not rotated: the explanation that would rotate them was refused. */
  readonly unturned: string | undefined;
  readonly field: Field | undefined;
}

/** Predictions at the centres of `cells` x `cells` squares that cover [-reach, reach]^2 around the centre, first row on top. */
export interface Field {
  readonly cells: number;
  readonly reach: number;
  /** Two classes: probability of class 1. Regression: the value. */
  readonly layer?: Float32Array;
  /** Three classes and more. */
  readonly regions?: Regions;
}

/** Work in steps: the page may do other work at each yield. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Softmax probabilities of the classes, or the value of a regression. */
export type Prediction = { readonly probabilities: readonly number[] } | { readonly value: number };

/** Samples that stand out from the others: 1 for each of them, 0 for the others, in the order of the samples. */
export interface Brushed {
  readonly train: Uint8Array;
  readonly test: Uint8Array;
}

export interface SampleRef {
  readonly set: 'train' | 'test';
  readonly index: number;
}

/** A line from (x, y) in the picture. */
export interface Arrow {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  /** Class of the sample; undefined in a regression. */
  readonly label: number | undefined;
}

/** A direction in the picture. */
export interface Axis {
  readonly dx: number;
  readonly dy: number;
}
