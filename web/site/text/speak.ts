/** Loads the strings of a language, and shows it. */

import { type Language, type Strings, show } from './language.svelte.ts';

const others: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Strings>>> = { ja: () => import('./ja/index.ts') };

let wanted: Language = 'en';

/** Changes the language once its strings are here; rejects, and keeps the one before, when they cannot be had. */
export async function speak(next: Language): Promise<void> {
  wanted = next;
  const loaded = next === 'en' ? undefined : await others[next]();
  if (wanted === next) show(next, loaded);
}
