/**
 * Runs procedures of many fits, one after the other, with progress and time left. Results and finished fits are cached, so that known
 * settings need no fits and a cancelled procedure continues. It does not depend on the page.
 */

import type { Model, Trip } from 'trip-wasm';
import type { AssessmentRow, Trainer } from 'trip-wasm/trainer';
import type { Material } from '../data/entry.ts';
import { messageOf } from './error-message.ts';
import { Estimate } from './estimate.ts';
import type { Progress } from './grid.ts';

/** The data, and the model shown where a procedure needs it. */
export interface Subject {
  readonly trip: Trip;
  readonly trainer: Trainer;
  readonly material: Material;
  readonly reference?: Model;
}

export interface RunSettings {
  readonly signal: AbortSignal;
  readonly done: readonly AssessmentRow[];
  readonly onProgress?: (progress: { readonly row: AssessmentRow }) => void;
}

export interface Procedure {
  readonly name: string;
  /** Identifies data and settings. */
  readonly key: string;
  /** Number of fits, at most. */
  readonly fits: number;
  /** Starts of each fit. */
  readonly starts: number;
  compute(subject: Subject, settings: RunSettings): Promise<object>;
}

/** A procedure that has begun: the rows of its fits, and its result once all are there. */
interface Begun {
  readonly rows: AssessmentRow[];
  result?: object;
}

export interface ProcedureProgress extends Progress {
  readonly name: string;
}

/** Number of cached procedures. */
const mostBegun = 12;

export class Procedures {
  /** Undefined while nothing is computed. Counts trainings of one start. */
  progress: ProcedureProgress | undefined;
  /** Message of the procedure that failed last. */
  failure: string | undefined;
  private readonly cache = new Map<string, Begun>();
  private control = new AbortController();

  /** `pause`: milliseconds between two reports of progress, since small fits end faster than the page can be drawn. */
  constructor(
    private readonly onChange: () => void,
    private readonly pause = 50,
  ) {}

  resultOf({ key }: Procedure): object | undefined {
    return this.cache.get(key)?.result;
  }

  /** Whether some fit of these is finished. */
  begun(procedures: readonly Procedure[]): boolean {
    return procedures.some(({ key }) => (this.cache.get(key)?.rows.length ?? 0) > 0);
  }

  /** Computes the results that are not cached. Resolves when all have ended or are cancelled. */
  async run(procedures: readonly Procedure[], subject: Subject): Promise<void> {
    this.cancel();
    const control = new AbortController();
    this.control = control;
    this.failure = undefined;
    const report = this.reporter(procedures);
    try {
      for (const procedure of procedures) {
        const begun = this.open(procedure.key);
        if (begun.result) continue;
        report(procedure);
        const onProgress = ({ row }: { readonly row: AssessmentRow }) => {
          begun.rows.push(row);
          if (!control.signal.aborted) report(procedure);
        };
        const result = await procedure.compute(subject, { signal: control.signal, done: [...begun.rows], onProgress });
        if (control.signal.aborted) return;
        begun.result = result;
        this.onChange();
      }
    } catch (error) {
      if (!control.signal.aborted) this.failure = messageOf(error);
    } finally {
      if (this.control === control) this.clearProgress();
    }
  }

  /** Computes another result of a procedure from the fits that it has. */
  async replace({ key, compute }: Procedure, subject: Subject): Promise<void> {
    const begun = this.cache.get(key);
    if (!begun?.result) return;
    begun.result = await compute(subject, { signal: new AbortController().signal, done: begun.rows });
    this.onChange();
  }

  /** Cancels the computation; finished fits stay in the cache. */
  cancel(): void {
    this.control.abort();
    this.failure = undefined;
    this.clearProgress();
  }

  private clearProgress(): void {
    this.progress = undefined;
    this.onChange();
  }

  /** Moves a procedure to the end of the cache, and removes those that were used least recently. */
  private open(key: string): Begun {
    const begun = this.cache.get(key) ?? { rows: [] };
    this.cache.delete(key);
    this.cache.set(key, begun);
    for (const old of [...this.cache.keys()].slice(0, Math.max(0, this.cache.size - mostBegun))) this.cache.delete(old);
    return begun;
  }

  /** Returns a function that reports the progress of one procedure among all. */
  private reporter(procedures: readonly Procedure[]): (procedure: Procedure) => void {
    const total = procedures.reduce((sum, { fits, starts }) => sum + fits * starts, 0);
    /** A procedure with a result needs no more fits, even if it stopped early. */
    const doneOf = ({ key, fits, starts }: Procedure) => {
      const begun = this.cache.get(key);
      return starts * (begun?.result ? fits : (begun?.rows.length ?? 0));
    };
    const count = () => procedures.reduce((sum, procedure) => sum + doneOf(procedure), 0);
    const estimate = new Estimate(total, count());
    let last = Number.NEGATIVE_INFINITY;
    return ({ name }) => {
      const now = performance.now();
      if (now - last < this.pause && name === this.progress?.name) return;
      last = now;
      const done = count();
      this.progress = { name, done, total, left: estimate.left(done) };
      this.onChange();
    };
  }
}
