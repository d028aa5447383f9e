/** Strings of what is there from the beginning. */

import { live } from '../language.svelte.ts';

export const page = live('page', {
  title: 'TRIP: finding the plane that matters',
  languageMissing: 'The strings of this language could not be loaded; the page goes on in the language before.',
  asSystem: 'system',
  light: 'light',
  dark: 'dark',
  whatIs: (label: string) => `What is “${label}”?`,

  training: 'Training',
  pause: 'Pause',
  epochOf: (epoch: number, epochs: number) => `epoch ${epoch} of ${epochs}`,
  speeds: { slow: 'slow', normal: 'normal', quick: 'quick', full: 'full' },
  whatAreThese: 'What do these do?',

  numberNeeded: 'A number is needed here.',
  notNumber: (text: string) => `“${text}” is not a number. Write it like 0.1 or 1e-3.`,
  tooLarge: (text: string) => `“${text}” is too large.`,
});
