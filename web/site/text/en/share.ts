/** Strings of links that hide and lock, and of the page in a frame or as one file. */

import { live } from '../language.svelte.ts';

export const share = live('share', {
  badFlag: (key: string, text: string) => `${key}=${text} in the link cannot be used (0 or 1); 0 is used.`,
  unknownPart: (key: string, name: string) => `${key} in the link names “${name}”, which this page does not have.`,
  locked: (names: string) =>
    `The author of this link locked these controls, so that all readers see the same: ${names}.`,
  kept: (names: string) =>
    `The author of this link fixed these settings: ${names}. The result may differ from the one that you opened.`,
  answerKept: 'This is the figure. Were you right? Your teacher has hidden the answer for discussion.',
  ownPage: 'Open on its own page',
  oneFile: 'This page as one file, for lessons without an internet connection',
});
