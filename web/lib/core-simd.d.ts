import type { CoreFactory } from './raw.js';

/** The Emscripten glue of the SIMD build, made by build:wasm. */
declare const createCore: CoreFactory;
export default createCore;
