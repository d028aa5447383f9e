/** What the reading of a table says: in its own English, in the words of the dialogue where it names options, or in another language. */

import { english } from '../../../table/index.ts';
import { live } from '../language.svelte.ts';

export const tables = live('tables', {
  ...english,
  dropAdvice: '“leave them out” trains without these rows',
  meanAdvice: '“leave them out” trains without these rows, “fill in the mean of the fit samples” puts in the mean',
});
