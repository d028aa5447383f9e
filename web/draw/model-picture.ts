/** The picture of a model and samples, at a scale that shows all of them. */

import type { Dataset, Model } from 'trip-wasm';
import { fieldOf } from './field.js';
import { onPlane } from './geometry.js';
import { type Loading, largestLoadings } from './loadings.js';
import { type Chosen, indexIn, listed, refuse } from './options.js';
import { type Axes, boxOf, isTurned, type Placed, placed, rangeOf, turnedAxes, viewOf } from './placing.js';
import type { Marked, Picture, Range, Sets } from './types.js';

/** Cells in a row of the field. */
const cells = 96;

export interface ModelPicture {
  readonly picture: Picture<Marked>;
  readonly loadings: readonly Loading[];
  /** Index of the response shown. */
  readonly response: number;
}

/** Number of axes of vectors; 0 for matrices and cubes. */
export const vectorAxes = ({ spec }: Model): number => (spec.ranks.length > 1 ? 0 : (spec.ranks[0] as number));

export function modelPicture(model: Model, { train, test }: Sets, options: Chosen): ModelPicture {
  requireArguments(model, { train, test });
  const { spec } = model;
  const { yaw, pitch } = options;
  const regression = spec.task === 'regression';
  const responses = (spec.responses ?? [{}]).map(({ name }: { name?: string }, at) => name ?? String(at));
  const response = regression ? indexIn('response', options.response, responses) : 0;
  const target = regression ? 0 : indexIn('target', options.target, spec.classNames ?? []);
  const { mode } = options;
  const modes = spec.ranks.length;
  if (mode !== 'plane' && mode !== 'pair' && !(Number.isInteger(mode) && mode >= 0 && mode < modes))
    refuse('mode', mode, `"plane", "pair" or an index from 0 to ${modes - 1}`);
  const look = { view: mode, target, yaw, pitch };
  const sets = { material: { train, test }, extent: 1, centred: false, range: undefined };
  const axes = isTurned(spec) && viewOf(spec, look) !== 'plane' ? turnedAxes(model, sets, look) : undefined;
  const places = placed(model, sets, look, axes);
  const shown = spec.ranks.join() === '1' ? spread(places.train, places.test) : places;
  const frame = { ...places, ...shown, ...boxOf(shown.train, shown.test) };
  const material = {
    train: marked(model, 'data', train, response),
    test: test && marked(model, 'test', test, response),
  };
  const range = regression ? responseRange(model, train, material.train, response) : undefined;
  const field = fieldOf(model, frame, cells, response);
  return {
    picture: { ...frame, stage: { ...sets, range, material }, field },
    loadings: options.arrows > 0 ? loadingsOf(model, places, axes).slice(0, options.arrows) : [],
    response,
  };
}

function requireArguments(model: Partial<Model> | undefined, { train, test }: Partial<Sets>): void {
  if (!model?.spec || !model.transform) refuse('model', model, 'a model of trip.fit or trip.restore', 'value');
  const accepted = 'a dataset of trip.dataset';
  if (!train?.shape) refuse('data', train, accepted, 'value');
  if (test !== undefined && !test?.shape) refuse('test', test, accepted, 'value');
}

/** A single axis gives no heights, so the samples get some that keep them apart. */
function spread(train: Float32Array, test: Float32Array) {
  const { extent } = boxOf(train, test);
  const raised = (points: Float32Array) =>
    points.map((value, at) => (at % 2 === 0 ? value : extent * ((((at + 1) * 0.309017) % 1) - 0.5)));
  return { train: raised(train), test: raised(test) };
}

/** Labels as indices of the model's classes, and one response. */
function marked({ spec: { classNames = [] } }: Model, name: string, data: Dataset, response: number): Marked {
  const { targets, responses = 1, labels, classNames: own = [] } = data;
  if (labels && classNames.length === 0) refuse(name, 'classes', 'a regression', 'value');
  const index = own.map((one) => classNames.indexOf(one));
  const known = labels?.map((label) => index[label] ?? -1);
  const foreign = known?.indexOf(-1) ?? -1;
  if (foreign >= 0) {
    const seen = own[labels?.[foreign] as number];
    refuse(`the class of sample ${foreign} of ${name}`, seen, `one of ${listed(classNames)}`, 'value');
  }
  return { classNames, labels: known, targets: targets?.filter((_, at) => at % responses === response) } as Marked;
}

/** Range of the response, or of its predictions where the samples have none. */
function responseRange(model: Model, data: Dataset, { targets }: Marked, response: number): Range {
  const { outputs } = model.spec;
  const [low, high] = rangeOf(
    targets ?? Float64Array.from(model.predict(data)).filter((_, at) => at % outputs === response),
  );
  return low < high ? [low, high] : [low - 0.5, high + 0.5];
}

/** The variables on the two axes of the picture, longest arrow first; none on axes that combine several modes. */
function loadingsOf(model: Model, { view, plane }: Placed, axes: Axes | undefined): Loading[] {
  const { ranks, featureNames, modeNames } = model.spec;
  if (ranks.length > 1 && plane) return [];
  const mode = typeof view === 'number' ? view : 0;
  const rank = ranks[mode] as number;
  const column = (axis: number) =>
    Array.from({ length: rank }, (_, j) => (axis < rank ? (axes?.rotation[mode]?.[j * rank + axis] ?? 0) : 0));
  const { first, second } = plane ?? { first: column(0), second: column(1) };
  const points = onPlane(model.projection(mode), { first, second, origin: first.map(() => 0) });
  return largestLoadings(points, 2, ranks.length > 1 ? modeNames?.[mode] : featureNames, points.length);
}
