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
  lookThere: 'Look there',
  endThere: 'End the training there',

  standsOut: 'Stands out',
  manyClasses: (classes: number) =>
    `${classes} classes share ten colours and ten shapes. The field shows the most probable class.`,
  manyRepeated: (classes: number, looks: number) =>
    `${classes} classes share ten colours and ten shapes; after every ${looks} the same marks begin again. The field shows the most probable class.`,
  manyWritten: (classes: number) => `${classes} classes share ten colours. The field shows the most probable class.`,
  allMarks: 'The marks of all classes',

  confusion: 'Who is taken for whom',
  confusionRead: (method: string) => `${method}: true class by row, predicted class by column. The diagonal is right.`,
  confusionMany: (classes: number, shown: number) =>
    `A matrix of ${classes} classes would be too large to read: the ${shown} most frequent mistakes stand here.`,
  noMistakes: 'no mistakes',
  trueClass: 'True class',
  predictedClass: 'Predicted class',
  count: 'Count',
  confusionRegion: 'Confusion matrices',
  fitSamples: 'Fit samples',
  testSamples: 'Test samples',
});
