/** Options of a fit as plain data that survives JSON: given projections become base64, which keeps every bit. */

import { decodeDoubles, encodeFloats } from '../common/base64.js';
import type { OpenOptions } from '../model/options.js';
import type { CellOptions } from '../types.js';

export const toCellOptions = ({ projection, ...options }: OpenOptions): CellOptions =>
  projection === undefined ? options : { ...options, projection: projection.map(encodeFloats) };

export const toOpenOptions = ({ projection, ...options }: CellOptions): OpenOptions =>
  projection === undefined
    ? options
    : { ...options, projection: projection.map((text, k) => decodeDoubles(`projection[${k}]`, text)) };
