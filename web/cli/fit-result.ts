/** The result of the command `fit`: values that the fit chose, scores, and the table of them. */

import {
  type Dataset,
  type FitOptions,
  type LambdaChoice,
  type Model,
  type Score,
  type ScoreName,
  scoreTable,
} from 'trip-wasm';
import { defined } from './checks.js';
import { align, short } from './terminal.js';

/** Values that the fit chose, since they were not given as numbers. */
export function chosenIn({ options, lambdaChoice }: Model, given: FitOptions): string[] {
  const { lambda, epochs, restarts } = options as unknown as { lambda: number; epochs: number; restarts: number };
  const values: string[] = [];
  if (lambdaChoice?.rule === 'auto') values.push(`lambda ${short(lambda)}`);
  if (lambdaChoice?.rule === 'validate')
    values.push(`lambda ${short(lambda)}, ${short(lambda / lambdaChoice.auto)} times the automatic one`);
  if (typeof given.epochs !== 'number') values.push(`${epochs} epochs`);
  if (typeof given.restarts !== 'number') values.push(`${restarts} ${restarts === 1 ? 'start' : 'starts'}`);
  return values.length === 0 ? [] : [`chosen for these data: ${values.join('; ')}`];
}

interface Result {
  readonly model: string;
  readonly fingerprint: string;
  readonly restart: number;
  readonly restarts: number;
  readonly diverged: boolean;
  readonly notes: readonly string[];
  readonly lambda: number;
  readonly lambdaChoice?: LambdaChoice;
  /** With a validation set: the epoch whose parameters are kept, and the number of epochs trained. */
  readonly bestEpoch?: number;
  readonly epochs?: number;
  /** With halving: the epoch after which each restart was halted, 0 for those that went on. */
  readonly haltedEpochs?: readonly number[];
  readonly train: Score;
  readonly validation?: Score;
  readonly test?: Score;
}

/** The samples that the fit learned from, those that it held out, and those of --test. */
type Parts = { readonly [name in (typeof partNames)[number]]?: Dataset } & { readonly train: Dataset };
const partNames = ['train', 'validation', 'test'] as const;

export function resultOf(model: Model, parts: Parts, out: string): Result {
  const { restart = 0, diverged = false, bestEpoch, epochs } = model.restarts[model.best] ?? {};
  return {
    model: out,
    fingerprint: model.fingerprint,
    restart,
    restarts: model.restarts.length,
    diverged,
    notes: model.notes,
    lambda: model.spec.lambda,
    ...defined({ lambdaChoice: model.lambdaChoice }),
    ...(bestEpoch === undefined ? {} : defined({ bestEpoch, epochs })),
    ...(model.options.halving ? { haltedEpochs: model.restarts.map(({ haltedEpoch = 0 }) => haltedEpoch) } : {}),
    train: model.score(parts.train),
    ...(parts.validation && { validation: model.score(parts.validation) }),
    ...(parts.test && { test: model.score(parts.test) }),
  };
}

/** The objective comes first, since it was minimised. */
const scoreNames = ['objective', ...Object.keys(scoreTable).filter((name) => name !== 'objective')] as ScoreName[];

/** A smaller step cannot help if the objective of the start is infinite. */
function adviceOn({ objective }: Score): string {
  return Number.isFinite(objective)
    ? 'the last finite state was kept. A smaller --learning-rate helps.'
    : 'its objective is too large for single precision from the start. --standardize yes or larger units help.';
}

export function tableOf(result: Result): string[] {
  const { model, fingerprint, restart, restarts, diverged, bestEpoch, epochs, train } = result;
  const own = scoreNames.filter((name) => train[name] !== undefined);
  const columns = partNames.filter((part) => result[part] !== undefined);
  const scores = [
    ['', ...columns.map((part) => (part === 'train' ? 'training' : part))],
    ...own.map((name) => [name, ...columns.map((part) => result[part]?.[name] as number)]),
  ];
  const epoch = bestEpoch === undefined ? '' : `, epoch ${bestEpoch} of ${epochs}`;
  const kept = (restarts === 1 ? '' : `, restart ${restart} of ${restarts}`) + epoch;
  const warning = diverged ? [`The training diverged; ${adviceOn(train)}`] : [];
  return [...align(scores), `${model}: fingerprint ${fingerprint}${kept}`, ...haltedIn(result), ...warning];
}

/** How many restarts halving ended, and after which epochs. */
function haltedIn({ haltedEpochs = [], restarts }: Result): string[] {
  const epochs = [...new Set(haltedEpochs)].filter((epoch) => epoch > 0).sort((a, b) => a - b);
  if (epochs.length === 0) return [];
  const halted = epochs.map((epoch) => `${haltedEpochs.filter((own) => own === epoch).length} after epoch ${epoch}`);
  const going = haltedEpochs.filter((epoch) => epoch === 0).length;
  return [`halving: ${halted.join(', ')} halted, ${going} of ${restarts} restarts went on`];
}
