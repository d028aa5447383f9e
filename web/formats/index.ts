/**
 * The entry `trip-wasm/formats`: converts files of NumPy, svmlight, FROSTT and Parquet to the input of the package, and arrays to bytes. It
 * uses neither the DOM nor Node. The command and the page also use functions that are marked as internal; the declarations leave them out.
 */

export { type ArrayChoice, asResponse, ofArrays } from './arrays.js';
export { type ArrayFormat, fileEndings, type NamedFormat, namedFormat, namedFormats } from './names.js';
export { isNpy, readNpy, writeNpy } from './npy.js';
export { type ArrayNames, membersOfNpz, readNpz, readNpzArrays, readNpzResponse } from './npz.js';
export { type Codecs, type OnColumn, type ParquetCell, type ParquetRows, readParquet } from './parquet.js';
export { inShape } from './shape.js';
export { readSvmlight, type SvmlightChoice, type SvmlightSamples } from './svmlight.js';
export { readTns, type TnsChoice } from './tns.js';
export type { Arrays, FileSamples, NdArray, Numbers, ResponseValues } from './types.js';
