/**
 * The settings of the page. One table has the key of each in a link, its range and its control. `Id` stands for the names of the data,
 * which this room does not know.
 */

import type { FitOptions, Method } from 'trip-wasm';
import type { Problem } from './problems.ts';
import { logarithmic, whole } from './stops.ts';

interface Common {
  /** Name in the hash: short, and never reused for another meaning. */
  readonly key: string;
}
interface NumberProperty extends Common {
  readonly kind: 'integer' | 'number';
  readonly min: number;
  readonly max: number;
  readonly initial: number;
  /** Of its slider; without them it is a field for a number. */
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
/** One of a few words, or any number that an older link has. */
interface WidthProperty<T extends string> extends Common {
  readonly kind: 'width';
  readonly choices: readonly T[];
  readonly min: number;
  readonly max: number;
  readonly initial: T;
}
/** One of the names of the data, the first of them by default. */
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

/** Widths of a neighbourhood as shares of the automatic one, by their word in a link. */
export const sigmaShares = { auto: 1, half: 0.5, double: 2 } as const;
type SigmaShare = keyof typeof sigmaShares;
/** Of the paper. */
export const paperSigma = 1;
const width = (key: string, min: number, max: number): WidthProperty<SigmaShare> => ({
  ...{ kind: 'width', key, min, max },
  choices: Object.keys(sigmaShares) as SigmaShare[],
  initial: 'auto',
});

/** A row whose change needs a new training. */
const trained = <P extends Property>(row: P) => ({ ...row, trains: true as const });
/** A row that is passed to the package as the option of that name. */
const option = <P extends Property>(name: keyof FitOptions, row: P) => ({ ...trained(row), option: name });
/** An option whose control stands in the group "Training". */
const inTraining = <P extends Property>(name: keyof FitOptions, row: P) => ({
  ...option(name, row),
  group: 'training' as const,
});

export const properties = {
  /** First in the table: everything else has the defaults of these data. */
  data: trained({ kind: 'data', key: 'a' }),
  /** With its start seed picked so that the spiral appears within a few starts; the page says so. */
  dataSeed: trained(integer('d', 27, 0, Number.MAX_SAFE_INTEGER)),
  samplesPerClass: trained(integer('n', 100, 20, 300, whole(20, 300, 10))),
  noiseDimensions: trained(integer('m', 97, 0, 197, [0, 1, 2, 5, 7, ...whole(17, 197, 10)])),
  standardize: option('standardize', flag('z', false)),
  lambda: option('lambda', number('l', 0.3, 1e-5, 10, logarithmic(-5, 1))),
  /** J: axes kept of the variables, or of each mode. */
  rank: trained(integer('j', 2, 2, 3)),
  layers: trained(integer('h', 3, 0, 4, whole(0, 4, 1))),
  width: trained(integer('w', 10, 1, 32, whole(1, 32, 1))),
  startSeed: option('seed', integer('s', 9, 0, Number.MAX_SAFE_INTEGER)),
  restarts: trained(integer('k', 8, 1, 32, whole(1, 32, 1))),
  epochs: inTraining('epochs', integer('e', 2000, 10, 20000, [10, 50, ...whole(100, 5000, 100)])),
  batchSize: inTraining('batchSize', integer('b', 20, 1, 640, [1, 2, 5, ...whole(10, 640, 10)])),
  learningRate: inTraining('learningRate', number('r', 0.001, 1e-5, 1e12, logarithmic(-5, 1))),
  speed: choice('p', ['normal', 'slow', 'quick', 'full']),
  testPoints: flag('o', true),
  curve: choice('c', ['trip', 'pca', 'lda', 'tucker']),
  scale: choice('y', ['log', 'linear']),
  measure: choice('me', ['loss', 'objective', 'accuracy']),
  /** A training is held where TRIP's objective has become flat. */
  plateau: flag('pl', false),
  /** Matrices and cubes: the mode on view. */
  mode: choice('x', ['1', '2', '3']),
  /** Direction from which three axes are seen, degrees. */
  yaw: integer('yw', 30, -180, 180),
  pitch: integer('pt', 20, -90, 90),
  /** Class to explain. */
  target: integer('g', 0, 0, 9999),
  /** Width of a neighbourhood in the projected space. */
  sigma: width('q', 0.01, 100),
  arrows: flag('u', false),
  /** Variables listed of each axis and sample. */
  listed: choice('tv', ['5', '10', '20', 'all']),
  discrete: flag('dc', false),
  /** Small multiples: the ends of lambda and how many values, which depths, how many starts of each. */
  gridFrom: number('gf', 0.001, 1e-5, 10),
  gridTo: number('gt', 1, 1e-5, 10),
  gridSteps: integer('gn', 7, 2, 9),
  gridDepths: choice('gd', ['current', 'all']),
  gridStarts: integer('gs', 1, 1, 32),
  /** Step of the lessons. */
  pathStep: integer('ls', 1, 1, 9),
  theme: choice('t', ['auto', 'light', 'dark']),
  language: choice('hl', ['auto', 'en', 'ja']),
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
/** Settings that are a number. */
export type NumberName = { [N in Name]: (typeof properties)[N] extends NumberProperty ? N : never }[Name];
export type State<Id extends string = string> = { -readonly [N in Name]: ValueOf<(typeof properties)[N], Id> };

export const names = Object.keys(properties) as Name[];

type TrainingName = { [N in Name]: (typeof properties)[N] extends { trains: true } ? N : never }[Name];
/** Names whose change needs a new training; the others only change how things are shown. */
export const trainingNames = names.filter((name): name is TrainingName => 'trains' in properties[name]);
export type Settings<Id extends string = string> = Pick<State<Id>, TrainingName>;
/** Settings that suit some data, where they differ from the defaults. */
export type Preset = Partial<Omit<Settings, 'data'>>;

type OptionName = { [N in Name]: (typeof properties)[N] extends { option: unknown } ? N : never }[Name];
/** Names that are an option of the package. */
export const optionNames = names.filter((name): name is OptionName => 'option' in properties[name]);

type InTraining = { [N in Name]: (typeof properties)[N] extends { group: 'training' } ? N : never }[Name];
/** Names of the controls in the group "Training". */
export const trainingGroup = names.filter((name): name is InTraining => 'group' in properties[name]);

/** A training in two legs: up to `epoch` with the learning rate `rate`, from there with that of the settings. */
export interface Branch {
  readonly epoch: number;
  readonly rate: number;
}

/** Seeds that a button may draw: short enough to say aloud. */
export const randomSeed = () => 1 + Math.floor(Math.random() * 99999);

/** What the data leave to choose. */
export interface Bounds {
  readonly modes: readonly unknown[];
  /** What is on view. */
  readonly methods: readonly Method[];
  /** 0 where the response is a number, undefined while nobody knows. */
  readonly classes: number | undefined;
  /** Axes that can be kept at most; any number that the table allows where it is not said. */
  readonly mostAxes?: number;
}

/** Within the bounds of the data: another mode, method, measure or class than theirs gives way, and a problem for each is told. */
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
  // Vectors have no mode to choose, and nothing depends on it.
  if (bounds.modes.length > 1) among('mode', (_, at) => at < bounds.modes.length);
  among('curve', (method) => bounds.methods.includes(method));
  if (bounds.classes === 0) among('measure', (measure) => measure !== 'accuracy');
  const { key, min, max } = properties.rank;
  const most = Math.min(max, bounds.mostAxes ?? max);
  if (state.rank > Math.max(min, most)) {
    next.rank = Math.max(min, most);
    const part = `${key}=${state.rank}`;
    problems.push({ code: 'clamped', part, low: Math.min(min, most), high: most, used: String(most) });
  }
  const last = (bounds.classes || Number.POSITIVE_INFINITY) - 1;
  if (state.target > last) {
    next.target = last;
    const part = `${properties.target.key}=${state.target}`;
    problems.push({ code: 'clamped', part, low: 0, high: last, used: String(last) });
  }
  return next;
}
