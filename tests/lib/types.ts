/** A consumer that uses every public name, compiled strictly against the declarations in dist/. It is not run. */
import {
  type CategoricalColumn,
  type CellError,
  type CellOptions,
  type CellParts,
  type CellPlan,
  type CellReport,
  type ClassWeight,
  type Contribution,
  checksumOf,
  type Dataset,
  type DatasetInput,
  type DiagnoseOptions,
  type Diagnosis,
  type Distances,
  dataset,
  type EpochProgress,
  type ExplainOptions,
  type Explanation,
  type FitOption,
  type FitOptions,
  type FittedStep,
  type Frame,
  faultReport,
  fitDefaults,
  type GridOptions,
  type History,
  type InputSpec,
  type LambdaChoice,
  type Limits,
  type LoadOptions,
  type LocalCoefficients,
  type LocalExplanation,
  loadTrip,
  type Method,
  type MixedArray,
  type Model,
  type ModelFile,
  type ModelSpec,
  type NestedArray,
  type Network,
  type NetworkGroups,
  type NetworkOptions,
  type NumericArray,
  nearest,
  optionTable,
  type ParameterGrid,
  type Planted,
  type PlantedOptions,
  type Point,
  type PredictionScore,
  type RandomOptions,
  type RankOne,
  type ReliabilityBin,
  type ResponseInput,
  type ResponseScore,
  type ResponseSpec,
  type RestartReport,
  type RowsInput,
  refuseUnknown,
  resultVersion,
  type SampleDiagnosis,
  type Samples,
  type Score,
  type ScoreName,
  type ScoreRow,
  type Snapshot,
  type SnapshotScore,
  type SparseInput,
  type Spiral,
  type SpiralOptions,
  type Split,
  type Spread,
  type Spreads,
  type Step,
  type SweepCell,
  type SweepCells,
  type SweepFailure,
  type SweepPlan,
  type SweepRow,
  type SweepScore,
  type SweepSummarizer,
  type SweepSummary,
  type SweepTable,
  type SyncFitOptions,
  scoreTable,
  type TargetExplanation,
  type Task,
  type TopVariable,
  type TrainingReference,
  type TriedLambda,
  type Trip,
  TripError,
  type TripErrorCode,
  version,
} from 'trip-wasm';
import {
  type ExecutorOptions,
  executor,
  type QueueOptions,
  type QueueStatus,
  type StatusOptions,
  type Submission,
  type SubmitOptions,
  status,
  submit,
  type WorkOptions,
  type WorkResult,
  type WorkSource,
  work,
} from 'trip-wasm/bullmq';
import {
  type CanvasOptions,
  type DrawCanvas,
  type DrawnSize,
  type DrawOptions,
  type DrawTheme,
  drawOn,
  toSVG,
} from 'trip-wasm/draw';
import { TripPlane, type TripPlaneElement, type TripProbe, type TripSample } from 'trip-wasm/element';
import {
  type ArrayChoice,
  type ArrayNames,
  type Arrays,
  type Codecs,
  type FileSamples,
  type NdArray,
  type Numbers,
  type OnColumn,
  ofArrays,
  type ParquetCell,
  type ParquetRows,
  type ResponseValues,
  readNpy,
  readNpz,
  readNpzArrays,
  readParquet,
  readSvmlight,
  readTns,
  type SvmlightChoice,
  type SvmlightSamples,
  type TnsChoice,
  writeNpy,
} from 'trip-wasm/formats';
import * as single from 'trip-wasm/single';
import {
  type AssessedOptions,
  type AssessedScore,
  type AssessmentProgress,
  type AssessmentRow,
  type AssessmentRunOptions,
  type CellBatch,
  type CellExecutor,
  type CellOutcome,
  type ChoiceOptions,
  type CrossValidation,
  type CrossValidationOptions,
  createTrainer,
  type ExecutorChoice,
  type FoldOptions,
  type ImportanceOptions,
  type Interval,
  type ModeStability,
  type PermutationOptions,
  type PermutationTest,
  type PointStability,
  type Run,
  type RunOptions,
  type Selection,
  type SelectionOptions,
  type Stability,
  type StabilityOptions,
  type SweepOptions,
  type SweepProgress,
  type Trainer,
  TripError as TrainerError,
  type TripErrorCode as TrainerErrorCode,
  type TrainerOptions,
  type Snapshot as TrainerSnapshot,
  type SnapshotScore as TrainerSnapshotScore,
  type VariableImportance,
} from 'trip-wasm/trainer';
import 'trip-wasm/worker';

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
trip.dataset({ x: nested, y: [[0.5, 1]], task: 'regression', responseNames: ['a', 'b'], sampleWeight: [2] });
trip.dataset({ x: nested, y: new Float32Array(2), task: 'regression', responses: 2 });
trip.dataset({ rows: [{ a: 1, b: 2, c: 3, w: 1 }], target: ['b', 'c'], sampleWeight: 'w', task: 'regression' });
const mixed: MixedArray = [
  ['red', 1],
  ['blue', 2],
];
const colours: readonly CategoricalColumn[] | undefined = trip.dataset({ x: mixed, categorical: [0] }).categories;
const classWeight: ClassWeight = { a: 2 };
const rowsInput: RowsInput = { rows: [{ a: 1, kind: 'x' }], target: 'kind' };
const samples: Samples = trip.dataset(rowsInput);
const method: Method = 'lda';
const steps: readonly Step[] = ['log1p'];
const options: FitOptions = { ...fitDefaults, method, test, classWeight, restarts: 'auto', steps };
const syncOptions: SyncFitOptions = { onEpoch: (progress: EpochProgress) => progress.epoch < 10 };
const model: Model = trip.fit(train, { ...options, ...syncOptions });
const history: History = model.history;
const choice: LambdaChoice | undefined = model.lambdaChoice;
const tried: readonly TriedLambda[] = choice?.tried ?? [];
const parts: Split = trip.split(data, 0.2, 3);
const frames: readonly Frame[] = model.frames;
const reports: readonly RestartReport[] = model.restarts;
const spec: ModelSpec = model.spec;
const responseSpecs: readonly ResponseSpec[] | undefined = spec.responses;
const encoded: InputSpec | undefined = spec.input;
const fittedSteps: readonly FittedStep[] | undefined = spec.steps;
const score: Score = model.score(data);
const responseScores: readonly ResponseScore[] | undefined = score.responses;
const reference: TrainingReference | undefined = spec.reference;
const diagnoseOptions: DiagnoseOptions = { training: train, contributions: 3 };
const diagnosis: Diagnosis = model.diagnose(test, diagnoseOptions);
const both: Distances<Limits> = diagnosis.limits;
const limits: Limits = both.residual;
const diagnosed: SampleDiagnosis | undefined = diagnosis.samples[0];
const strongest: Contribution | undefined = diagnosed?.contributions.hotelling[0];
const file: ModelFile = model.toJSON();
const [point]: Point[] = model.points(samples);
const classLabels: string[] = model.predictLabels([{ a: 2 }]);
const checksum: string = checksumOf(file);
const plain: Dataset = dataset({ x: [[1], [2]], y: ['a', 'b'] });
const fault: string = faultReport(new Error('x'), { link: '#v=1' });
const near: string | undefined = nearest('lamda', ['lambda']);
refuseUnknown('my settings', { lambda: 1 }, ['lambda']);
const angles: Float64Array = trip.principalAngles(model.projection(), plane, 100);
const orthonormal: Float64Array = trip.orthonormalize([1, 2, 3], 3);
const between: Float64Array = trip.interpolatePlanes(plane, model.projection(), 100, 0.5);
const turned: Float64Array = trip.turnPlane(between, 100, 3, [0.5, 0]);
const toured: Float64Array = trip.randomPlane(100, 2, 7, 0);
const kept: FitOptions = { method: 'fixed', projection: turned };
const begun: FitOptions = { projection: [toured, [1, 0]] };
const classes: Int32Array | Float32Array | Float64Array = model.predict(data);
trip.restore(file).dispose();
trip.restore(JSON.stringify(model))[Symbol.dispose]();

const theme: DrawTheme = 'dark';
const drawing: DrawOptions = { theme, test: data, arrows: 5, response: 'y', target: 0 };
const svg: string = toSVG(model, data, drawing);
const canvasOptions: CanvasOptions = { ...drawing, pixelRatio: 2 };
const canvas: DrawCanvas = { width: 1, height: 1, getContext: () => null };
const drawn: DrawnSize = drawOn(canvas, model, data, canvasOptions);
const element: TripPlaneElement = new TripPlane();
element.model = model;
element.heat = false;
const chosen: TripSample | undefined = element.selected;
const probed = ({ x, prediction }: TripProbe) => ('value' in prediction ? prediction.value : x);
console.log(svg, drawn, chosen, probed);

const response: ResponseInput = { y: [1, 2], task: 'regression', modeNames: [['a', 'b'], []] };
const sparseInput: SparseInput = { ...response, offsets: [0, 1, 1], index: [[0, 1]], value: [2.5], shape: [2, 2, 3] };
const sparse: Dataset = trip.sparseDataset(sparseInput);
const stored: Int32Array | undefined = trip.subset(sparse, [1]).offsets;
const withGaps: Dataset = trip.dataset({ x: [[Number.NaN], [1]], missing: 'mean' });
const randomOptions: RandomOptions = { dims: [10, 10, 10], nonzeros: 5 };
const networkOptions: NetworkOptions = { seed: 2 };
const plantedOptions: PlantedOptions = { dims: [12, 10, 8] };
const random: Dataset = trip.randomTensors(randomOptions);
const network: Network = trip.network(networkOptions);
const groups: NetworkGroups = network.truth.groups;
const planted: Planted = trip.planted(plantedOptions);
const basis: Float64Array | undefined = planted.truth.basis[0];

const explainOptions: ExplainOptions = { sigma: 'auto', target: '1', samples: [0] };
const explanation: Explanation = model.explain(data, explainOptions);
const target: TargetExplanation | undefined = explanation.targets[explanation.main];
const surrogate: RankOne = explanation.surrogate;
const local: LocalExplanation = explanation.local(0);
const coefficients: LocalCoefficients | undefined = local.targets[local.target];
const top: readonly TopVariable[] = explanation.top(0, 1, 5);
const weights: Float64Array = explanation.importance(0);
explanation[Symbol.dispose]();

const grid: ParameterGrid = { lambda: [0.1, 0.01], hidden: [[], [10, 10]], restarts: [3, 'auto'], steps: [[], steps] };
const shared: Partial<GridOptions> = { epochs: 100, standardize: false };
const plan: SweepPlan = {
  data: train,
  grid: [grid, { method: ['pca'] }],
  options: shared,
  folds: 5,
  trials: 2,
  seed: 1,
};
const cell: SweepCell = { point: 0, trial: 0, fold: 0 };
const row: SweepRow = trip.sweepCell(plan, cell);
const held: SweepScore = row.test;
const folds: Int32Array = trip.folds(train, 5, row.seed);

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
    console.log(
      code,
      version,
      history,
      tried,
      colours,
      encoded,
      fittedSteps,
      reference,
      limits,
      strongest,
      responseSpecs,
      responseScores,
      parts,
      frames,
      reports,
      spec,
      score,
      angles,
      classes,
      checksum,
      plain,
      near,
      fault,
      point,
      classLabels,
    );
  }
}
const sweepOptions: SweepOptions = {
  signal: new AbortController().signal,
  done: [row],
  onProgress: ({ done, total }: SweepProgress) => done / total,
};
const table: SweepTable = await trainer.sweep(plan, sweepOptions);
const foldOptions: FoldOptions = { folds: 'leave-one-group-out', groups: ['a', 'b'], seed: 3 };
const progressOf = ({ done, total, row: { cell, plan: _plan } }: AssessmentProgress) => `${cell} ${done} of ${total}`;
const running: AssessmentRunOptions = { signal: new AbortController().signal, onProgress: progressOf };
const assessed: AssessedOptions = { epochs: 10, lambda: 'validate' };
const importanceOptions: ImportanceOptions = { repeats: 2, score: 'auc' };
const validating: CrossValidationOptions = { ...foldOptions, ...running, importance: importanceOptions };
const validated: CrossValidation = await trainer.crossValidate(train, assessed, validating);
const interval: Interval = validated.interval;
const important: VariableImportance | undefined = validated.importance?.[0]?.[0];
const resumed: readonly AssessmentRow[] = validated.rows;
const report: CellReport | undefined = resumed[0];
const choosing: ChoiceOptions = { grid: { ranks: [[1], [2]] }, rule: 'one-standard-error', inner: 3 };
const selecting: SelectionOptions = { rule: 'best', folds: 4, options: assessed };
const selection: Selection = await trainer.select(train, choosing.grid, selecting);
const compared: AssessedScore = 'balancedAccuracy';
const permuting: PermutationOptions = {
  choice: choosing,
  permutations: 99,
  score: compared,
  stopEarly: true,
  done: resumed,
};
const permutations: PermutationTest = await trainer.permutationTest(train, assessed, permuting);
console.log(report?.fingerprint, interval.low, important?.mean, selection.options.lambda, permutations.p);
const summary: SweepSummary | undefined = table.summary[0];
const auc: Spread | undefined = summary?.pooled.auc;
const spreads: Spreads | undefined = summary?.test;
const picture: Float32Array | undefined = validated.picture?.[0];
const stabilityOptions: StabilityOptions = { bootstraps: 10, reference: model, axes: explanation.axes, points: true };
const stability: Stability = await trainer.stability(train, shared, stabilityOptions);
const mode: ModeStability | undefined = stability.modes[0];
const pointSpread: PointStability | undefined = stability.points;
console.log(weights, important, picture, mode, pointSpread);
console.log(stored, withGaps, random, groups, basis, target, surrogate, coefficients, top, held, folds, auc, spreads);
const cells: SweepCells = trip.sweepCells(plan);
const planned: CellPlan = cells.plan(0);
const cellOptions: CellOptions = planned.options;
const cellParts: CellParts = planned.wanted;
const summarizer: SweepSummarizer = cells.summary();
const receive = (_cell: CellPlan, outcome: CellOutcome) => {
  const failed: CellError | undefined = 'error' in outcome ? outcome.error : undefined;
  if ('report' in outcome) summarizer.add(cells.row(0, outcome.report));
  console.log(failed?.code, cellOptions.lambda, cellParts.predictions);
};
const batch: CellBatch = { data: cells.data, cells: [planned], receive, signal: new AbortController().signal };
await trainer.execute(batch, { retries: 1 });
const here: ExecutorChoice = 'here';
const own: CellExecutor = { execute: (given) => trainer.execute(given) };
const failures: readonly SweepFailure[] = (await trainer.sweep(plan, { executor: own, retries: 2 })).failures;
await trainer.crossValidate(train, assessed, { executor: here, retries: 0 });
const queueOptions: QueueOptions = { queue: 'sweeps', connection: { port: 6379 } };
const statusOptions: StatusOptions = { ...queueOptions, signal: AbortSignal.timeout(1000) };
const executorOptions: ExecutorOptions = { ...queueOptions, cellsPerJob: 5 };
const submitOptions: SubmitOptions = { ...queueOptions, cellsPerJob: 5 };
const submission: Submission = await submit(plan, submitOptions);
const source: WorkSource = { data: cells.data };
const workOptions: WorkOptions = { ...queueOptions, untilEmpty: true };
const result: WorkResult = await work(source, workOptions);
const queueStatus: QueueStatus = await status(statusOptions);
await trainer.select(train, grid, { executor: executor(executorOptions) });
console.log(failures.length, submission.jobs, result.cells, queueStatus.left);
await trainer.close();
await trainer[Symbol.asyncDispose]();

// Types of the same name are the same in all entries.
const snapshots: TrainerSnapshot[] = [] as Snapshot[];
const scores: TrainerSnapshotScore[] = [] as single.SnapshotScore[];
const codes: TrainerErrorCode[] = [] as single.TripErrorCode[];
const sameTrip: Trip = await single.loadTrip();
const sameTrainer: single.Trainer = await single.createTrainer({ trip: sameTrip });
const isError = (error: unknown) => error instanceof TrainerError && error.code === codes[0];
const described: FitOption = optionTable.lambda;
const scoreName: ScoreName = 'balancedAccuracy';
const scored: ScoreRow = scoreTable[scoreName];
const given: PredictionScore = trip.scorePredictions(model.predictProba(train), train);
const bin: ReliabilityBin | undefined = given.reliability?.[0];
const recall: number | null | undefined = model.score(train).recall?.[0];
console.log(given.macroF1, bin?.observed, recall, orthonormal, kept, begun);
const sameVersion: boolean = trip.resultVersion === resultVersion;
console.log(snapshots, scores, sameTrainer, isError, described, scored, sameVersion);

// @ts-expect-error an unknown option
trip.fit(train, { lamda: 1 });
// @ts-expect-error a method that does not exist
trip.fit(train, { method: 'umap' });
// @ts-expect-error a decay that does not exist
trip.fit(train, { learningRateDecay: 'linear' });
// @ts-expect-error the projection is numbers
trip.fit(train, { method: 'fixed', projection: 'plane' });
// @ts-expect-error ranks is a list, one for each mode
trip.fit(train, { ranks: 2 });
// @ts-expect-error restarts is a number or 'auto'
trip.fit(train, { restarts: 'all' });
// @ts-expect-error records are for reading tables; x is numbers
trip.dataset({ x: [{ a: 1 }], y: ['a'] });
// @ts-expect-error a task that does not exist
trip.dataset({ x: nested, task: 'ranking' });
// @ts-expect-error sparse samples need their positions
trip.sparseDataset({ offsets: [0, 1], value: [1], shape: [1, 3] });
// @ts-expect-error a sweep sets its own seeds
trip.sweepCell({ data: train, grid: { seed: [1] } }, cell);
// @ts-expect-error a dataset is read-only
data.shape = [];
// @ts-expect-error a model is read-only
model.history = history;
// @ts-expect-error the binary is bytes
await loadTrip({ wasmBinary: 'core.wasm' });
// @ts-expect-error misspelt
await loadTrip({ wasmURL: '/core.wasm' });
// @ts-expect-error onEpoch is for the synchronous fit
trainer.fit(train, { onEpoch: () => true });
// @ts-expect-error workers is a number
await createTrainer({ workers: 'all' });
// @ts-expect-error a model comes when the run has ended
run.model.predict(data);
// @ts-expect-error a code that does not exist
new TripError('unknown', 'message');
// @ts-expect-error the principal angles need the number of rows
trip.principalAngles(plane, plane);

const fileBytes = new Uint8Array();
const array: NdArray = readNpy(fileBytes, 'x');
const written: Uint8Array = writeNpy(array);
const names: ArrayNames = { array: 'x', withResponse: true };
const responses: ResponseValues = ['a'];
const arrayChoice: ArrayChoice = { response: responses, dims: [2, 2] };
const archive: FileSamples = await readNpz(written, { ...names, ...arrayChoice });
const arrays: Arrays | FileSamples<SparseInput> = await readNpzArrays(fileBytes, names);
if ('x' in arrays) trip.dataset(ofArrays(arrays, arrayChoice).input);
if ('offsets' in archive.input) trip.sparseDataset(archive.input);
const svmlightChoice: SvmlightChoice = { first: 1 };
const svmlight: SvmlightSamples = readSvmlight(fileBytes, svmlightChoice);
const tnsChoice: TnsChoice = { samples: 3 };
trip.sparseDataset(readTns(fileBytes, tnsChoice).input);
const codecs: Codecs = { ZSTD: (packed, size) => packed.subarray(0, size) };
const onColumn: OnColumn = (read, all) => console.log(read, all);
const parquet: ParquetRows = await readParquet(fileBytes, codecs, onColumn);
const parquetCell: ParquetCell | undefined = parquet.rows[0]?.[0];
const values: Numbers = new Int8Array(1);
console.log(svmlight.first, parquetCell, values);
