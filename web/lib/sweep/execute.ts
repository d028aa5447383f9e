/** Runs the cells of a procedure on an executor; cells that fail are tried again. */

import { integer, isRecord, refuse } from '../common/check.js';
import { fail, TripError, type TripErrorCode } from '../common/errors.js';
import type { CellError, CellExecutor, CellPlan, CellReport, Dataset, ExecutorChoice } from '../types.js';

/** A cell of a procedure. */
export interface Cell {
  /** For messages, such as `fold 3`. */
  readonly name: string;
  /** Made when an executor has room for it. */
  plan(): CellPlan;
}

/**
 * Runs cells and passes each report to `receive`. Resolves when all have finished. A cell that fails each time goes to `failed`; without
 * it the first such cell rejects.
 */
export type Execute = <C extends Cell>(
  cells: Iterable<C>,
  receive: (cell: C, report: CellReport) => void,
  failed?: (cell: C, error: CellError) => void,
) => Promise<void>;

/** Plans as cells. */
export function* planned(plans: Iterable<CellPlan>): Generator<Cell> {
  for (const plan of plans) yield { name: plan.name, plan: () => plan };
}

/** Options of a procedure that say how its cells are run. */
export interface ExecutionOptions {
  readonly signal?: AbortSignal | undefined;
  readonly executor?: ExecutorChoice | undefined;
  readonly retries?: number | undefined;
}

/** The checks of these options beside that of the signal, for `readOptions`. */
export const executionChecks = {
  executor: (name: string, value: unknown): ExecutorChoice =>
    value === 'here' || value === 'workers' || (isRecord(value) && typeof value.execute === 'function')
      ? (value as ExecutorChoice)
      : refuse(name, value, "'here', 'workers' or an object with the function execute is"),
  retries: (name: string, value: unknown) => integer(name, value, 0, 100),
};

/** Cells that failed are run together when all others have ended, `retries` times. */
export const executeOn =
  (executor: CellExecutor, data: Dataset, signal: AbortSignal, retries: number): Execute =>
  async <C extends Cell>(
    cells: Iterable<C>,
    receive: (cell: C, report: CellReport) => void,
    failed: (cell: C, error: CellError) => void = reject,
  ) => {
    let waiting = cells;
    for (let left = retries; ; left--) {
      const again: C[] = [];
      const onError = left > 0 ? (cell: C) => void again.push(cell) : failed;
      await runOnce({ executor, data, signal }, waiting, { receive, failed: onError });
      if (again.length === 0) return;
      waiting = again;
    }
  };

interface Callbacks<C extends Cell> {
  readonly receive: (cell: C, report: CellReport) => void;
  readonly failed: (cell: C, error: CellError) => void;
}

async function runOnce<C extends Cell>(
  { executor, data, signal }: { executor: CellExecutor; data: Dataset; signal: AbortSignal },
  cells: Iterable<C>,
  { receive, failed }: Callbacks<C>,
): Promise<void> {
  const running = new Map<CellPlan, C>();
  const given = cells[Symbol.iterator]();
  function* plans(): Generator<CellPlan> {
    for (let next = given.next(); !next.done; next = given.next()) {
      // A copy, since the caller may give the same plan twice.
      const plan = { ...next.value.plan() };
      running.set(plan, next.value);
      yield plan;
    }
  }
  await executor.execute({
    data,
    cells: plans(),
    signal,
    receive: (plan, outcome) => {
      const cell = running.get(plan);
      if (cell === undefined) fail('value', 'the executor gave an outcome for a cell that it did not have to run');
      running.delete(plan);
      const { report, error } = Object(outcome) as { readonly report?: CellReport; readonly error?: unknown };
      if (isRecord(report)) receive(cell, report);
      else if (isCellError(error)) failed(cell, error);
      else fail('value', `the executor gave neither a report nor an error for ${cell.name}`);
    },
  });
  const [unfinished] = running.values();
  if (unfinished !== undefined) fail('value', `the executor ended without an outcome for ${unfinished.name}`);
  if (!given.next().done) fail('value', 'the executor ended without taking all of its cells');
}

/** Whether an error that came from elsewhere has its code and its message. */
export const isCellError = (error: unknown): error is CellError =>
  isRecord(error) && typeof error.code === 'string' && typeof error.message === 'string';

function reject({ name }: Cell, { code, message }: CellError): never {
  throw new TripError(code as TripErrorCode, `${name}: ${message}`);
}
