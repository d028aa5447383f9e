/** Strings of saving and sharing. */

import { live } from '../language.svelte.ts';

export const sharing = live('sharing', {
  title: 'Save and share',
  fingerprint: 'Fingerprint of TRIP’s result:',
  took: (epochs: number, seconds: string) => `· ${epochs} epochs took ${seconds} s to compute`,
  linkBox: 'Link to the current page',
  copied: 'Copied.',
  copyRefused: 'Your browser does not let the page copy. The link is selected: copy it by hand.',
  seeds: (epochs: number, data: number, start: number) => `${epochs} epochs · data seed ${data} · start seed ${start}`,
  drawnFingerprint: (fingerprint: string) => `Fingerprint of TRIP’s result: ${fingerprint}`,
  drawnMarks: (marked: number, all: number) => `${marked} of ${all} samples are marked`,
  onTest: (accuracy: string) => `${accuracy} on test data`,
  testRmse: (error: string) => `test RMSE ${error}`,
  otherData:
    'It was fitted to other data than those on the page: the objective in its file differs from its objective on these data.',
  openedAccuracy: (file: string, fingerprint: string, accuracy: string) =>
    `${file} is shown among the starts: fingerprint ${fingerprint}, accuracy ${accuracy} on the test data.`,
  openedError: (file: string, fingerprint: string, error: string) =>
    `${file} is shown among the starts: fingerprint ${fingerprint}, RMSE ${error} on the test data.`,
  refused: (file: string, message: string) => `${file} cannot be shown: ${message}`,
  tooLarge: (megabytes: number, most: number) =>
    `it has ${megabytes} MB; the page opens models of up to ${most} MB, and the command reads larger ones`,
  asCode: 'The same training as code',
  code: 'JavaScript code of this training',
  cite: 'Cite',
  citeNote:
    'Please cite the paper for the method, and the software with its version for results that you computed here.',
  entries: 'BibTeX entries of the paper and the software',
});
