/** Explanations: the subspace of a model and its local behaviour in terms of the original variables. */

import { product } from '../common/arrays.js';
import {
  defined,
  describe,
  describeTyped,
  frozen,
  integer,
  integers,
  number,
  readOptions,
  refuse,
} from '../common/check.js';
import { disposeSymbol } from '../common/dispose-symbols.js';
import { fail, guarded, release } from '../common/errors.js';
import { Handle } from '../core/handle.js';
import type { RawDataset, RawExplanation, RawLocal, RawModel, RawModule, RawSurrogate } from '../core/raw.js';
import { moderate } from '../data/weights.js';
import type {
  Dataset,
  ExplainOptions,
  Explanation,
  LocalCoefficients,
  LocalExplanation,
  ModelSpec,
  RankOne,
  TargetExplanation,
  TopVariable,
} from '../types.js';
import { SquaredCoefficients, variances } from './importance.js';

export class TripExplanation implements Explanation {
  readonly targets: readonly TargetExplanation[];
  readonly main: number;
  readonly sigma: number;
  declare readonly class?: number;
  declare readonly className?: string;
  declare readonly response?: number;
  declare readonly responseName?: string;
  declare readonly surrogate: RankOne;
  declare readonly rotation: readonly Float64Array[];
  declare readonly axes: readonly Float64Array[];
  declare readonly rotated: readonly Float64Array[];
  declare readonly singularValues: readonly Float64Array[];
  declare readonly correlation: readonly Float64Array[];
  readonly #handle: Handle<RawExplanation>;
  /** Target that each sample's arrow shows. */
  readonly #shown: Int32Array;
  readonly #names: readonly (readonly string[])[];
  readonly #ranks: readonly number[];
  /** Everything that `importance` reads. */
  readonly #given: { readonly module: RawModule; readonly samples: RawDataset; readonly spec: ModelSpec };
  readonly #known = new Map<number, LocalExplanation>();

  /** `samples` are those of `data`, in the form of the core. */
  constructor(
    module: RawModule,
    model: RawModel,
    spec: ModelSpec,
    data: Dataset,
    samples: RawDataset,
    given: ExplainOptions,
  ) {
    const count = data.shape[0] as number;
    const {
      sigma,
      target,
      samples: wanted,
    } = readOptions('explain', given, checksFor(count), { sigma: 1, samples: [] });
    const outputs = outputsOf(spec, target);
    const pairs = count * (wanted.length + (sigma === 0 ? count : 0));
    requireEffort(outputs.length, count, spec.ranks, pairs);

    const predicted = model.predict(samples);
    const classes = spec.task === 'classification';
    const predictions = columns(classes ? model.predictProba(samples) : predicted, spec.outputs, outputs);
    const { weights } = samples;
    const raw = module.createExplanation(model, Float64Array.from(model.transform(samples)), sigma, weights);
    try {
      const surrogates = predictions.map((prediction) => raw.addTarget(prediction));
      this.targets = frozen(surrogates.map((surrogate, t) => toTarget(surrogate, spec, outputs[t] as number)));
      this.sigma = raw.sigma();
    } catch (thrown) {
      release(raw);
      throw thrown;
    }
    this.main = classes && this.targets.length === 2 ? 1 : 0;
    Object.assign(this, this.targets[this.main]);
    this.#handle = new Handle(this, 'explanation', raw);
    const arrows = classes && this.targets.length > 1;
    this.#shown = arrows ? shownClasses(spec, data, predicted) : new Int32Array(count);
    this.#names = spec.modeNames ?? (spec.featureNames === undefined ? [] : [spec.featureNames]);
    this.#ranks = spec.ranks;
    this.#given = { module, samples: { ...samples, weights: moderate(weights) }, spec };
    for (const n of wanted) this.#known.set(n, this.local(n));
    Object.freeze(this);
  }

  local(n: number): LocalExplanation {
    const sample = integer('n', n, 0, this.#shown.length - 1);
    const known = this.#known.get(sample);
    if (known !== undefined) return known;
    return guarded(() => {
      const raw = this.#handle.get();
      const locals = raw.local(sample);
      const targets = locals.map(toLocal);
      const target = this.#shown[sample] as number;
      const { neighbours } = locals[target] as RawLocal;
      const isolated = neighbours < product(this.#ranks) + 1;
      return frozen({ ...(targets[target] as LocalCoefficients), sample, target, targets, neighbours, isolated });
    });
  }

  top(mode: number, axis: number, count = 10, target = this.main): readonly TopVariable[] {
    integer('mode', mode, 0, this.#ranks.length - 1);
    const rank = this.#ranks[mode] as number;
    integer('axis', axis, 0, rank - 1);
    integer('count', count, 1, 2 ** 31 - 1);
    const { axes } = this.targets[integer('target', target, 0, this.targets.length - 1)] as TargetExplanation;
    const matrix = axes[mode] as Float64Array;
    const weights = Array.from({ length: matrix.length / rank }, (_, i) => matrix[i * rank + axis] as number);
    const size = (i: number) => Math.abs(weights[i] as number);
    const names = this.#names[mode];
    return [...weights.keys()]
      .sort((a, b) => size(b) - size(a))
      .slice(0, count)
      .map((index) => ({ index, weight: weights[index] as number, ...defined({ name: names?.[index] }) }));
  }

  importance(mode = 0): Float64Array {
    const { samples, spec } = this.#given;
    integer('mode', mode, 0, this.#ranks.length - 1);
    const size = spec.dims[mode] as number;
    const coefficients = this.targets.map(() => new SquaredCoefficients(size));
    guarded(() => {
      const raw = this.#handle.get();
      for (const n of this.#chosen()) {
        if (raw.neighbours(n) < ALONE) continue;
        for (const [t, { original }] of raw.local(n).entries())
          coefficients[t]?.add(original[mode] as Float64Array, samples.weights[n] ?? 1);
      }
    });
    const result = new Float64Array(size);
    for (const [t, { axes, rotation, surrogate }] of this.targets.entries()) {
      const squares = coefficients[t]?.mean();
      if (squares === undefined) {
        const remedy = "a larger one or 'auto' is accepted";
        fail('value', `importance: no sample has neighbours within the width sigma of ${this.sigma}; ${remedy}`);
      }
      const along = surrogate.g.map((own, k) => axisOf(axes[k] as Float64Array, rotation[k] as Float64Array, own));
      const spread = variances(samples, spec, mode, along);
      for (let i = 0; i < size; i++)
        result[i] = (result[i] as number) + ((squares[i] as number) * (spread[i] as number)) / this.targets.length;
    }
    return result.map((square) => Math.sqrt(square));
  }

  /** The samples whose coefficients make up the importance. */
  #chosen(): number[] {
    const { module, samples } = this.#given;
    const counted = Array.from(this.#shown.keys()).filter((n) => (samples.weights[n] ?? 1) > 0);
    const { length } = counted;
    const effort = this.targets.length * effortOfLocal(samples.count, this.#ranks);
    const most = Math.max(1, Math.min(MAX_CHOSEN, Math.floor(MAX_EFFORT / effort)));
    if (length <= most) return counted;
    const position = module.folds(length, new Int32Array(), length, 1);
    return counted.filter((_, c) => (position[c] as number) < most);
  }

  dispose(): void {
    this.#handle.free();
  }

  [disposeSymbol](): void {
    this.dispose();
  }
}

const checksFor = (count: number) => ({
  sigma: (name: string, value: unknown) => (value === 'auto' ? 0 : number(name, value, 0, Number.MAX_VALUE, true)),
  target: (_name: string, value: unknown) => value,
  samples: (name: string, value: unknown) => integers(name, value, 0, count - 1),
});

/** Limit for a call that cannot be interrupted: about ten seconds. */
const MAX_EFFORT = 4e9;

/**
 * Estimates the multiplications in the core: one least-squares problem in P unknowns by an SVD for each of `targets`, for matrices and
 * cubes in alternation over the modes and from several starts, and the comparison of `pairs` of samples.
 */
function requireEffort(targets: number, count: number, ranks: readonly number[], pairs: number): void {
  const size = product(ranks);
  const effort = targets * effortOfLocal(count, ranks) + (pairs * size) / 4;
  if (effort <= MAX_EFFORT) return;
  const seen = `${count} samples in ${size} projected dimensions take about ${effort.toExponential(0)} operations`;
  fail('option', `explain: ${seen}; at most ${MAX_EFFORT.toExponential(0)} are accepted, give fewer samples or ranks`);
}

/** One such problem with `count` samples. */
function effortOfLocal(count: number, ranks: readonly number[]): number {
  const size = product(ranks);
  const sweep = ranks.reduce((sum, rank) => sum + size * rank * (size / 2 + 10 * rank), 0);
  // Measured: an SVD needs more sweeps for larger P, and still more for fewer samples than unknowns.
  const solve = (size < count ? 5 : 15) * size ** 4 + (ranks.length > 1 ? 1000 * sweep : 0);
  return solve + count * size ** 2;
}

/** Most samples whose local coefficients make up the importance. */
const MAX_CHOSEN = 200;

/** Effective number of neighbours, itself included, below which a sample is alone in its neighbourhood. */
const ALONE = 1.01;

/** C g, I_k, from C R and R. */
function axisOf(axes: Float64Array, rotation: Float64Array, g: Float64Array): Float64Array {
  const rank = g.length;
  const rotated = g.map((_, j) => g.reduce((sum, own, i) => sum + own * (rotation[i * rank + j] as number), 0));
  return Float64Array.from({ length: axes.length / rank }, (_, i) =>
    rotated.reduce((sum, own, j) => sum + own * (axes[i * rank + j] as number), 0),
  );
}

/** The classes or responses to explain. */
function outputsOf({ task, classNames, responses, outputs }: ModelSpec, target: unknown): number[] {
  if (target === undefined) return Array.from({ length: outputs }, (_, index) => index);
  if (task === 'regression' && responses === undefined) {
    fail('option', `target is ${describeTyped(target)}; the model was trained for regression`);
  }
  const names: readonly (string | undefined)[] = classNames ?? responses?.map(({ name }) => name) ?? [];
  const index = typeof target === 'string' ? names.indexOf(target) : target;
  if (Number.isInteger(index) && (index as number) >= 0 && (index as number) < outputs) return [index as number];
  const known = names.filter((name) => name !== undefined).map(describe);
  const named = known.length === 0 ? '' : `a ${classNames ? 'class' : 'response'} name (${known.join(', ')}) or `;
  refuse('target', target, `${named}an index from 0 to ${outputs - 1} is`);
}

/** The given columns of a matrix with `width` columns. */
function columns(values: ArrayLike<number>, width: number, wanted: readonly number[]): Float64Array[] {
  const rows = values.length / width;
  return wanted.map((c) => Float64Array.from({ length: rows }, (_, n) => values[n * width + c] as number));
}

/** The true class where the model knows it, else the predicted one. */
function shownClasses({ classNames = [] }: ModelSpec, data: Dataset, predicted: Float64Array): Int32Array {
  const indices = data.classNames?.map((name) => classNames.indexOf(name)) ?? [];
  return Int32Array.from(predicted, (c, n) => {
    const index = indices[data.labels?.[n] ?? -1] ?? -1;
    return index === -1 ? c : index;
  });
}

function toTarget({ fit, ...rest }: RawSurrogate, spec: ModelSpec, index: number): TargetExplanation {
  const { classNames, responses } = spec;
  const own =
    classNames !== undefined
      ? { class: index, className: classNames[index] }
      : { response: responses && index, responseName: responses?.[index]?.name };
  return { surrogate: fit, ...rest, ...defined(own) };
}

function toLocal({ fit, rotated, original }: RawLocal): LocalCoefficients {
  return { surrogate: fit, rotated, original };
}
