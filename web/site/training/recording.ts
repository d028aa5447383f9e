/**
 * The opening training as a recording, for browsers without WebAssembly. The build makes it with the package. This file writes and
 * reads the format, so that both directions agree.
 *
 * Positions are whole 2048ths of the picture's side. Fields are log odds in steps that grow with them: boundaries lie where the odds are
 * even, so values near 0 are the most exact. Each value is stored as its difference from the previous frame, a small one in one letter, so
 * that the text compresses well.
 */

import type { Dataset, FitOptions, Frame, Model, Score, Trip } from 'trip-wasm';
import { flatPlane } from '../../draw/geometry.ts';
import type { Field } from '../../draw/types.ts';
import { catalogue, methodsOf } from '../data/catalogue.ts';
import { initialState } from '../data/state.ts';
import { lookOf, modelPicture, modelStage, type Picture, type Stage } from '../picture/picture.ts';
import { matchTruth } from '../picture/truth.ts';
import { fitOptions } from './fit-options.ts';
import type { Method } from './track.ts';

/** The scores and angles of one frame. */
export interface Figures {
  readonly fit: number;
  readonly test: number;
  readonly objective: number;
  /** Largest principal angle to the true plane, degrees. */
  readonly angle: number;
}

export interface Recording {
  readonly fingerprint: string;
  readonly extent: number;
  readonly epochs: readonly number[];
  /** Class indices of the samples. */
  readonly train: readonly number[];
  readonly test: readonly number[];
  readonly classNames: readonly string[];
  readonly figures: Readonly<Partial<Record<Method, readonly Figures[]>>>;
  /** Ordered by method and frame: train and test positions, then the field. */
  readonly values: string;
}

const frames = 50;
const [side, steps, reachOfOdds, cells] = [2048, 32, 9, 28];
/** Log odds as a number of steps, which is a multiple of their square root. */
const stepsOf = (odds: number) =>
  Math.round(Math.sign(odds) * steps * Math.sqrt(Math.min(1, Math.abs(odds) / reachOfOdds)));
const oddsOf = (count: number) => (count * Math.abs(count) * reachOfOdds) / steps ** 2;
/**
 * Numbers are written in this base, lowest digit first. Digits are letters that need no escape in JSON: the last digit of a number is one
 * of the first `base` letters, and every other digit is one of the next ones.
 */
const [firstLetter, base] = [35, 28];
/** Factor of the drawn resolution of a field over the recorded one: log odds are nearly linear between recorded values. */
const finer = 3;

/** A frame in whole numbers, before encoding. */
interface RecordedFrame {
  readonly points: readonly number[];
  readonly field: readonly number[];
}

/** Trains the opening preset and records it. */
export async function record(trip: Trip): Promise<Recording> {
  const entry = catalogue[initialState.data];
  const material = await entry.load(trip, initialState);
  const fit = (method: Method, more: FitOptions) =>
    trip.fit(material.train, { ...fitOptions(initialState, material, method), record: 401, ...more });
  const best = fit('trip', { restarts: initialState.restarts });
  const shown = chooseFrames(best);
  const figures: Partial<Record<Method, readonly Figures[]>> = {};
  const recorded: RecordedFrame[] = [];
  let extent = 0;
  for (const method of methodsOf(entry)) {
    const model = method === 'trip' ? best : fit(method, { firstRestart: best.best });
    const stage = modelStage(model, material, initialState.standardize);
    // The first method has the widest view, so its scale contains the others too.
    extent ||= stage.extent;
    figures[method] = shown.map((at) => {
      const then = trip.modelAt(model, model.frames[at] as Frame);
      const picture = modelPicture(trip, then, { ...stage, extent }, cells, lookOf(initialState));
      recorded.push(recordedFrameOf(picture));
      const match = matchTruth(trip, then.parameters, then.spec, material.truth);
      then.dispose();
      return figuresOf(picture, match?.furthest ?? 0);
    });
    if (model !== best) model.dispose();
  }
  const { train, test } = material;
  const recording = {
    fingerprint: best.fingerprint,
    extent,
    epochs: shown.map((at) => (best.frames[at] as Frame).epoch),
    train: Array.from(train.labels ?? []),
    test: Array.from(test.labels ?? []),
    classNames: train.classNames ?? [],
    figures,
    values: write(recorded),
  };
  best.dispose();
  return recording;
}

/** Indices of the frames to record, closer together at first, where most changes happen. */
function chooseFrames({ frames: all }: Model): number[] {
  return Array.from({ length: frames }, (_, at) => Math.round((at / (frames - 1)) ** 1.7 * (all.length - 1)));
}

const rounded = (value: number | undefined) => Number((value ?? 0).toPrecision(4));

const figuresOf = ({ trainScore, testScore }: Picture, angle: number): Figures => ({
  fit: rounded(trainScore.accuracy),
  test: rounded(testScore.accuracy),
  objective: rounded(trainScore.objective),
  angle: rounded(angle),
});

function recordedFrameOf({ train, test, extent, field }: Picture): RecordedFrame {
  const odds = (probability: number) => Math.log(probability / (1 - probability));
  return {
    points: [...train, ...test].map((value) => Math.round((value * side) / (2 * extent))),
    field: Array.from((field as Field).layer as Float32Array, (value) => stepsOf(odds(value))),
  };
}

/** Writes the frames one after the other. A projection that does not move has only zeros, which compress to almost nothing. */
function write(recorded: readonly RecordedFrame[]): string {
  let text = '';
  const writeValues = (now: readonly number[], before: readonly number[] | undefined) => {
    for (const [at, value] of now.entries()) {
      const step = value - (before?.[at] ?? 0);
      // The lowest bit is the sign.
      let rest = step < 0 ? -2 * step - 1 : 2 * step;
      for (; rest >= base; rest = Math.floor(rest / base))
        text += String.fromCharCode(firstLetter + base + (rest % base));
      text += String.fromCharCode(firstLetter + rest);
    }
  };
  for (const [at, { points, field }] of recorded.entries()) {
    const before = at % frames === 0 ? undefined : recorded[at - 1];
    writeValues(points, before?.points);
    writeValues(field, before?.field);
  }
  return text;
}

/** The pictures of each method, by frame. */
export function play(recording: Recording): ReadonlyMap<Method, readonly Picture[]> {
  const { train, test, classNames, epochs, extent, figures, values } = recording;
  const setOf = (labels: readonly number[]) => ({ labels: Int32Array.from(labels), classNames }) as unknown as Dataset;
  const material = { train: setOf(train), test: setOf(test) };
  const stage: Stage = { material, extent, centred: true, range: undefined };
  let at = 0;
  const readValues = (count: number, before: readonly number[] | undefined) =>
    Array.from({ length: count }, (_, n) => {
      let [value, weight] = [0, 1];
      for (let more = true; more; weight *= base) {
        const letter = values.charCodeAt(at++) - firstLetter;
        more = letter >= base;
        value += (letter % base) * weight;
      }
      return (before?.[n] ?? 0) + (value % 2 === 0 ? value / 2 : -(value + 1) / 2);
    });
  return new Map(
    (Object.entries(figures) as [Method, readonly Figures[]][]).map(([method, ofMethod]) => {
      let [points, field]: (readonly number[] | undefined)[] = [];
      const pictures = epochs.map((_, frame): Picture => {
        points = readValues(2 * (train.length + test.length), points);
        field = readValues(cells * cells, field);
        const placed = Float32Array.from(points, (value) => (value * 2 * extent) / side);
        const { fit, test: unseen, objective } = ofMethod[frame] as Figures;
        return {
          ...{ stage, extent, centre: [0, 0], plane: flatPlane, unseen: 0, unturned: undefined },
          ...{ view: undefined, nearest: undefined },
          train: placed.subarray(0, 2 * train.length),
          test: placed.subarray(2 * train.length),
          field: fieldOf(field, extent),
          trainScore: { accuracy: fit, objective } as Score,
          testScore: { accuracy: unseen } as Score,
        };
      });
      return [method, pictures];
    }),
  );
}

/** Interpolates the recorded log odds, which are nearly linear between them for a network of ReLUs. */
function fieldOf(recorded: readonly number[], extent: number): Field {
  const fine = finer * cells;
  const layer = new Float32Array(fine * fine);
  /** The recorded cell before a drawn one, and the distance between them. */
  const between = (at: number) => {
    const place = Math.max(0, Math.min(cells - 1, (at + 0.5) / finer - 0.5));
    const first = Math.min(cells - 2, Math.floor(place));
    return [first, place - first] as const;
  };
  const value = (row: number, column: number) => oddsOf(recorded[row * cells + column] as number);
  for (let y = 0; y < fine; y++) {
    const [row, down] = between(y);
    for (let x = 0; x < fine; x++) {
      const [column, right] = between(x);
      const above = value(row, column) * (1 - right) + value(row, column + 1) * right;
      const below = value(row + 1, column) * (1 - right) + value(row + 1, column + 1) * right;
      const mean = above * (1 - down) + below * down;
      layer[y * fine + x] = 1 / (1 + Math.exp(-mean));
    }
  }
  return { cells: fine, reach: (extent * cells) / (cells - 4), layer };
}
