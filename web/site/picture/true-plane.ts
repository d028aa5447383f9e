/** The picture that a perfect projection would show: the fit samples on the true plane of the data. */

import type { Marked, Picture } from '../../draw/types.ts';
import type { Stage } from './picture.ts';

export type TruePicture = Pick<Picture<Marked>, 'stage' | 'field' | 'train' | 'centre' | 'extent'>;

/** Margin around the samples, as a share of their reach. */
const margin = 0.06;

/** Undefined where the true projection is unknown or is no plane of vectors. */
export function truePicture(stage: Stage): TruePicture | undefined {
  const { train, truth } = stage.material;
  const [samples = 0, size = 0, ...others] = train.shape;
  const basis = truth?.[0];
  if (!basis || others.length > 0 || basis.length !== 2 * size || train.offsets) return undefined;
  const points = new Float32Array(2 * samples);
  let reach = 0;
  for (let n = 0; n < samples; n++) {
    for (let axis = 0; axis < 2; axis++) {
      let sum = 0;
      for (let i = 0; i < size; i++) sum += (train.x[n * size + i] as number) * (basis[2 * i + axis] as number);
      points[2 * n + axis] = sum;
      reach = Math.max(reach, Math.abs(sum));
    }
  }
  return { stage, field: undefined, train: points, centre: [0, 0], extent: (1 + margin) * reach };
}
