/** Strings of the small multiples. */

import { live } from '../language.svelte.ts';

export const explore = live('explore', {
  title: 'Explore λ and depth',
  lead: 'The same training with other values of λ, and with fewer or more hidden layers. Each picture is the start with the lowest objective. Open one to see it in the tool. The test results show the effect of λ; choosing by them would be biased.',
  chosen: (lambda: string, layers: string, honest: string, optimistic: string) =>
    `Chosen: λ ${lambda}, ${layers}. Score of this way of choosing, on samples without a part in it: ${honest}; score by which it chose: ${optimistic}.`,
  chosenError: (lambda: string, layers: string, honest: string, optimistic: string) =>
    `Chosen: λ ${lambda}, ${layers}. Error (RMSE) of this way of choosing, on samples without a part in it: ${honest}; error by which it chose: ${optimistic}.`,
  agreeing: (agreeing: number, folds: number) =>
    `${agreeing} of ${folds} outer folds, each without its own samples, chose the same cell.`,
  showChosen: 'Show it in the tool',
  allDepths: (first: string, last: string) => `${first} to ${last}`,
  rest: 'Train the rest',
  stop: 'Stop',
  estimate: (time: string) => `about ${time}`,
  progress: (done: string, total: string) => `${done} of ${total} trained`,
  byItself: (trainings: string) => `The link asks for this grid, so it trains by itself: ${trainings} trainings.`,
  all: (count: string) => `All ${count} cells are trained.`,
  stopped: (done: string, total: string) => `Stopped. ${done} of ${total} cells are trained and are kept.`,
  timesAuto: (times: string) => `${times} × auto`,
  noMore: (starts: string) => `${starts} starts per cell: the tool has no more.`,
  grid: 'TRIP by λ and hidden layers',
  layers: (count: number) => (count === 0 ? 'no hidden layer' : `${count} hidden layer${count > 1 ? 's' : ''}`),
  here: ', shown above',
  onTest: ', on the test data',
  objective: ', objective',
  error: (value: string) => `RMSE ${value}`,
  diverged: 'diverged',
  failed: 'failed',
  training: 'training',
  part: (done: string, total: string) => `${done} of ${total}`,
  keyAccuracy:
    'Under each picture: accuracy on the test samples, then the objective. Objectives can be compared only at the same λ.',
  keyError:
    'Under each picture: error on the test samples, then the objective. Objectives can be compared only at the same λ.',
  keyScale: ' Each picture has its own scale.',
  keyHere: ' The framed one has the settings above.',
  asNumbers: 'The grid as a table',
  hiddenLayers: 'Hidden layers',
  start: 'Start',
  fitError: 'Fit RMSE',
  testError: 'Test RMSE',
  fitAccuracy: 'Fit accuracy',
  testAccuracy: 'Test accuracy',
  fitLoss: 'Fit loss',
  testLoss: 'Test loss',
  reconstruction: 'Reconstruction error',
  objectiveColumn: 'Objective',
  nothing: 'Nothing is trained yet.',
});
