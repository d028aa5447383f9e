/** The caller's side of sweeps and assessments: their cells run on the workers of a pool. */

import { type TripError, toRecord, toTripError } from '../common/errors.js';
import type { CellTask } from '../sweep/cell.js';
import type { CellBatch, CellExecutor, CellOutcome, CellPlan, Dataset } from '../types.js';
import { type JobMessage, nextJob, type Slot } from './pool.js';
import { type ActiveJob, lastDeath, Work } from './work.js';

/** Cells that were given to the executor together. */
interface Batch extends Pick<CellBatch, 'data' | 'receive'> {
  readonly cells: Iterator<CellPlan>;
  readonly resolve: () => void;
  /** The next cell; undefined when all have been given to workers. */
  next: CellPlan | undefined;
  /** Cells whose worker died: they are repeated by another one, before all others. */
  readonly lost: CellPlan[];
  /** Cells that workers have. */
  running: number;
}

const waits = ({ next, lost }: Batch) => next !== undefined || lost.length > 0;

interface RunningCell {
  readonly batch: Batch;
  readonly cell: CellPlan;
}

/** The connection of a procedure to the pool. */
interface Connection {
  /** Names the work in the message of an abort. */
  readonly what: string;
  readonly signal: AbortSignal | undefined;
  /** Prepares the samples of a cell. */
  readonly taskOf: (data: Dataset, cell: CellPlan) => CellTask;
  /** Called when new cells wait for workers. */
  readonly onCells: () => void;
}

/**
 * Runs a procedure whose cells go to the workers; batches are served in the order in which the procedure began them. The signal that the
 * procedure gets is aborted when the work has ended in any way.
 */
export class CellWork<Result> extends Work<Result, ActiveJob> implements CellExecutor {
  #batches: Batch[] = [];
  /** Number of workers that died of each cell. */
  readonly #deaths = new WeakMap<CellPlan, number>();
  readonly #taskOf: Connection['taskOf'];
  readonly #onCells: () => void;
  readonly #ended = new AbortController();

  constructor(
    { what, signal, taskOf, onCells }: Connection,
    procedure: (workers: CellExecutor, signal: AbortSignal) => Promise<Result>,
  ) {
    super();
    this.#taskOf = taskOf;
    this.#onCells = onCells;
    this.listen(signal, what);
    if (this.settled) return;
    procedure(this, this.#ended.signal).then(
      (result) => this.succeed(result),
      (error) => this.fail(error),
    );
  }

  get waiting(): number {
    return !this.settled && this.#batches.some(waits) ? Number.POSITIVE_INFINITY : 0;
  }

  override settle(): void {
    super.settle();
    this.#ended.abort();
  }

  startNext(slot: Slot): void {
    const batch = this.#batches.find(waits) as Batch;
    const repeated = batch.lost.pop();
    const cell = repeated ?? (batch.next as CellPlan);
    const running: RunningCell = { batch, cell };
    if (repeated === undefined) batch.next = batch.cells.next().value;
    batch.running++;
    let task: CellTask;
    try {
      task = this.#taskOf(batch.data, cell);
    } catch (thrown) {
      // The pool is assigning workers, and an outcome may make it begin again.
      queueMicrotask(() => this.#finish(running, { error: toRecord(toTripError(thrown)) }));
      return;
    }
    const job: ActiveJob = { id: nextJob(), slot };
    const onLost = (error: TripError) => this.#onDeath(job, running, error);
    this.active.add(job);
    slot.assign(
      { onMessage: (message) => this.#onMessage(job, running, message), onLost },
      { type: 'cell', job: job.id, task },
    );
  }

  execute({ data, cells: given, receive }: CellBatch): Promise<void> {
    return new Promise((resolve) => {
      const cells = given[Symbol.iterator]();
      const batch: Batch = { data, cells, receive, resolve, next: cells.next().value, lost: [], running: 0 };
      if (batch.next === undefined) return resolve();
      this.#batches.push(batch);
      this.#onCells();
    });
  }

  #onMessage(job: ActiveJob, running: RunningCell, message: JobMessage): void {
    if (message.type === 'report') this.#receive(job, running, { report: message.report });
    else if (message.type === 'failed') this.#receive(job, running, { error: message.error });
    else
      this.#receive(job, running, {
        error: { code: 'internal', message: 'a worker ended its job without being asked' },
      });
  }

  #receive(job: ActiveJob, running: RunningCell, outcome: CellOutcome): void {
    if (this.active.delete(job)) this.#finish(running, outcome);
  }

  /** Repeats the cell, unless its data never reached the worker or workers die of it again and again. */
  #onDeath(job: ActiveJob, running: RunningCell, error: TripError): void {
    const { batch, cell } = running;
    const deaths = (this.#deaths.get(cell) ?? 0) + 1;
    this.#deaths.set(cell, deaths);
    const last = lastDeath(error, deaths);
    if (last) this.#receive(job, running, { error: { code: last.code, message: last.message } });
    else if (this.active.delete(job)) {
      batch.running--;
      batch.lost.push(cell);
    }
  }

  #finish({ batch, cell }: RunningCell, outcome: CellOutcome): void {
    if (this.settled) return;
    batch.running--;
    try {
      batch.receive(cell, outcome);
    } catch (thrown) {
      this.fail(thrown);
      return;
    }
    if (waits(batch)) this.#onCells();
    if (waits(batch) || batch.running > 0) return;
    this.#batches = this.#batches.filter((other) => other !== batch);
    batch.resolve();
  }
}
