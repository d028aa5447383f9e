/** Positions in samples, counted through or one index a mode. */

/** The indices of each position in a sample of this shape, one position after the other. */
export function unfolded(positions: readonly number[], dims: readonly number[]): Int32Array {
  const modes = dims.length;
  const index = new Int32Array(positions.length * modes);
  for (const [e, position] of positions.entries()) {
    let rest = position;
    for (let k = modes - 1; k >= 0; k--) {
      const size = dims[k] as number;
      index[e * modes + k] = rest % size;
      rest = Math.floor(rest / size);
    }
  }
  return index;
}

/** As Python writes a shape: `(3,)`, `(3, 4)`. */
export function tuple(shape: readonly number[]): string {
  return shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
}

export function productOf(sizes: readonly number[]): number {
  return sizes.reduce((product, length) => product * length, 1);
}
