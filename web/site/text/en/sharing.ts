/** Strings of what can be taken along. */

import { live } from '../language.svelte.ts';

export const sharing = live('sharing', {
  title: 'Take it along',
  fingerprint: 'Fingerprint of TRIP’s result:',
  took: (epochs: number, seconds: string) => `· ${epochs} epochs took ${seconds} s of computing`,
  linkBox: 'Link to this page as it is',
  copied: 'Copied.',
  copyRefused: 'Your browser does not let the page copy; the link is selected, copy it by hand.',
  seeds: (epochs: number, data: number, start: number) => `${epochs} epochs · data seed ${data} · start seed ${start}`,
  drawnFingerprint: (fingerprint: string) => `Fingerprint of TRIP’s result: ${fingerprint}`,
  onTest: (accuracy: string) => `${accuracy} on test data`,
  testRmse: (error: string) => `test RMSE ${error}`,
  otherData:
    'It was fitted with other data than those on the page: the objective that its file records is not the one that it has on these.',
  openedAccuracy: (file: string, fingerprint: string, accuracy: string) =>
    `${file} is on view among the starts: fingerprint ${fingerprint}, accuracy ${accuracy} on the test data.`,
  openedError: (file: string, fingerprint: string, error: string) =>
    `${file} is on view among the starts: fingerprint ${fingerprint}, RMSE ${error} on the test data.`,
  refused: (file: string, message: string) => `${file} cannot be shown: ${message}`,
  asCode: 'The same training as code',
  code: 'JavaScript code of this training',
});
