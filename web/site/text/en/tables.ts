/** What the reading of a table says: in its own English, or in another language. */

import { english } from '../../../table/index.ts';
import { live } from '../language.svelte.ts';

export const tables = live('tables', english);
