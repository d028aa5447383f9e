/** Choices that follow from a seed, so that a run can be repeated. */

/** Generator with 32 bits of state (Mulberry32). */
export function choicesFrom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    /** A whole number from `low` to `high`, both included. */
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    of: (list) => list[Math.floor(next() * list.length)],
    chance: (share) => next() < share,
  };
}

/** Chooses an action by its weight: [name, weight, action] each. */
export function chosenBy({ next }, actions) {
  let left = next() * actions.reduce((sum, [, weight]) => sum + weight, 0);
  for (const action of actions) {
    left -= action[1];
    if (left < 0) return action;
  }
  return actions.at(-1);
}
