/** Strings of the recorded training. */

import { live } from '../language.svelte.ts';

export const replay = live('replay', {
  title: 'Recording of the opening training',
  about: (fingerprint: string) =>
    `This training was recorded when the page was built: PCA, LDA and TRIP project a spiral hidden in 100 dimensions. Its result has the fingerprint ${fingerprint}. With WebAssembly, you can change all settings and use your own data.`,
  picture: (name: string, epoch: number, accuracy: string) =>
    `${name} in epoch ${epoch}: the samples and the predictions of the network; test accuracy ${accuracy}`,
  legend: (names: string) =>
    `Classes ${names}: circles and triangles. Filled marks are fit samples, hollow marks are test samples. On the bold line, both classes are equally probable.`,
});
