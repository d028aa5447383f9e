/** Strings of the settings. */

import { live } from '../language.svelte.ts';

export const settings = live('settings', {
  skipSettings: 'Skip the settings',
  training: 'Training',
  model: 'Model',
  start: 'Start',
  data: 'Data',
  changesRetrain: 'Any change retrains. [Back to the opening settings](reset)',
  wholeNeeded: 'Enter a whole number.',
  timesAuto: (times: string) => `= ${times} × auto`,
  between: (low: string, high: string) => `Enter a value from ${low} to ${high}.`,
});
