/** The caller's side of sweeps and assessments: their cells run on the workers of a pool. */

import { type ErrorRecord, TripError } from '../common/errors.js';
import type { Cell, Execute } from '../sweep/cell.js';
import type { CellReport } from '../types.js';
import { type JobMessage, nextJob, type Slot } from './pool.js';
import { type ActiveJob, Work } from './work.js';

/** Cells that were given to the executor together. */
interface Batch {
  readonly cells: Iterator<Cell>;
  readonly receive: (cell: Cell, report: CellReport) => void;
  readonly resolve: () => void;
  /** The next cell; undefined when all have been given to workers. */
  next: Cell | undefined;
  /** Cells whose worker died: they are repeated by another one, before all others. */
  readonly lost: Cell[];
  /** Cells that workers have. */
  running: number;
}

/** A cell is given up when so many workers have died of it. */
const MOST_DEATHS = 2;

const waits = ({ next, lost }: Batch) => next !== undefined || lost.length > 0;

/** Runs a procedure whose cells go to the workers. Batches are served in the order in which the procedure began them. */
export class CellWork<Result> extends Work<Result, ActiveJob> {
  #batches: Batch[] = [];
  /** Number of workers that died of each cell. */
  readonly #deaths = new Map<Cell, number>();
  /** Set by the pool, to be called when cells were added. */
  readonly #onCells: () => void;

  /** `what` names the work in the message of an abort. `onCells` is called when new cells wait for workers. */
  constructor(
    what: string,
    signal: AbortSignal | undefined,
    procedure: (execute: Execute) => Promise<Result>,
    onCells: () => void,
  ) {
    super();
    this.#onCells = onCells;
    this.listen(signal, what);
    if (this.settled) return;
    procedure((cells, receive) => this.#execute(cells, receive as Batch['receive'])).then(
      (result) => this.succeed(result),
      (error) => this.fail(error),
    );
  }

  get waiting(): boolean {
    return !this.settled && this.#batches.some(waits);
  }

  startNext(slot: Slot): void {
    const batch = this.#batches.find(waits) as Batch;
    const repeated = batch.lost.pop();
    const cell = repeated ?? (batch.next as Cell);
    const job: ActiveJob = { id: nextJob(), slot };
    const onLost = (error: TripError) => this.#onDeath(job, { batch, cell }, error);
    const task = cell.task();
    if (repeated === undefined) batch.next = batch.cells.next().value;
    batch.running++;
    this.active.add(job);
    slot.assign(
      { onMessage: (message) => this.#onMessage(job, { batch, cell }, message), onLost },
      { type: 'cell', job: job.id, task },
    );
  }

  #execute(given: Iterable<Cell>, receive: Batch['receive']): Promise<void> {
    return new Promise((resolve) => {
      const cells = given[Symbol.iterator]();
      const batch: Batch = { cells, receive, resolve, next: cells.next().value, lost: [], running: 0 };
      if (batch.next === undefined) return resolve();
      this.#batches.push(batch);
      this.#onCells();
    });
  }

  #onMessage(job: ActiveJob, { batch, cell }: { batch: Batch; cell: Cell }, message: JobMessage): void {
    if (!this.active.has(job)) return;
    if (message.type === 'failed') this.#onLost(job, cell, message.error);
    else if (message.type !== 'report')
      this.#onLost(job, cell, { code: 'internal', message: 'a worker ended its job without being asked' });
    else this.#receive(job, { batch, cell }, message.report);
  }

  #receive(job: ActiveJob, { batch, cell }: { batch: Batch; cell: Cell }, report: CellReport): void {
    this.active.delete(job);
    batch.running--;
    try {
      batch.receive(cell, report);
    } catch (thrown) {
      this.fail(thrown);
      return;
    }
    if (waits(batch) || batch.running > 0) return;
    this.#batches = this.#batches.filter((other) => other !== batch);
    batch.resolve();
  }

  /** Repeats the cell, unless its data never reached the worker or workers die of it again and again. */
  #onDeath(job: ActiveJob, { batch, cell }: { batch: Batch; cell: Cell }, error: TripError): void {
    const deaths = (this.#deaths.get(cell) ?? 0) + 1;
    this.#deaths.set(cell, deaths);
    if (error.code !== 'worker') {
      this.#onLost(job, cell, error);
    } else if (deaths === MOST_DEATHS) {
      const { code, message } = error;
      this.#onLost(job, cell, { code, message: `${message}; ${deaths} workers died of it` });
    } else if (this.active.delete(job)) {
      batch.running--;
      batch.lost.push(cell);
    }
  }

  #onLost(job: ActiveJob, cell: Cell, { code, message }: ErrorRecord): void {
    if (this.active.delete(job)) this.fail(new TripError(code, `${cell.name}: ${message}`));
  }
}
