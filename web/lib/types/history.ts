/** The record of a training. */

/** What `onEpoch` is told after each epoch: means over its mini-batches as they were met, in training units. */
export interface EpochProgress {
  /** Index of the restart, from {@link FitOptions.firstRestart} on. */
  readonly restart: number;
  /** Epochs finished in this restart. */
  readonly epoch: number;
  /** Mean cross entropy (classification) or squared error (regression). */
  readonly loss: number;
  /** Mean squared norm of what the projection leaves out, ||X - Xbar C^T||^2. */
  readonly reconstruction: number;
  /** loss + lambda * reconstruction. */
  readonly objective: number;
  /** Of the mini-batches of this epoch (classification). */
  readonly accuracy?: number;
  /** Loss on the test set after this epoch. */
  readonly testLoss?: number;
  /** Accuracy on the test set after this epoch (classification), 0..1. */
  readonly testAccuracy?: number;
}

/**
 * One entry an epoch: means over the mini-batches as they were met, before each step. Classification has the accuracies,
 * a run with a test set the test columns. Everything in training units (standardised where that was asked).
 */
export interface History {
  /** Mean cross entropy (classification) or squared error (regression). */
  readonly loss: Float32Array;
  /** Mean squared norm of what the projection leaves out, ||X - Xbar C^T||^2. */
  readonly reconstruction: Float32Array;
  /** loss + lambda * reconstruction. */
  readonly objective: Float32Array;
  /** Share of the samples predicted rightly, 0..1 (classification). */
  readonly accuracy?: Float32Array;
  /** Loss on the test set after the epoch. */
  readonly testLoss?: Float32Array;
  /** Accuracy on the test set after the epoch (classification). */
  readonly testAccuracy?: Float32Array;
}

/** One restart's outcome, evaluated on the whole training set with its final parameters. */
export interface RestartReport {
  /** Its index, from {@link FitOptions.firstRestart} on: together with the seeds it repeats this restart alone. */
  readonly restart: number;
  /** loss + lambda * reconstruction. */
  readonly objective: number;
  /** Mean cross entropy (classification) or squared error (regression). */
  readonly loss: number;
  /** Mean squared norm of what the projection leaves out, ||X - Xbar C^T||^2. */
  readonly reconstruction: number;
  /** Fit accuracy (classification). */
  readonly accuracy?: number;
  /** Test accuracy (classification with a test set). */
  readonly testAccuracy?: number;
  /** Loss on the test set, when there is one. */
  readonly testLoss?: number;
  /** Epochs finished; fewer than asked for when the training was stopped or diverged. */
  readonly epochs: number;
  /** The training met a value that is not finite, or Z lost its rank; the last finite state was kept. */
  readonly diverged: boolean;
}
