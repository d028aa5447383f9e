/** Preprocessing that a fit learns on its training samples and its model applies to all samples. The order is that of `prepare`. */

import { type Numbers, place, product, requireRoom } from '../common/arrays.js';
import { defined, frozen } from '../common/check.js';
import { fail, guarded } from '../common/errors.js';
import type { RawModule } from '../core/raw.js';
import { encode, learnInput, plainColumns } from '../data/categories.js';
import { countedSamples } from '../data/indices.js';
import { fillMissing, meansOf } from '../data/subset.js';
import type { Dataset, FittedStep, InputSpec, ModelSpec, Step } from '../types.js';

/** The parts of a spec that describe the preprocessing. */
export type Preparation = Pick<ModelSpec, 'fill' | 'input' | 'steps'>;

export interface Prepared {
  readonly data: Dataset;
  /** Notes on categories that the training samples do not have. */
  readonly notes: readonly string[];
}

interface Learned {
  /** The training set after the preprocessing. */
  readonly data: Dataset;
  readonly learned: Preparation;
}

/** Steps with arrays of their own, because users may change those of a spec. */
export function copyOf(steps: readonly FittedStep[] | undefined): readonly FittedStep[] | undefined {
  return steps?.map(({ step, mean, scale }) => ({ step, ...defined({ mean: mean?.slice(), scale: scale?.slice() }) }));
}

/** Refuses steps that the samples do not allow. */
export function requireSteps(steps: readonly Step[], data: Dataset, standardize: boolean): void {
  const dims = data.shape.slice(1);
  const kind = data.offsets !== undefined ? 'the samples are sparse' : `the samples have ${dims.length} modes`;
  const scaling = steps.find((step) => step !== 'log1p');
  if (scaling !== undefined && (data.offsets !== undefined || dims.length > 1))
    fail('option', `steps has '${scaling}', which is for dense vectors; ${kind}, for which 'log1p' is accepted`);
  if (standardize && steps.includes('pareto'))
    fail('option', "standardize is true, but the step 'pareto' scales the variables already; one of both is accepted");
  const plain = (dims[0] as number) - (data.categories?.length ?? 0);
  if (steps.includes('snv') && plain < 2)
    fail('option', `steps has 'snv', but the samples have ${plain} variables of numbers; 2 or more are needed`);
}

/** Learns the preprocessing from a training set and applies it. */
export function learn(raw: RawModule, train: Dataset, steps: readonly Step[]): Learned {
  const fill = meansOf(train);
  const filled = fillMissing('data', train, fill);
  const input = learnInput(train);
  let data = input === undefined ? filled : encode('data', filled, input).data;
  const fitted: FittedStep[] = [];
  for (const step of steps) {
    const own: FittedStep = step === 'pareto' ? { step, ...paretoOf(data) } : { step };
    fitted.push(own);
    data = applyStep(raw, 'data', data, own, input);
  }
  const learned = defined({ fill, input, steps: fitted.length > 0 ? frozen(fitted) : undefined });
  return { data, learned };
}

/** Applies the preprocessing of a training set: missing values, categorical columns, steps. */
export function prepare(raw: RawModule, name: string, given: Dataset, { fill, input, steps }: Preparation): Prepared {
  if (given.categories !== undefined && input === undefined)
    fail('value', `${name} has categorical columns; the training set has numbers in all of its columns`);
  const filled = fillMissing(name, given, fill);
  const { data, notes } = input === undefined ? { data: filled, notes: [] } : encode(name, filled, input);
  return { data: (steps ?? []).reduce((now, step) => applyStep(raw, name, now, step, input), data), notes };
}

/** Dense samples become doubles, so that steps and scaling lose no digits before the core rounds to floats. */
function applyStep(raw: RawModule, name: string, data: Dataset, step: FittedStep, input?: InputSpec): Dataset {
  if (data.offsets !== undefined && step.step !== 'log1p')
    fail('value', `${name} is sparse, but the model has the step '${step.step}'; dense samples are accepted`);
  if (data.offsets === undefined) requireRoom(name, 12 * data.x.length);
  const plain = input && plainColumns(input);
  const x =
    step.step === 'log1p' ? log1p(raw, name, data, plain) : step.step === 'snv' ? snv(data, plain) : pareto(data, step);
  return frozen({ ...data, x });
}

/** Values that the core takes at once, so that it needs little memory. */
const BLOCK = 2 ** 16;

/** `plain` tells of each column whether it is a number of the input; all are if absent. */
function log1p(raw: RawModule, name: string, data: Dataset, plain: readonly boolean[] | undefined): Numbers {
  const { x, shape, offsets } = data;
  const size = product(shape, 1);
  const bad = x.findIndex((value) => !(value > -1));
  if (bad >= 0) {
    const sample = (offsets ?? []).filter((begin) => begin <= bad).length - 1;
    const where = offsets === undefined ? place(`${name}.x`, bad, shape) : `stored value ${bad} of sample ${sample}`;
    fail(
      'value',
      `${offsets === undefined ? '' : `${name}: `}${where} is ${x[bad]}; the step 'log1p' accepts values above -1`,
    );
  }
  const logs = new Float64Array(x.length);
  for (let from = 0; from < x.length; from += BLOCK) {
    const part = Float64Array.from(x.subarray(from, from + BLOCK));
    logs.set(
      guarded(() => raw.log1p(part)),
      from,
    );
  }
  if (offsets !== undefined) return Float32Array.from(logs);
  return plain === undefined ? logs : logs.map((log, i) => (plain[i % size] ? log : (x[i] as number)));
}

/** Barnes et al. 1989: each sample minus its mean, divided by its deviation. */
function snv({ x, shape }: Dataset, plain: readonly boolean[] | undefined): Numbers {
  const [samples, size] = shape as [number, number];
  const columns = Array.from({ length: size }, (_, i) => i).filter((i) => plain?.[i] ?? true);
  const result = Float64Array.from(x);
  for (let n = 0; n < samples; n++) {
    const values = columns.map((i) => x[n * size + i] as number);
    const { mean, deviation } = momentsOf(values, { less: 1 });
    for (const [at, i] of columns.entries())
      result[n * size + i] = deviation === 0 ? 0 : ((values[at] as number) - mean) / deviation;
  }
  return result;
}

/** van den Berg et al. 2006: the mean and the square root of the deviation of each variable among the samples that count. */
function paretoOf(data: Dataset): Required<Pick<FittedStep, 'mean' | 'scale'>> {
  const { x, shape, sampleWeight } = data;
  const size = shape[1] as number;
  const counted = countedSamples(data);
  const weights = sampleWeight && counted.map((n) => sampleWeight[n] as number);
  const mean = new Float64Array(size);
  const scale = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const values = counted.map((n) => x[n * size + i] as number);
    const own = momentsOf(values, { weights });
    mean[i] = own.mean;
    scale[i] = own.deviation > 0 ? Math.sqrt(own.deviation) : 1;
  }
  return { mean, scale };
}

function pareto({ x, shape }: Dataset, { mean, scale }: FittedStep): Numbers {
  const size = shape[1] as number;
  return Float64Array.from(x, (value, at) => {
    const i = at % size;
    return (value - (mean?.[i] as number)) / (scale?.[i] as number);
  });
}

/**
 * Weighted mean, and deviation with the divisor (sum of the weights - less), 0 of equal values. The second pass restores digits that
 * the sum of large values lost.
 */
function momentsOf(
  values: readonly number[],
  { weights, less = 0 }: { weights?: readonly number[] | undefined; less?: number },
) {
  const first = values[0] as number;
  if (values.every((value) => value === first)) return { mean: first, deviation: 0 };
  let [total, sum] = [0, 0];
  for (const [n, value] of values.entries()) {
    const weight = weights?.[n] ?? 1;
    total += weight;
    sum += weight * value;
  }
  const rough = sum / total;
  let [missed, squares] = [0, 0];
  for (const [n, value] of values.entries()) missed += (weights?.[n] ?? 1) * (value - rough);
  const mean = rough + missed / total;
  for (const [n, value] of values.entries()) squares += (weights?.[n] ?? 1) * ((value - mean) * (value - mean));
  return { mean, deviation: Math.sqrt(squares / (total - less)) };
}
