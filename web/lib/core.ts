/**
 * The other side of `cpp/wasm`: starts the module and is all that touches its heap. A call lays its arguments out in a row, from
 * which the core takes them, and collects what the core gives. Both sides name the values of an object in the same order.
 */

import { oneOf } from './check.js';
import { fail, type TripErrorCode } from './errors.js';
import type {
  RawDataset,
  RawFit,
  RawLocal,
  RawModel,
  RawModule,
  RawOptions,
  RawRankOne,
  RawScore,
  RawSpec,
  RawSurrogate,
} from './raw.js';

type Argument = number | boolean | ArrayLike<number>;
type Call = (value?: number) => number;
type Exports = Record<'_initialize' | 'enter' | 'roll_back' | 'set_stack_pointer' | 'stack_pointer', Call> &
  Record<string, Call>;

/** In the order of `Kind` in host.h, of `Method` in model.h and of `Task` in dataset.h. */
const arrays = [Int32Array, Float32Array, Float64Array];
const methods = ['trip', 'pca', 'lda', 'tucker'];
const tasks = ['', 'classification', 'regression'] as const;

const indexIn = (name: string, value: string, names: readonly string[]) => names.indexOf(oneOf(name, value, names));

/** What the core has given, in its order. */
class Results {
  readonly #values: readonly unknown[];
  #next = 0;

  constructor(values: readonly unknown[]) {
    this.#values = values;
  }

  next<T = number>(): T {
    return this.#values[this.#next++] as T;
  }

  /** As many arrays as there are modes. */
  modes(count: number): Float64Array[] {
    return Array.from({ length: count }, () => this.next());
  }

  list(): number[] {
    return Array.from(this.next<Int32Array>());
  }

  dataset(): RawDataset {
    const shape = [this.next(), ...this.list()];
    const x = this.next<Float32Array>();
    const task = tasks[this.next()] as RawDataset['task'];
    const [classes, labels, targets] = [this.next(), this.next<Int32Array>(), this.next<Float32Array>()];
    const [offsets, index] = [this.next<Int32Array>(), this.next<Int32Array>()];
    return { x, shape, task, classes, labels, targets, ...(offsets.length > 0 && { offsets, index }) };
  }

  spec(): RawSpec {
    return {
      method: methods[this.next()] as string,
      dims: this.list(),
      ranks: this.list(),
      hidden: this.list(),
      task: tasks[this.next()] as RawSpec['task'],
      outputs: this.next(),
      lambda: this.next(),
      mean: this.next(),
      scale: this.next(),
      targetMean: this.next(),
      targetScale: this.next(),
    };
  }

  score(): RawScore {
    return {
      loss: this.next(),
      reconstruction: this.next(),
      objective: this.next(),
      accuracy: this.next(),
      auc: this.next(),
      rmse: this.next(),
      pearson: this.next(),
      confusion: this.next(),
    };
  }

  rankOne(modes: number): RawRankOne {
    return { g: this.modes(modes), scale: this.next(), bias: this.next(), objective: this.next() };
  }

  surrogate(modes: number): RawSurrogate {
    return {
      fit: this.rankOne(modes),
      rotation: this.modes(modes),
      singularValues: this.modes(modes),
      rotated: this.modes(modes),
      axes: this.modes(modes),
      correlation: this.modes(modes),
    };
  }

  local(modes: number): RawLocal {
    return { fit: this.rankOne(modes), rotated: this.modes(modes), original: this.modes(modes) };
  }
}

function ofDataset({ x, shape, task, classes, labels, targets, offsets, index }: RawDataset): Argument[] {
  const [count = 0, ...dims] = shape;
  return [count, dims, x, indexIn('task', task, tasks), classes, labels, targets, offsets ?? [], index ?? []];
}

function ofOptions(o: RawOptions): Argument[] {
  return [
    ...[indexIn('method', o.method, methods), o.ranks, o.hidden, o.lambda, o.epochs, o.batchSize, o.learningRate],
    ...[o.standardize, o.standardizeTarget, o.firstRestart, o.restarts, o.search, o.start ?? []],
    ...[o.startSeed, o.orderSeed, o.record, o.ldaRidge ?? Number.NaN],
  ];
}

function ofSpec(s: RawSpec): Argument[] {
  return [
    ...[indexIn('method', s.method, methods), s.dims, s.ranks, s.hidden, indexIn('task', s.task, tasks), s.outputs],
    ...[s.lambda, s.mean, s.scale, s.targetMean, s.targetScale],
  ];
}

/** Compiles and starts the module. */
export async function startCore(binary: Uint8Array): Promise<RawModule> {
  let waiting: readonly Argument[];
  let position: number;
  let given: unknown[];
  let calls = 0;

  const view = (kind: number, at: number, length: number) =>
    new (arrays[kind] as typeof Float64Array)(memory.buffer, at >>> 0, length);
  const text = (at: number) => {
    const bytes = new Uint8Array(memory.buffer, at >>> 0);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  };
  /** What host.h declares. */
  const host = {
    take() {
      const value = waiting[position++];
      if (typeof value !== 'number' && typeof value !== 'boolean') throw new TypeError(`${value} is not a number`);
      return value;
    },
    length() {
      const { length } = waiting[position] as ArrayLike<number>;
      if (typeof length !== 'number') throw new TypeError(`${waiting[position]} is not an array`);
      return length;
    },
    copy(kind: number, to: number) {
      const from = waiting[position++] as ArrayLike<number>;
      view(kind, to, from.length).set(from);
    },
    give: (value: number) => void given.push(value),
    giveArray: (kind: number, from: number, length: number) => void given.push(view(kind, from, length).slice()),
    giveText: (at: number) => void given.push(text(at)),
    fail: (code: number, message: number) => fail(text(code) as TripErrorCode, text(message)),
  };
  const env = { emscripten_notify_memory_growth() {} };
  const { instance } = await WebAssembly.instantiate(binary as BufferSource, { host, env });
  const memory = instance.exports.memory as WebAssembly.Memory;
  const core = instance.exports as Exports;
  core._initialize();
  const stack = core.stack_pointer();

  /** Calls a function of the core on behalf of `owner`, whose memory is freed when it fails. */
  function run(owner: number, name: string, object: number, values: readonly Argument[], clean?: () => void) {
    [waiting, position, given] = [values, 0, []];
    core.enter(owner);
    try {
      const address = core[name]?.(object) ?? 0;
      return { address, results: new Results(given) };
    } catch (error) {
      core.set_stack_pointer(stack);
      clean?.();
      core.roll_back();
      throw error;
    }
  }

  const call = (name: string, ...values: Argument[]) => run(++calls, name, 0, values).results;

  /** A model or an explanation. */
  function create(kind: string, values: readonly Argument[], from = 0) {
    const { address } = run(++calls, `${kind}_create`, from, values);
    return {
      address,
      call: (name: string, ...values: Argument[]) =>
        run(++calls, `${kind}_${name}`, address, values, () => core[`${kind}_forget`]?.(address)).results,
      delete: () => void core[`${kind}_delete`]?.(address),
    };
  }

  /** A fit changes with every call: one that fails takes the fit with it. */
  function createFit(train: RawDataset, test: RawDataset | null, options: RawOptions): RawFit {
    const owner = ++calls;
    const values = [
      ...ofOptions(options),
      ...ofDataset(train),
      test !== null,
      ...(test === null ? [] : ofDataset(test)),
    ];
    let { address } = run(owner, 'fit_create', 0, values);
    const call = (name: string, ...values: Argument[]) => {
      if (address === 0) fail('internal', 'this fit has failed before');
      return run(owner, `fit_${name}`, address, values, () => {
        address = 0;
      }).results;
    };
    return {
      spec: () => call('spec').spec(),
      advance: (maxSteps, untilEpoch) => call('advance', maxSteps, untilEpoch).next(),
      atEnd: () => call('at_end').next() !== 0,
      nextRestart: () => call('next_restart').next() !== 0,
      stop: () => void call('stop'),
      restart: () => call('restart').next(),
      epoch: () => call('epoch').next(),
      stepsPerEpoch: () => call('steps_per_epoch').next(),
      parameters: () => call('parameters').next(),
      history: (fromEpoch) => call('history', fromEpoch).next(),
      evaluate: () => call('evaluate').next(),
      reports: () => call('reports').next(),
      bestParameters: () => call('best_parameters').next(),
      bestHistory: () => call('best_history').next(),
      bestFrameEpochs: () => call('best_frame_epochs').next(),
      bestFrames: () => call('best_frames').next(),
      delete() {
        if (address !== 0) core.fit_delete?.(address);
      },
    };
  }

  function createModel(spec: RawSpec, parameters: Float32Array): RawModel {
    const { address, call, delete: free } = create('model', [...ofSpec(spec), parameters]);
    return {
      address,
      transform: (data) => call('transform', ...ofDataset(data)).next(),
      inverseTransform: (latent) => call('inverse_transform', latent).next(),
      predict: (data) => call('predict', ...ofDataset(data)).next(),
      predictProba: (data) => call('predict_proba', ...ofDataset(data)).next(),
      predictLatent: (latent) => call('predict_latent', latent).next(),
      predictProbaLatent: (latent) => call('predict_proba_latent', latent).next(),
      score: (data) => call('score', ...ofDataset(data)).score(),
      projection: (mode) => call('projection', mode).next(),
      fingerprint: () => call('fingerprint').next(),
      delete: free,
    };
  }

  function createExplanation(model: RawModel, ranks: readonly number[], latent: Float64Array, sigma: number) {
    const { call, delete: free } = create('explanation', [latent, sigma], model.address);
    let targets = 0;
    return {
      sigma: () => call('sigma').next(),
      addTarget(target: Float64Array) {
        const surrogate = call('add_target', target).surrogate(ranks.length);
        targets++;
        return surrogate;
      },
      local(sample: number) {
        const results = call('local', sample);
        return Array.from({ length: targets }, () => results.local(ranks.length));
      },
      neighbours: (sample: number) => call('neighbours', sample).next(),
      delete: free,
    };
  }

  return {
    createFit,
    createModel,
    createExplanation,
    spiral(...options) {
      const made = call('spiral', ...options);
      return { train: made.dataset(), test: made.dataset(), plane: made.next() };
    },
    randomTensors: (...options) => call('random_tensors', ...options).dataset(),
    network(...options) {
      const made = call('network', ...options);
      const data = made.dataset();
      const groups = ['t1', 't2', 'd1', 'd2', 'r1', 'r2', 'e1', 'e2', 'e'].map((name) => [name, made.next()]);
      return { data, ...Object.fromEntries(groups) };
    },
    planted(seed, dims, count) {
      const made = call('planted', seed, dims, count);
      return { train: made.dataset(), test: made.dataset(), basis: made.modes(dims.length) };
    },
    folds: (...options) => call('folds', ...options).next(),
    principalAngles: (...matrices) => call('angles', ...matrices).next(),
    deriveSeed: (...seed) => call('derived_seed', ...seed).next(),
  };
}
