/** Fits the network to a plane in a worker: the newest plane replaces older ones, and a short training comes before the whole one. */

import type { Dataset, FitOptions, Model, Score } from 'trip-wasm';
import type { Fit } from '../training/fit-options.ts';

/** A network on a plane, and its scores. */
export interface Refit {
  /** Frame, I x 2. */
  readonly plane: Float64Array;
  /** Freed: only its parameters are used. */
  readonly source: Model;
  readonly trainScore: Score;
  readonly testScore: Score;
  /** All epochs are trained. */
  readonly complete: boolean;
}

export interface Wanted {
  readonly plane: Float64Array;
  readonly train: Dataset;
  readonly test: Dataset;
  /** Options of the whole training, without the method. */
  readonly options: FitOptions;
}

/** Epochs of the short training. */
const shortEpochs = 100;

export class Refits {
  private control = new AbortController();

  constructor(
    private readonly fit: Fit,
    private readonly onRefit: (refit: Refit) => void,
    private readonly onFail: (error: unknown) => void,
  ) {}

  /** Cancels the trainings on older planes. */
  request(wanted: Wanted): void {
    this.stop();
    this.control = new AbortController();
    void this.train(wanted, this.control.signal);
  }

  stop(): void {
    this.control.abort();
  }

  private async train({ plane, train, test, options }: Wanted, signal: AbortSignal): Promise<void> {
    const epochs = options.epochs as number;
    try {
      for (const part of epochs > 2 * shortEpochs ? [shortEpochs, epochs] : [epochs]) {
        const fixed = { ...options, method: 'fixed', projection: plane, epochs: part } as const;
        const model = await this.fit(train, fixed, signal);
        try {
          if (signal.aborted) return;
          const scores = { trainScore: model.score(train), testScore: model.score(test) };
          this.onRefit({ plane, source: model, ...scores, complete: part === epochs });
        } finally {
          model.dispose();
        }
      }
    } catch (error) {
      if (!signal.aborted) this.onFail(error);
    }
  }
}
