/**
 * Files of the field to the input of the package, and arrays back to bytes: NumPy, svmlight, FROSTT, Parquet. Neither DOM nor Node: page
 * and command share it.
 */

export { type ArrayChoice, flat, ofArrays } from './arrays.js';
export { isNpy, readNpy, writeNpy } from './npy.js';
export { type ArrayNames, readNpz, readNpzResponse } from './npz.js';
export { type Codecs, type ParquetRows, readParquet } from './parquet.js';
export { inShape } from './shape.js';
export { readSvmlight, type SvmlightSamples } from './svmlight.js';
export { readTensor } from './tns.js';
export type { Arrays, NdArray, Numbers, Response, Samples } from './types.js';
