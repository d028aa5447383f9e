/** One class against another: mean local regression coefficients over the samples of both, at unit length (Figure 5 of the paper). */

import type { Explanation, Model, TopVariable } from 'trip-wasm';
import type { ModeName } from '../data/catalogue.ts';
import { heaviest, lengthOf, meansOf, namesOf, spaced } from './local-means.ts';

/** Maximum number of samples of two classes whose coefficients are averaged, evenly spaced. */
const mostExamined = 240;

/** Mean local regression coefficients of one mode over the samples of two classes, at unit length (section 4.4, Figure 5). */
export interface ModeContrast {
  readonly name: ModeName;
  /** Largest first; all 0 where the mean is. */
  readonly variables: readonly TopVariable[];
  /** Length of the mean before it was scaled. */
  readonly length: number;
}

/** One class against another. */
export interface Contrast {
  readonly against: string;
  /** Numbers of samples with neighbours, and of all samples of the two classes that were examined. */
  readonly used: number;
  readonly examined: number;
  readonly modes: readonly ModeContrast[];
}

/** The explanation of a class, and the samples that it is of. */
interface About {
  readonly explanation: Explanation;
  readonly model: Model;
  /** Index of the other class; -1 for none. */
  readonly against: number;
  readonly labels: Int32Array | undefined;
  readonly modes: readonly ModeName[];
}

/** Undefined without a second class and when aborted. */
export async function contrastOf(
  { explanation, model, against, labels, modes }: About,
  signal: AbortSignal,
): Promise<Contrast | undefined> {
  const { class: target } = explanation;
  const name = model.spec.classNames?.[against];
  if (!labels || target === undefined || name === undefined || against === target) return undefined;
  const own = [...labels.keys()].filter((n) => labels[n] === target || labels[n] === against);
  const samples = spaced(own, mostExamined);
  const means = await meansOf(explanation, model, samples, signal);
  if (!means) return undefined;
  return {
    ...{ against: name, used: means.used, examined: samples.length },
    modes: means.modes.map((mean, mode): ModeContrast => {
      const length = lengthOf(mean);
      const unit = mean.map((value) => value / (length || 1));
      return { name: modes[mode] as ModeName, variables: heaviest(unit, namesOf(model, mode)), length };
    }),
  };
}
