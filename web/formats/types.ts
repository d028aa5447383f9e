/** The forms that data take between the bytes of a file and the input of the package. */

import type { DatasetInput, SparseInput } from 'trip-wasm';

/** Arrays that hold every number of the supported types exactly. */
export type Numbers =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;

/** An array of numbers or of texts with its shape, in row-major order. */
export interface NdArray<Values = Numbers | readonly string[]> {
  /** Sizes of the axes; empty for a single number. */
  readonly shape: readonly number[];
  /** As many values as the product of the shape. */
  readonly values: Values;
}

/** The response of each sample: a number, a text, or a list of several numbers. */
export type ResponseValues = Numbers | readonly number[] | readonly string[] | readonly (readonly number[])[];

/** The arrays of one file that belong together. */
export interface Arrays {
  /** The samples, N x I_1 x .. x I_K. */
  readonly x: NdArray;
  /** The response, N or N x responses. */
  readonly y?: NdArray;
  /** Names of the variables of a matrix of samples. */
  readonly featureNames?: readonly string[];
  /** Names of the classes whose indices `y` contains. */
  readonly classNames?: readonly string[];
}

/** The input of `trip.dataset` or of `trip.sparseDataset`, with notes for the user. */
export interface FileSamples<Input = DatasetInput | SparseInput> {
  /** To be passed on to `trip.dataset` or `trip.sparseDataset`. */
  readonly input: Input;
  /** Position in the file of each sample, from 0; absent if no sample was left out. */
  readonly kept?: Int32Array;
  /** One sentence for each decision that the user should know. */
  readonly notes: readonly string[];
}
