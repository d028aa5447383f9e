/** The columns of `trip predict --diagnose`: the distances of each row from and within the plane, in numbers and words. */

import { type Contribution, type Diagnosis, type SampleDiagnosis, TripError } from 'trip-wasm';
import { defined } from './checks.js';
import type { Compute } from './result.js';

/** Variables that the words name for each distance. */
const NAMED = 2;
/** A variable is named besides the first if its share is at least this part of the first one's. */
const PART = 0.25;

export function withDiagnosis(compute: Compute): Compute {
  return (model, samples, about) => {
    const { names, cells } = compute(model, samples, about);
    const options = { contributions: NAMED, ...defined({ training: about.training }) };
    const { samples: found, limits } = withRemedy(() => model.diagnose(samples.data, options));
    const variable = ({ mode, index, name }: Contribution): string => {
      const own = name ?? (model.spec.dims.length === 1 ? about.table?.features?.[index] : undefined);
      return own ?? (model.spec.dims.length === 1 ? `variable ${index + 1}` : `${index + 1} of mode ${mode + 1}`);
    };
    const unlike = found.filter((one) => one.unlike).length;
    const { residual, hotelling } = limits;
    const shown = [residual.p99, hotelling.p99].map((limit) => limit.toPrecision(4));
    return {
      names: [...names, 'residual', 'T2', 'diagnosis'],
      cells: (n) => {
        const one = found[n] as SampleDiagnosis;
        return [...cells(n), one.residual, one.hotelling, wordsOf(one, model.spec.dims.length, variable)];
      },
      array: () => {
        throw new TripError('option', '--diagnose needs a table as the result; the file of --out is an array');
      },
      tally: {
        count: unlike,
        note: (count, samples) =>
          `${count} of ${samples} rows are unlike anything in training: residual above ${shown[0]}, or T2 above ${shown[1]}`,
      },
    };
  };
}

/** Adds the flag to the message about a model file without the distribution of its training. */
function withRemedy(diagnose: () => Diagnosis): Diagnosis {
  try {
    return diagnose();
  } catch (error) {
    if (!(error instanceof TripError && error.message.endsWith('{ training })'))) throw error;
    throw new TripError(error.code, `${error.message}, or --training FILE`, { cause: error });
  }
}

const places = { residual: 'far from the plane', hotelling: 'far from the others within the plane' };

function wordsOf(
  { reasons, contributions }: SampleDiagnosis,
  modes: number,
  variable: (one: Contribution) => string,
): string {
  if (reasons.length === 0) return 'like the training samples';
  const parts = reasons.map((reason) => {
    const all = contributions[reason];
    const [first] = all;
    if (first === undefined) return places[reason];
    // Shares of different modes cannot be compared.
    const named =
      modes > 1
        ? all.filter(({ mode }, c) => mode !== all[c - 1]?.mode)
        : all.filter(({ share }) => share >= PART * first.share);
    return `${places[reason]}, mostly by ${named.map(variable).join(' and ')}`;
  });
  return `unlike anything in training: ${parts.join('; ')}`;
}
