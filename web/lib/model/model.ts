/** A trained model. Only models and explanations own memory of the WebAssembly module. */

import { isNarrow, type Numbers, product, toFloats } from '../common/arrays.js';
import { defined, integer, readOptions } from '../common/check.js';
import { disposeSymbol } from '../common/dispose-symbols.js';
import { fail, guarded } from '../common/errors.js';
import { Handle } from '../core/handle.js';
import type { RawDataset, RawModel, RawModule } from '../core/raw.js';
import { categoricalOf } from '../data/categories.js';
import { alignClasses, responsesOf, toRaw } from '../data/dataset.js';
import { toDataset } from '../data/rows.js';
import { alignVariables } from '../data/variables.js';
import type {
  Dataset,
  DiagnoseOptions,
  Diagnosis,
  ExplainOptions,
  Explanation,
  Frame,
  History,
  InputSpec,
  LambdaChoice,
  Model,
  ModelFile,
  ModelSpec,
  NumericArray,
  Point,
  RestartReport,
  Samples,
  Score,
  TrainingReference,
} from '../types.js';
import { centerOf, copyOfReference, diagnoseChecks, noReference, toDiagnosis, toReference } from './diagnosis.js';
import { TripExplanation } from './explanation.js';
import { writeModelFile } from './file.js';
import type { FitResult } from './fit.js';
import { publicScore } from './predictions.js';
import { scoresOf } from './scores.js';
import { openModel, targetOf, toValues } from './spec.js';
import { copyOf, type Preparation, prepare } from './steps.js';

/** Largest number of values in a reconstruction: half a gigabyte, of which the core briefly holds two copies. */
const MAX_RECONSTRUCTION = 2 ** 27;

export class TripModel implements Model {
  readonly spec: ModelSpec;
  readonly options: Readonly<Record<string, unknown>>;
  readonly lambdaChoice?: LambdaChoice;
  readonly history: History;
  readonly frames: readonly Frame[];
  readonly restarts: readonly RestartReport[];
  readonly best: number;
  readonly resultVersion: number;
  readonly fingerprint: string;
  /** The arrays that the core has. The public arrays are copies, because users may change them. */
  readonly #parameters: Float32Array;
  readonly #mean: Float64Array;
  readonly #scale: Float64Array;
  /** The preprocessing of the training, like the arrays above. */
  readonly #preparation: Preparation;
  /** The reference for diagnoses, like the arrays above. */
  readonly #reference: TrainingReference | undefined;
  /** Floats would lose the differences of a variable whose mean is large compared with its scale. */
  readonly #narrow: boolean;
  readonly #module: RawModule;
  readonly #handle: Handle<RawModel>;
  readonly #notesOfTraining: readonly string[];
  #notesOfCall: readonly string[] = [];

  constructor(module: RawModule, result: FitResult) {
    const { spec } = result;
    const raw = guarded(() => openModel(module, spec, result.parameters));
    this.#module = module;
    this.#handle = new Handle(this, 'model', raw);
    this.spec = spec;
    this.options = result.options;
    if (result.lambdaChoice !== undefined) this.lambdaChoice = result.lambdaChoice;
    this.#notesOfTraining = result.notes;
    this.history = Object.freeze(result.history);
    this.frames = Object.freeze(result.frames);
    this.restarts = result.restarts;
    this.best = result.best;
    this.resultVersion = result.resultVersion;
    this.fingerprint = guarded(() => raw.fingerprint());
    this.#parameters = result.parameters.slice();
    this.#mean = spec.mean.slice();
    this.#scale = spec.scale.slice();
    const { input, steps } = spec;
    this.#reference = copyOfReference(spec);
    this.#preparation = defined({ fill: spec.fill?.slice(), input, steps: copyOf(steps) });
    this.#narrow = this.#mean.some((mean, i) => isNarrow(this.#scale[i] as number, mean));
  }

  get parameters(): Float32Array {
    return this.#parameters.slice();
  }

  get notes(): readonly string[] {
    return [...this.#notesOfTraining, ...this.#notesOfCall];
  }

  transform(data: Samples): Float32Array {
    return this.#call((raw) => raw.transform(this.#samples(data)));
  }

  inverseTransform(latent: NumericArray): Numbers {
    return this.#call((raw) => {
      const floats = this.#latent(latent);
      const { dims, ranks } = this.spec;
      const size = (floats.length / product(ranks)) * product(dims);
      const most = this.#narrow ? MAX_RECONSTRUCTION / 2 : MAX_RECONSTRUCTION;
      if (size <= most) return this.#narrow ? raw.inverseTransformExact(floats) : raw.inverseTransform(floats);
      fail('memory', `the reconstruction would have ${size} numbers, at most ${most} are made at once`);
    });
  }

  predict(data: Samples): Int32Array | Numbers {
    return this.#call((raw) => this.#classesOrValues(raw.predict(this.#samples(data))));
  }

  predictLabels(data: Samples): string[] {
    this.#requireClasses('predictLabels');
    return Array.from(this.predict(data) as Int32Array, (label) => this.spec.classNames?.[label] as string);
  }

  points(data: Samples): Point[] {
    return this.#call((raw) => {
      if (this.spec.dims.length > 1)
        fail('option', 'points is for vectors; transform gives projected matrices and cubes');
      const aligned = this.#prepared(data);
      const latent = raw.transform(toRaw(aligned, false));
      const [size] = this.spec.ranks as [number];
      const labels = labelsOf(aligned);
      return Array.from(labels, (label, n) => ({
        x: latent[n * size] as number,
        y: size > 1 ? (latent[n * size + 1] as number) : 0,
        ...(label === undefined ? {} : { label }),
      }));
    });
  }

  predictProba(data: Samples): Float32Array {
    return this.#call((raw) => {
      this.#requireClasses('predictProba');
      return raw.predictProba(this.#samples(data));
    });
  }

  predictLatent(latent: NumericArray): Int32Array | Numbers {
    return this.#call((raw) => this.#classesOrValues(raw.predictLatent(this.#latent(latent))));
  }

  predictProbaLatent(latent: NumericArray): Float32Array {
    return this.#call((raw) => {
      this.#requireClasses('predictProbaLatent');
      return raw.predictProbaLatent(this.#latent(latent));
    });
  }

  score(data: Samples): Score {
    return this.#call((raw) => {
      const score = raw.score(toRaw(alignClasses('data', this.#prepared(data), this.spec), true));
      return publicScore(score, this.spec, scoresOf(this.spec.task)) as Score;
    });
  }

  projection(mode = 0): Float32Array {
    return this.#call((raw) => raw.projection(integer('mode', mode, 0, this.spec.dims.length - 1)));
  }

  diagnose(data: Samples, options: DiagnoseOptions = {}): Diagnosis {
    return this.#call((raw) => {
      const { training, contributions } = readOptions('diagnose', options, diagnoseChecks, { contributions: 5 });
      const reference = training === undefined ? this.#reference : this.#referenceOf(raw, training as Samples);
      if (reference === undefined) fail('option', noReference(this.spec, training !== undefined));
      const { mean, covariance } = reference;
      const samples = this.#samples(data);
      const found = raw.diagnose(samples, mean, covariance, centerOf(reference, this.spec), contributions);
      return toDiagnosis(found, reference, this.spec, contributions);
    });
  }

  explain(data: Samples, options: ExplainOptions = {}): Explanation {
    return this.#call((raw) => {
      const aligned = this.#prepared(data);
      return new TripExplanation(this.#module, raw, this.spec, aligned, toRaw(aligned, false), options);
    });
  }

  /** `{ frames: true }` keeps the frames; anything else (JSON.stringify passes a string) leaves them out. */
  toJSON(keep?: { readonly frames?: boolean } | string): ModelFile {
    this.#handle.get();
    const frames = (keep as { frames?: boolean } | undefined | null)?.frames === true ? this.frames : [];
    const { options, history, restarts, best, resultVersion, fingerprint } = this;
    const spec = {
      ...this.spec,
      mean: this.#mean,
      scale: this.#scale,
      ...this.#preparation,
      ...defined({ reference: this.#reference }),
    };
    const [parameters, notes] = [this.#parameters, this.#notesOfTraining];
    return writeModelFile({
      ...{ spec, parameters, options, notes, history, restarts, best, resultVersion, fingerprint, frames },
      ...defined({ lambdaChoice: this.lambdaChoice }),
    });
  }

  dispose(): void {
    this.#handle.free();
  }

  [disposeSymbol](): void {
    this.dispose();
  }

  #referenceOf(raw: RawModel, training: Samples): TrainingReference | undefined {
    const data = this.#prepared(training, 'training');
    return toReference(raw.reference(toRaw(data, false)), data, this.#mean.length > 0);
  }

  #call<T>(use: (raw: RawModel) => T): T {
    return guarded(() => use(this.#handle.get()));
  }

  #samples(data: Samples): RawDataset {
    return toRaw(this.#prepared(data), false);
  }

  /** The data with the model's variables in the model's order, after the preprocessing of its training. */
  #prepared(data: Samples, name = 'data'): Dataset {
    const input: Partial<InputSpec> & Pick<ModelSpec, 'dims' | 'modeNames'> = this.#preparation.input ?? this.spec;
    const names = defined({ featureNames: input.featureNames, categorical: categoricalOf(input) });
    const own = toDataset(name, data, names);
    const aligned = alignVariables(name, own, input);
    const prepared = prepare(this.#module, name, aligned.data, this.#preparation);
    this.#notesOfCall = [...aligned.notes, ...prepared.notes];
    return prepared.data;
  }

  #latent(latent: NumericArray): Float32Array {
    const floats = toFloats('latent', latent);
    const size = product(this.spec.ranks);
    if (floats.length === 0 || floats.length % size !== 0) {
      fail('shape', `latent has ${floats.length} numbers; a multiple of ${size} is accepted`);
    }
    return floats;
  }

  #classesOrValues(values: Float64Array): Int32Array | Numbers {
    if (this.spec.task === 'classification') return Int32Array.from(values);
    return toValues(values, targetOf(this.spec));
  }

  #requireClasses(method: string): void {
    if (this.spec.task === 'classification') return;
    fail('option', `${method} is for classification; the model was trained for regression`);
  }
}

/** The response of each sample: the name of its class, or its (first) value. */
function labelsOf(data: Dataset): (string | number | undefined)[] {
  const { shape, labels, targets, classNames } = data;
  return Array.from({ length: shape[0] as number }, (_, n) =>
    labels === undefined ? targets?.[n * responsesOf(data)] : classNames?.[labels[n] as number],
  );
}
