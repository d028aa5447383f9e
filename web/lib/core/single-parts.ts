/** Replaces `parts.ts`: the code contains the files. The SIMD build alone is enough, since engines that unpack gzip have SIMD. */

import { blobWorker } from '../common/blob-worker.js';
import { TripError } from '../common/errors.js';
import { builtin, isNode } from '../common/node.js';
import { binary, workerCode } from './single-payload.js';

export const workerName: string = 'the code inside of trip-wasm/single';

export async function ownBinary(simd: boolean): Promise<Uint8Array> {
  if (!simd) throw new TripError('load', 'trip-wasm/single is for machines with SIMD; trip-wasm has both builds');
  const bytes = Uint8Array.from(atob(binary), (character) => character.charCodeAt(0));
  // Node's own function, since tests in jsdom have no streams.
  if (isNode()) return builtin<{ gunzipSync(bytes: Uint8Array): Uint8Array }>('node:zlib').gunzipSync(bytes);
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}

export function ownWorker(): Worker {
  return blobWorker(workerCode, 'classic');
}

export function ownScript(): { code: string; eval: boolean } {
  return { code: workerCode, eval: true };
}
