/** Strings of the parts that are shown from the beginning. */

import type { ScoreName } from 'trip-wasm';
import { live } from '../language.svelte.ts';

export const page = live('page', {
  title: 'TRIP: finding the plane that matters',
  skip: 'Skip to the pictures',
  skipSettings: 'Skip the settings',
  display: 'Display',
  heading: 'Find the plane that matters',
  projections: 'Projections',
  planeViews: { panels: 'all pictures', plane: 'one plane' },
  startsOfTrip: 'Starts of TRIP',
  closer: 'A closer look',
  atHand: 'Controls at hand',
  settings: 'Settings',
  allNumbers: 'All numbers as a table',
  allHere: 'Everything runs in this page. Nothing is stored, nothing is sent.',
  footer: '[Guide, recipes and reference](docs/index.html) of the package behind it.',
  close: 'Close',
  list: ', ',

  languageMissing: 'The strings of this language could not be loaded. The page keeps the previous language.',
  asSystem: 'system',
  light: 'light',
  dark: 'dark',
  ownTable: 'Your own table …',

  seconds: (count: number) => `${count} s`,
  minutes: (count: number) => `${count} min`,
  hours: (count: string) => `${count} h`,
  left: (time: string) => `, about ${time} left`,

  training: 'Training',
  pause: 'Pause',
  epoch: (epoch: number) => `epoch ${epoch}`,
  reading: (epoch: number, values: string) => `epoch ${epoch}: ${values}`,
  epochOf: (epoch: number, epochs: number) => `epoch ${epoch} of ${epochs}`,
  speeds: { slow: 'slow', normal: 'normal', quick: 'quick', full: 'full' },
  turnedBy: (degrees: number) => `${degrees} degrees`,

  model: 'Model',
  start: 'Start',
  data: 'Data',
  changesRetrain: 'Any change retrains. [Back to the opening settings](reset)',

  numberNeeded: 'Enter a number.',
  wholeNeeded: 'Enter a whole number.',
  notNumber: (text: string) => `“${text}” is not a number. Write it like 0.1 or 1e-3.`,
  tooLarge: (text: string) => `“${text}” is too large.`,
  timesAuto: (times: string) => `= ${times} × auto`,
  between: (low: string, high: string) => `Enter a value from ${low} to ${high}.`,

  projection: 'projection',
  enlarge: (name: string) => `Show ${name} large`,
  tapToTurn: 'Tap the picture, then drag to turn it. Tap beside it to scroll again.',
  panel: (name: string) =>
    `${name}: samples projected to a plane, with the network’s predictions. Arrow keys move the probe, Enter chooses the nearest sample.`,
  panelTurns: (name: string) =>
    `${name}: samples projected to a plane, with the network’s predictions. Arrow keys turn the view, with Shift they move the probe, Enter chooses the nearest sample.`,
  startNote: (start: number) => `start ${start}`,
  startNoteLowest: (start: number) => `start ${start}, lowest objective`,
  startNoteValidation: (start: number) => `start ${start}, lowest validation loss`,
  testError: 'test error (RMSE)',
  correlation: 'Correlation',
  fitRmse: 'Fit RMSE',
  testAccuracy: 'test accuracy',
  fit: 'Fit',
  objective: 'Objective',
  offPlane: 'Off plane',
  epochColumn: 'Epoch',
  endedAt: (epoch: number) => `${epoch}, ended`,
  predictedValue: (value: string) => `predicted ${value}`,
  chance: (name: string, probability: string) => `P(${name}) ${probability}`,
  nearest: (prediction: string, sample: string) => `${prediction} · nearest: ${sample}`,
  fitSample: (index: number) => `fit sample ${index}`,
  testSample: (index: number) => `test sample ${index}`,
  ofClass: (sample: string, name: string) => `${sample}, class ${name}`,
  ofResponse: (sample: string, value: string) => `${sample}, response ${value}`,

  nothingShown: 'nothing is shown yet',
  otherShape: (given: string, wanted: string) =>
    `the model needs samples of ${given} values; these data have ${wanted}`,

  legend: 'Legend',
  theResponse: (highest: string) => `${highest}, the response`,
  theClass: 'the class',
  className: (name: string) => `class ${name}`,
  boldIsFit: 'bold: fit, thin: test',
  fitMark: 'fit',
  testMark: 'test',
  markedSample: 'marked sample; others are pale',
  probabilityRamp: (from: string, to: string) => `probability ${from} to ${to}`,
  equalPredictions: 'lines: equal predictions',
  boundary: 'decision boundary',
  boundaryHighlighted: 'decision boundary of the highlighted class; thin: of all others',
  boundaryHalf: 'decision boundary (50 %)',
  facingPlane: 'Colours and boundary lie on the plane through the centre that faces you.',
  modePlaces:
    'Samples are drawn on the first two rotated axes of this mode. A position on one mode alone has no prediction.',
  explainChosen: (sample: string) => `Explain ${sample}`,
  densityRule: (samples: string, cell: number) =>
    `Drawn by density: ${samples} samples, fit and test alike, in cells of ${cell} pixels; darker cells have more samples, mixed colours several classes.`,
  movingRule: (shown: string, all: string) =>
    `While the pictures move, they show and score ${shown} of the ${all} samples, drawn at random; trainings use all.`,
  views: { plane: 'prediction plane', pair: 'two coordinates' },
  firstRotated: 'first two rotated axes',
  howToProbe:
    'To probe a picture, point at it, or focus it and use the arrow keys. Click, tap or press Enter to choose a sample.',

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
  noneToChoose: 'No start can be chosen: all have diverged.',
  noneEnded: 'No start can be chosen: all have failed.',
  startButton: (start: number) => `Start ${start}, objective`,
  startButtonChosen: (start: number) => `Start ${start}, chosen, objective`,
  startButtonValidation: (start: number) => `Start ${start}, validation loss`,
  startButtonChosenValidation: (start: number) => `Start ${start}, chosen, validation loss`,
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

  verdict: {
    other: (method: string, result: string) => `${method} ${result}`,
    loss: (loss: string, others: string) =>
      `TRIP’s loss on the unseen samples is ${loss}, as a share of their variance. ${others}.`,
    right: (right: string, others: string) => `TRIP gets ${right} of the unseen samples right; ${others}.`,
    found: (angle: string, right: string, others: string) =>
      `TRIP found the spiral: its plane is ${angle} off the true one and gets ${right} of the unseen samples right; ${others}.`,
    missed: (angle: string, right: string, others: string) =>
      `TRIP missed the spiral this time: its plane is ${angle} off the true one, and it gets ${right} of the unseen samples right; ${others}. Try a new start, more starts, or another λ.`,
    diverged: (rate: string, others: string) =>
      `TRIP diverged: a learning rate of ${rate} is too high here. Try a lower one. ${others}.`,
    collapsed: (rate: string, others: string) =>
      `TRIP has learned nothing: a learning rate of ${rate} is too high here. Try a lower one. ${others}.`,
    failed: (others: string) => `TRIP’s training failed, so it has no result. ${others}.`,
    unknown: (others: string) => `TRIP’s training has ended. No score on unseen samples is known. ${others}.`,
    /** Precedes a verdict while an earlier epoch is shown. */
    atEnd: 'At the end: ',
    atFullSpeed: (percent: number) => `Training at full speed: ${percent}%`,
    otherStarts: (left: string) => `Training the other starts${left} …`,
    running: 'Training … watch TRIP’s plane turn.',
    loading: 'Loading …',
    waitsForTable: 'Waiting for the table of this link.',
    ended: (verdict: string) => `Training has ended. ${verdict}`,
    accuracyAt: (epoch: number, objective: string, accuracy: string) =>
      `Epoch ${epoch}: TRIP objective ${objective}, test accuracy ${accuracy}.`,
    errorAt: (epoch: number, objective: string, error: string) =>
      `Epoch ${epoch}: TRIP objective ${objective}, test error ${error}.`,
    unseen: (from: number, to: number) =>
      `While this tab was in the background, training went on from epoch ${from} to ${to} and nothing was drawn. Use the time line to see these epochs.`,
    pickedSeeds:
      'The opening uses a data seed and a start seed that show the spiral within a few starts. Other seeds may need more starts: [draw other data](data) or [another start](start).',
  },

  notices: {
    noWebAssembly:
      'WebAssembly is switched off in this browser, for example by a lockdown or enhanced security mode. This page cannot compute without it. Allow it for this site, or open the page in another browser.',
    noStart: (message: string) => `The page could not start: ${message}`,
    noWorkers:
      'This browser refuses workers here, so trainings run on the page’s own thread. The results are the same, but slower.',
    noPart: (message: string) => `This part of the page could not be loaded: ${message}`,
    noData: (message: string) => `The data could not be loaded: ${message}`,
    link: 'Some parts of this link could not be used:',
    linkTable:
      'This link was made with a table that is not loaded: neither the page nor a link stores data. Choose the same file and the same reading options to see the same result.',
    chooseFile: 'Choose the file',
    otherTable: 'These are not the data of the link: the file, the columns or the reading options differ.',
    failure: (message: string) => `A training failed: ${message}`,
    tryAgain: 'Try again',
    divergedIn: (methods: string, epoch: number) => `${methods} diverged in epoch ${epoch}`,
    diverged: (divergence: string, rate: string) =>
      `**${divergence}.** Each step of Adam moves every weight by about the learning rate, ${rate}, and the weights start between −1 and 1. Each step overshoots the minimum by more than the last, until the numbers overflow.`,
    collapsed: (methods: string, rate: string, count: number) =>
      `**${methods} ${count === 1 ? 'has' : 'have'} learned nothing:** the loss is no better than guessing, since every sample gets the same prediction. At a learning rate of ${rate}, the first steps were so long that the units of the ${count === 1 ? 'network' : 'networks'} became inactive.`,
    nothing: (methods: string, rate: string, count: number) =>
      `**${methods} ${count === 1 ? 'has' : 'have'} learned nothing:** the predictions are no better than guessing. At a learning rate of ${rate}, each step overshoots the minimum.`,
    overshot: (methods: string, rate: string, count: number) =>
      `**${methods} ${count === 1 ? 'is' : 'are'} too sure:** many classes are right, but the loss is no better than guessing, because wrong classes get a probability near 1. At a learning rate of ${rate}, each step overshoots the minimum.`,
    restartsFromBeginning:
      'The last finite state is shown. It is no better than the beginning, so halving the learning rate restarts the training from the beginning.',
    goesOn: (epoch: number) =>
      `The last good picture, of epoch ${epoch}, is kept. Halving the learning rate continues the training from there.`,
    halveThere: (epoch: number) => `Halve the learning rate from epoch ${epoch}`,
    branch: (epoch: number, before: string, after: string) =>
      `Trained in two parts: up to epoch ${epoch} with the learning rate ${before}, then with ${after}. Adam restarts at that epoch. Links repeat both parts.`,
    useOneRate: 'Use one learning rate',
    halve: 'Halve the learning rate',
    same: 'Same result: your browser got exactly what the sender of this link saw, bit for bit.',
    differs: 'This result differs from the one that the sender of this link saw.',
    otherVersion:
      'The sender of this link used another version of the page, whose results are not the same bit for bit.',
  },

  link: {
    badMarks: 'The marked samples in the link cannot be read, or belong to other data; no samples are marked.',
    damaged: 'The link is damaged or too long, so the opening settings are shown instead.',
    twice: (key: string) => `The link contains “${key}” twice; the first is used.`,
    cut: (here: number, sent: string) =>
      `The link was cut or changed on its way: ${here} of ${sent} characters arrived.`,
    noVersion: 'The link does not contain its version.',
    otherVersion: (given: string, own: string) => `The link has version ${given}; this page reads version ${own}.`,
    unknown: (key: string) => `The link contains a part “${key}” that this page does not know.`,
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
      `The link asks for start ${start}, but only ${count === 1 ? 'start 1 exists' : `starts 1 to ${count} exist`}.`,
    badBranch: (part: string, epochs: number) =>
      `${part} in the link is not an epoch below ${epochs} with a learning rate, such as 100~0.001; one rate is used.`,
    badMoves: (part: string) => `${part} in the link cannot be read as moves of the plane; none is made.`,
    movesLeftOut: (count: number) =>
      `The sender turned the plane by hand in ${count === 1 ? '1 move' : `${count} moves`}, for which the link was too short. The plane before them is shown.`,
    badFingerprint: (text: string) => `The fingerprint “${text}” in the link is not 16 hexadecimal digits.`,
  },
});
