/** The projection on view in the language of the variables: rotated axes, local regression coefficients, one sample's story. */

import type { Explanation, Model, TopVariable, Trip } from 'trip-wasm';
import type { Entry, Material } from './data/catalogue.ts';
import { type Placed, type Prediction, placed, predictionOf, type SampleRef, type Stage, targetOf } from './picture.ts';
import type { State } from './state.ts';
import { nextTask } from './tasks.ts';
import type { ModeName } from './text/en/data.ts';
import type { TrackFrame } from './track.ts';

/** Arrows drawn at most: more hide one another. */
const arrowLimit = 120;
/** Milliseconds of computing before the page may do something else. */
const slice = 10;

/** A line from (x, y) in the picture. */
export interface Arrow {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  /** Class of the sample; undefined in a regression. */
  readonly label: number | undefined;
}

export interface Axis {
  /** Direction in the picture. */
  readonly dx: number;
  readonly dy: number;
}

/** What one mode's variables have to do with each rotated axis. */
export interface ModeReading {
  readonly name: ModeName;
  /** For each axis its variables, heaviest first. */
  readonly axes: readonly { readonly correlation: number; readonly variables: readonly TopVariable[] }[];
}

export interface SampleReading {
  readonly sample: SampleRef;
  readonly prediction: Prediction;
  /** For each mode the local regression coefficients of its variables, heaviest first. */
  readonly modes: readonly { readonly name: ModeName; readonly variables: readonly TopVariable[] }[];
  readonly neighbours: number;
  readonly isolated: boolean;
}

export interface Reading {
  readonly question: Question;
  /** Nothing more will come. */
  readonly whole: boolean;
  /** Class that is explained; undefined in a regression. */
  readonly className: string | undefined;
  readonly sigma: number;
  readonly modes: readonly ModeReading[];
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
 * Explains in short tasks; `tell` gets what is known so far, arrows last. A selected test sample is explained among the test
 * samples, everything else among the fit samples.
 */
export async function explain(
  question: Question,
  signal: AbortSignal,
  tell: (reading: Reading) => void,
): Promise<void> {
  const { trip, stage, frame, state, selected } = question;
  const { material } = stage;
  if (await unwantedNext(signal)) return;
  const model = trip.modelAt(frame.source, frame);
  const set = selected?.set ?? 'train';
  const data = material[set];
  const explanation = model.explain(data, { sigma: state.sigma, ...targetOf(model, state.target) });
  try {
    if (await unwantedNext(signal)) return;
    // The axes of the pictures are those of the fit samples.
    const places = placed(model, stage, state, set === 'train' ? explanation : undefined);
    if (await unwantedNext(signal)) return;
    const first = {
      question,
      whole: !state.arrows,
      className: explanation.className,
      sigma: explanation.sigma,
      modes: modesOf(explanation, model, question.modes),
      axes: axesOf(explanation, places),
      arrows: [],
      selected: selected && sampleReading(trip, model, material, explanation, selected, question.modes),
    };
    tell(first);
    if (!state.arrows) return;
    const arrows: Arrow[] = [];
    const count = data.shape[0] as number;
    const step = Math.max(1, count / arrowLimit);
    let end = performance.now() + slice;
    for (let at = 0; at < count; at += step) {
      arrows.push(arrowAt(explanation, places, places[set], Math.floor(at), data.labels, state));
      if (performance.now() < end) continue;
      if (await unwantedNext(signal)) return;
      end = performance.now() + slice;
    }
    tell({ ...first, whole: true, arrows });
  } finally {
    explanation.dispose();
    model.dispose();
  }
}

/** Goes on in a task of its own; resolves to whether the answer is no longer wanted. */
async function unwantedNext(signal: AbortSignal): Promise<boolean> {
  await nextTask();
  return signal.aborted;
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

/** The rotated axes as directions in the picture. */
function axesOf({ rotation }: Explanation, { plane }: Placed): Axis[] {
  if (!plane)
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

/** The gradient of the prediction around one sample, as it lies in the picture. */
function arrowAt(
  explanation: Explanation,
  { plane }: Placed,
  points: Float32Array,
  sample: number,
  labels: Int32Array | undefined,
  { mode }: State,
): Arrow {
  const { surrogate, rotated } = explanation.local(sample);
  const g = surrogate.g[0] as Float64Array;
  const [dx = 0, dy = 0] = rotated[Math.min(Number(mode), rotated.length) - 1] as Float64Array;
  const arrow = plane ? direction(plane, (j) => surrogate.scale * (g[j] as number)) : { dx, dy };
  return { x: points[2 * sample] as number, y: points[2 * sample + 1] as number, ...arrow, label: labels?.[sample] };
}

function sampleReading(
  trip: Trip,
  model: Model,
  material: Material,
  explanation: Explanation,
  sample: SampleRef,
  modes: Entry['modes'],
): SampleReading {
  const { original, neighbours, isolated } = explanation.local(sample.index);
  const names = model.spec.modeNames ?? [model.spec.featureNames ?? []];
  return {
    sample,
    prediction: predictionOf(trip, model, material, sample),
    modes: original.map((weights, mode) => ({
      name: modes[mode] as ModeName,
      variables: [...weights]
        .map((weight, index) => {
          const name = names[mode]?.[index];
          return { index, weight, ...(name === undefined ? {} : { name }) };
        })
        .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || a.index - b.index),
    })),
    neighbours,
    isolated,
  };
}
