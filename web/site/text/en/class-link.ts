/** Strings of the form that makes links for classes and other pages. */

import { live } from '../language.svelte.ts';

export const classLink = live('classLink', {
  access: { free: 'as usual', locked: 'locked', hidden: 'hidden' },
  sections: {
    settings: 'All settings beside the pictures',
    marked: 'Marked samples',
    assess: 'Is it real?',
    explain: 'Explanation of the result',
    starts: 'Starts of TRIP',
    charts: 'Curves',
    numbers: 'Table of all numbers',
    explore: 'Explore λ and depth',
    share: 'Save and share',
    ownTable: 'Your own data',
    path: 'Path of lessons',
    method: 'The method, drawn',
    prose: 'Text at the end',
    reproduction: 'The paper, reproduced',
  },
  keepAnswers: 'Hide the answers of the path: the figures are shown, and their meaning is left for discussion',
  toolAlone: 'Only the tool, for a frame in another page',
  wholeParts: 'Whole parts of the page',
  singleControls: 'Single controls',
  tooLong: (limit: number) =>
    `This link would exceed the ${limit} characters that every chat and mail program accepts. Hide whole parts instead of single controls.`,
  result: 'Link with these choices and the current settings',
  tryIt: 'Try it in a new tab',
  html: 'HTML for your page:',
  htmlLabel: 'HTML of a frame with the tool',
});
