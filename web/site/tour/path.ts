/** A continuous path through planes: each is turned to the one before, so that nothing turns within a plane. */

import type { Trip } from 'trip-wasm';
import type { Plane } from '../../draw/geometry.ts';

type Geometry = Pick<Trip, 'interpolatePlanes' | 'randomPlane'>;

/** Number of planes of a grand tour. */
export const grandPlanes = 100;

export class Path {
  /** The planes in the basis in which the path reaches them. */
  private readonly turned: Float64Array[] = [];

  /** `count` planes, at least one; `basisAt` gives an orthonormal basis, `rows` x 2, of each. */
  constructor(
    private readonly geometry: Geometry,
    readonly rows: number,
    readonly count: number,
    private readonly basisAt: (index: number) => Float64Array,
  ) {}

  /** Plane `index` in the basis in which the path reaches it. */
  station(index: number): Float64Array {
    for (let next = this.turned.length; next <= index; next++) {
      const basis = this.basisAt(next);
      const before = this.turned[next - 1];
      this.turned.push(before ? this.geometry.interpolatePlanes(before, basis, this.rows, 1) : basis);
    }
    return this.turned[index] as Float64Array;
  }

  /** The plane at a position, 0 to count - 1: whole numbers are stations. */
  at(position: number): Float64Array {
    const place = Math.max(0, Math.min(this.count - 1, position));
    const index = Math.floor(place);
    const share = place - index;
    if (share === 0) return this.station(index);
    return this.geometry.interpolatePlanes(this.station(index), this.basisAt(index + 1), this.rows, share);
  }

  /**
   * The plane of a picture at a station in the latent space of the model there, whose axes are those of its own basis: the field of the
   * model is computed on it.
   */
  latentPlane(index: number): Plane {
    const [own, seen] = [this.basisAt(index), this.station(index)];
    const product = (a: number, b: number) => {
      let sum = 0;
      for (let i = 0; i < own.length; i += 2) sum += (own[i + a] as number) * (seen[i + b] as number);
      return sum;
    };
    return { origin: [0, 0], first: [product(0, 0), product(1, 0)], second: [product(0, 1), product(1, 1)] };
  }
}

/** The projection of a model, which is orthonormal in the precision of floats: a network that is fitted to it again has the same bits. */
export const basisOf = (parameters: Float32Array, rows: number): Float64Array =>
  Float64Array.from(parameters.subarray(0, 2 * rows));

/** The grand tour of a seed. */
export const grandTour = (geometry: Geometry, rows: number, seed: number): Path => {
  const known: Float64Array[] = [];
  return new Path(geometry, rows, grandPlanes, (index) => {
    known[index] ??= geometry.randomPlane(rows, 2, seed, index);
    return known[index];
  });
};

/** Distance from a station at which the predictions of its network have faded. */
const reach = 0.25;

/** The station near a position, and how strongly its network shows: 1 at the station, 0 between stations. */
export function nearStation(position: number): { readonly index: number; readonly strength: number } {
  const index = Math.round(position);
  return { index, strength: Math.max(0, 1 - Math.abs(position - index) / reach) };
}
