/**
 * The public types of trip-wasm. Shapes are row-major; indices (classes, samples, modes, restarts) count from 0.
 * "Section n" refers to the paper, Maruhashi et al. 2020, arXiv 2007.03912.
 */

export type * from './types/assess.js';
export type * from './types/cells.js';
export type * from './types/data.js';
export type * from './types/diagnosis.js';
export type * from './types/explanation.js';
export type * from './types/fit.js';
export type * from './types/history.js';
export type * from './types/model.js';
export type * from './types/sweep.js';
export type * from './types/trip.js';
