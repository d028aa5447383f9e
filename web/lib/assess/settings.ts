/** Reads data, options and groups of an assessment of stability. */

import { requireArrayLike } from '../common/arrays.js';
import { describe, refuse, refuseUnknown, requireObject } from '../common/check.js';
import { fail } from '../common/errors.js';
import type { RawModule } from '../core/raw.js';
import { requireTrainable } from '../data/dataset.js';
import { toDataset } from '../data/rows.js';
import { fillOptions, type OpenOptions } from '../model/options.js';
import { gridNames } from '../sweep/plan.js';
import type { Dataset, Samples } from '../types.js';

export function readData(value: Samples): Dataset {
  const data = toDataset('data', value);
  requireTrainable(data);
  return data;
}

/** The options of the fits, with all defaults. */
export function fullOptions(raw: RawModule, data: Dataset, given: unknown): OpenOptions {
  requireObject('options', given);
  refuseUnknown('options of an assessment', given, gridNames);
  return fillOptions(raw, given, data);
}

/** The group of each sample, numbered in the order of their first sample. */
export function readGroups(name: string, value: unknown, count: number): Int32Array {
  requireArrayLike(name, value, 'names or numbers');
  if (value.length !== count) fail('shape', `${name} has ${value.length} entries; the data have ${count} samples`);
  const names = new Map<unknown, number>();
  const groups = Int32Array.from(value as ArrayLike<string | number>, (group, n) => {
    if (typeof group !== 'string' && !Number.isFinite(group))
      refuse(`${name}[${n}]`, group, 'texts and finite numbers are', 'value');
    if (!names.has(group)) names.set(group, names.size);
    return names.get(group) as number;
  });
  if (names.size < 2) fail('value', `${name} has the group ${describe(value[0])} alone; two groups or more are needed`);
  return groups;
}
