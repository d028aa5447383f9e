/** Shapes of samples, and positions in them: one row-major index, or one index for each mode. */

import { type SparseInput, TripError } from 'trip-wasm';
import type { FileSamples } from './types.js';

/**
 * Sparse vectors as samples of another shape with as many elements.
 * @internal
 */
export function inShape(
  samples: FileSamples<SparseInput>,
  dims: readonly number[] | undefined,
): FileSamples<SparseInput> {
  const { shape, index } = samples.input;
  const own = shape.slice(1);
  if (dims === undefined || own.join() === dims.join()) return samples;
  if (own.length > 1 || productOf(own) !== productOf(dims)) {
    throw new TripError('shape', `a sample has the shape ${own.join('x')}; ${dims.join('x')} is asked for`);
  }
  const positions = Array.from(index as ArrayLike<number>);
  return {
    ...samples,
    input: { ...samples.input, index: unfolded(positions, dims), shape: [shape[0] as number, ...dims] },
  };
}

/** Converts row-major positions in a sample of this shape to one index for each mode. */
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

/** A shape in the notation of Python: `(3,)`, `(3, 4)`. */
export function tuple(shape: readonly number[]): string {
  return shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
}

export function productOf(sizes: readonly number[]): number {
  return sizes.reduce((product, length) => product * length, 1);
}
