/**
 * Training in workers: browser Workers, or worker threads in Node.
 *
 * @packageDocumentation
 */

import { boolean, defined, integer, readOptions, requireObject } from './common/check.js';
import { asyncDisposeSymbol } from './common/dispose-symbols.js';
import { fail } from './common/errors.js';
import { builtin, isNode } from './common/node.js';
import { address, chooseSimd, compileBinary, loadChecks } from './core/load.js';
import { TripModel } from './model/model.js';
import { planFit } from './model/options.js';
import { type Execute, type ExecutionOptions, executeOn, executionChecks, planned } from './sweep/execute.js';
import { planSweep, taskOf } from './sweep/plan.js';
import { readSweepOptions, runSweep } from './sweep/run.js';
import { PlannedCells } from './sweep/sweep-cells.js';
import { loadTrip, moduleOf } from './trip.js';
import type {
  AssessedOptions,
  CellBatch,
  CellExecutor,
  CrossValidation,
  CrossValidationOptions,
  Dataset,
  FitOptions,
  LoadOptions,
  ParameterGrid,
  PermutationOptions,
  PermutationTest,
  Run,
  RunOptions,
  Samples,
  Selection,
  SelectionOptions,
  Stability,
  StabilityOptions,
  SweepOptions,
  SweepPlan,
  SweepTable,
  Trainer,
  TrainerOptions,
  Trip,
} from './types.js';
import { CellWork } from './workers/cell-work.js';
import { executorHere } from './workers/here.js';
import { localThreads } from './workers/local-thread.js';
import { Pool } from './workers/pool.js';
import { TrainerRun } from './workers/run.js';
import { openThread } from './workers/thread.js';

export { TripError, type TripErrorCode } from './common/errors.js';
export type {
  AssessedOptions,
  AssessedScore,
  AssessmentProgress,
  AssessmentRow,
  AssessmentRunOptions,
  CellBatch,
  CellExecutor,
  CellOutcome,
  ChoiceOptions,
  CrossValidation,
  CrossValidationOptions,
  ExecutorChoice,
  FoldOptions,
  ImportanceOptions,
  Interval,
  ModeStability,
  PermutationOptions,
  PermutationTest,
  PointStability,
  Run,
  RunOptions,
  Selection,
  SelectionOptions,
  Snapshot,
  SnapshotScore,
  Stability,
  StabilityOptions,
  SweepOptions,
  SweepProgress,
  Trainer,
  TrainerOptions,
  VariableImportance,
} from './types.js';

const checks = {
  ...loadChecks,
  workers: (name: string, value: unknown) => integer(name, value, 1, 64),
  local: boolean,
  workerUrl: address,
  startTimeout: (name: string, value: unknown) => integer(name, value, 1, 2 ** 31 - 1),
  trip(_name: string, value: unknown): Trip {
    moduleOf(value as Trip);
    return value as Trip;
  },
};

/**
 * Starts a first worker with the module; the others start when a training has work for them, with the same compiled module. Fails with
 * code `worker` when a worker cannot start, and with `load` when the binary does not load; the message names the address that was tried.
 *
 * @example
 * ```js
 * import { loadTrip } from 'trip-wasm';
 * import { createTrainer } from 'trip-wasm/trainer';
 *
 * const trip = await loadTrip();
 * const trainer = await createTrainer({ trip, workers: 2 });
 * const run = trainer.fit(trip.spiral().train, { standardize: false, restarts: 4, epochs: 200 });
 * console.log((await run.model).fingerprint);
 * await trainer.close();
 * ```
 */
export async function createTrainer(options: TrainerOptions = {}): Promise<Trainer> {
  const defaults = { workers: defaultWorkers(), local: false, startTimeout: 30_000 };
  const { workers, local, workerUrl, startTimeout, trip, ...source } = readOptions(
    'createTrainer',
    options,
    checks,
    defaults,
  );
  const library = Promise.resolve(trip ?? loadTrip(source));
  // A binary that is named beside an instance is for the workers.
  const compiled =
    trip && !local && Object.values(defined(source)).length > 0 ? compileFrom(source) : library.then(compiledOf);
  const instance = library.then(moduleOf);
  // Their errors reach the caller through the workers, unless none can be created.
  for (const promise of [compiled, instance]) promise.catch(() => {});
  const pool = new Pool(workers, {
    open: local ? localThreads(workers === 1 ? instance : undefined) : openThread,
    ...{ workerUrl, startTimeout, compiled },
  });
  const [loaded, started] = await Promise.allSettled([library, pool.start()]);
  if (loaded.status === 'fulfilled' && started.status === 'fulfilled') return new PoolTrainer(pool, loaded.value);
  await pool.close();
  throw loaded.status === 'rejected' ? loaded.reason : (started as PromiseRejectedResult).reason;
}

const compileFrom = async (source: LoadOptions) => compileBinary(source, chooseSimd(source.simd));

const compiledOf = (trip: Trip) => moduleOf(trip).compiled;

/** Number of processors minus one, from 1 to 8. */
function defaultWorkers(): number {
  let processors = globalThis.navigator?.hardwareConcurrency;
  if (processors === undefined && isNode()) {
    processors = builtin<{ availableParallelism(): number }>('node:os').availableParallelism();
  }
  return Math.min(8, Math.max(1, (processors ?? 2) - 1));
}

/** A sweep or an assessment: the data of its cells, how they are run, and the function that runs them. */
interface Procedure<Result> {
  readonly data: Dataset;
  readonly execution: ExecutionOptions;
  readonly run: (execute: Execute) => Promise<Result>;
}

class PoolTrainer implements Trainer {
  readonly #pool: Pool;
  readonly #trip: Trip;

  constructor(pool: Pool, trip: Trip) {
    this.#pool = pool;
    this.#trip = trip;
  }

  get workers(): number {
    return this.#pool.slots.length;
  }

  fit(data: Samples, options: FitOptions = {}, settings: RunOptions = {}): Run {
    this.#requireOpen();
    requireObject('options', options);
    if ('onEpoch' in options) fail('option', 'onEpoch is for the synchronous fit; iterate the run for snapshots');
    if ('signal' in options) fail('option', 'signal is an option of the run; give it in the third argument of fit');
    const module = moduleOf(this.#trip);
    const run = new TrainerRun(
      module,
      planFit(module, data, options),
      settings,
      (result) => new TripModel(module, result),
    );
    this.#pool.add(run);
    return run;
  }

  async sweep(plan: SweepPlan, options: SweepOptions = {}): Promise<SweepTable> {
    this.#requireOpen();
    const module = moduleOf(this.#trip);
    const { signal, executor, ...settings } = readSweepOptions(options);
    const { retries } = settings;
    const cells = new PlannedCells(module, planSweep(module, plan));
    return this.#run('the sweep', {
      data: cells.data,
      execution: { signal, executor, retries },
      run: (execute) => runSweep(cells, settings, execute),
    });
  }

  async crossValidate(
    data: Samples,
    options: AssessedOptions = {},
    settings: CrossValidationOptions = {},
  ): Promise<CrossValidation> {
    const { planCrossValidation } = await this.#loadAssessments();
    return this.#run('the cross validation', planCrossValidation(moduleOf(this.#trip), { data, options, settings }));
  }

  async select(
    data: Samples,
    grid: ParameterGrid | readonly ParameterGrid[],
    settings: SelectionOptions = {},
  ): Promise<Selection> {
    const { planSelection } = await this.#loadAssessments();
    return this.#run('the selection', planSelection(moduleOf(this.#trip), { data, grid, settings }));
  }

  async permutationTest(
    data: Samples,
    options: AssessedOptions = {},
    settings: PermutationOptions = {},
  ): Promise<PermutationTest> {
    const { planPermutationTest } = await this.#loadAssessments();
    return this.#run('the permutation test', planPermutationTest(moduleOf(this.#trip), { data, options, settings }));
  }

  async stability(data: Samples, options: AssessedOptions = {}, settings: StabilityOptions = {}): Promise<Stability> {
    const { planStability } = await this.#loadAssessments();
    return this.#run('the assessment of stability', planStability(moduleOf(this.#trip), { data, options, settings }));
  }

  /** Assessments are loaded on demand: a page that only trains need not download them. */
  async #loadAssessments() {
    this.#requireOpen();
    const assessments = await import('./assess/assessments.js');
    this.#requireOpen();
    return assessments;
  }

  async execute({ data, cells, receive, signal }: CellBatch, options: { retries?: number } = {}): Promise<void> {
    this.#requireOpen();
    const { retries } = readOptions('execute', options, { retries: executionChecks.retries }, { retries: 0 });
    return this.#begin('the execution', signal, (workers, ended) =>
      executeOn(
        workers,
        data,
        ended,
        retries,
      )(
        planned(cells),
        (cell, report) => receive(cell.plan(), { report }),
        (cell, error) => receive(cell.plan(), { error }),
      ),
    );
  }

  #run<Result>(what: string, { data, execution, run }: Procedure<Result>): Promise<Result> {
    const { signal, executor = 'workers', retries = 0 } = execution;
    return this.#begin(what, signal, (workers, ended) => {
      const own = { workers, here: executorHere(moduleOf(this.#trip)) };
      const chosen = typeof executor === 'string' ? own[executor] : executor;
      return run(executeOn(chosen, data, ended, retries));
    });
  }

  #begin<Result>(
    what: string,
    signal: AbortSignal | undefined,
    procedure: (workers: CellExecutor, ended: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const module = moduleOf(this.#trip);
    const onCells = () => this.#pool.schedule();
    const work = new CellWork({ what, signal, taskOf: (data, cell) => taskOf(module, data, cell), onCells }, procedure);
    this.#pool.add(work);
    return work.result;
  }

  #requireOpen(): void {
    if (this.#pool.closed) fail('closed', 'the trainer has been closed');
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  [asyncDisposeSymbol](): Promise<void> {
    return this.close();
  }
}
