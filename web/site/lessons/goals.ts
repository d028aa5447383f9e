/** The goal of each step in the tool: the settings with which it begins, and a rule that recognises it. */

import type { DataId } from '../data/catalogue.ts';
import type { State } from '../data/state.ts';
import type { Section } from '../link/audience.ts';
import { exercise } from '../tour/exercise.ts';
import type { Method } from '../training/track.ts';
import { compared, seeds } from './steps.ts';
import type { StepId } from './types.ts';

export type GoalId = StepId | 'beat';

/** The state and the results of the tool. Shares are accuracies, angles are degrees. */
export interface ToolView {
  readonly state: State;
  /** All trainings of these settings have ended, and their ends are shown. */
  readonly ended: boolean;
  /** Numbers in the panel of each method. */
  readonly methods: Readonly<Partial<Record<Method, MethodView>>>;
  /** The start shown is the one with the lowest objective. */
  readonly showsChosen: boolean;
  /** The plane turned by hand: its best test accuracy, and the number of its moves. */
  readonly hand: { readonly score: number; readonly moves: number } | undefined;
  /** Variable with the largest weight on the first axis. */
  readonly heaviest: string | undefined;
  /** Angle between the viewing direction and the axis of the helix. */
  readonly tilt: number | undefined;
}
interface MethodView {
  readonly fit: number | undefined;
  readonly test: number | undefined;
  readonly angle: number | undefined;
}

/** The number that decides, as the reader sees it. */
export interface Progress {
  /** Undefined while unknown. */
  readonly value: number | string | undefined;
  readonly reached: boolean;
}

export interface Goal {
  readonly id: GoalId;
  readonly data: DataId;
  /** Settings that differ from those that suit the data. */
  readonly settings: Partial<State>;
  /** Part of the page that is unfolded. */
  readonly part?: Section;
  /** Kind of the deciding number: an accuracy, a difference of accuracies, an angle, or a name. */
  readonly unit: 'share' | 'points' | 'degrees' | 'name';
  readonly progress: (view: ToolView) => Progress;
}

/** The values that decide: the texts name the same ones. */
export const limits = {
  beat: 0.8,
  pca: 0.9,
  lda: 0.1,
  trip: 45,
  lambda: 0.9,
  lottery: 0.75,
  chooses: 0.85,
  axes: 10,
  read: 'proline',
  matrices: 0.1,
  noise: 0.8,
} as const satisfies Record<GoalId, number | string>;

const unknown: Progress = { value: undefined, reached: false };
/** A rule about a number that is known once all trainings have ended. */
const ended =
  (read: (view: ToolView) => number | undefined, reached: (value: number, view: ToolView) => boolean) =>
  (view: ToolView): Progress => {
    const value = view.ended ? read(view) : undefined;
    return value === undefined ? unknown : { value, reached: reached(value, view) };
  };
const difference = (one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined ? undefined : one - other;
/** Rounding errors of differences and of sums of shares are below this. */
const tiny = 1e-9;

export const goals: readonly Goal[] = [
  {
    id: 'beat',
    data: 'spiral',
    settings: exercise,
    unit: 'share',
    progress: ({ hand }) =>
      hand && hand.moves > 0 ? { value: hand.score, reached: hand.score > limits.beat } : unknown,
  },
  {
    id: 'pca',
    data: 'spiral',
    settings: { ...seeds.pca, restarts: 1 },
    unit: 'share',
    progress: ended(
      ({ methods }) => methods.pca?.test,
      (test) => test > limits.pca,
    ),
  },
  {
    id: 'lda',
    data: 'spiral',
    settings: { ...seeds.lda, restarts: 1 },
    part: 'settings',
    unit: 'points',
    progress: ended(
      ({ methods }) => difference(methods.lda?.fit, methods.lda?.test),
      (lost, { state }) => state.data === 'spiral' && lost <= limits.lda + tiny,
    ),
  },
  {
    id: 'trip',
    data: 'spiral',
    settings: { dataSeed: 6, seed: 9, restarts: 5 },
    part: 'charts',
    unit: 'degrees',
    progress: ended(
      ({ methods }) => methods.trip?.angle,
      (angle, { state, showsChosen }) => state.data === 'spiral' && !showsChosen && angle > limits.trip,
    ),
  },
  {
    id: 'lambda',
    data: 'spiral',
    settings: { dataSeed: 7, seed: 9, restarts: 1, lambda: 10 },
    part: 'settings',
    unit: 'share',
    progress: ended(
      ({ methods }) => methods.trip?.test,
      (test, { state }) => state.data === 'spiral' && test > limits.lambda,
    ),
  },
  {
    id: 'lottery',
    data: 'spiral',
    settings: { dataSeed: 6, seed: 9, restarts: 1 },
    part: 'settings',
    unit: 'share',
    progress: ended(
      ({ methods }) => methods.trip?.test,
      (test, { state }) => state.data === 'spiral' && state.restarts === 1 && test > limits.lottery,
    ),
  },
  {
    id: 'chooses',
    data: 'spiral',
    settings: { ...compared, restarts: 2 },
    part: 'settings',
    unit: 'share',
    progress: ended(
      ({ methods }) => methods.trip?.test,
      (test, { state, showsChosen }) => state.seed === compared.seed && showsChosen && test > limits.chooses,
    ),
  },
  {
    id: 'axes',
    data: 'helix',
    settings: { restarts: 6, yaw: 100, pitch: 60 },
    unit: 'degrees',
    progress: ended(
      ({ tilt }) => tilt,
      (tilt) => tilt <= limits.axes,
    ),
  },
  {
    id: 'read',
    data: 'wine',
    settings: { restarts: 1 },
    part: 'settings',
    unit: 'name',
    progress: ({ ended, heaviest }) =>
      ended && heaviest !== undefined ? { value: heaviest, reached: heaviest === limits.read } : unknown,
  },
  {
    id: 'matrices',
    data: 'digits',
    settings: { restarts: 1 },
    part: 'settings',
    unit: 'points',
    progress: ended(
      ({ methods }) => difference(methods.trip?.test, methods.tucker?.test),
      (gain) => gain >= limits.matrices - tiny,
    ),
  },
  {
    id: 'noise',
    data: 'noise',
    settings: { restarts: 1 },
    part: 'settings',
    unit: 'share',
    progress: ended(
      ({ methods }) => methods.trip?.fit,
      (fit, { state }) => state.data === 'noise' && fit < limits.noise,
    ),
  },
];

export const goalOf = (id: GoalId): Goal => goals.find((goal) => goal.id === id) as Goal;

/** The bit of a goal in the setting `goalsReached`. */
const bitOf = (id: GoalId): number => 2 ** goals.findIndex((goal) => goal.id === id);
export const isReached = (reached: number, id: GoalId): boolean => Math.floor(reached / bitOf(id)) % 2 === 1;
export const withReached = (reached: number, id: GoalId): number =>
  isReached(reached, id) ? reached : reached + bitOf(id);
