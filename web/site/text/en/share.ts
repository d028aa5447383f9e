/** Strings of links that hide and lock, and of the page in a frame or as one file. */

import { live } from '../language.svelte.ts';

export const share = live('share', {
  badFlag: (key: string, text: string) => `${key}=${text} in the link cannot be used (0 or 1); 0 is used.`,
  unknownPart: (key: string, name: string) => `${key} in the link names “${name}”, which is no part of this page.`,
  locked: (names: string) => `Locked by whoever made this link, so that all its readers see the same: ${names}.`,
  kept: (names: string) =>
    `Kept as whoever made this link has set it: ${names}. What you see may differ from what you opened.`,
  answerKept: 'Here is the figure. Were you right? Whoever made this link has kept the answer, to talk about it.',
  ownPage: 'Open on a page of its own',
  oneFile: 'This page as one file, for lessons without a network',
});
