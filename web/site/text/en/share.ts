/** Strings of links that hide and lock, and of the page in a frame or as one file. */

import { live } from '../language.svelte.ts';

export const share = live('share', {
  answerKept: 'This is the figure. Were you right? Your teacher has hidden the answer for discussion.',
  ownPage: 'Open on its own page',
  oneFile: 'This page as one file, for lessons without an internet connection',
});
