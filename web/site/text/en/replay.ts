/** Strings of the recorded training. */

import { live } from '../language.svelte.ts';

export const replay = live('replay', {
  title: 'What you would see: a recording',
  about: (fingerprint: string) =>
    `This is the training that the page opens with, recorded when the page was built: a spiral hidden in 100 dimensions, seen by PCA, LDA and TRIP. Its result has the fingerprint ${fingerprint}. With WebAssembly you could change everything and use your own data.`,
  picture: (name: string, epoch: number, accuracy: string) =>
    `${name} in epoch ${epoch}: the samples and what the network predicts; test accuracy ${accuracy}`,
  legend: (names: string) =>
    `Classes ${names}: circles and triangles. Filled samples are fitted, hollow ones are kept for testing; the bold line is where both classes are equally probable.`,
});
