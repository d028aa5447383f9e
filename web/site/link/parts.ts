/** The parts of the page that contain controls, with the settings of these. */

import type { Section } from './audience.ts';
import { groups, type Name, namesIn, type State } from './state.ts';

const namesOf: Partial<Record<Section, readonly Name[]>> = {
  settings: groups.flatMap(namesIn),
  charts: ['curve', 'scale', 'measure', 'plateau'],
  explain: ['target', 'against', 'sigma', 'arrows', 'listed'],
  assess: ['folds', 'permutations', 'testStarts', 'bootstraps', 'stopEarly', 'ellipses'],
  explore: ['gridFrom', 'gridTo', 'gridSteps', 'gridDepths', 'gridStarts'],
};

/** The parts with a setting that differs from its initial value. */
export const changedParts = (state: State, initial: State): Section[] =>
  (Object.keys(namesOf) as Section[]).filter((part) => namesOf[part]?.some((name) => state[name] !== initial[name]));
