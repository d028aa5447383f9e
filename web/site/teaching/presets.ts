/** Starting points for the links of a class: each fills the lists of hidden and locked parts, which can then be changed. */

import { type Audience, type Button, buttons, type Section } from '../link/audience.ts';
import { groups, type Name, names, namesIn, trainingNames } from '../link/state.ts';

export type Access = 'free' | 'locked' | 'hidden';
export type PresetId = 'open' | 'quiz' | 'demonstration' | 'lambda';

export interface Preset {
  readonly noAnswers: boolean;
  /** Controls and sections that are not free. */
  readonly access: Readonly<Record<string, Access>>;
}

const as = (access: Access, ...given: readonly (Name | Button | Section)[]) =>
  Object.fromEntries(given.map((name) => [name, access])) as Record<string, Access>;

/** Settings beside the pictures. */
const settings = groups.flatMap(namesIn);
/** Settings and buttons that change how the page is displayed, and no training. */
const display: readonly (Name | Button)[] = [
  ...(['theme', 'language', 'explained', 'speed', 'testPoints', 'discrete', 'yaw', 'pitch', 'mode'] as const),
  ...(['planeView', 'tour', 'tourAt', 'curve', 'scale', 'measure', 'listed', 'arrows', 'target'] as const),
  ...([
    'play',
    'back',
    'step',
    'rewind',
    'timeline',
    'tourPlay',
    'anotherTour',
    'tourSeed',
    'sample',
    'brush',
  ] as const),
  ...(['weights', 'image', 'drawing', 'points', 'link'] as const),
];
/** Buttons beside the settings that begin another training. */
const retraining = ['goOn', 'halveHere', 'newStart', 'newData'] as const;

export const presets: Readonly<Record<PresetId, Preset>> = {
  open: { noAnswers: false, access: {} },
  /** The questions of the path with figures and without answers; the tool cannot train what a question asks about. */
  quiz: {
    noAnswers: true,
    access: {
      ...as('locked', 'newData', 'newStart', 'open', 'takeOver', 'grid', 'select'),
      ...as('hidden', 'data', 'settings', 'marked', 'explain', 'assess', 'starts', 'charts', 'numbers', 'explore'),
      ...as('hidden', 'ownTable', 'prose', 'reproduction', 'classLink'),
      ...as('locked', ...trainingNames.filter((name) => name !== 'data')),
    },
  },
  /** The training that is shown now: it can be played again and looked at, and nothing can be trained differently. */
  demonstration: {
    noAnswers: false,
    access: {
      ...as('locked', ...[...names, ...buttons].filter((name) => !display.includes(name))),
      ...as('hidden', 'data', 'path', 'ownTable', 'explore', 'assess', 'reproduction', 'classLink'),
    },
  },
  /** One slider. */
  lambda: {
    noAnswers: false,
    access: {
      ...as('hidden', 'data', ...settings.filter((name) => name !== 'lambda'), ...retraining),
      ...as('hidden', 'planeView', 'marked', 'brush', 'path', 'assess', 'starts', 'ownTable', 'explore'),
      ...as('hidden', 'prose', 'reproduction', 'classLink', 'open'),
    },
  },
};

const listed = (access: Readonly<Record<string, Access>>, wanted: Access) =>
  Object.keys(access).filter((name) => access[name] === wanted);

/** The audience of a link with these choices. */
export const audienceOf = ({ noAnswers, access }: Preset, embed: boolean): Audience => ({
  ...{ embed, noAnswers },
  hidden: listed(access, 'hidden'),
  locked: listed(access, 'locked'),
});

/** The preset that has exactly these choices. */
export function presetOf({ noAnswers, access }: Preset): PresetId | undefined {
  const same = (one: Preset) =>
    one.noAnswers === noAnswers &&
    [...new Set([...Object.keys(one.access), ...Object.keys(access)])].every(
      (name) => (one.access[name] ?? 'free') === (access[name] ?? 'free'),
    );
  return (Object.keys(presets) as PresetId[]).find((id) => same(presets[id]));
}
