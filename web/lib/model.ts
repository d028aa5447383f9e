/** A trained model: the only thing in the package that owns memory of the WebAssembly module. */

import { product, toFloats } from './arrays.js';
import { integer } from './check.js';
import { alignClasses, requireDataset, requireDims, toRaw } from './dataset.js';
import { disposeSymbol } from './dispose-symbols.js';
import { guarded, release, TripError } from './errors.js';
import type { FitResult } from './fit.js';
import { writeModelFile } from './model-file.js';
import type { RawModel, RawModule } from './raw.js';
import type {
  Dataset,
  Frame,
  History,
  Model,
  ModelFile,
  ModelSpec,
  NumericArray,
  RestartReport,
  Score,
} from './types.js';

/** Last resort for models that nobody disposed of. */
let registry: FinalizationRegistry<RawModel> | undefined;

function registryOnce(): FinalizationRegistry<RawModel> | undefined {
  if (registry === undefined && typeof FinalizationRegistry === 'function') {
    registry = new FinalizationRegistry(release);
  }
  return registry;
}

export class TripModel implements Model {
  readonly spec: ModelSpec;
  readonly options: Readonly<Record<string, unknown>>;
  readonly history: History;
  readonly frames: readonly Frame[];
  readonly restarts: readonly RestartReport[];
  readonly best: number;
  readonly fingerprint: string;
  /** What the core was given; the public arrays are the user's to change. */
  readonly #parameters: Float32Array;
  readonly #mean: Float64Array;
  readonly #scale: Float64Array;
  #raw: RawModel | undefined;

  constructor(module: RawModule, result: FitResult) {
    const { spec } = result;
    const raw = guarded(() =>
      module._createModel(
        { ...spec, dims: [...spec.dims], ranks: [...spec.ranks], hidden: [...spec.hidden] },
        result.parameters,
      ),
    );
    this.#raw = raw;
    registryOnce()?.register(this, raw, this);
    this.spec = spec;
    this.options = result.options;
    this.history = Object.freeze(result.history);
    this.frames = Object.freeze(result.frames);
    this.restarts = result.restarts;
    this.best = result.best;
    this.fingerprint = guarded(() => raw.fingerprint());
    this.#parameters = result.parameters.slice();
    this.#mean = spec.mean.slice();
    this.#scale = spec.scale.slice();
  }

  get parameters(): Float32Array {
    return this.#parameters.slice();
  }

  transform(data: Dataset): Float32Array {
    return this.#call((raw) => raw.transform(this.#samples(data)));
  }

  inverseTransform(latent: NumericArray): Float32Array {
    return this.#call((raw) => raw.inverseTransform(this.#latent(latent)));
  }

  predict(data: Dataset): Int32Array | Float32Array {
    return this.#call((raw) => this.#classesOrValues(raw.predict(this.#samples(data))));
  }

  predictProba(data: Dataset): Float32Array {
    return this.#call((raw) => {
      this.#requireClasses('predictProba');
      return raw.predictProba(this.#samples(data));
    });
  }

  predictLatent(latent: NumericArray): Int32Array | Float32Array {
    return this.#call((raw) => this.#classesOrValues(raw.predictLatent(this.#latent(latent))));
  }

  predictProbaLatent(latent: NumericArray): Float32Array {
    return this.#call((raw) => {
      this.#requireClasses('predictProbaLatent');
      return raw.predictProbaLatent(this.#latent(latent));
    });
  }

  score(data: Dataset): Score {
    return this.#call((raw) => {
      requireDataset('data', data);
      const score = raw.score(toRaw(alignClasses('data', data, this.spec), true));
      const { loss, reconstruction, objective } = score;
      if (this.spec.task === 'regression') {
        return { loss, reconstruction, objective, rmse: score.rmse, pearson: score.pearson };
      }
      const size = this.spec.outputs;
      const confusion = Array.from({ length: size }, (_, row) =>
        Array.from(score.confusion.subarray(row * size, (row + 1) * size)),
      );
      return { loss, reconstruction, objective, accuracy: score.accuracy, auc: score.auc, confusion };
    });
  }

  projection(mode = 0): Float32Array {
    return this.#call((raw) => raw.projection(integer('mode', mode, 0, this.spec.dims.length - 1)));
  }

  /** `{ frames: true }` keeps the frames; anything else (JSON.stringify passes a string) leaves them out. */
  toJSON(keep?: { readonly frames?: boolean } | string): ModelFile {
    this.#alive();
    const frames = typeof keep === 'object' && keep.frames === true ? this.frames : [];
    const spec = { ...this.spec, mean: this.#mean, scale: this.#scale };
    return writeModelFile({
      spec,
      parameters: this.#parameters,
      options: this.options,
      history: this.history,
      restarts: this.restarts,
      best: this.best,
      fingerprint: this.fingerprint,
      frames,
    });
  }

  dispose(): void {
    const raw = this.#raw;
    if (raw === undefined) return;
    this.#raw = undefined;
    registry?.unregister(this);
    release(raw);
  }

  [disposeSymbol](): void {
    this.dispose();
  }

  #alive(): RawModel {
    if (this.#raw === undefined) throw new TripError('disposed', 'the model has been disposed of');
    return this.#raw;
  }

  #call<T>(use: (raw: RawModel) => T): T {
    return guarded(() => use(this.#alive()));
  }

  #samples(data: Dataset) {
    requireDataset('data', data);
    requireDims('data', data, this.spec.dims);
    return toRaw(data, false);
  }

  #latent(latent: NumericArray): Float32Array {
    const floats = toFloats('latent', latent);
    const size = product(this.spec.ranks);
    if (floats.length === 0 || floats.length % size !== 0) {
      throw new TripError('shape', `latent has ${floats.length} numbers; a multiple of ${size} is accepted`);
    }
    return floats;
  }

  #classesOrValues(values: Float32Array): Int32Array | Float32Array {
    return this.spec.task === 'classification' ? Int32Array.from(values) : values;
  }

  #requireClasses(method: string): void {
    if (this.spec.task === 'classification') return;
    throw new TripError('option', `${method} is for classification; the model was trained for regression`);
  }
}
