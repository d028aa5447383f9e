/** The parts of the page that contain controls, with the settings of these. */

import type { Audience, Section } from './audience.ts';
import { groups, type Name, namesIn, type State } from './state.ts';

/** The settings beside the pictures. */
const besidePictures = groups.flatMap(namesIn);

const namesOf: Partial<Record<Section, readonly Name[]>> = {
  settings: besidePictures,
  charts: ['curve', 'scale', 'measure', 'plateau'],
  explain: ['target', 'against', 'sigma', 'arrows', 'listed'],
  assess: ['folds', 'permutations', 'testStarts', 'bootstraps', 'stopEarly', 'ellipses'],
  explore: ['gridFrom', 'gridTo', 'gridSteps', 'gridDepths', 'gridStarts'],
};

/** A link hides most of the settings beside the pictures: the others are meant to be used, so the page opens with them unfolded. */
export function leavesFewSettings({ hidden }: Pick<Audience, 'hidden'>): boolean {
  if (hidden.includes('settings')) return false;
  const left = besidePictures.filter((name) => !hidden.includes(name)).length;
  return left > 0 && left < besidePictures.length / 2;
}

/** The parts with a setting that differs from its initial value. */
export const changedParts = (state: State, initial: State): Section[] =>
  (Object.keys(namesOf) as Section[]).filter((part) => namesOf[part]?.some((name) => state[name] !== initial[name]));
