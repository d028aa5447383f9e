/**
 * The current language. English strings are bundled with the components that show them; `speak.ts` loads those of another language and
 * passes them on. This module imports nothing of the page.
 */

export const languages = {
  en: { name: 'English', direction: 'ltr' },
  ja: { name: '日本語', direction: 'ltr' },
} as const;
export type Language = keyof typeof languages;

/** All areas of a language by name. */
export type Strings = Readonly<Record<string, object>>;

let spoken = $state.raw<Language>('en');
let strings = $state.raw<Strings>();

/** Language of all strings and numbers. */
export const language = () => spoken;

/** Resolves 'auto' to the first language of the reader that the page has, else English. */
export function resolve(choice: Language | 'auto', preferred: readonly string[]): Language {
  if (choice !== 'auto') return choice;
  const known = preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in languages);
  return (known as Language | undefined) ?? 'en';
}

/** Shows a language; `own` are its strings, but for English, which is everywhere. */
export function show(next: Language, own: Strings | undefined): void {
  strings = own;
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
