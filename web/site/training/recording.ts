/**
 * The opening training as a recording, for browsers without WebAssembly: made by the build, with the package. Written and read here,
 * so that the two sides of the format cannot part.
 *
 * Positions are whole 2048ths of the picture's side, fields are log odds in steps of an eighth. Each value is the difference to the
 * frame before, small ones in one letter, so that it packs well.
 */

import type { Dataset, FitOptions, Frame, Model, Score, Trip } from 'trip-wasm';
import { catalogue, methodsOf } from '../data/catalogue.ts';
import { initialState } from '../data/state.ts';
import { flatPlane, matchTruth } from '../picture/geometry.ts';
import { type Field, modelPicture, modelStage, type Picture, type Stage } from '../picture/picture.ts';
import { fitOptions } from './fit-options.ts';
import type { Method } from './track.ts';

/** What the numbers beside a picture say of one frame. */
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
  /** Classes of the samples. */
  readonly train: readonly number[];
  readonly test: readonly number[];
  readonly classNames: readonly string[];
  readonly figures: Readonly<Partial<Record<Method, readonly Figures[]>>>;
  /** By method and frame: train and test positions, then the field. */
  readonly values: string;
}

const frames = 50;
const [side, steps, reachOfOdds, cells] = [2048, 48, 6, 28];
/** Letters from the first on that JSON writes as they are; those of the second half say that more follow. */
const [firstLetter, half] = [35, 28];
/** A field is drawn this many times finer than it is recorded: between its values log odds are nearly straight. */
const finer = 3;

/** A frame as it is written: whole numbers. */
interface Shot {
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
  const shots: Shot[] = [];
  let extent = 0;
  for (const method of methodsOf(entry)) {
    const model = method === 'trip' ? best : fit(method, { firstRestart: best.best });
    const stage = modelStage(model, material, initialState.standardize);
    // The first method has the widest view and sets the scale.
    extent ||= stage.extent;
    figures[method] = shown.map((at) => {
      const then = trip.modelAt(model, model.frames[at] as Frame);
      const picture = modelPicture(then, { ...stage, extent }, cells, initialState);
      shots.push(shotOf(picture));
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
    values: write(shots),
  };
  best.dispose();
  return recording;
}

/** Close together at first, where most happens. */
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

function shotOf({ train, test, extent, field }: Picture): Shot {
  const odds = (probability: number) => Math.log(probability / (1 - probability));
  const clamp = (value: number) => Math.max(-steps, Math.min(steps, Math.round((value * steps) / reachOfOdds)));
  return {
    points: [...train, ...test].map((value) => Math.round((value * side) / (2 * extent))),
    field: Array.from((field as Field).layer as Float32Array, (value) => clamp(odds(value))),
  };
}

/** The shots one after the other; of a projection that stays, every difference is 0 and packs to nothing. */
function write(shots: readonly Shot[]): string {
  let text = '';
  const put = (now: readonly number[], before: readonly number[] | undefined) => {
    for (const [at, value] of now.entries()) {
      const step = value - (before?.[at] ?? 0);
      // The sign lies in the last digit.
      let rest = step < 0 ? -2 * step - 1 : 2 * step;
      for (; rest >= half; rest = Math.floor(rest / half))
        text += String.fromCharCode(firstLetter + half + (rest % half));
      text += String.fromCharCode(firstLetter + rest);
    }
  };
  for (const [at, { points, field }] of shots.entries()) {
    const before = at % frames === 0 ? undefined : shots[at - 1];
    put(points, before?.points);
    put(field, before?.field);
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
  const take = (count: number, before: readonly number[] | undefined) =>
    Array.from({ length: count }, (_, n) => {
      let [value, weight] = [0, 1];
      for (let more = true; more; weight *= half) {
        const letter = values.charCodeAt(at++) - firstLetter;
        more = letter >= half;
        value += (letter % half) * weight;
      }
      return (before?.[n] ?? 0) + (value % 2 === 0 ? value / 2 : -(value + 1) / 2);
    });
  return new Map(
    (Object.entries(figures) as [Method, readonly Figures[]][]).map(([method, told]) => {
      let [points, field]: (readonly number[] | undefined)[] = [];
      const pictures = epochs.map((_, frame): Picture => {
        points = take(2 * (train.length + test.length), points);
        field = take(cells * cells, field);
        const placed = Float32Array.from(points, (value) => (value * 2 * extent) / side);
        const { fit, test: unseen, objective } = told[frame] as Figures;
        return {
          ...{ stage, extent, centre: [0, 0], plane: flatPlane, unseen: 0, unturned: undefined },
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

/** Finer than it was recorded: between the values, log odds of a network of ReLUs are nearly straight. */
function fieldOf(odds: readonly number[], extent: number): Field {
  const fine = finer * cells;
  const layer = new Float32Array(fine * fine);
  /** Recorded cells beside a fine one, and how far it is from the first. */
  const between = (at: number) => {
    const place = Math.max(0, Math.min(cells - 1, (at + 0.5) / finer - 0.5));
    const first = Math.min(cells - 2, Math.floor(place));
    return [first, place - first] as const;
  };
  const value = (row: number, column: number) => odds[row * cells + column] as number;
  for (let y = 0; y < fine; y++) {
    const [row, down] = between(y);
    for (let x = 0; x < fine; x++) {
      const [column, right] = between(x);
      const above = value(row, column) * (1 - right) + value(row, column + 1) * right;
      const below = value(row + 1, column) * (1 - right) + value(row + 1, column + 1) * right;
      const mean = above * (1 - down) + below * down;
      layer[y * fine + x] = 1 / (1 + Math.exp((-mean * reachOfOdds) / steps));
    }
  }
  return { cells: fine, reach: (extent * cells) / (cells - 4), layer };
}
