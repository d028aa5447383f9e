/** Strings of the parts that are shown from the beginning. */

import { live } from '../language.svelte.ts';

export const page = live('page', {
  title: 'TRIP: finding the plane that matters',
  skip: 'Skip to the pictures',
  display: 'Display',
  heading: 'Find the plane that matters',
  projections: 'Projections',
  planeViews: { panels: 'all pictures', plane: 'one plane' },
  atHand: 'Controls at hand',
  settings: 'Settings',
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
  epochOf: (epoch: number, epochs: number) => `epoch ${epoch} of ${epochs}`,
  speeds: { slow: 'slow', normal: 'normal', quick: 'quick', full: 'full' },
  turnedBy: (degrees: number) => `${degrees} degrees`,

  numberNeeded: 'Enter a number.',
  notNumber: (text: string) => `“${text}” is not a number. Write it like 0.1 or 1e-3.`,
  tooLarge: (text: string) => `“${text}” is too large.`,

  projection: 'projection',
  enlarge: (name: string) => `Show ${name} large`,
  tapToTurn: 'Tap the picture, then drag to turn it. Tap beside it to scroll again.',
  panel: (name: string) =>
    `${name}: samples projected to a plane, with the network’s predictions. Arrow keys move the probe, Enter chooses the nearest sample.`,
  panelTurns: (name: string) =>
    `${name}: samples projected to a plane, with the network’s predictions. Arrow keys turn the view, with Shift they move the probe, Enter chooses the nearest sample.`,
  startNote: (start: number, all: number) => `start ${start} of ${all}`,
  startNoteLowest: (start: number, all: number) => `start ${start} of ${all}, lowest objective`,
  startNoteValidation: (start: number, all: number) => `start ${start} of ${all}, lowest validation loss`,
  testError: 'test error (RMSE)',
  correlation: 'Correlation',
  fitRmse: 'Fit RMSE',
  testAccuracy: 'test accuracy',
  fit: 'Fit',
  objective: 'Objective',
  offPlane: 'Plane off by',
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
    `Drawn by density: ${samples} samples, fit and test alike, in cells of ${cell} pixels; cells with more samples have a stronger colour, mixed colours are of several classes.`,
  movingRule: (shown: string, all: string) =>
    `While the pictures move, they show and score ${shown} of the ${all} samples, drawn at random; trainings use all.`,
  views: { plane: 'prediction plane', pair: 'two coordinates' },
  firstRotated: 'first two rotated axes',
  howToProbe:
    'To probe a picture, point at it, or focus it and use the arrow keys. Click, tap or press Enter to choose a sample.',
  diverged: 'diverged',
  failed: 'failed',

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
      `While this tab was in the background, training went on from epoch ${from} to ${to} and nothing was drawn. Use the timeline to see these epochs.`,
    pickedSeeds:
      'The opening uses a data seed and a start seed that were chosen so that the first start finds the spiral. Other seeds may need more starts: [draw other data](data) or [another start](start).',
  },

  noPart: (message: string) => `This part of the page could not be loaded: ${message}`,
});
