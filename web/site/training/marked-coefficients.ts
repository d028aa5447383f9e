/** Mean local regression coefficients of marked samples and of the others. */

import type { Explanation, Model } from 'trip-wasm';
import { isRefusal, targetOf } from '../../draw/placing.ts';
import type { Brushed, SampleRef } from '../../draw/types.ts';
import type { ModeName } from '../data/catalogue.ts';
import { explanationOf, type Question } from './explain.ts';
import { abortedInNextTask, type Means, meansOf, namesOf, spaced } from './local-means.ts';

/** Maximum number of examined samples of each group, evenly spaced. */
const mostExamined = 60;
/** Maximum number of samples among which neighbours are found, evenly spaced: an explanation of more would block the page. */
const mostNeighbours = 3000;

/** A variable with its mean coefficient over the marked samples, and over the others. */
export interface Pair {
  readonly index: number;
  readonly name?: string;
  readonly marked: number;
  /** Undefined when all samples are marked. */
  readonly others: number | undefined;
}

export interface Coefficients {
  /** Message of the library when it refuses to explain. */
  readonly refused: string | undefined;
  readonly set: SampleRef['set'];
  readonly className: string | undefined;
  /** Numbers of examined samples, and of all samples of the two groups. */
  readonly marked: Group;
  readonly others: Group;
  /** Largest difference of the two means first. */
  readonly modes: readonly { readonly name: ModeName; readonly variables: readonly Pair[] }[];
}

interface Group {
  /** Samples with neighbours, from which the means are. */
  readonly used: number;
  readonly all: number;
}

/** Compares the fit samples; where none of them is marked, the test samples. `sigma` saves finding the automatic width again. */
export async function coefficientsOf(
  question: Question,
  brushed: Brushed,
  sigma: number | undefined,
  signal: AbortSignal,
): Promise<Coefficients | undefined> {
  const { trip, stage, frame, state } = question;
  const set = brushed.train.includes(1) ? 'train' : 'test';
  const groups = [1, 0].map((mark) => [...brushed[set].keys()].filter((n) => brushed[set][n] === mark));
  const chosen = groups.map((group) => spaced(group, mostExamined));
  const among = spaced([...brushed[set].keys()], mostNeighbours);
  const all = [...new Set([...among, ...chosen.flat()])].sort((a, b) => a - b);
  const place = new Map(all.map((n, at) => [n, at]));
  if (await abortedInNextTask(signal)) return undefined;
  const data = all.length === brushed[set].length ? stage.material[set] : trip.subset(stage.material[set], all);
  const model = trip.modelAt(frame.source, frame);
  const counts = groups.map((group) => ({ used: 0, all: group.length })) as [Group, Group];
  const none = {
    refused: undefined,
    set,
    className: undefined,
    marked: counts[0],
    others: counts[1],
    modes: [],
  } as const;
  let explanation: Explanation | undefined;
  try {
    explanation =
      sigma === undefined
        ? await explanationOf(model, data, state, signal)
        : model.explain(data, { sigma, ...targetOf(model, state.target) });
    if (!explanation || (await abortedInNextTask(signal))) return undefined;
    const means: Means[] = [];
    for (const group of chosen) {
      const own = await meansOf(
        explanation,
        model,
        group.map((n) => place.get(n) as number),
        signal,
      );
      if (!own) return undefined;
      means.push(own);
    }
    const [marked, others] = means as [Means, Means];
    return {
      ...none,
      className: explanation.className,
      marked: { ...counts[0], used: marked.used },
      others: { ...counts[1], used: others.used },
      modes: pairsOf(model, question.modes, marked, others),
    };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { ...none, refused: error.message };
  } finally {
    explanation?.dispose();
    model.dispose();
  }
}

function pairsOf(model: Model, names: Question['modes'], marked: Means, others: Means): Coefficients['modes'] {
  if (marked.used === 0) return [];
  return marked.modes.map((values, mode) => {
    const named = namesOf(model, mode);
    const variables = Array.from(values, (value, index): Pair => {
      const other = others.used === 0 ? undefined : (others.modes[mode]?.[index] as number);
      return { index, marked: value, others: other, ...(named[index] !== undefined && { name: named[index] }) };
    });
    const difference = ({ marked: own, others: other = 0 }: Pair) => Math.abs(own - other);
    variables.sort((a, b) => difference(b) - difference(a) || a.index - b.index);
    return { name: names[mode] as ModeName, variables };
  });
}
