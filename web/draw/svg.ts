/** Pictures as SVG. */

import type { Dataset, Model } from 'trip-wasm';
import { figureOf, methodName } from './captions.js';
import { drawFigure, layoutOf } from './figure.js';
import type { DrawOptions } from './options.js';
import { SvgSheet } from './pen.js';
import { themePalette } from './themes.js';

/**
 * Draws the projection of a model as SVG: samples, predictions over the plane, boundaries, legend, axes. It uses no DOM, so it runs in
 * Node, in workers and in notebooks. The same arguments give the same bytes in every engine. Names are written as text and cannot contain
 * markup.
 *
 * `model`: any trained model. `data`: samples of the model's shape, N x I_1 x ... x I_K, with or without a response. Matrices and cubes
 * appear on the axes of one mode; more than three axes are rotated as `model.explain` rotates them (method.md, section 6).
 *
 * Errors have `name` `'TripError'` and a `code`: `option` for an option that does not exist or is out of range, `value` for samples of a
 * class that the model does not know, `shape` for samples of another shape, `disposed` for a disposed model.
 */
export function toSVG(model: Model, data: Dataset, options?: DrawOptions): string {
  const { figure, options: chosen } = figureOf(model, data, options);
  const sheet = new SvgSheet();
  const layout = layoutOf(figure, chosen.width);
  const palette = themePalette(chosen.theme);
  drawFigure(sheet, figure, layout, palette);
  const label = `${figure.title} ${figure.subtitle}`.trim() || `${methodName(model)}: samples projected to a plane`;
  return sheet.document(layout.width, layout.height, palette.paper, label);
}
