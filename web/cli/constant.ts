/** Constant variables, which have no information. */

import type { Dataset } from 'trip-wasm';

/** Positions of the variables of dense samples with at most one value, ignoring missing values. */
export function constantVariables({ x, shape: [samples = 0, ...dims] }: Dataset): number[] {
  const size = dims.reduce((product, length) => product * length, 1);
  const first = x.slice(0, size);
  let constant = [...first.keys()];
  for (let n = 1; n < samples && constant.length > 0; n++) {
    constant = constant.filter((i) => {
      const value = x[n * size + i] as number;
      if (value === first[i] || Number.isNaN(value)) return true;
      if (!Number.isNaN(first[i])) return false;
      first[i] = value;
      return true;
    });
  }
  return constant;
}

/** The message about constant variables. */
export function constantNote(names: readonly string[], size: number): string {
  const more = names.length > 10 ? ` and ${names.length - 10} more` : '';
  const shown = names.slice(0, 10).map((name) => `'${name}'`);
  return `${names.length} of ${size} variables are constant and have no information: ${shown.join(', ')}${more}`;
}
