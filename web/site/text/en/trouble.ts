/** Strings about faults of the page and files that could not be saved. */

import { live } from '../language.svelte.ts';

export const trouble = live('trouble', {
  fault:
    'Something went wrong inside this page. It is not your mistake. Please report it with the text below: it has the version, the browser, your settings and the last steps, and none of your data. If the page no longer works, reload it: its address keeps the settings.',
  report: 'Text of the report',
  copy: 'Copy the report',
  copied: 'Copied.',
  copyRefused: 'Your browser does not let the page copy. The text is selected: copy it by hand.',
  notSaved: (file: string, message: string) => `Your browser did not save ${file}: ${message}`,
});
