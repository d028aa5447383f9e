/** The public types of `<trip-plane>`. */

import type { Dataset, Model } from 'trip-wasm';

/** `HTMLElement`, or an empty object in projects without the types of the DOM. */
type PlaneBase = typeof globalThis extends { HTMLElement: { prototype: infer Base } } ? Base : object;

/** A sample of `<trip-plane>`; detail of its event `select`. */
export interface TripSample {
  /** The property that has it. */
  readonly set: 'data' | 'samples';
  /** Position in that dataset, from 0. */
  readonly index: number;
}

/** A position in the picture; detail of the event `probe`. */
export interface TripProbe {
  /** First coordinate in the picture. */
  readonly x: number;
  /** Second coordinate. */
  readonly y: number;
  /** The nearest sample. */
  readonly sample: TripSample;
  /** Distance of that sample in the picture. */
  readonly distance: number;
  /**
   * The prediction at the position, or of the nearest sample on the axes of one mode, whose positions have none: the probability
   * of each class, or the value of a regression.
   */
  readonly prediction:
    | {
        /** Probability of each class. */
        readonly probabilities: readonly number[];
      }
    | {
        /** Value of the regression. */
        readonly value: number;
      };
}

/**
 * The custom element `<trip-plane>`, which `trip-wasm/element` defines: a picture of a model with a probe, a legend and a table of the
 * samples. It needs `model` and `data`. Arrow keys or the pointer move the probe, Enter or a click chooses the nearest sample, Escape
 * leaves. Properties of options have attributes of the same name, where `off` means false.
 *
 * Events, which bubble and cross shadow roots: `probe` with a {@link TripProbe}, or `null` when the probe leaves; `select` with a
 * {@link TripSample}; `error` with the `TripError` when model and samples cannot be drawn, which the element also writes.
 */
export interface TripPlaneElement extends PlaneBase {
  /** The model. The element does not dispose of it. */
  model: Model | undefined;
  /** Samples of the model's shape, usually those of its training. */
  data: Dataset | undefined;
  /** Further samples, drawn hollow, such as the test set. */
  samples: Dataset | undefined;
  /** The sample with a ring. Choosing one sets it. */
  selected: TripSample | undefined;
  /** `light`, `dark`, or `auto` for the colour scheme of the place on the page. */
  theme: string;
  /** Accessible name of the picture. */
  label: string;
  /** Heading; by default the method. */
  caption: string;
  /** As the option of `toSVG`. */
  mode: 'plane' | 'pair' | number;
  /** As the option of `toSVG`. */
  arrows: number;
  /** As the option of `toSVG`. */
  yaw: number;
  /** As the option of `toSVG`. */
  pitch: number;
  /** As the option of `toSVG`. */
  target: string;
  /** As the option of `toSVG`. */
  response: string;
  /** As the option of `toSVG`. */
  heat: boolean;
  /** As the option of `toSVG`. */
  contours: boolean;
  /** As the option of `toSVG`. */
  discrete: boolean;
  /** As the option of `toSVG`. */
  scores: boolean;
  /** As the option of `toSVG`. */
  legend: boolean;
  /** Offers the table of all samples with class and prediction. Default true. */
  table: boolean;
}

declare global {
  interface HTMLElementTagNameMap {
    'trip-plane': TripPlaneElement;
  }
}
