/** A consumer that uses every public name, compiled strictly against the declarations in dist/. It is not run. */
import {
  type Dataset,
  type DatasetInput,
  type EpochProgress,
  type FitOptions,
  type Frame,
  fitDefaults,
  type History,
  type LoadOptions,
  loadTrip,
  type Method,
  type Model,
  type ModelFile,
  type ModelSpec,
  type NestedArray,
  type NumericArray,
  type RestartReport,
  type Score,
  type Snapshot,
  type SnapshotScore,
  type Spiral,
  type SpiralOptions,
  type SyncFitOptions,
  type Task,
  type Trip,
  TripError,
  type TripErrorCode,
  version,
} from 'trip-wasm';
import { createTrainer, type Run, type RunOptions, type Trainer, type TrainerOptions } from 'trip-wasm/trainer';

const loadOptions: LoadOptions = { wasmUrl: new URL('https://example.org/core.wasm'), simd: 'auto' };
const trip: Trip = await loadTrip(loadOptions);
const spiralOptions: SpiralOptions = { seed: 7 };
const { train, test, truth }: Spiral = trip.spiral(spiralOptions);
const plane: Float64Array = truth.plane;
const nested: NestedArray = [[1, 2]];
const flat: NumericArray = new Float32Array(4);
const task: Task = 'classification';
const input: DatasetInput = { x: nested, y: ['a'], task };
const data: Dataset = trip.dataset(input);
trip.dataset({ x: flat, shape: [2, 2], y: [0.5, 1], task: 'regression' });
const method: Method = 'lda';
const options: FitOptions = { ...fitDefaults, method, test, restarts: 'auto' };
const syncOptions: SyncFitOptions = { onEpoch: (progress: EpochProgress) => progress.epoch < 10 };
const model: Model = trip.fit(train, { ...options, ...syncOptions });
const history: History = model.history;
const frames: readonly Frame[] = model.frames;
const reports: readonly RestartReport[] = model.restarts;
const spec: ModelSpec = model.spec;
const score: Score = model.score(data);
const file: ModelFile = model.toJSON();
const angles: Float64Array = trip.principalAngles(model.projection(), plane, 100);
const classes: Int32Array | Float32Array = model.predict(data);
trip.restore(file).dispose();
trip.restore(JSON.stringify(model))[Symbol.dispose]();

const trainerOptions: TrainerOptions = { workers: 2, trip };
const trainer: Trainer = await createTrainer(trainerOptions);
const runOptions: RunOptions = { signal: new AbortController().signal, snapshotEvery: 10, paused: true };
const run: Run = trainer.fit(train, options, runOptions);
for await (const snapshot of run) {
  const typed: Snapshot = snapshot;
  const train: SnapshotScore = typed.train;
  trip.modelAt(typed).predictProbaLatent([train.loss, 0]);
}
try {
  await run.model;
} catch (error) {
  if (error instanceof TripError) {
    const code: TripErrorCode = error.code;
    console.log(code, version, history, frames, reports, spec, score, angles, classes);
  }
}
await trainer.close();
await trainer[Symbol.asyncDispose]();

// @ts-expect-error an unknown option
trip.fit(train, { lamda: 1 });
// @ts-expect-error a dataset is read-only
data.shape = [];
