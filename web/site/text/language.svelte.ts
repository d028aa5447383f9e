/**
 * The current language. English strings are bundled with the components that show them; another language is one file, loaded on demand.
 * This module imports nothing of the page.
 */

export const languages = {
  en: { name: 'English', direction: 'ltr' },
  ja: { name: '日本語', direction: 'ltr' },
} as const;
export type Language = keyof typeof languages;

/** All areas of a language by name. */
type Strings = Readonly<Record<string, object>>;
const others: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Strings>>> = { ja: () => import('./ja/index.ts') };

let spoken = $state.raw<Language>('en');
let strings = $state.raw<Strings>();
let wanted: Language = 'en';

/** Language of all strings and numbers. */
export const language = () => spoken;

/** Resolves 'auto' to the first language of the reader that the page has, else English. */
export function resolve(choice: Language | 'auto', preferred: readonly string[]): Language {
  if (choice !== 'auto') return choice;
  const known = preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in languages);
  return (known as Language | undefined) ?? 'en';
}

/** Changes the language once its strings are loaded; rejects and keeps the previous language when they cannot be loaded. */
export async function speak(next: Language): Promise<void> {
  wanted = next;
  const loaded = next === 'en' ? undefined : await others[next]();
  if (wanted !== next) return;
  strings = loaded;
  spoken = next;
}

/**
 * The strings of an area, with the keys of `english`. Each read returns the string of the current language, so components follow the
 * language. `area` is the name of the area's export in the other languages.
 */
export function live<T extends object>(area: string, english: T): T {
  const get = (key: keyof T) => ((strings?.[area] as T | undefined) ?? english)[key];
  const keys = Object.keys(english) as (keyof T)[];
  return Object.defineProperties(
    {} as T,
    Object.fromEntries(keys.map((key) => [key, { enumerable: true, get: () => get(key) }])),
  );
}
