/** The record of a training. */

/** Argument of `onEpoch` after each epoch: means over its mini-batches, each evaluated before its step, in training units. */
export interface EpochProgress {
  /** Index of the restart, from {@link FitOptions.firstRestart} on. */
  readonly restart: number;
  /** Epochs finished in this restart. */
  readonly epoch: number;
  /** Mean cross entropy (classification) or squared error (regression). */
  readonly loss: number;
  /** Mean squared norm of the residual X - Xbar C^T. */
  readonly reconstruction: number;
  /** loss + lambda * reconstruction. */
  readonly objective: number;
  /** Accuracy on the mini-batches of this epoch (classification), 0..1. */
  readonly accuracy?: number;
  /** Loss on the test set after this epoch. */
  readonly testLoss?: number;
  /** Accuracy on the test set after this epoch (classification), 0..1. */
  readonly testAccuracy?: number;
  /** Loss on the validation set after this epoch. */
  readonly validationLoss?: number;
  /** Accuracy on the validation set after this epoch (classification), 0..1. */
  readonly validationAccuracy?: number;
}

/**
 * One entry per epoch: means over the mini-batches, each evaluated before its step. Only classification has accuracies. Columns of the
 * test set and of the validation set exist if the run had such a set. All values are in training units (standardised if requested).
 */
export interface History {
  /** Mean cross entropy (classification) or squared error (regression). */
  readonly loss: Float32Array;
  /** Mean squared norm of the residual X - Xbar C^T. */
  readonly reconstruction: Float32Array;
  /** loss + lambda * reconstruction. */
  readonly objective: Float32Array;
  /** Share of correct predictions, 0..1 (classification). */
  readonly accuracy?: Float32Array;
  /** Loss on the test set after the epoch. */
  readonly testLoss?: Float32Array;
  /** Accuracy on the test set after the epoch (classification). */
  readonly testAccuracy?: Float32Array;
  /** Loss on the validation set after the epoch. */
  readonly validationLoss?: Float32Array;
  /** Accuracy on the validation set after the epoch (classification). */
  readonly validationAccuracy?: Float32Array;
}

/**
 * The outcome of one restart, evaluated on the whole training set with the parameters that it keeps: the final ones, or with a validation
 * set those of its best epoch.
 */
export interface RestartReport {
  /** Index of the restart, from {@link FitOptions.firstRestart} on. The index and the seeds are enough to repeat this restart alone. */
  readonly restart: number;
  /** loss + lambda * reconstruction. */
  readonly objective: number;
  /** Mean cross entropy (classification) or squared error (regression). */
  readonly loss: number;
  /** Mean squared norm of the residual X - Xbar C^T. */
  readonly reconstruction: number;
  /** Fit accuracy (classification). */
  readonly accuracy?: number;
  /** Test accuracy (classification with a test set). */
  readonly testAccuracy?: number;
  /** Loss on the test set, when there is one. */
  readonly testLoss?: number;
  /** Loss on the validation set, when there is one. */
  readonly validationLoss?: number;
  /** Accuracy on the validation set (classification). */
  readonly validationAccuracy?: number;
  /** Epochs finished; fewer than requested when the training was stopped, halted by `halving`, or diverged. */
  readonly epochs: number;
  /** With a validation set: the epoch whose parameters are kept, the one with the lowest validation loss. 0 is the state before the first epoch. */
  readonly bestEpoch?: number;
  /** With a validation set: the epoch after which `patience` ended the restart, 0 when it did not. */
  readonly stoppedEpoch?: number;
  /** With `halving`: the epoch after which the restart ended because others had lower objectives, 0 when it went on. */
  readonly haltedEpoch?: number;
  /** Whether the training reached a value that is not finite, or Z lost its rank; the last finite state was kept. */
  readonly diverged: boolean;
}
