/** Studies with the fits that candidates need. */

import type { Candidate, Study } from '../types.js';

/** The fits of all rounds for every start, since any start may continue. Fits shared by several candidates are run once. */
export const studiesOf = (candidates: readonly Candidate[], sets: readonly string[]): Study[] =>
  candidates.flatMap(({ options, view, rounds, sets: most }) =>
    rounds.map(([, epochs]) => ({
      sets: sets.slice(0, most),
      grids: [pointOf({ ...options, epochs })],
      protocol: { kind: 'whole' as const, trials: Math.max(...rounds.map(([starts]) => starts)) },
      ...(view === undefined ? {} : { view }),
    })),
  );

/** A grid with one point. */
export const pointOf = (options: Candidate['options']) =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [name, [value]]));
