/**
 * Addresses of the other files of the package: the binary and the script of the workers. For `trip-wasm/single` the build replaces
 * this module by `single-parts.ts`, which exports the same names and contains both files.
 */

import { importingWorker, isForeign } from '../common/blob-worker.js';

export const workerName: string = "the package's own worker.js";

/** The default binary. Both addresses are written out, so that bundlers find the files. */
export function ownBinary(simd: boolean): URL | Promise<Uint8Array> {
  return simd ? new URL('../core-simd.wasm', import.meta.url) : new URL('../core.wasm', import.meta.url);
}

/** For browsers. A page may not start a worker from another origin, such as a content delivery network. */
export function ownWorker(): Worker {
  if (isForeign(ownBinary(true) as URL)) return importingWorker(ownScript().code);
  // Bundlers recognise this expression only in exactly this form.
  return new Worker(new URL('../worker.js', import.meta.url), { type: 'module' });
}

/** For Node. The address is derived from the binary's, since bundlers would emit a written-out address again, as a plain file. */
export function ownScript(): { code: URL; eval: boolean } {
  return { code: new URL('worker.js', ownBinary(true) as URL), eval: false };
}
