/** Finds the epoch at which the objective of a training has become flat. */

/** Number of epochs that are compared with as many before them. */
export const plateauEpochs = 100;
/** A relative improvement below this counts as flat. */
export const plateauImprovement = 0.01;

/**
 * First epoch, counted from 1, at which the mean objective of the last `plateauEpochs` epochs was lower than the mean of as many
 * epochs before by less than `plateauImprovement` of it; undefined when there is none. Means are compared because single epochs
 * are noisy. The objective can fall again later: a plateau describes only the past.
 */
export function plateauOf(objective: ArrayLike<number>): number | undefined {
  const n = plateauEpochs;
  let [earlier, later] = [0, 0];
  for (let epoch = 1; epoch <= objective.length; epoch++) {
    later += objective[epoch - 1] as number;
    if (epoch > n) {
      const older = objective[epoch - 1 - n] as number;
      later -= older;
      earlier += older;
    }
    if (epoch > 2 * n) earlier -= objective[epoch - 1 - 2 * n] as number;
    if (epoch >= 2 * n && earlier - later < plateauImprovement * Math.abs(earlier)) return epoch;
  }
  return undefined;
}
