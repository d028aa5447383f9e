/** Explains the projection shown by the variables: rotated axes, local regression coefficients, and those of one sample. */

import type {
  Dataset,
  Explanation,
  LocalExplanation,
  Model,
  RankOne,
  SampleDiagnosis,
  TopVariable,
  Trip,
} from 'trip-wasm';
import { isRefusal, type Placed, placed, targetOf } from '../../draw/placing.ts';
import { axesAt } from '../../draw/rotated-axes.ts';
import type { Arrow, Axis, Prediction, SampleRef } from '../../draw/types.ts';
import type { Entry, ModeName } from '../data/catalogue.ts';
import { takeRows } from '../data/rows.ts';
import { type State, sigmaShares } from '../link/state.ts';
import { lookOf, predictionOf, type Stage } from '../picture/picture.ts';
import { explainedSample, positionOf } from '../picture/sample.ts';
import { type Contrast, contrastOf } from './contrast.ts';
import { abortedInNextTask, fewestNeighbours, heaviest, lengthOf, namesOf, slice } from './local-means.ts';
import type { TrackFrame } from './track.ts';

/** Maximum number of samples with local coefficients, evenly spaced: more arrows would hide one another, and means hardly change. */
const localLimit = 120;
/** Coefficients shorter than this share of those of the steepest sample examined are called flat. */
const flatShare = 0.01;

/** The correlation of one mode's variables with each rotated axis. */
export interface ModeReading {
  readonly name: ModeName;
  /** Variables of each axis, heaviest first. */
  readonly axes: readonly { readonly correlation: number; readonly variables: readonly TopVariable[] }[];
}

export interface SampleReading {
  readonly sample: SampleRef;
  readonly prediction: Prediction;
  /** Local regression coefficients of the variables of each mode, heaviest first. */
  readonly modes: readonly { readonly name: ModeName; readonly variables: readonly TopVariable[] }[];
  readonly neighbours: number;
  readonly isolated: boolean;
  /** How it lies to the fit samples; undefined where these are too few or the axes too many. */
  readonly diagnosis: SampleDiagnosis | undefined;
}

/** Local regression coefficients of one mode over the samples, largest mean absolute value first. */
export interface Overall {
  readonly name: ModeName;
  /** The weight is the mean absolute coefficient with the sign of the mean coefficient. */
  readonly variables: readonly TopVariable[];
}

export interface Reading {
  readonly question: Question;
  /** Message of the library when it refuses to explain. */
  readonly refused: string | undefined;
  /** The reading is complete. */
  readonly complete: boolean;
  /** Number of fit samples, drawn at random, that were examined, and of all; undefined where all were. */
  readonly drawn: { readonly used: number; readonly all: number } | undefined;
  /** Class that is explained; undefined in a regression. */
  readonly className: string | undefined;
  readonly sigma: number;
  readonly modes: readonly ModeReading[];
  /** Empty until the reading is complete. */
  readonly overall: readonly Overall[];
  /** Undefined until the reading is complete, and where no second class is chosen. */
  readonly contrast: Contrast | undefined;
  /** The selected sample has coefficients that are much shorter than those of other samples; false until the reading is complete. */
  readonly flat: boolean;
  /** Number of samples behind `overall`, and the number of those with too few neighbours to be reliable. */
  readonly examined: number;
  readonly isolated: number;
  /** Samples without any neighbour, which the means exclude unless all are. */
  readonly withoutNeighbours: readonly SampleRef[];
  readonly axes: readonly Axis[];
  readonly arrows: readonly Arrow[];
  readonly selected: SampleReading | undefined;
}

export interface Question {
  readonly trip: Trip;
  readonly stage: Stage;
  readonly frame: TrackFrame;
  readonly state: State;
  /** Names of the modes. */
  readonly modes: Entry['modes'];
  readonly selected: SampleRef | undefined;
}

/**
 * Explains in short tasks. `onReading` gets each partial reading, then the complete one with arrows. A selected test sample is
 * explained among the test samples, everything else among the fit samples.
 */
export async function explain(
  question: Question,
  signal: AbortSignal,
  onReading: (reading: Reading) => void,
): Promise<void> {
  const { trip, frame, state, selected } = question;
  if (await abortedInNextTask(signal)) return;
  const examined = examinedOf(question);
  const { stage, set, drawn } = examined;
  if (await abortedInNextTask(signal)) return;
  const model = trip.modelAt(frame.source, frame);
  let explanation: Explanation | undefined;
  try {
    explanation = await explanationOf(model, stage.material[set], state, signal);
    if (!explanation || (await abortedInNextTask(signal))) return;
    // The pictures use the axes of the fit samples.
    const places = placed(model, stage, lookOf(state), set === 'train' ? explanation : undefined);
    if (await abortedInNextTask(signal)) return;
    const first = {
      ...emptyReading,
      question,
      drawn,
      className: explanation.className,
      sigma: explanation.sigma,
      modes: modesOf(explanation, model, question.modes),
      axes: axesOf(explanation, places),
      selected: selected && sampleReading({ question, examined, model, explanation }, selected),
    };
    onReading(first);
    const local = await localsOf({ explanation, model, question, examined, places, signal });
    if (local) onReading({ ...first, complete: true, ...local });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (!signal.aborted) onReading({ ...emptyReading, question, complete: true, refused: error.message });
  } finally {
    explanation?.dispose();
    model.dispose();
  }
}

/** The samples that are examined: of many a sample, with the selected one. */
interface Examined {
  readonly stage: Stage;
  readonly set: SampleRef['set'];
  /** Row in the whole set of an examined sample, and the reverse. */
  readonly rowOf: (position: number) => number;
  readonly positionOf: (row: number) => number;
  /** Numbers of the fit samples that are examined, and of all; undefined where all are. */
  readonly drawn: Reading['drawn'];
}

function examinedOf({ stage, selected }: Question): Examined {
  const { material } = stage;
  const set = selected?.set ?? 'train';
  const sample = explainedSample(material);
  if (!sample) return { stage, set, rowOf: (position) => position, positionOf: (row) => row, drawn: undefined };
  const known = sample.rows[set];
  const missing = selected !== undefined && positionOf(known, selected.index) < 0;
  const rows = missing ? Int32Array.from([...known, selected.index]).sort() : known;
  const own = missing ? takeRows(material[set], rows) : sample.material[set];
  return {
    stage: { ...stage, material: { ...sample.material, [set]: own } },
    set,
    rowOf: (position) => rows[position] as number,
    positionOf: (row) => positionOf(rows, row),
    drawn: { used: sample.rows.train.length, all: material.train.shape[0] as number },
  };
}

/** A reading without results. */
const emptyReading = {
  drawn: undefined,
  refused: undefined,
  complete: false,
  className: undefined,
  sigma: Number.NaN,
  modes: [],
  overall: [],
  contrast: undefined,
  flat: false,
  examined: 0,
  isolated: 0,
  withoutNeighbours: [],
  axes: [],
  arrows: [],
  selected: undefined,
} satisfies Omit<Reading, 'question'>;

/** Explains with the width in the settings. A multiple of the automatic width needs that one first. Undefined when aborted. */
export async function explanationOf(
  model: Model,
  data: Dataset,
  { sigma, target }: State,
  signal: AbortSignal,
): Promise<Explanation | undefined> {
  const explained = (sigma: number | 'auto') => model.explain(data, { sigma, ...targetOf(model, target) });
  if (typeof sigma === 'number') return explained(sigma);
  const automatic = explained('auto');
  const share = sigmaShares[sigma];
  if (share === 1) return automatic;
  const width = share * automatic.sigma;
  automatic.dispose();
  return (await abortedInNextTask(signal)) ? undefined : explained(width);
}

interface Locals {
  readonly explanation: Explanation;
  readonly model: Model;
  readonly question: Question;
  readonly examined: Examined;
  readonly places: Placed;
  readonly signal: AbortSignal;
}

/** Arrows and mean coefficients of evenly spaced samples; undefined when aborted. */
async function localsOf({ explanation, model, question, examined: known, places, signal }: Locals) {
  const { state, modes, selected } = question;
  const { stage, set, rowOf } = known;
  const { shape, labels } = stage.material[set];
  const examined = Math.min(shape[0] as number, localLimit);
  const arrows: Arrow[] = [];
  const [all, others] = [sumsOf(model), sumsOf(model)];
  const withoutNeighbours: SampleRef[] = [];
  let isolated = 0;
  let steepest = 0;
  let end = performance.now() + slice;
  for (let at = 0; at < examined; at++) {
    const sample = Math.floor((at * (shape[0] as number)) / examined);
    const local = explanation.local(sample);
    if (state.arrows) arrows.push(arrowAt(local, places, places[set], labels));
    if (local.isolated) isolated++;
    steepest = Math.max(steepest, longest(local.original));
    const lone = local.neighbours < 1 + fewestNeighbours;
    if (lone) withoutNeighbours.push({ set, index: rowOf(sample) });
    for (const sums of lone ? [all] : [all, others]) add(sums, local.original);
    if (performance.now() < end) continue;
    if (await abortedInNextTask(signal)) return undefined;
    end = performance.now() + slice;
  }
  const [sums, count] =
    withoutNeighbours.length === examined ? [all, examined] : [others, examined - withoutNeighbours.length];
  const overall = sums.map(({ sum, size }, mode) => ({
    name: modes[mode] as ModeName,
    variables: heaviest(
      size.map((total, i) => (Math.sign(sum[i] as number) * total) / count),
      namesOf(model, mode),
    ),
  }));
  const about = { explanation, model, against: state.against, labels, modes };
  const contrast = await contrastOf(about, signal);
  if (signal.aborted) return undefined;
  const own = selected && longest(explanation.local(known.positionOf(selected.index)).original);
  const flat = own !== undefined && own < flatShare * steepest;
  return { arrows, examined, isolated, withoutNeighbours, overall, contrast, flat };
}

/** Length of the coefficients of the mode in which they are longest. */
const longest = (coefficients: readonly Float64Array[]) => Math.max(...coefficients.map(lengthOf));

/** Sums of the coefficients of each mode's variables, and of their absolute values. */
type Sums = readonly { readonly sum: Float64Array; readonly size: Float64Array }[];

const sumsOf = ({ spec }: Model): Sums =>
  spec.dims.map((size) => ({ sum: new Float64Array(size), size: new Float64Array(size) }));

function add(sums: Sums, coefficients: readonly Float64Array[]): void {
  for (const [mode, { sum, size }] of sums.entries()) {
    for (const [i, value] of (coefficients[mode] as Float64Array).entries()) {
      sum[i] = (sum[i] as number) + value;
      size[i] = (size[i] as number) + Math.abs(value);
    }
  }
}

function modesOf(explanation: Explanation, model: Model, names: Entry['modes']): ModeReading[] {
  return explanation.axes.map((axes, mode) => {
    const rank = model.spec.ranks[mode] as number;
    return {
      name: names[mode] as ModeName,
      axes: Array.from({ length: rank }, (_, axis) => ({
        correlation: (explanation.correlation[mode] as Float64Array)[axis] as number,
        variables: explanation.top(mode, axis, axes.length / rank),
      })),
    };
  });
}

/** The rotated axes as directions in the picture, or the axes of the picture where these are two of many. */
function axesOf({ rotation }: Explanation, { plane, view }: Placed): Axis[] {
  if (!plane || view !== undefined)
    return [
      { dx: 1, dy: 0 },
      { dx: 0, dy: 1 },
    ];
  const turn = rotation[0] as Float64Array;
  const rank = plane.origin.length;
  return Array.from({ length: rank }, (_, axis) => direction(plane, (j) => turn[j * rank + axis] as number));
}

function direction({ first, second }: NonNullable<Placed['plane']>, along: (j: number) => number): Axis {
  const dot = (side: readonly number[]) => side.reduce((sum, value, j) => sum + value * along(j), 0);
  return { dx: dot(first), dy: dot(second) };
}

/** The gradient of the prediction around one sample, in the coordinates of the picture. */
function arrowAt(
  { sample, surrogate, rotated }: LocalExplanation,
  { plane, view }: Placed,
  points: Float32Array,
  labels: Int32Array | undefined,
): Arrow {
  const arrow = plane ? direction(plane, weightsOf(surrogate)) : onMode(rotated, view as number);
  return { x: points[2 * sample] as number, y: points[2 * sample + 1] as number, ...arrow, label: labels?.[sample] };
}

/** Weights of the projected coordinates in a linear model of rank one: products of an entry of each mode. */
function weightsOf({ g, scale }: RankOne): (index: number) => number {
  const ranks = g.map((ofMode) => ofMode.length);
  return (index) =>
    axesAt(index, ranks).reduce((product, j, k) => product * ((g[k] as Float64Array)[j] as number), scale);
}

function onMode(rotated: readonly Float64Array[], mode: number): Axis {
  const [dx = 0, dy = 0] = rotated[mode] as Float64Array;
  return { dx, dy };
}

function sampleReading(
  { question, examined, model, explanation }: Pick<Locals, 'question' | 'examined' | 'model' | 'explanation'>,
  sample: SampleRef,
): SampleReading {
  const { trip, modes } = question;
  const { original, neighbours, isolated } = explanation.local(examined.positionOf(sample.index));
  const { material } = question.stage;
  return {
    sample,
    prediction: predictionOf(trip, model, material, sample),
    modes: original.map((weights, mode) => ({
      name: modes[mode] as ModeName,
      variables: heaviest(weights, namesOf(model, mode)),
    })),
    neighbours,
    isolated,
    diagnosis: diagnosisOf(model, trip.subset(material[sample.set], [sample.index]), examined.stage.material.train),
  };
}

/** Compares a sample with the fit samples. Frames of a training do not contain the distribution of these. */
function diagnosisOf(model: Model, one: Dataset, training: Dataset) {
  try {
    return model.diagnose(one, { training }).samples[0];
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return undefined;
  }
}
