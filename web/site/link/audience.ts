/** What the maker of a link lets its readers see and change: parts of the page hidden or locked, answers kept, the tool alone. */

import type { Problem } from './problems.ts';
import type { Name, State } from './state.ts';

/** Parts of the page that can be hidden as a whole; every control can be hidden or locked too. */
export const sections = [
  'settings',
  'explain',
  'starts',
  'charts',
  'numbers',
  'explore',
  'share',
  'path',
  'prose',
  'reproduction',
] as const;
export type Section = (typeof sections)[number];

/** Controls that are no setting; links name them as they are called here. */
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
  'sample',
  'weights',
  'grid',
  'gridTable',
  'image',
  'drawing',
  'points',
  'model',
  'samples',
  'open',
  'classLink',
  'link',
] as const;
export type Button = (typeof buttons)[number];

export interface Audience {
  /** The tool alone, for a frame in another page. */
  readonly embed: boolean;
  /** The steps of the path show their figures and keep their answers. */
  readonly noAnswers: boolean;
  /** Names of controls and sections. */
  readonly hidden: readonly string[];
  /** Names of controls. */
  readonly locked: readonly string[];
}

export const everyone: Audience = { embed: false, noAnswers: false, hidden: [], locked: [] };

/** Settings are named by their key in the hash, which is short; buttons by their own name. */
export type Codes = ReadonlyMap<string, string>;

const flags = { em: 'embed', na: 'noAnswers' } as const;
const lists = { hi: 'hidden', lk: 'locked' } as const;

/** Takes its parts out of `entries`; what cannot be used is told in `problems`. `codes` has every control. */
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
    const given = entries.get(key)?.split('.') ?? [];
    entries.delete(key);
    audience[field] = [...new Set(given)].flatMap((code) => {
      const name = known.get(code);
      if (name === undefined) problems.push({ code: 'unknownPart', key, name: code });
      return name ?? [];
    });
  }
  return audience;
}

/** The parts of the hash that say it. */
export function writeAudience(audience: Audience, codes: Codes): string[] {
  const codeOf = (name: string) => codes.get(name) ?? name;
  return [
    ...Object.entries(flags).flatMap(([key, field]) => (audience[field] ? `${key}=1` : [])),
    ...Object.entries(lists).flatMap(([key, field]) =>
      audience[field].length > 0 ? `${key}=${audience[field].map(codeOf).join('.')}` : [],
    ),
  ];
}

/**
 * What of `next` may replace the settings `now` in one go, as a picture that is opened does: the settings of hidden and locked controls
 * stay, and `kept` names those that would have changed. Where the data stay, everything does: settings for other data mean nothing.
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

/** A button of this name gives a setting another value: it is locked where that is kept. */
const changes: Readonly<Partial<Record<Button, Name>>> = {
  newData: 'dataSeed',
  newStart: 'seed',
  goOn: 'epochs',
  halveHere: 'learningRate',
};

/** Names of all controls that are locked: buttons are with the hidden or locked setting that they would change. */
export function allLocked({ hidden, locked }: Pick<Audience, 'hidden' | 'locked'>): string[] {
  const kept: readonly string[] = [...hidden, ...locked];
  const kin = buttons.filter((button) => kept.includes(changes[button] ?? ''));
  return [...new Set([...locked, ...kin])].filter((name) => !hidden.includes(name));
}
