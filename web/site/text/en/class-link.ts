/** Strings of the maker of links for other readers. */

import { live } from '../language.svelte.ts';

export const classLink = live('classLink', {
  fates: { free: 'as usual', locked: 'locked', hidden: 'hidden' },
  sections: {
    settings: 'All settings beside the pictures',
    explain: 'Explanation of the result',
    starts: 'Starts of TRIP',
    charts: 'Curves',
    numbers: 'Table of all numbers',
    explore: 'Explore λ and depth',
    share: 'Take it along',
    path: 'Path of lessons',
    prose: 'Text at the end',
    reproduction: 'The paper, reproduced',
  },
  keepAnswers: 'The path keeps its answers: figures are shown, what they mean is left to talk about',
  toolAlone: 'The tool alone, for a frame in another page',
  wholeParts: 'Whole parts of the page',
  singleControls: 'Single controls',
  tooLong: (limit: number) =>
    `This link would be longer than the ${limit} characters that every chat and mail program passes on. Hide whole parts instead of single controls.`,
  made: 'Link with these choices and the settings on view',
  tryIt: 'Try it in a new tab',
  html: 'HTML for your page:',
  htmlLabel: 'HTML of a frame with the tool',
});
