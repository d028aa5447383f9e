/** When has a training come to rest? */

/** Epochs that are compared with as many before them. */
export const plateauEpochs = 100;
/** A relative improvement below this is none. */
export const plateauImprovement = 0.01;

/**
 * First epoch, counted from 1, at which the mean objective of the last `plateauEpochs` epochs was not lower by at least
 * `plateauImprovement` of it than that of as many epochs before; undefined when there is none. Means, since single epochs jump
 * about. A training can rest and find its way later: what is flat is the past, the future may not be.
 */
export function plateauOf(objective: ArrayLike<number>): number | undefined {
  const n = plateauEpochs;
  let [earlier, later] = [0, 0];
  for (let epoch = 1; epoch <= objective.length; epoch++) {
    later += objective[epoch - 1] as number;
    if (epoch > n) {
      const moved = objective[epoch - 1 - n] as number;
      later -= moved;
      earlier += moved;
    }
    if (epoch > 2 * n) earlier -= objective[epoch - 1 - 2 * n] as number;
    if (epoch >= 2 * n && earlier - later < plateauImprovement * Math.abs(earlier)) return epoch;
  }
  return undefined;
}
