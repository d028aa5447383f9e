/** Moves labels of a plot apart, so that each can be read; a line leads from each to its place. */

export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Number of rounds, after which the labels of the lessons have come to rest. */
const rounds = 200;
/** Room between two labels. */
const gap = 3;

/** Centres of the labels, which keep their order; `width` x `height` contains them. Units are those of the spots. */
export function spread(spots: readonly Spot[], width: number, height: number): (readonly [number, number])[] {
  const centres = spots.map(({ x, y }) => [x, y] as [number, number]);
  for (let round = 0; round < rounds; round++) {
    for (const [a, one] of spots.entries()) {
      const from = centres[a] as [number, number];
      for (let b = a + 1; b < spots.length; b++) {
        const to = centres[b] as [number, number];
        const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
        const distance = Math.sqrt(dx * dx + dy * dy);
        const missing = one.radius + (spots[b] as Spot).radius + gap - distance;
        if (missing <= 0) continue;
        // Labels at the same place part along a direction that depends on their numbers.
        const [ux, uy] = distance > 0 ? [dx / distance, dy / distance] : [a % 2, 1 - (a % 2)];
        from[0] -= (missing / 2) * ux;
        from[1] -= (missing / 2) * uy;
        to[0] += (missing / 2) * ux;
        to[1] += (missing / 2) * uy;
      }
    }
    for (const [at, { radius }] of spots.entries()) {
      const centre = centres[at] as [number, number];
      centre[0] = Math.max(radius, Math.min(width - radius, centre[0]));
      centre[1] = Math.max(radius, Math.min(height - radius, centre[1]));
    }
  }
  return centres;
}
