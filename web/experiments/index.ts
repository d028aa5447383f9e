/** The paper's experiments as plans, and what runs them; used by `npm run reproduce` and by the page. Needs nothing of Node. */

export { cellsOf, nameOf, nameOfTime, type Stage, stagesOf, timeCellsOf, unique } from './cells.js';
export * from './claims.js';
export { trainerExecutor } from './executor.js';
export * from './explain.js';
export * from './numbers.js';
export { plans } from './plans/index.js';
export { costOf, isDone, type Progress, runCell, runCells, type Surroundings } from './run.js';
export { loadSet, type SetSource, sets, sourceOf } from './sets.js';
export * from './summary.js';
export { type Clocks, timeCell } from './time.js';
export * from './types.js';
