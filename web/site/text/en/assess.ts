/** Strings of the test “Is it real?”. */

import { live } from '../language.svelte.ts';

export const assess = live('assess', {
  title: 'Is it real?',
  lead: 'A supervised projection separates anything, noise too. This test shows how much of the picture remains when TRIP has to place samples that it has never seen, when the responses are shuffled, and when the samples are drawn again.',
  settings: 'Settings of the test',
  estimate: (seconds: string) => `about ${seconds}`,
  cancel: 'Cancel',
  goOn: 'Go on with the test',
  progress: (part: string, done: string, total: string) => `${part}: ${done} of ${total} trainings`,
  parts: {
    crossValidation: 'Cross validation',
    permutationTest: 'Permutation test',
    stability: 'Resamples',
  },
  stopped: 'Cancelled. The finished trainings are kept.',
  failed: (message: string) => `The test failed: ${message}`,
  afterTraining: 'The test can begin once the trainings above have ended.',
  notInParts: 'A training in two parts with different learning rates cannot be tested. Use one learning rate.',
  noStart: 'All starts have diverged, so nothing can be tested.',
  ofStart: (start: number) => `The test concerns start ${start}, which has the lowest objective.`,
  grouped: (groups: number) =>
    `The fit samples belong to ${groups} groups. Samples of a group stay together in every fold and resample.`,
  oneStart: (used: number, all: number, time: string) =>
    `Each fit of the permutation test has ${used === 1 ? 'one start' : `${used} starts`}, so its observed score comes from ${used === 1 ? 'one start' : `${used} starts`} too. With all ${all} starts, the whole test takes about ${time}.`,

  better: (p: string) => `Better than chance: p = ${p}`,
  betterBound: 'Better than chance: p is at most 0.05',
  notBetter: (p: string) => `No better than chance: p = ${p}`,
  notBetterBound: 'No better than chance: p is above 0.05',
  untold: (p: string) => `Not told from chance: p = ${p}`,
  untoldBound: 'Not told from chance: p is above 0.05',
  heldOut: (value: string, low: string, high: string) => `held out ${value} (${low} to ${high})`,
  heldOutError: (value: string, low: string, high: string) => `held-out error ${value} (${low} to ${high})`,
  stable: (within: string) => `plane stable within ${within}`,
  unstable: (within: string, random: string) =>
    `plane not stable (resamples up to ${within} off their mean, random planes ${random})`,
  notJudged: (resamples: number, fewest: number) =>
    `plane not judged: ${resamples} resamples, at least ${fewest} are needed`,
  join: '; ',
  honest: (clauses: string) => `${clauses}.`,

  advice: {
    optimistic: (fit: string, heldOut: string) =>
      `In the folds, TRIP gets ${fit} of the samples that it was trained on right, and ${heldOut} of those that it has not seen. Only the second number describes new samples.`,
    optimisticError: (fit: string, heldOut: string) =>
      `In the folds, the error is ${fit} on the samples that TRIP was trained on, and ${heldOut} on those that it has not seen. Only the second number describes new samples.`,
    notBetter: (lambda: string) =>
      `A separation like the one above also appears by chance. More samples, fewer variables, or a λ above ${lambda} may show whether a real one exists.`,
    fewPermutations: (permutations: number, smallest: string) =>
      `With ${permutations} permutations, p cannot be below ${smallest}; 19 or more can tell.`,
    fewArrangements: (ways: number, smallest: string) =>
      `The responses can be arranged in only ${ways} ways, so p cannot be expected below ${smallest}: this test cannot tell. More samples, or groups, with different responses can.`,
    alike: (correlation: string) =>
      `Shuffled responses are much like the true ones (mean correlation ${correlation}), since few can be exchanged: this test can hardly tell.`,
    starts: (used: number, all: number) =>
      `Each fit of the permutation test had ${used === 1 ? 'one start' : `${used} starts`}; the picture above is the best of ${all}. More starts in the permutation test may find more.`,
    unstable:
      'Resamples give other planes. The positions and the weights of the variables describe this sample rather than the population; a larger λ or more samples make them steadier.',
    diverged: (fits: number) =>
      `${fits === 1 ? 'One fit' : `${fits} fits`} of the cross validation diverged. Try a lower learning rate.`,
  },

  pictures: 'The same samples, seen and unseen',
  ordinary: 'Trained on all of them',
  heldOutPicture: 'Held out',
  ordinaryCaption: (right: string) => `Each sample helped to train the plane: ${right} are right.`,
  ordinaryCaptionError: (error: string) => `Each sample helped to train the plane: RMSE ${error}.`,
  heldOutCaption: (right: string) =>
    `Each sample is where a model puts it that has never seen it: ${right} are right. Each fold has its own contours, so none are drawn.`,
  heldOutCaptionError: (error: string) =>
    `Each sample is where a model puts it that has never seen it: RMSE ${error}. Each fold has its own contours, so none are drawn.`,
  sameScale:
    'Both pictures have the same samples, axes and scale. The folds are turned to the first picture by their training samples. Point at a sample, or focus a picture and press the arrow keys, to find it in the other.',
  figure: (caption: string) => `${caption} Arrow keys walk through the samples.`,

  found: (sample: string, prediction: string) => `${sample}; held-out prediction: ${prediction}`,

  permutation: 'Could chance do this?',
  histogram: 'Scores with shuffled responses',
  scatter: 'Score and correlation with the true responses',
  permuted: (count: number, low: string, high: string, mean: string) =>
    `${count} cross validations with shuffled responses score ${low} to ${high}, ${mean} on average.`,
  observed: (value: string, atLeast: number) =>
    atLeast === 0
      ? `With the true responses the score is ${value}, better than all of them.`
      : `With the true responses the score is ${value}; ${atLeast === 1 ? 'one of them is' : `${atLeast} of them are`} at least as good.`,
  early: (count: number, all: number) =>
    `The test stopped after ${count} of ${all} permutations, since the others could not change its decision at 0.05.`,
  startsNote: (used: number, all: number) =>
    `Each fit of this test had ${used === 1 ? 'one start' : `${used} starts`}, also with the true responses; the fits of the other results had ${all}.`,
  scoreAxis: { accuracy: 'accuracy', rmse: 'RMSE' },
  countAxis: 'number',
  correlationAxis: 'correlation with the true responses',
  trueResponses: 'true responses',

  stability: 'Is the plane stable?',
  angles: (within: string, median: string, random: string) =>
    `The planes of the resamples lie within ${within} of their mean in 95 % of the cases, ${median} in half of them. 95 % of random planes lie within ${random} of their own mean.`,
  anglesMode: (mode: string, within: string, median: string, random: string) =>
    `Mode ${mode}: the planes of the resamples lie within ${within} of their mean in 95 % of the cases, ${median} in half of them. 95 % of random planes lie within ${random} of their own mean.`,
  bars: 'The bars of the variables below have intervals from the same resamples. Steadiness alone does not make a separation real: resamples of noise also share most of their samples.',

  scores: 'Scores on held-out samples',
  score: 'Score',
  pooled: 'All held-out samples',
  overFolds: 'Mean over the folds',
  definedIn: 'Folds where defined',
  meanOf: (mean: string, deviation: string) => `${mean} ± ${deviation}`,
  ofFolds: (defined: number, all: number) => `${defined} of ${all}`,
  names: {
    accuracy: 'Accuracy',
    balancedAccuracy: 'Balanced accuracy',
    macroF1: 'Macro F1',
    matthews: 'Matthews correlation',
    brier: 'Brier score',
    auc: 'AUC',
    rmse: 'RMSE',
    pearson: 'Correlation',
  },
  recall: (name: string) => `Recall of ${name}`,
  moreClasses: (count: number) => `The saved file has the recalls of ${count} more classes.`,
  confusion: 'Held-out samples',
  reliability: 'Reliability',
  reliabilityText: (first: string) =>
    `Predicted probability of ${first}, and the share of samples that belong to it. On the dashed line both agree.`,
  reliabilityMany:
    'Probability of the predicted class, and the share of predictions that are right. On the dashed line both agree.',
  predictedAxis: 'predicted probability',
  observedAxis: 'share',

  importance: 'Which variables matter on held-out samples?',
  importanceCaption:
    'Decrease of the held-out accuracy when the values of a variable are permuted; lines: one standard deviation over the folds',
  importanceCaptionError:
    'Increase of the held-out RMSE when the values of a variable are permuted; lines: one standard deviation over the folds',
  importanceMode: (caption: string, mode: string) => `${caption}, ${mode}`,
});
