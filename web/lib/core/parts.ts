/**
 * What the package has besides library code, as files beside this one: the binary and the script of the workers. In
 * `trip-wasm/single` the build puts `single-parts.ts` in this module's place, with the same names and everything inside.
 */

import { importingWorker, isForeign } from '../common/blob-worker.js';

/** Whether the binary is part of the code, so that nothing needs an address. */
export const inside: boolean = false;

export const workerName: string = "the package's own worker.js";

/** Written out so that bundlers see both files; only called when nothing else says where the binary is. */
export function ownBinary(simd: boolean): URL | Promise<Uint8Array> {
  return simd ? new URL('../core-simd.wasm', import.meta.url) : new URL('../core.wasm', import.meta.url);
}

/** In browsers. A page may not start a script of another origin, as of a content delivery network. */
export function ownWorker(): Worker {
  if (isForeign(ownBinary(true) as URL)) return importingWorker(ownScript().code);
  // Bundlers recognise this expression only when it is written out.
  return new Worker(new URL('../worker.js', import.meta.url), { type: 'module' });
}

/** In Node. Found by its neighbour, since bundlers would emit what is written out a second time, as a plain file. */
export function ownScript(): { code: URL; eval: boolean } {
  return { code: new URL('worker.js', ownBinary(true) as URL), eval: false };
}
