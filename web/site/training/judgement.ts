/** The judgement of a training. All notices and the verdict follow from its code. */

import type { Dataset, RestartReport } from 'trip-wasm';
import type { TrackState } from './track.ts';

export type Judgement =
  /** The training has not ended. */
  | { readonly code: 'training' }
  /** It broke off with an error, so that no result exists. */
  | { readonly code: 'failed' }
  /** `epoch`: number of epochs before the numbers overflowed. */
  | { readonly code: 'diverged'; readonly epoch: number }
  /** Loss and predictions are no better than guessing, at a high learning rate. `inactive`: every sample gets the same prediction. */
  | { readonly code: 'nothing'; readonly inactive: boolean }
  /** The loss is no better than guessing, at a high learning rate, but the classes are: the probabilities are too sure. */
  | { readonly code: 'overshot' }
  | { readonly code: 'ended' };

/** From this learning rate on, the page attributes a loss no better than guessing to it. */
const longSteps = 0.03;
/** A loss above this share of that of guessing is no better. */
const asGuessing = 0.99;
/** Accuracy above the share of the largest class that shows that something has been learned. */
const margin = 0.02;

interface Ended {
  readonly state: TrackState | undefined;
  readonly report: Pick<RestartReport, 'loss' | 'accuracy' | 'diverged'> | undefined;
  readonly train: Pick<Dataset, 'task' | 'labels' | 'classNames'>;
  readonly learningRate: number;
  /** Asked only where nothing was learned: whether every sample gets the same prediction. */
  readonly isConstant: () => boolean;
}

export function judge({ state, report, train, learningRate, isConstant }: Ended): Judgement {
  if (!state || state.kind === 'training') return { code: 'training' };
  if (state.kind === 'failed') return { code: 'failed' };
  if (state.kind === 'diverged') return { code: 'diverged', epoch: state.epoch };
  if (!report || learningRate < longSteps) return { code: 'ended' };
  const shares = sharesOf(train);
  if (shares.length === 0) {
    // The mean of the responses has a loss of 1 in units of their variance.
    return report.loss > asGuessing ? { code: 'nothing', inactive: isConstant() } : { code: 'ended' };
  }
  const entropy = shares.reduce((sum, share) => (share > 0 ? sum - share * Math.log(share) : sum), 0);
  if (report.loss <= asGuessing * entropy) return { code: 'ended' };
  if ((report.accuracy ?? 0) > Math.max(...shares) + margin) return { code: 'overshot' };
  return { code: 'nothing', inactive: isConstant() };
}

/** Shares of the classes; empty for a regression. */
function sharesOf({ labels, classNames }: Ended['train']): number[] {
  if (!labels || !classNames) return [];
  const counts = classNames.map(() => 0);
  for (const label of labels) counts[label] = (counts[label] as number) + 1;
  return counts.map((count) => count / labels.length);
}

/** The result of one method, as the verdict names it. */
export interface Result {
  readonly judgement: Judgement;
  /** On the unseen samples; undefined where a score does not apply or none are held out. */
  readonly accuracy: number | undefined;
  readonly loss: number | undefined;
}

/** The sentence on TRIP's result. */
export type VerdictCode =
  | 'failed'
  | 'diverged'
  | 'collapsed'
  /** Accuracy or loss on the unseen samples. */
  | 'right'
  | 'loss'
  /** No score on unseen samples is known. */
  | 'unknown';

export function verdictOf({ judgement, accuracy, loss }: Result, task: Dataset['task']): VerdictCode {
  if (judgement.code === 'failed' || judgement.code === 'diverged') return judgement.code;
  if (judgement.code === 'nothing') return 'collapsed';
  const score = task === 'regression' ? loss : accuracy;
  if (score === undefined || !Number.isFinite(score)) return 'unknown';
  return task === 'regression' ? 'loss' : 'right';
}
