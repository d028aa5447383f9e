/** Messages of the table reader. Those that name options of the command are replaced by the words of the dialogue. */

import { live } from '../language.svelte.ts';
import { tableWords } from './table-words.ts';

export const tables = live('tables', tableWords);
