/**
 * The language on view. English strings come with whatever shows them; those of another language are handed over by `speak.ts`, which
 * loads them. Knows nothing of the page.
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

/** What 'auto' means: the first language of the reader that the page speaks. */
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
 * The strings of an area: read as `english` is, each in the language on view at that moment, so a component that reads one follows
 * the language. `area` is the name under which the other languages export theirs.
 */
export function live<T extends object>(area: string, english: T): T {
  const get = (key: keyof T) => ((strings?.[area] as T | undefined) ?? english)[key];
  const keys = Object.keys(english) as (keyof T)[];
  return Object.defineProperties(
    {} as T,
    Object.fromEntries(keys.map((key) => [key, { enumerable: true, get: () => get(key) }])),
  );
}
