/** Predictions of a model over the plane of a picture. */

import type { Model } from 'trip-wasm';
import type { Plane } from './geometry.js';
import { type Regions, regionsOf } from './regions.js';
import type { Field, Frame, Stage, Steps } from './types.js';

/** Maximum number of probabilities in a field: with many classes it has fewer cells, so that it does not block the page. */
const mostProbabilities = 2e6;
/** Fewer cells in a row give no useful field. */
const fewestCells = 24;

/** Latent positions of the centres of the cells. */
function latentGrid({ origin, first, second }: Plane, [left, up]: readonly number[], cells: number, reach: number) {
  const size = origin.length;
  const grid = new Float32Array(cells * cells * size);
  const middle = (at: number) => ((2 * at + 1) / cells - 1) * reach;
  for (let at = 0; at < grid.length; at++) {
    const [cell, j] = [Math.floor(at / size), at % size];
    const x = (left as number) + middle(cell % cells);
    const y = (up as number) - middle(Math.floor(cell / cells));
    grid[at] = (origin[j] as number) + x * (first[j] as number) + y * (second[j] as number);
  }
  return grid;
}

/** Runs all remaining steps synchronously. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Number of probabilities that one step computes. */
const probabilitiesAtOnce = 5e5;

/** Computes the regions of many classes in parts. */
function* regionsAt(model: Model, grid: Float32Array, plane: Plane): Steps<Regions> {
  const { outputs } = model.spec;
  const size = plane.origin.length;
  const cells = grid.length / size;
  const step = Math.ceil(probabilitiesAtOnce / outputs);
  const regions = { label: new Uint16Array(cells), margin: new Float32Array(cells), lead: new Float32Array(cells) };
  for (let at = 0; at < cells; at += step) {
    if (at > 0) yield;
    const part = regionsOf(model.predictProbaLatent(grid.subarray(size * at, size * (at + step))), outputs);
    for (const key of ['label', 'margin', 'lead'] as const) regions[key].set(part[key], at);
  }
  return regions;
}

/**
 * The field extends two cells beyond the visible square, so that contour lines cross its edge instead of closing there. `response`: index
 * of the one shown, of a regression with several.
 */
export function* fieldAt(
  model: Model,
  { plane, centre, extent }: Frame,
  finest: number,
  response = 0,
): Steps<Field | undefined> {
  if (!plane) return undefined;
  const { outputs, task } = model.spec;
  const cells = Math.min(finest, Math.max(fewestCells, Math.floor(Math.sqrt(mostProbabilities / outputs))));
  const reach = (extent * cells) / (cells - 4);
  const grid = latentGrid(plane, centre, cells, reach);
  if (task === 'regression')
    return {
      cells,
      reach,
      layer: Float32Array.from(model.predictLatent(grid)).filter((_, at) => at % outputs === response),
    };
  if (outputs > 2) return { cells, reach, regions: yield* regionsAt(model, grid, plane) };
  return { cells, reach, layer: model.predictProbaLatent(grid).filter((_, at) => at % 2 === 1) };
}

export const fieldOf = (model: Model, frame: Frame, finest: number, response = 0): Field | undefined =>
  finished(fieldAt(model, frame, finest, response));

/** A picture of so many classes and samples takes longer than a frame, even at low resolution. */
export function isLong({ material: { train, test } }: Stage, cells: number): boolean {
  const classes = train.classNames?.length ?? 1;
  return classes * ((train.shape[0] as number) + (test?.shape[0] ?? 0) + cells ** 2) > 2 * probabilitiesAtOnce;
}
