/** The entry `trip-wasm/draw`: pictures of a model and samples as SVG or on a canvas. */

export { type CanvasOptions, type DrawCanvas, type DrawnSize, drawOn } from './dom/draw-on.js';
export type { DrawOptions, DrawTheme } from './options.js';
export { toSVG } from './svg.js';
