/** Strings of the curves and of the confusion matrices. */

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
