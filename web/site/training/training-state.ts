/**
 * The state of the trainings shown as a discriminated union, and `next`, the only function that changes it. Both are pure: the
 * session passes events in and acts on the changes.
 */

/** The epoch shown, and how fast the trainings run. */
interface View {
  /** Recorded epoch shown; undefined follows the newest one. */
  readonly playhead: number | undefined;
  /** The trainings run at full speed, whatever the pace of the page. */
  readonly direct: boolean;
}

/** The trainings run. Meanwhile a playhead can move along the recorded epochs. */
export interface Training extends View {
  readonly kind: 'training';
  /**
   * `alone`: TRIP has the processor for itself, so that its picture is computed soon. `held`: all methods train. In both the panels
   * keep the pictures of the previous training. `shown`: the panels show the trainings.
   */
  readonly phase: 'alone' | 'held' | 'shown';
  /** Message of the first training that failed, shown or among the starts. */
  readonly failure: string | undefined;
}

/** The trainings wait, except during the epochs of a step. */
export interface Paused extends View {
  readonly kind: 'paused';
  readonly failure: string | undefined;
}

/** All trainings shown have ended. */
export interface Done extends View {
  readonly kind: 'done';
  /** The playhead moves along the recorded epochs. */
  readonly replaying: boolean;
}

/** As `done`, but a training shown or a start has failed. */
export interface Failed extends View {
  readonly kind: 'failed';
  readonly replaying: boolean;
  readonly failure: string;
}

type Ended = Done | Failed;
type Active = Training | Paused | Ended;

export type TrainingState =
  /** Nothing is trained. */
  | { readonly kind: 'idle' }
  /** Data or workers are loading; the untrained planes may be shown. */
  | { readonly kind: 'loading' }
  | Active;

export type TrainingEvent =
  | { readonly type: 'load' }
  | { readonly type: 'stop' }
  /** New trainings begin. `from`: recorded epoch from which they are shown; they repeat the epochs before. */
  | { readonly type: 'begin'; readonly direct: boolean; readonly from: number | undefined }
  /** The training that ran alone has ended. */
  | { readonly type: 'aloneEnded' }
  /** The pictures of the previous training have been kept long enough. */
  | { readonly type: 'reveal' }
  /** All trainings shown have ended. */
  | { readonly type: 'finish' }
  | { readonly type: 'fail'; readonly message: string }
  /** Another start of TRIP is shown. `finished`: all have ended now. `fromStart`: it is shown from epoch 0. */
  | { readonly type: 'swap'; readonly finished: boolean; readonly fromStart: boolean }
  | { readonly type: 'play'; readonly newest: number }
  | { readonly type: 'pause' }
  /** The reader chooses an epoch; at `newest` or past it the view follows the newest one again. */
  | { readonly type: 'seek'; readonly epoch: number; readonly newest: number }
  /** The playhead has advanced while recorded epochs are played. */
  | { readonly type: 'advance'; readonly epoch: number; readonly newest: number }
  | { readonly type: 'rewind' };

/** The state after an event. An event that is impossible in a state is ignored: the same state is returned. */
export function next(state: TrainingState, event: TrainingEvent): TrainingState {
  switch (event.type) {
    case 'load':
      return { kind: 'loading' };
    case 'stop':
      return { kind: 'idle' };
    case 'begin': {
      const { direct, from: playhead } = event;
      return { kind: 'training', phase: direct ? 'alone' : 'shown', direct, playhead, failure: undefined };
    }
    default:
      return isActive(state) ? nextActive(state, event) : state;
  }
}

type ActiveEvent = Exclude<TrainingEvent, { readonly type: 'load' | 'stop' | 'begin' }>;

function nextActive(state: Active, event: ActiveEvent): Active {
  switch (event.type) {
    case 'aloneEnded':
      return state.kind === 'training' && state.phase === 'alone' ? { ...state, phase: 'held' } : state;
    case 'reveal':
      return state.kind === 'training' ? { ...state, phase: 'shown' } : state;
    case 'finish':
      return isEnded(state) ? state : ended(state);
    case 'fail':
      return failed(state, event.message);
    case 'swap': {
      const swapped = event.fromStart ? { ...state, playhead: 0 } : state;
      if (event.finished) return nextActive(swapped, { type: 'finish' });
      return isEnded(swapped) ? reopened(swapped) : swapped;
    }
    case 'play':
      return played(state, event.newest);
    case 'pause':
      return halted(state, state.playhead);
    case 'seek':
      return halted(state, event.epoch < event.newest ? Math.max(0, event.epoch) : undefined);
    case 'advance':
      return advanced(state, event.epoch, event.newest);
    case 'rewind':
      return { kind: 'paused', playhead: undefined, direct: false, failure: failureOf(state) };
  }
}

function ended(state: Training | Paused): Ended {
  const { playhead, direct, failure } = state;
  const view = { playhead, direct, replaying: isReplaying(state) };
  return failure === undefined ? { kind: 'done', ...view } : { kind: 'failed', ...view, failure };
}

/** Only the first failure is kept: the others usually have the same cause. */
function failed(state: Active, failure: string): Active {
  if (failureOf(state) !== undefined) return state;
  return state.kind === 'done' ? { ...state, kind: 'failed', failure } : { ...(state as Training | Paused), failure };
}

/** A start that is still training has replaced one that had ended. */
function reopened(state: Ended): Training | Paused {
  const { playhead, direct } = state;
  const view = { playhead, direct, failure: failureOf(state) };
  return state.replaying ? { kind: 'training', phase: 'shown', ...view } : { kind: 'paused', ...view };
}

function played(state: Active, newest: number): Active {
  if (isPlaying(state)) return state;
  const { direct } = state;
  const playhead = state.playhead !== undefined && state.playhead < newest ? state.playhead : undefined;
  if (isEnded(state) && playhead !== undefined) return { ...state, playhead, replaying: true };
  // When all have ended and nothing is left to play, the trainings begin again, at a pace to watch.
  const failure = failureOf(state);
  return { kind: 'training', phase: 'shown', direct: direct && !isEnded(state), playhead, failure };
}

/** Stops training and playing. A reader who pauses a training at full speed wants to watch the rest at the normal pace. */
function halted(state: Active, playhead: number | undefined): Paused | Ended {
  const view = { playhead, direct: false };
  if (isEnded(state)) return { ...state, ...view, replaying: false };
  return { kind: 'paused', ...view, failure: state.failure };
}

function advanced(state: Active, epoch: number, newest: number): Active {
  if (!isReplaying(state) || isHeld(state)) return state;
  if (epoch < newest) return { ...state, playhead: epoch };
  return isEnded(state) ? { ...state, playhead: undefined, replaying: false } : { ...state, playhead: undefined };
}

/** At least one training is shown. */
export const isActive = (state: TrainingState): state is Active => state.kind !== 'idle' && state.kind !== 'loading';

/** All trainings shown have ended. */
export const isEnded = (state: TrainingState): state is Ended => state.kind === 'done' || state.kind === 'failed';

/** The view plays: trainings run, or their recording is played. */
export const isPlaying = (state: TrainingState): boolean =>
  state.kind === 'training' || (isEnded(state) && state.replaying);

/** The playhead moves along recorded epochs. */
export const isReplaying = (state: TrainingState): boolean => isPlaying(state) && playheadOf(state) !== undefined;

/** The panels keep the pictures of the previous training. */
export const isHeld = (state: TrainingState): boolean => state.kind === 'training' && state.phase !== 'shown';

/** TRIP trains before all other methods. */
export const isAlone = (state: TrainingState): boolean => state.kind === 'training' && state.phase === 'alone';

/** The trainings shown run at full speed, whatever the pace. */
export const isDirect = (state: TrainingState): boolean => isActive(state) && state.direct;

export const playheadOf = (state: TrainingState): number | undefined => (isActive(state) ? state.playhead : undefined);

export const failureOf = (state: TrainingState): string | undefined => ('failure' in state ? state.failure : undefined);

export interface Allowed {
  readonly play: boolean;
  readonly pause: boolean;
  /** Steps, the time line, rewind, another start. */
  readonly move: boolean;
}

/**
 * The actions that a state allows. More epochs or another start seed are allowed in every state: they are settings, and new
 * trainings begin with them.
 */
export const allowed = (state: TrainingState): Allowed => ({
  play: isActive(state) && !isPlaying(state),
  pause: isPlaying(state),
  move: isActive(state),
});
