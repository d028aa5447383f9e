/** Strings of the closer look: starts, curves, all numbers. */

import type { ScoreName } from 'trip-wasm';
import { live } from '../language.svelte.ts';

export const closer = live('closer', {
  title: 'A closer look',
  startsOfTrip: 'Starts of TRIP',
  allNumbers: 'All numbers as a table',
  startsRunning: (ended: number, all: number, left: string) =>
    `${ended} of ${all} trained${left}. The start with the lowest objective on the fit data will be shown. Test accuracies stay hidden until then.`,
  startsRunningValidation: (ended: number, all: number, left: string) =>
    `${ended} of ${all} trained${left}. The start with the lowest validation loss will be shown. Test accuracies stay hidden until then.`,
  lowest: (start: number) => `Start ${start} has the lowest objective.`,
  lowestValidation: (start: number) => `Start ${start} has the lowest validation loss.`,
  lowestSome: (start: number, found: number, all: number) =>
    `Start ${start} has the lowest objective. ${found} of ${all} pass 75% on the test data. A single start often converges to an uninformative plane.`,
  lowestAll: (start: number, found: number, all: number) =>
    `Start ${start} has the lowest objective. ${found} of ${all} pass 75% on the test data.`,
  halved: (start: number, halted: number, all: number) =>
    `Start ${start} has the lowest objective. ${halted} of ${all} were halted early, as others had lower ones.`,
  halvedValidation: (start: number, halted: number, all: number) =>
    `Start ${start} has the lowest validation loss. ${halted} of ${all} were halted early, as others had lower ones.`,
  haltedAt: (epoch: string) => `halted at ${epoch}`,
  noneToChoose: 'No start can be chosen: all have diverged.',
  noneEnded: 'No start can be chosen: all have failed.',
  startButton: (start: number) => `Start ${start}, objective`,
  startButtonChosen: (start: number) => `Start ${start}, chosen, objective`,
  startButtonValidation: (start: number) => `Start ${start}, validation loss`,
  startButtonChosenValidation: (start: number) => `Start ${start}, chosen, validation loss`,
  onTestData: ', on the test data',
  isTraining: 'training',
  covered: 'test ?',
  lossOf: (loss: string) => `loss ${loss}`,
  scales: { log: 'log', linear: 'linear' },
  angleToTruth: 'Angle to the true plane',
  largerAngle: 'larger angle',
  smallerAngle: 'smaller angle',
  angleChart: 'Principal angles between TRIP’s plane and the true plane over the epochs',
  overlapWith: (method: string) => `Overlap of ${method} with the true plane`,
  reading: (epoch: number, values: string) => `epoch ${epoch}: ${values}`,
  numbers: {
    region: 'All numbers',
    caption: 'The trainings at the epoch shown',
    method: 'Method',
    epoch: 'Epoch',
    /** Columns of each score, on the fit samples, the test samples or both. */
    scores: {
      loss: { fit: 'Fit loss', test: 'Test loss' },
      reconstruction: { fit: 'Reconstruction error' },
      objective: { fit: 'Objective' },
      accuracy: { fit: 'Fit accuracy', test: 'Test accuracy' },
      balancedAccuracy: { test: 'Test balanced accuracy' },
      macroF1: { test: 'Test macro F1' },
      matthews: { test: 'Test Matthews' },
      auc: { test: 'Test AUC' },
      brier: { test: 'Test Brier' },
      rmse: { fit: 'Fit RMSE', test: 'Test RMSE' },
      pearson: { test: 'Test correlation' },
    } satisfies Record<ScoreName, { fit?: string; test?: string }>,
    angles: 'Angles to the true plane',
    overlap: 'Overlap',
  },
});
