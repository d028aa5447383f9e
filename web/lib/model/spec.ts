/** Converts the spec of a model: the public form is flat and names classes and variables; the core's form has one part per concept. */

import { isNarrow, MAX_FLOAT, type Numbers, product } from '../common/arrays.js';
import { defined, frozen, integer, integers, number, oneOf, refuse } from '../common/check.js';
import { fail } from '../common/errors.js';
import { isA } from '../common/realm.js';
import type { RawModel, RawModule, RawReference, RawScaling, RawSpec } from '../core/raw.js';
import { tasks } from '../data/response.js';
import type { Dataset, ModelSpec, ResponseSpec } from '../types.js';
import { toReference } from './diagnosis.js';
import { methods, optionChecks } from './option-table.js';
import { copyOf, type Preparation } from './steps.js';

/** The spec of a fit of this training set, which is encoded and has its preprocessing beside it. */
export function toSpec(
  { architecture, scaling, target, ...rest }: RawSpec,
  { train, fill, input, steps }: Preparation & { readonly train: Dataset },
  reference?: RawReference | null,
): ModelSpec {
  const { classNames, featureNames, modeNames } = train;
  const { outputs } = architecture;
  const [dims, ranks, hidden] = [architecture.dims, architecture.ranks, architecture.hidden].map((list) => [...list]);
  const { method, task, lambda } = rest;
  const responses = toResponses(task === 'regression' ? outputs : 1, target, train.responseNames);
  const [targetMean, targetScale] = [target.mean[0], target.scale[0]];
  const names = defined({
    classNames,
    featureNames,
    modeNames,
    fill: fill?.slice(),
    input,
    steps: copyOf(steps),
    responses,
    reference: reference ? toReference(reference, train, scaling.mean.length > 0) : undefined,
  });
  const network = { dims, ranks, hidden, task, outputs };
  return frozen({ method, ...network, lambda, ...scaling, targetMean, targetScale, ...names } as ModelSpec);
}

/** The responses of a regression, if there are several or they have names. */
function toResponses(
  count: number,
  { mean, scale }: RawScaling,
  names?: readonly string[],
): ResponseSpec[] | undefined {
  if (count === 1 && names === undefined) return undefined;
  return Array.from({ length: count }, (_, r) => ({
    ...defined({ name: names?.[r] }),
    mean: mean[r] as number,
    scale: scale[r] as number,
  }));
}

/** Mean and divisor of each response. */
export function targetOf({ responses, targetMean, targetScale }: ModelSpec): RawScaling {
  const own = responses ?? [{ mean: targetMean, scale: targetScale }];
  return {
    mean: Float64Array.from(own, ({ mean }) => mean),
    scale: Float64Array.from(own, ({ scale }) => scale),
  };
}

const MAX = 2 ** 31 - 1;

type Sizes = Pick<ModelSpec, 'dims' | 'ranks' | 'hidden' | 'outputs'>;

/** The sizes of a model, which may come from a file or have been altered. They have the limits of a fit. */
export function readSizes(spec: { readonly [name in keyof Sizes]?: unknown }): Sizes {
  const { ranks, hidden } = optionChecks();
  return {
    dims: integers('spec.dims', spec.dims, 1, MAX),
    ranks: ranks('spec.ranks', spec.ranks) as number[],
    hidden: hidden('spec.hidden', spec.hidden) as number[],
    outputs: integer('spec.outputs', spec.outputs, 1, MAX),
  };
}

/** Largest number of modes, of values in a projected sample, and of weights that the first layer has when more than one mode composes them. */
const [MAX_MODES, MAX_LATENT, MAX_COMPOSED] = [8, 65536, 2 ** 22];

/** Refuses too few parameters before the core reserves memory for them. The core refuses wrong sizes before it reserves any. */
function requireParameters({ dims, ranks, hidden, outputs }: Sizes, found: number): void {
  const widths = [...hidden, outputs];
  const [first] = widths as [number];
  const possible = dims.length <= MAX_MODES && ranks.length === dims.length && product(ranks) <= MAX_LATENT;
  if (!possible || ranks.some((rank, k) => rank > (dims[k] as number))) return;
  if (dims.length > 1 && product(ranks) * first > MAX_COMPOSED) return;
  const inner = widths.reduce((sum, width, l) => sum + width * (l === 0 ? 1 : (widths[l - 1] as number) + 1), 0);
  const wanted = ranks.reduce((sum, rank, k) => sum + rank * ((dims[k] as number) + first), inner);
  if (found < wanted) fail('shape', `the model needs ${wanted} parameters, got ${found}`);
}

/** Checks the spec, which may have been altered since it left the core. */
function toRawSpec(spec: ModelSpec, architecture: Sizes): RawSpec {
  const size = (name: 'lambda' | 'targetMean' | 'targetScale') =>
    number(`spec.${name}`, spec[name], -MAX_FLOAT, MAX_FLOAT);
  for (const name of ['targetMean', 'targetScale'] as const) size(name);
  return {
    method: oneOf('spec.method', spec.method, methods),
    task: oneOf('spec.task', spec.task, tasks),
    lambda: size('lambda'),
    architecture,
    scaling: { mean: doubles('spec.mean', spec.mean), scale: doubles('spec.scale', spec.scale) },
    target: targetOf(spec),
  };
}

function doubles(name: string, value: unknown): Float64Array {
  return isA(value, 'Float64Array') ? value : refuse(name, value, 'a Float64Array is');
}

export function openModel(module: RawModule, spec: ModelSpec, parameters: Float32Array): RawModel {
  const sizes = readSizes(spec);
  requireParameters(sizes, parameters.length);
  return module.createModel(toRawSpec(spec, sizes), parameters);
}

/** Predictions of a regression as floats, or as doubles when a response's mean is so large that floats would lose its differences. */
export function toValues(values: Float64Array, { mean, scale }: RawScaling): Numbers {
  return mean.some((own, r) => isNarrow(scale[r] as number, own)) ? values : Float32Array.from(values);
}
