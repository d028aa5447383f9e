/** Samples with the responses of other samples. */

import { frozen } from '../common/check.js';
import type { Dataset } from '../types.js';
import { responsesOf } from './dataset.js';

/** Each sample n with the response of sample `from[n]`; weights stay with their samples. */
export function permuted(data: Dataset, from: ArrayLike<number>): Dataset {
  const { labels, targets } = data;
  const source = Int32Array.from(from);
  if (labels !== undefined) return frozen({ ...data, labels: source.map((n) => labels[n] as number) });
  const width = responsesOf(data);
  const all = targets?.slice() as Float32Array;
  for (const [n, own] of source.entries())
    all.set((targets as Float32Array).subarray(own * width, (own + 1) * width), n * width);
  return frozen({ ...data, targets: all });
}
