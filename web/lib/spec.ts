/** The spec of a model: the public form is flat and names classes and variables, that of the core has a part for each concept. */

import { defined, frozen, oneOf } from './check.js';
import { tasks } from './dataset.js';
import { fail } from './errors.js';
import type { RawModel, RawModule, RawSpec } from './raw.js';
import type { Dataset, Method, ModelSpec } from './types.js';

export const methods: readonly Method[] = ['trip', 'pca', 'lda', 'tucker'];

/** `fill`: what missing values of the training set have been replaced by. */
export function toSpec({ architecture, scaling, ...rest }: RawSpec, train: Dataset, fill?: Float32Array): ModelSpec {
  const { classNames, featureNames, modeNames } = train;
  const { outputs } = architecture;
  const [dims, ranks, hidden] = [architecture.dims, architecture.ranks, architecture.hidden].map((list) => [...list]);
  const names = defined({ classNames, featureNames, modeNames, fill: fill?.slice() });
  return frozen({ ...rest, dims, ranks, hidden, outputs, ...scaling, ...names } as ModelSpec);
}

/** A spec may have been altered since it left the core. */
function toRawSpec({ method, task, dims, ranks, hidden, mean, scale, ...numbers }: ModelSpec): RawSpec {
  const number = (name: 'outputs' | 'lambda' | 'targetMean' | 'targetScale') =>
    typeof numbers[name] === 'number' ? numbers[name] : fail('value', `spec.${name} is not a number`);
  return {
    method: oneOf('spec.method', method, methods),
    task: oneOf('spec.task', task, tasks),
    lambda: number('lambda'),
    targetMean: number('targetMean'),
    targetScale: number('targetScale'),
    architecture: { dims, ranks, hidden, outputs: number('outputs') },
    scaling: { mean, scale },
  };
}

export function openModel(module: RawModule, spec: ModelSpec, parameters: Float32Array): RawModel {
  return module.createModel(toRawSpec(spec), parameters);
}
