/** The parts of a step: its panels, their results, and the finding that answers its question. */

import type { Model, RestartReport, Score, TopVariable, Trip } from 'trip-wasm';
import type { PermutationTest } from 'trip-wasm/trainer';
import type { SampleRef } from '../../draw/types.ts';
import type { Material } from '../data/catalogue.ts';
import type { State } from '../data/state.ts';
import type { Section } from '../link/audience.ts';
import type { Picture } from '../picture/picture.ts';
import type { PlaneMatch } from '../picture/truth.ts';
import type { Sizes } from '../training/sizes.ts';
import type { Method, TrackFrame } from '../training/track.ts';

/** Difference between a panel and its neighbours. */
export type Label =
  | { readonly method: Method }
  /** Index of the start. */
  | { readonly start: number }
  /** Number of the first plane. */
  | { readonly plane: number }
  | { readonly lambda: number }
  | { readonly axes: 2 | 3 }
  /** Each sample where a model puts it that has seen it, or one that has not. */
  | { readonly seen: boolean };

export interface Panel {
  readonly label: Label;
  readonly method: Method;
  readonly state: State;
  /** Index of the start. */
  readonly start: number;
  /** TRIP begins with the random plane of the tour's seed in `state`; otherwise the start draws its plane. */
  readonly fromPlane?: true;
}

/** Variance along a leading direction of the data. */
export interface Direction {
  readonly variance: number;
  /** Share of the direction that lies in the true plane: the squared cosine of the angle between both. */
  readonly inside: number;
}

/** Matrices, and the same matrices rebuilt from their projections. */
export interface Rebuilt {
  readonly rows: number;
  readonly columns: number;
  /** Class of each matrix. */
  readonly names: readonly string[];
  /** One matrix after the other. */
  readonly original: Float32Array;
  readonly rebuilt: Float32Array;
  /** Share of the squared grey levels of all test samples that their projections keep. */
  readonly kept: number;
}

/** Samples on three axes around the mean of the fit samples, N x 3. */
export interface Space {
  readonly train: Float32Array;
  readonly test: Float32Array;
  /** The last hidden axis of the data in this space; undefined where the true projection is unknown. */
  readonly axis: readonly [number, number, number] | undefined;
}

/** The numbers that a step needs of its models beside their pictures and scores. */
export interface Evidence {
  readonly directions?: readonly Direction[];
  /** Largest angle in degrees between TRIP's plane and that of PCA on the same samples. */
  readonly fromPca?: number;
  readonly rebuilt?: Rebuilt;
  readonly space?: Space | undefined;
  /** Unseen samples with a wrong prediction. */
  readonly wrong?: readonly SampleRef[];
}

export interface Result extends Evidence {
  readonly panel: Panel;
  readonly picture: Picture;
  readonly fit: Pick<Score, 'accuracy'>;
  /** Scores on the test samples, or on those held out where the picture shows these. */
  readonly test: Pick<Score, 'accuracy'>;
  /** The permutation test of a picture of held-out samples. */
  readonly chance?: PermutationTest;
  readonly report: RestartReport;
  readonly match: PlaneMatch | undefined;
  /** Variables of the first rotated axis of the first mode, heaviest first. */
  readonly variables: readonly TopVariable[];
  /** Those of the second rotated axis; empty where there is one axis. */
  readonly second: readonly TopVariable[];
  readonly sizes: Sizes;
  /** Recorded frames of the training, the end last. */
  readonly frames: readonly TrackFrame[];
}

/** Content of a step's figure. Shares are accuracies, angles are degrees. */
export type Finding =
  | { readonly code: 'pca'; readonly nearest: Angle; readonly furthest: Angle; readonly test: Share }
  | { readonly code: 'lda'; readonly fit: Share; readonly test: Share; readonly furthest: Angle }
  | { readonly code: 'trip'; readonly first: Angle; readonly furthest: Angle; readonly test: Share }
  | {
      readonly code: 'lambda';
      readonly all: readonly { lambda: number; fit: Share; test: number }[];
      /** Angles of the best plane to the true one and to that of PCA. */
      readonly fromTruth: Angle;
      readonly fromPca: Angle;
    }
  /** Number of first planes that pass, and the accuracies of all. */
  | { readonly code: 'lottery'; readonly passed: number; readonly tests: readonly number[] }
  /** The start with the lowest objective, the number of starts that pass, and the accuracies of the others. */
  | {
      readonly code: 'chooses';
      readonly start: number;
      readonly objective: number;
      readonly test: number;
      readonly passed: number;
      readonly others: readonly number[];
    }
  | { readonly code: 'axes'; readonly two: number; readonly three: number }
  | { readonly code: 'read'; readonly heaviest: readonly TopVariable[]; readonly test: Share }
  /** Accuracies, shares of the pictures that are kept, and the numbers of parameters of TRIP and a plain network, and of values in a sample. */
  | {
      readonly code: 'matrices';
      readonly tucker: number;
      readonly trip: number;
      readonly tuckerKept: number;
      readonly tripKept: number;
      readonly numbers: number;
      readonly inputs: number;
      readonly plain: number;
    }
  /** Accuracies on the samples of the fit, on the same samples held out, and on new ones; and the permutation test. */
  | {
      readonly code: 'noise';
      readonly fit: Share;
      readonly heldOut: number;
      readonly test: number;
      readonly p: number;
      readonly permutations: number;
      readonly atLeastAsGood: number;
    };
type Angle = number | undefined;
type Share = number | undefined;
export type StepId = Finding['code'];

/** The data of a step: what is trained. */
export interface Plan {
  /** Name of the texts with its title, claim, question and choices. */
  readonly id: StepId;
  readonly panels: readonly Panel[];
  /** Part of the page that is unfolded when a figure opens in the tool. */
  readonly part?: Section;
  /** Number of permutations of a test of the panel, whose held-out picture is then shown beside it. */
  readonly permutations?: number;
  /** Number of frames to record of each training. */
  readonly record?: number;
  /** Reads from a trained model what the drawing needs beside picture and scores. */
  readonly examine?: (trip: Trip, material: Material, model: Model) => Evidence;
}

export interface Step extends Plan {
  /** Index in `choices` of the answer that the figure shows. */
  readonly answer: (results: readonly Result[]) => number;
  readonly finding: (results: readonly Result[]) => Finding;
}
