/** Restrictions that the author of a link sets: hidden or locked parts, hidden answers, the tool alone. */

import type { Problem } from './problems.ts';
import type { Name, State } from './state.ts';

/** Parts of the page that can be hidden as a whole; every control can also be hidden or locked. */
export const sections = [
  'settings',
  'marked',
  'assess',
  'explain',
  'starts',
  'charts',
  'numbers',
  'explore',
  'share',
  'ownTable',
  'path',
  'method',
  'prose',
  'reproduction',
] as const;
export type Section = (typeof sections)[number];

/** Controls that are not settings, by their names in links. */
export const buttons = [
  'play',
  'back',
  'step',
  'rewind',
  'timeline',
  'goOn',
  'halveHere',
  'newStart',
  'newData',
  'tourPlay',
  'anotherTour',
  'handle',
  'findVariable',
  'undo',
  'takeOver',
  'sample',
  'brush',
  'weights',
  'assess',
  'assessTable',
  'grid',
  'gridTable',
  'select',
  'image',
  'drawing',
  'points',
  'model',
  'samples',
  'open',
  'classLink',
  'answers',
  'link',
] as const;
export type Button = (typeof buttons)[number];

export interface Audience {
  /** Only the tool, for a frame in another page. */
  readonly embed: boolean;
  /** The lessons show their figures and hide their answers. */
  readonly noAnswers: boolean;
  /** Names of hidden controls and sections. */
  readonly hidden: readonly string[];
  /** Names of locked controls. */
  readonly locked: readonly string[];
}

export const everyone: Audience = { embed: false, noAnswers: false, hidden: [], locked: [] };

/** Settings by their key in the hash, which is short; buttons by their name. */
export type Codes = ReadonlyMap<string, string>;

const flags = { em: 'embed', na: 'noAnswers' } as const;
const lists = { hi: 'hidden', lk: 'locked' } as const;
/** Begins a list of the names that are not meant: `lk=~l` locks all controls but lambda. The shorter form of a list is written. */
const allBut = '~';

/** Removes its parts from `entries`; adds unusable ones to `problems`. `codes` has every control. */
export function readAudience(entries: Map<string, string>, codes: Codes, problems: Problem[]): Audience {
  const audience: { -readonly [K in keyof Audience]: Audience[K] } = { ...everyone };
  for (const [key, field] of Object.entries(flags)) {
    const text = entries.get(key);
    if (entries.delete(key) && text !== '0' && text !== '1') problems.push({ code: 'badFlag', key, text: text ?? '' });
    audience[field] = text === '1';
  }
  const controls = new Map([...codes].map(([name, code]) => [code, name]));
  for (const [key, field] of Object.entries(lists)) {
    const known = new Map([...controls, ...(field === 'hidden' ? sections.map((name) => [name, name] as const) : [])]);
    const text = entries.get(key);
    entries.delete(key);
    const inverted = text?.startsWith(allBut) ?? false;
    const given = (inverted ? text?.slice(allBut.length) : text)?.split('.').filter((code) => code !== '' || !inverted);
    const named = [...new Set(given)].flatMap((code) => {
      const name = known.get(code);
      if (name === undefined) problems.push({ code: 'unknownPart', key, name: code });
      return name ?? [];
    });
    // `hidden` is read first: what is hidden needs no lock.
    const others = () => [...known.values()].filter((name) => !named.includes(name) && !audience.hidden.includes(name));
    audience[field] = inverted ? others() : named;
  }
  return audience;
}

/** The parts of the hash for this audience. */
export function writeAudience(audience: Audience, codes: Codes): string[] {
  const codeOf = (name: string) => codes.get(name) ?? name;
  return [
    ...Object.entries(flags).flatMap(([key, field]) => (audience[field] ? `${key}=1` : [])),
    ...Object.entries(lists).flatMap(([key, field]) => {
      if (audience[field].length === 0) return [];
      const given = audience[field].map(codeOf).join('.');
      const all = field === 'hidden' ? [...codes.keys(), ...sections] : [...codes.keys()];
      const known = [...audience[field], ...(field === 'locked' ? audience.hidden : [])];
      const inverted = allBut + all.flatMap((name) => (known.includes(name) ? [] : codeOf(name))).join('.');
      // The inverted list cannot tell that a control is both hidden and locked.
      const exact = field === 'hidden' || !audience.locked.some((name) => audience.hidden.includes(name));
      return `${key}=${exact && inverted.length < given.length ? inverted : given}`;
    }),
  ];
}

/**
 * Splits `next` when several settings change at once, as when a figure is opened: hidden and locked settings
 * stay, and `kept` names those that would have changed. If the data must stay, so does everything: settings suit only their own data.
 */
export function permitted<Id extends string>(
  now: State<Id>,
  next: Partial<State<Id>>,
  { hidden, locked }: Pick<Audience, 'hidden' | 'locked'>,
): { readonly values: Partial<State<Id>>; readonly kept: readonly Name[] } {
  const fixed = new Set([...hidden, ...locked]);
  const names = Object.keys(next) as Name[];
  const kept = names.filter((name) => fixed.has(name) && next[name] !== now[name]);
  if (kept.includes('data')) return { values: {}, kept: ['data'] };
  const free = names.filter((name) => !fixed.has(name)).map((name) => [name, next[name]]);
  return { values: Object.fromEntries(free) as Partial<State<Id>>, kept };
}

/** Each button with the setting that it changes; the button is locked together with that setting. */
const changes: Readonly<Partial<Record<Button, Name>>> = {
  newData: 'dataSeed',
  newStart: 'seed',
  tourPlay: 'tourAt',
  anotherTour: 'tourSeed',
  goOn: 'epochs',
  halveHere: 'learningRate',
};

/** Names of all locked controls, including the buttons that would change a hidden or locked setting. */
export function allLocked({ hidden, locked }: Pick<Audience, 'hidden' | 'locked'>): string[] {
  const kept: readonly string[] = [...hidden, ...locked];
  const affected = buttons.filter((button) => kept.includes(changes[button] ?? ''));
  return [...new Set([...locked, ...affected])].filter((name) => !hidden.includes(name));
}
