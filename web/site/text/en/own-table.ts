/** Strings of the section that leads to the reader's own data. */

import { live } from '../language.svelte.ts';

export const ownTable = live('ownTable', {
  title: 'Your own data',
  lead: 'Choose a table with a sample in each row and a column to predict: the page finds the plane that shows it. Nothing is sent, nothing is stored.',
  choose: 'Choose a table …',
});
