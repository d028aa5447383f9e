/** New samples compared with the training samples: the reference of a model, and its file. */

import { product } from '../common/arrays.js';
import { decodeDoubles, encodeFloats } from '../common/base64.js';
import { defined, frozen, integer, number, requireObject } from '../common/check.js';
import { fail } from '../common/errors.js';
import type { RawDiagnosis, RawReference } from '../core/raw.js';
import type {
  Contribution,
  Dataset,
  Diagnosis,
  Limits,
  ModelSpec,
  SampleDiagnosis,
  TrainingReference,
} from '../types.js';

/** `train`: the training set after its preprocessing. */
export function toReference(raw: RawReference, train: Dataset, standardised: boolean): TrainingReference | undefined {
  const { mean, covariance, residualLimits, hotellingLimits } = raw;
  if (mean.length === 0) return undefined;
  const isVector = train.shape.length === 2 && train.offsets === undefined;
  const limits = ([p95, p99]: Float64Array) => ({ p95, p99 }) as Limits;
  return frozen({
    ...{ mean, covariance, residual: limits(residualLimits), hotelling: limits(hotellingLimits) },
    ...(isVector && !standardised ? { center: meanOf(train) } : {}),
  });
}

/** Weighted mean of each variable. */
function meanOf({ x, shape, sampleWeight }: Dataset): Float64Array {
  const [samples, size] = shape as [number, number];
  const sums = new Float64Array(size);
  let total = 0;
  for (let n = 0; n < samples; n++) {
    const weight = sampleWeight?.[n] ?? 1;
    total += weight;
    for (let i = 0; i < size; i++) sums[i] = (sums[i] as number) + weight * (x[n * size + i] as number);
  }
  return sums.map((sum) => sum / total);
}

/** Mean of each variable in training units as the core takes it; empty where it has none. */
export function centerOf({ center }: TrainingReference, { mean, dims }: ModelSpec): Float64Array {
  if (center !== undefined) return center;
  return new Float64Array(mean.length > 0 && dims.length === 1 ? mean.length : 0);
}

function requireLength(name: string, found: number, wanted: number): void {
  if (found !== wanted) fail('shape', `spec.reference.${name} has ${found} numbers; ${wanted} are needed`);
}

/** The reference of a spec with arrays of its own. */
export function copyOfReference({ reference, ranks, dims }: ModelSpec): TrainingReference | undefined {
  if (reference === undefined) return undefined;
  const { mean, covariance, center, residual, hotelling } = reference;
  const size = product(ranks);
  const lengths = { mean: size, covariance: size * size, center: product(dims) };
  for (const [name, array] of Object.entries(defined({ mean, covariance, center })))
    requireLength(name, array.length, lengths[name as keyof typeof lengths]);
  const arrays = { mean: mean.slice(), covariance: covariance.slice(), ...defined({ center: center?.slice() }) };
  return { ...arrays, residual, hotelling };
}

export const diagnoseChecks = {
  training: (_name: string, value: unknown) => value,
  contributions: (name: string, value: unknown) => integer(name, value, 0, 1000),
};

const MOST_DIMENSIONS = 64;

/** Why a model cannot diagnose, and the remedy. */
export function noReference({ ranks }: ModelSpec, given: boolean): string {
  const size = product(ranks);
  if (size > MOST_DIMENSIONS)
    return `diagnose: the model has ${size} projected dimensions; at most ${MOST_DIMENSIONS} are accepted`;
  if (given) return 'diagnose: training has fewer than 3 samples, or values too large for single precision';
  const why = 'diagnose: the model does not contain the distribution of its training samples';
  return `${why} (an older file, a frame or a tiny training set); give them once: diagnose(data, { training })`;
}

const distances = ['residual', 'hotelling'] as const;

export function toDiagnosis(raw: RawDiagnosis, reference: TrainingReference, spec: ModelSpec, most: number): Diagnosis {
  const { residual, hotelling } = reference;
  const modes = spec.dims.length;
  const names = spec.modeNames ?? [spec.featureNames];
  const contributionsOf = (n: number, which: (typeof distances)[number]): Contribution[] => {
    const [index, value, share] = [raw[`${which}Index`], raw[`${which}Value`], raw[`${which}Share`]];
    return Array.from({ length: modes * most }, (_, m) => n * modes * most + m)
      .filter((at) => (index[at] as number) >= 0)
      .map((at) => {
        const mode = Math.floor(at / most) % modes;
        const own = { mode, index: index[at] as number, value: value[at] as number, share: share[at] as number };
        return { ...own, ...defined({ name: names[mode]?.[own.index] }) };
      });
  };
  const samples = Array.from(raw.residual, (_, n): SampleDiagnosis => {
    const own = { residual: raw.residual[n] as number, hotelling: raw.hotelling[n] as number };
    const reasons = distances.filter((which) => own[which] > reference[which].p99);
    const contributions = { residual: contributionsOf(n, 'residual'), hotelling: contributionsOf(n, 'hotelling') };
    return { ...own, unlike: reasons.length > 0, reasons, contributions };
  });
  return frozen({ limits: { residual, hotelling }, samples });
}

export function writeReference({ mean, covariance, center, ...limits }: TrainingReference) {
  const arrays = { mean: encodeFloats(mean), covariance: encodeFloats(covariance) };
  return { ...arrays, ...defined({ center: center && encodeFloats(center) }), ...limits };
}

/** Reads the reference of a model file; the model checks the lengths of its arrays. */
export function readReference(value: unknown): TrainingReference {
  requireObject('spec.reference', value);
  const array = (name: 'mean' | 'covariance' | 'center') => {
    const numbers = decodeDoubles(`spec.reference.${name}`, value[name]);
    for (const [i, own] of numbers.entries())
      number(`spec.reference.${name}[${i}]`, own, -Number.MAX_VALUE, Number.MAX_VALUE);
    return numbers;
  };
  const limits = (name: (typeof distances)[number]): Limits => {
    const own = value[name];
    requireObject(`spec.reference.${name}`, own);
    const limit = (level: keyof Limits) => number(`spec.reference.${name}.${level}`, own[level], 0, Number.MAX_VALUE);
    return { p95: limit('p95'), p99: limit('p99') };
  };
  return frozen({
    mean: array('mean'),
    covariance: array('covariance'),
    ...(value.center === undefined ? {} : { center: array('center') }),
    residual: limits('residual'),
    hotelling: limits('hotelling'),
  });
}
