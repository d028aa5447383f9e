/** The paper's experiments as plans, and their runner; used by `npm run reproduce` and by the page. It uses no modules of Node. */

export { runAssessment } from './assessment.js';
export * from './beyond.js';
export * from './candidates.js';
export {
  cellDefaults,
  cellsOf,
  nameOf,
  nameOfAssessment,
  nameOfTime,
  type Stage,
  stagesOf,
  timeCellsOf,
  unique,
} from './cells.js';
export {
  type Judged,
  judgeAccuracies,
  judgeAuc,
  judgeAxes,
  judgeDirection,
  judgeRegression,
  judgeSpiral,
  judgeTable,
  judgeTimes,
  type Verdict,
} from './claims.js';
export { executorHere } from './executor.js';
export * from './explain.js';
export { grouped } from './grouped.js';
export { chosenCells } from './nested.js';
export * from './numbers.js';
export { studiesOf } from './plans/candidates.js';
export { plans } from './plans/index.js';
export { reserved } from './reserve.js';
export {
  clockCell,
  costOf,
  isDone,
  type Learner,
  nameOfClock,
  type Parts,
  type Progress,
  type RunContext,
  runCell,
  runCells,
  taskOf,
} from './run.js';
export { loadSet, type SetSource, sets, sourceOf } from './sets.js';
export * from './summary.js';
export { type Clocks, timeCell } from './time.js';
export * from './types.js';
