/** Another value than the default for every option of the table, so that a new option is tested without being named. */
import { trip } from './support.mjs';

/** Defaults that are not numbers. */
const words = ['auto'];

const other = {
  name: ({ words, initial }) => words.find((word) => word !== initial),
  names: ({ words }) => [words.at(-1)],
  boolean: ({ initial }) => !initial,
  number: ({ initial }) => 20 * (words.includes(initial) ? 0 : initial) + 0.1,
  integer: ({ initial = 5 }) => (words.includes(initial) ? 5 : initial) + 4,
  integers: ({ initial }) => [initial[0] + 1],
};

/** The value of a row of `optionTable`. */
export const otherValue = (row) => other[row.kind](row);

/** Options without which another value has no effect. */
export const needed = {
  ldaRidge: { method: 'lda' },
  // The loss falls by less than minDelta in every epoch, so that a restart ends after the epochs of its patience.
  patience: { validation: 0.3, minDelta: 0.5, epochs: 20 },
  // The restart with the lowest objective at the end falls late, so that it is halted.
  halving: { restarts: 3, epochs: 20, seed: 4 },
  minDelta: { validation: 0.3, patience: 1 },
};

/** The data that an option changes a fit of: the response of a regression has options of its own. */
export function dataFor(name, train) {
  if (name !== 'standardizeTarget') return train;
  const y = [...train.x.subarray(0, train.shape[0])];
  return trip.dataset({ x: train.x, shape: train.shape, y, task: 'regression' });
}
