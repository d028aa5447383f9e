/** Strings of the curves, of the confusion matrices, and of the legend of many classes. */

import { live } from '../language.svelte.ts';

export const charts = live('charts', {
  titles: { loss: 'Loss', objective: 'Objective', accuracy: 'Accuracy' },
  measures: { loss: 'loss', objective: 'objective', accuracy: 'accuracy' },
  overEpochs: (title: string, method: string) => `${title} of ${method} over the epochs`,
  fitLoss: 'fit loss',
  testLoss: 'test loss',
  fitAccuracy: 'fit accuracy',
  testAccuracy: 'test accuracy',
  objective: 'objective',
  loss: 'loss',
  reconstruction: 'λ × reconstruction',
  flatAt: (epoch: number) => `TRIP’s objective was flat at epoch ${epoch}.`,
  showPlateau: 'Show that epoch',
  endAtPlateau: 'End the training there',

  highlight: 'Highlight',
  manyClasses: (classes: number) =>
    `${classes} classes share ten colours and ten shapes. The field shows the most probable class.`,
  manyRepeated: (classes: number, looks: number) =>
    `${classes} classes share ten colours and ten shapes; the marks repeat after every ${looks} classes. The field shows the most probable class.`,
  manyWritten: (classes: number) => `${classes} classes share ten colours. The field shows the most probable class.`,
  allMarks: 'Marks of all classes',

  confusion: 'Confusion matrix',
  confusionRead: (method: string) =>
    `${method}: true class by row, predicted class by column. The diagonal counts correct predictions.`,
  confusionMany: (classes: number, shown: number) =>
    `A matrix of ${classes} classes would be too large to read. The ${shown} most frequent mistakes are listed here.`,
  noMistakes: 'no mistakes',
  trueClass: 'True class',
  predictedClass: 'Predicted class',
  count: 'Count',
  confusionRegion: 'Confusion matrices',
  fitSamples: 'Fit samples',
  testSamples: 'Test samples',
});
