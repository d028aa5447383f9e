/** Strings of what is there from the beginning. */

import type { ScoreName } from 'trip-wasm';
import { live } from '../language.svelte.ts';

export const page = live('page', {
  title: 'TRIP: finding the plane that matters',
  skip: 'Skip to the pictures',
  heading: 'Find the plane that matters',
  projections: 'Projections',
  startsOfTrip: 'Starts of TRIP',
  settings: 'Settings',
  allNumbers: 'All numbers as a table',
  allHere: 'Everything runs in this page. Nothing is stored, nothing is sent.',
  footer: '[Guide, recipes and reference](docs/index.html) of the package behind it.',
  close: 'Close',
  list: ', ',

  languageMissing: 'The strings of this language could not be loaded; the page goes on in the language before.',
  asSystem: 'system',
  light: 'light',
  dark: 'dark',
  whatIs: (label: string) => `What is “${label}”?`,
  ownTable: 'Your own table …',

  training: 'Training',
  pause: 'Pause',
  epoch: (epoch: number) => `epoch ${epoch}`,
  reading: (epoch: number, values: string) => `epoch ${epoch}: ${values}`,
  epochOf: (epoch: number, epochs: number) => `epoch ${epoch} of ${epochs}`,
  speeds: { slow: 'slow', normal: 'normal', quick: 'quick', full: 'full' },
  whatAreThese: 'What do these do?',
  turnedBy: (degrees: number) => `${degrees} degrees`,

  model: 'Model',
  start: 'Start',
  data: 'Data',
  trainsAnew: 'A change trains anew. [Back to the opening settings](reset)',

  numberNeeded: 'A number is needed here.',
  wholeNeeded: 'A whole number is needed here.',
  notNumber: (text: string) => `“${text}” is not a number. Write it like 0.1 or 1e-3.`,
  tooLarge: (text: string) => `“${text}” is too large.`,
  between: (low: string, high: string) => `Between ${low} and ${high}, please.`,

  projection: 'projection',
  panel: (name: string) =>
    `${name}: samples projected to a plane, with the network’s predictions. Arrow keys move the probe, Enter chooses the nearest sample.`,
  panelTurns: (name: string) =>
    `${name}: samples projected to a plane, with the network’s predictions. Arrow keys turn the view, with Shift they move the probe, Enter chooses the nearest sample.`,
  startNote: (start: number) => `start ${start}`,
  startNoteLowest: (start: number) => `start ${start}, lowest objective`,
  testError: 'test error (RMSE)',
  correlation: 'Correlation',
  fitRmse: 'Fit RMSE',
  testAccuracy: 'test accuracy',
  fit: 'Fit',
  objective: 'Objective',
  offPlane: 'Off plane',
  epochColumn: 'Epoch',
  predictedValue: (value: string) => `predicted ${value}`,
  chance: (name: string, probability: string) => `P(${name}) ${probability}`,
  nearest: (prediction: string, sample: string) => `${prediction} · nearest: ${sample}`,
  fitSample: (index: number) => `fit sample ${index}`,
  testSample: (index: number) => `test sample ${index}`,
  ofClass: (sample: string, name: string) => `${sample}, class ${name}`,
  ofResponse: (sample: string, value: string) => `${sample}, response ${value}`,

  rotatedAxes: (rank: number) =>
    `The first two of ${rank} rotated axes, at a scale of their own. Colours and boundaries hold where the others are at their mean.`,
  modelAxes: (reason: string) => `The first two axes of the model, not rotated: ${reason}.`,
  nothingOnView: 'nothing is on view yet',
  otherShape: (given: string, wanted: string) => `it takes samples of ${given} values; these data have ${wanted}`,

  legend: 'Legend',
  theResponse: (highest: string) => `${highest}, the response`,
  theClass: 'the class',
  className: (name: string) => `class ${name}`,
  boldIsFit: 'bold: fit, thin: test',
  fitMark: 'fit',
  testMark: 'test',
  probabilityRamp: (from: string, to: string) => `probability ${from} to ${to}`,
  equalPredictions: 'lines: equal predictions',
  boundary: 'boundary',
  boundaryStanding: 'boundary of the class that stands out; thin: of all others',
  boundaryHalf: 'boundary, one half',
  facingPlane: 'Colours and boundary lie on the plane through the middle that faces you.',
  modePlaces:
    'Each sample at its place on the first two rotated axes of this mode; such a place alone has no prediction.',
  howToProbe:
    'Point at a picture, or focus it and use the arrow keys, to probe it; click, tap or Enter chooses a sample.',

  startsRunning: (ended: number, all: number) =>
    `${ended} of ${all} trained. The lowest objective on the fit data will be shown; test accuracies stay covered until then.`,
  lowest: (start: number) => `Start ${start} has the lowest objective.`,
  lowestSome: (start: number, found: number, all: number) =>
    `Start ${start} has the lowest objective. ${found} of ${all} pass 75% on the test data: a single start is a coin toss.`,
  lowestAll: (start: number, found: number, all: number) =>
    `Start ${start} has the lowest objective. ${found} of ${all} pass 75% on the test data.`,
  noneToChoose: 'No start can be chosen: every one has diverged.',
  startButton: (start: number) => `Start ${start}, objective`,
  startButtonChosen: (start: number) => `Start ${start}, chosen, objective`,
  onTestData: ', on the test data',
  diverged: 'diverged',
  isTraining: 'training',
  failed: 'failed',
  covered: 'test ?',
  lossOf: (loss: string) => `loss ${loss}`,

  scales: { log: 'log', linear: 'linear' },
  angleToTruth: 'Angle to the true plane',
  largerAngle: 'larger angle',
  smallerAngle: 'smaller angle',
  angleChart: 'Principal angles between TRIP’s plane and the true plane over the epochs',
  overlapWith: (method: string) => `Overlap of ${method} with the true plane`,

  numbers: {
    region: 'All numbers',
    caption: 'The trainings at the epoch on view',
    method: 'Method',
    epoch: 'Epoch',
    /** Columns of each score, on the fit samples, the test samples or both. */
    scores: {
      loss: { fit: 'Fit loss', test: 'Test loss' },
      reconstruction: { fit: 'Reconstruction error' },
      objective: { fit: 'Objective' },
      accuracy: { fit: 'Fit accuracy', test: 'Test accuracy' },
      balancedAccuracy: { test: 'Test balanced accuracy' },
      auc: { test: 'Test AUC' },
      rmse: { fit: 'Fit RMSE', test: 'Test RMSE' },
      pearson: { test: 'Test correlation' },
    } satisfies Record<ScoreName, { fit?: string; test?: string }>,
    angles: 'Angles to the truth',
    overlap: 'Overlap',
  },

  verdict: {
    other: (method: string, result: string) => `${method} ${result}`,
    loss: (loss: string, others: string) =>
      `TRIP’s loss on the unseen samples is ${loss}: a share of their variance. ${others}.`,
    right: (right: string, others: string) => `TRIP gets ${right} of the unseen samples right; ${others}.`,
    found: (angle: string, right: string, others: string) =>
      `TRIP found the spiral: its plane is ${angle} off the true one and gets ${right} of the unseen samples right; ${others}.`,
    missed: (angle: string, right: string, others: string) =>
      `TRIP missed the spiral this time: its plane is ${angle} off the true one, and it gets ${right} of the unseen samples right; ${others}. Try a new start, more starts, or another λ.`,
    diverged: (rate: string, others: string) =>
      `TRIP diverged: a learning rate of ${rate} is too high here. Try a lower one. ${others}.`,
    collapsed: (rate: string, others: string) =>
      `TRIP has learned nothing: a learning rate of ${rate} is too high here. Try a lower one. ${others}.`,
    /** Stands before a verdict while an earlier moment is on view. */
    atEnd: 'At the end: ',
    atFullSpeed: (percent: number) => `Training at full speed: ${percent}%`,
    otherStarts: 'Training the other starts …',
    running: 'Training … watch TRIP’s plane turn.',
    loading: 'Loading …',
    waitsForTable: 'Waiting for the table that this address is about.',
    ended: (verdict: string) => `Training has ended. ${verdict}`,
    accuracyAt: (epoch: number, objective: string, accuracy: string) =>
      `Epoch ${epoch}: TRIP objective ${objective}, test accuracy ${accuracy}.`,
    errorAt: (epoch: number, objective: string, error: string) =>
      `Epoch ${epoch}: TRIP objective ${objective}, test error ${error}.`,
    unseen: (from: number, to: number) =>
      `While this tab was in the background, training went on from epoch ${from} to ${to}; nothing was drawn. The time line shows what you missed.`,
    pickedSeeds:
      'This data seed and start seed were picked for the opening because the spiral appears within a few starts. Not every draw is that kind: [draw other data](data) or [another start](start).',
  },

  notices: {
    noWebAssembly:
      'This browser has WebAssembly switched off (a lockdown or enhanced security mode does that), and this page computes with it. Allow it for this site, or open the page in another browser.',
    noStart: (message: string) => `The page could not start: ${message}`,
    noWorkers:
      'This browser lets the page have no workers here, so trainings share the page’s own thread: the same results, slower.',
    noPart: (message: string) => `This part of the page could not be loaded: ${message}`,
    noData: (message: string) => `The data could not be loaded: ${message}`,
    link: 'Not everything in this link could be used:',
    linkTable:
      'This address is about a table that is not here: neither the page nor a link keeps data. Choose the same file, read the same way, to see the same result.',
    chooseFile: 'Choose the file',
    otherTable:
      'These are not the data that the link speaks of: another file, other columns, or another way of reading it.',
    failure: (message: string) => `A training failed: ${message}`,
    tryAgain: 'Try again',
    divergedIn: (methods: string, epoch: number) => `${methods} diverged in epoch ${epoch}`,
    diverged: (told: string, rate: string) =>
      `**${told}.** A step of Adam moves every weight by about the learning rate, ${rate}, and the weights start between −1 and 1: each step overshoots the valley by more than the last, until the numbers leave what a computer can hold.`,
    collapsed: (method: string, rate: string) =>
      `**${method} has learned nothing:** its loss is no better than guessing. With a learning rate of ${rate} the first steps were so long that the units of the network were thrown to where they no longer answer.`,
    collapsedTogether: (methods: string, rate: string) =>
      `**${methods} have learned nothing:** their losses are no better than guessing. With a learning rate of ${rate} the first steps were so long that the units of the networks were thrown to where they no longer answer.`,
    begunAnew:
      'The last finite state is shown. It is no better than the beginning, so nothing is gained by going on from there: half the rate begins anew.',
    goesOn: (epoch: number) => `The last good picture, of epoch ${epoch}, is kept: half the rate goes on from there.`,
    halveThere: (epoch: number) => `Half the rate from epoch ${epoch}`,
    branch: (epoch: number, before: string, after: string) =>
      `Trained in two parts: up to epoch ${epoch} with the learning rate ${before}, from there with ${after}. Adam begins anew there; links repeat both.`,
    joinLegs: 'One rate for all',
    halve: 'Halve the learning rate',
    same: 'Same result: your browser computed the very bits that the sender of this link saw.',
    differs: 'This result differs from the one that the sender of this link saw.',
    otherVersion:
      'The sender of this link saw the result of an earlier or later version of the page, whose results have other bits.',
  },

  link: {
    damaged: 'The link is damaged or too long, so the opening settings are shown instead.',
    twice: (key: string) => `The link says “${key}” twice; the first is used.`,
    cut: (here: number, sent: string) =>
      `The link was cut or changed on its way: ${here} of ${sent} characters have arrived.`,
    noVersion: 'The link does not name its version.',
    otherVersion: (given: string, own: string) => `The link has version ${given}; this page reads version ${own}.`,
    unknown: (key: string) => `The link has a part “${key}” that this page does not know.`,
    refusedFlag: (part: string, used: string) => `${part} in the link cannot be used (0 or 1); ${used} is used.`,
    refusedChoice: (part: string, choices: string, used: string) =>
      `${part} in the link cannot be used (${choices}); ${used} is used.`,
    refusedWhole: (part: string, low: string, high: string, used: string) =>
      `${part} in the link cannot be used (a whole number from ${low} to ${high}); ${used} is used.`,
    refusedNumber: (part: string, low: string, high: string, used: string) =>
      `${part} in the link cannot be used (a number from ${low} to ${high}); ${used} is used.`,
    clamped: (part: string, low: string, high: string, used: string) =>
      `${part} in the link is outside ${low} to ${high}; ${used} is used.`,
    noSuchStart: (start: string, count: number) =>
      `The link asks for start ${start}, but there ${count === 1 ? 'is only start 1' : `are only starts 1 to ${count}`}.`,
    badBranch: (part: string, epochs: number) =>
      `${part} in the link is no epoch below ${epochs} with a learning rate, as 100~0.001; the training has one rate.`,
    badFingerprint: (text: string) => `The fingerprint “${text}” in the link is not 16 hexadecimal digits.`,
  },
});
