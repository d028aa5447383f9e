/**
 * The settings of the page. `properties` has the key of each in a link, its range and its control. `Id` is the type of the names of the
 * data, which this room does not import.
 */

import type { Method as AnyMethod, FitOptions } from 'trip-wasm';
import type { Problem } from './problems.ts';
import { logarithmic, whole } from './stops.ts';

interface Common {
  /** Name in the hash: short, and never reused for another setting. */
  readonly key: string;
}
export interface NumberProperty extends Common {
  readonly kind: 'integer' | 'number';
  readonly min: number;
  readonly max: number;
  readonly initial: number;
  /** Stops of its slider; without them the control is only a text box. */
  readonly stops?: readonly number[];
}
interface FlagProperty extends Common {
  readonly kind: 'flag';
  readonly initial: boolean;
}
interface ChoiceProperty<T extends string> extends Common {
  readonly kind: 'choice';
  readonly choices: readonly T[];
  readonly initial: T;
}
/** One of a few words, or any number from an older link. */
interface WidthProperty<T extends string> extends Common {
  readonly kind: 'width';
  readonly choices: readonly T[];
  readonly min: number;
  readonly max: number;
  readonly initial: T;
}
/** One of the names of the data; the first is the default. */
interface DataProperty extends Common {
  readonly kind: 'data';
}
export type Property = NumberProperty | FlagProperty | ChoiceProperty<string> | WidthProperty<string> | DataProperty;

const ranged =
  (kind: NumberProperty['kind']) =>
  (key: string, initial: number, min: number, max: number, stops?: readonly number[]): NumberProperty => ({
    ...{ kind, key, initial, min, max },
    ...(stops && { stops }),
  });
const integer = ranged('integer');
const number = ranged('number');
const flag = (key: string, initial: boolean): FlagProperty => ({ kind: 'flag', key, initial });
const choice = <T extends string>(key: string, choices: readonly T[]): ChoiceProperty<T> => ({
  kind: 'choice',
  key,
  choices,
  initial: choices[0] as T,
});

/** Widths of a neighbourhood as multiples of the automatic one, by their word in a link. */
export const sigmaShares = { auto: 1, half: 0.5, double: 2, fourfold: 4 } as const;
type SigmaShare = keyof typeof sigmaShares;
/** Width in the paper. */
export const paperSigma = 1;
const width = (key: string, min: number, max: number): WidthProperty<SigmaShare> => ({
  ...{ kind: 'width', key, min, max },
  choices: Object.keys(sigmaShares) as SigmaShare[],
  initial: 'auto',
});

/** Groups of controls, in the order of the page. */
export const groups = ['model', 'start', 'data', 'training'] as const;
export type Group = (typeof groups)[number];

/** A row of a group. `trains` names what it determines, so that a change needs a new training: the data, or an option of the package. */
const of =
  <G extends Group>(group: G) =>
  <T extends 'data' | keyof FitOptions, P extends Property>(trains: T, row: P) => ({ ...row, group, trains });
const [ofModel, ofStart, ofData, ofTraining] = [of('model'), of('start'), of('data'), of('training')];
/** A size that only some data have. */
const size = <P extends Property>(row: P) => ({ ...row, size: true as const });

export const properties = {
  /** Read first: everything else has the defaults of these data. */
  data: { kind: 'data', key: 'a', trains: 'data' },
  /** Chosen with its start seed so that the spiral appears within a few starts; the page says so. */
  dataSeed: ofData('data', integer('d', 27, 0, Number.MAX_SAFE_INTEGER)),
  samplesPerClass: size(ofData('data', integer('n', 100, 20, 300, whole(20, 300, 10)))),
  noiseDimensions: size(ofData('data', integer('m', 97, 0, 197, [0, 1, 2, 5, 7, ...whole(17, 197, 10)]))),
  standardize: ofData('standardize', flag('z', false)),
  lambda: ofModel('lambda', number('l', 0.3, 1e-5, 10, logarithmic(-5, 1))),
  /** J: number of axes of the projection, for each mode. */
  ranks: ofModel('ranks', integer('j', 2, 2, 3, whole(2, 3, 1))),
  /** The package's list `hidden`: `hiddenLayers` layers of `hiddenWidth` units. */
  hiddenLayers: ofModel('hidden', integer('h', 3, 0, 4, whole(0, 4, 1))),
  hiddenWidth: ofModel('hidden', integer('w', 10, 1, 32, whole(1, 32, 1))),
  seed: ofStart('seed', integer('s', 9, 0, Number.MAX_SAFE_INTEGER)),
  restarts: ofStart('restarts', integer('k', 8, 1, 32, whole(1, 32, 1))),
  halving: ofStart('halving', flag('hv', false)),
  epochs: ofTraining('epochs', integer('e', 2000, 10, 20000, [10, 50, ...whole(100, 5000, 100)])),
  batchSize: ofTraining('batchSize', integer('b', 20, 1, 640, [1, 2, 5, ...whole(10, 640, 10)])),
  learningRate: ofTraining('learningRate', number('r', 0.001, 1e-5, 1e12, logarithmic(-5, 1))),
  learningRateDecay: ofTraining('learningRateDecay', choice<'none' | 'cosine'>('rd', ['none', 'cosine'])),
  validation: ofTraining('validation', number('va', 0, 0, 0.9, [0, 0.1, 0.2, 0.3, 0.4, 0.5])),
  patience: ofTraining('patience', integer('pa', 0, 0, 20000, [0, 5, 10, 20, 50, 100, 200, 500])),
  minDelta: ofTraining('minDelta', number('md', 0, 0, 10)),
  speed: choice('p', ['normal', 'slow', 'quick', 'full']),
  testPoints: flag('o', true),
  curve: choice('c', ['trip', 'pca', 'lda', 'tucker']),
  scale: choice('y', ['log', 'linear']),
  measure: choice('me', ['loss', 'objective', 'accuracy']),
  /** Pauses a training when TRIP's objective has become flat. */
  plateau: flag('pl', false),
  /** Matrices, cubes, and vectors with more than three axes: the two axes shown, those of a mode by its number. */
  mode: choice('x', ['plane', 'pair', '1', '2', '3']),
  /** Viewing direction for three axes, in degrees. */
  yaw: integer('yw', 30, -180, 180),
  pitch: integer('pt', 20, -90, 90),
  /** Class to explain. */
  target: integer('g', 0, 0, 9999),
  /** Class among whose samples and those of `target` local coefficients are averaged; -1 for none. */
  against: integer('ga', -1, -1, 9999),
  /** Width of a neighbourhood in the projected space. */
  sigma: width('q', 0.01, 100),
  arrows: flag('u', false),
  /** Number of variables listed for each axis and sample. */
  listed: choice('tv', ['5', '10', '20', 'all']),
  discrete: flag('dc', false),
  /** Small multiples: range and number of lambdas, depths, number of starts of each. */
  gridFrom: number('gf', 0.001, 1e-5, 10),
  gridTo: number('gt', 1, 1e-5, 10),
  gridSteps: integer('gn', 7, 2, 9),
  gridDepths: choice('gd', ['current', 'all']),
  gridStarts: integer('gs', 1, 1, 32),
  /** The small multiples train by themselves, however long they take, until they are stopped or done. */
  gridWanted: flag('gw', false),
  /** The test of the separation: folds, permutations, starts of each fit of the permutation test, bootstrap samples. */
  folds: integer('xf', 5, 2, 20),
  permutations: integer('xp', 199, 9, 9999),
  testStarts: integer('xs', 1, 1, 32),
  bootstraps: integer('xb', 100, 10, 1000),
  /** The permutation test ends when its decision at 0.05 is certain. */
  stopEarly: flag('xe', false),
  ellipses: flag('xl', false),
  /** Step of the lessons; 0, the opening exercise, is younger than the others, whose numbers older links contain. */
  pathStep: integer('ls', 0, 0, 10),
  /** The lessons take the place of the tool. */
  toolFolded: flag('lf', false),
  /** Step of the lessons whose goal the tool shows; that of the opening exercise is `exercise`. */
  goal: choice('gl', [
    ...(['none', 'pca', 'lda', 'trip', 'lambda', 'lottery'] as const),
    ...(['chooses', 'axes', 'read', 'matrices', 'noise'] as const),
  ]),
  /** Goals that the reader has reached, one bit each in the order of the path. */
  goalsReached: integer('gr', 0, 0, 2047),
  /** The pictures of all methods, or one plane that moves. */
  planeView: choice('vw', ['panels', 'plane']),
  /** Path of the plane: between the methods, along TRIP's training, through random planes; or turned by hand. */
  tour: choice('tk', ['methods', 'training', 'grand', 'hand']),
  /** Position on the path in hundredths of the way from one station to the next. */
  tourAt: integer('tp', 0, 0, 9900),
  /** Seed of random planes: short, as the buttons draw them. */
  tourSeed: integer('ts', 1, 0, 99999),
  /** Plane with which turning by hand begins. */
  handFrom: choice('hs', ['pca', 'lda', 'random']),
  /** The page invites its reader to beat TRIP by hand. */
  exercise: flag('ex', false),
  theme: choice('t', ['auto', 'light', 'dark']),
  language: choice('hl', ['auto', 'en', 'ja']),
  /** The help text of every control is shown in its place. */
  explained: flag('ec', false),
} as const;

export type Name = keyof typeof properties;
type ValueOf<P, Id extends string> = P extends DataProperty
  ? Id
  : P extends WidthProperty<infer T>
    ? T | number
    : P extends { kind: 'choice'; choices: readonly (infer T)[] }
      ? T
      : P extends { kind: 'flag' }
        ? boolean
        : number;
type OfKind<P> = { [N in Name]: (typeof properties)[N] extends P ? N : never }[Name];
/** Settings that are a number, one of some words, or on or off. */
export type NumberName = OfKind<NumberProperty>;
export type ChoiceName = OfKind<ChoiceProperty<string>>;
export type FlagName = OfKind<FlagProperty>;
export type State<Id extends string = string> = { -readonly [N in Name]: ValueOf<(typeof properties)[N], Id> };

export const names = Object.keys(properties) as Name[];

type With<F extends string> = { [N in Name]: (typeof properties)[N] extends Record<F, unknown> ? N : never }[Name];
const having = <F extends string>(field: F) => names.filter((name): name is With<F> => field in properties[name]);

type TrainingName = With<'trains'>;
/** Names whose change needs a new training; the others only change the display. */
export const trainingNames = having('trains');
export type Settings<Id extends string = string> = Pick<State<Id>, TrainingName>;
/** Settings that suit some data and differ from the defaults; of the display only the classes to explain. */
export type Preset = Partial<Omit<Settings, 'data'> & Pick<State, 'target' | 'against'>>;

/** Names of the settings for a size that only some data have. */
export type SizeName = With<'size'>;

/** Settings named like an option of the package. */
export type OptionName = {
  [N in TrainingName]: (typeof properties)[N]['trains'] extends N ? Exclude<N, 'data'> : never;
}[TrainingName];
export const optionNames = trainingNames.filter(
  (name): name is OptionName => name !== 'data' && properties[name].trains === name,
);

type GroupName = With<'group'>;
/** Settings of a group that have a few named choices. */
export type GroupChoice = GroupName & ChoiceName;
/** Names of the controls of a group, in order. */
export const namesIn = (group: Group): GroupName[] =>
  having('group').filter((name) => properties[name].group === group);

/**
 * Whether a longer training continues from the end of a shorter one. Where the learning rate decays, every step depends on the number of
 * epochs; with a validation set a training ends with the parameters of an earlier epoch.
 */
export const isExtendable = ({ learningRateDecay, validation }: Pick<Settings, 'learningRateDecay' | 'validation'>) =>
  learningRateDecay === 'none' && validation === 0;

/** A training in two parts: up to `epoch` with the learning rate `rate`, from there with that of the settings. */
export interface Branch {
  readonly epoch: number;
  readonly rate: number;
}

/** Range of the seeds that a button draws: short enough to say aloud. */
export const randomSeed = () => 1 + Math.floor(Math.random() * 99999);

/** Methods that have pictures: those that find a projection themselves. */
export type Method = Exclude<AnyMethod, 'fixed'>;

/** Choices that the data allow. */
export interface Bounds {
  readonly modes: readonly unknown[];
  /** The methods shown. */
  readonly methods: readonly Method[];
  /** 0 for a regression, undefined while unknown. */
  readonly classes: number | undefined;
  /** Maximum number of axes; by default that of `properties`. */
  readonly mostAxes?: number;
}

/** Replaces a mode, method, measure or class that the data do not have, and adds a problem for each. */
export function fitted<Id extends string>(state: State<Id>, bounds: Bounds, problems: Problem[]): State<Id> {
  const next = { ...state };
  const among = <N extends 'mode' | 'curve' | 'measure'>(
    name: N,
    fits: (choice: State<Id>[N], at: number) => boolean,
  ) => {
    const { key, initial } = properties[name];
    const choices = (properties[name].choices as readonly State<Id>[N][]).filter(fits);
    if (choices.includes(state[name])) return;
    next[name] = initial as State<Id>[N];
    problems.push({ code: 'refusedChoice', part: `${key}=${state[name]}`, choices, used: initial });
  };
  // Vectors have only one mode, so no problem is reported.
  if (bounds.modes.length > 1) among('mode', (choice) => !(Number(choice) > bounds.modes.length));
  among('curve', (method) => bounds.methods.includes(method));
  if (bounds.classes === 0) among('measure', (measure) => measure !== 'accuracy');
  const { key, min, max } = properties.ranks;
  const most = Math.min(max, bounds.mostAxes ?? max);
  if (state.ranks > Math.max(min, most)) {
    next.ranks = Math.max(min, most);
    const part = `${key}=${state.ranks}`;
    problems.push({ code: 'clamped', part, low: Math.min(min, most), high: most, used: String(most) });
  }
  const last = (bounds.classes || Number.POSITIVE_INFINITY) - 1;
  if (state.target > last) {
    next.target = last;
    const part = `${properties.target.key}=${state.target}`;
    problems.push({ code: 'clamped', part, low: 0, high: last, used: String(last) });
  }
  if (state.against > last || state.against === state.target) {
    const { key: own, initial } = properties.against;
    next.against = initial;
    const others = Array.from({ length: last + 1 }, (_, at) => String(at)).filter((at) => at !== String(next.target));
    const part = `${own}=${state.against}`;
    problems.push({ code: 'refusedChoice', part, choices: others, used: String(initial) });
  }
  return next;
}
