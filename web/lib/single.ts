/**
 * `trip-wasm` and `trip-wasm/trainer` in one file, with the binary and the workers' script inside: for bundlers that leave
 * files behind, for pages opened from a disk, for one-file builds. It is larger and needs a machine with SIMD.
 *
 * @packageDocumentation
 */

export * from './index.js';
export * from './trainer.js';
