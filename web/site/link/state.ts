/**
 * Everything that a link can say. One table drives the hash, its checks and the controls; defaults are left out of the
 * hash, and what cannot be used is reported instead of being replaced in silence.
 */

import { resultVersion as current, type FitOptions } from 'trip-wasm';
import { catalogue, type DataId, type Entry, methodsOf } from '../data/catalogue.ts';
import { buttonHelp } from '../text/en/help.ts';
import { page } from '../text/en/page.ts';
import { type Audience, everyone, readAudience, writeAudience } from './audience.ts';
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
export type Property = NumberProperty | FlagProperty | ChoiceProperty<string> | WidthProperty<string>;

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
export const sigmaShares = { auto: 1, half: 0.5, double: 2, fourfold: 4 } as const;
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
const option = <P extends Property, O extends keyof FitOptions>(name: O, row: P) => ({ ...trained(row), option: name });
/** An option whose control stands in the group "Training". */
const inTraining = <P extends Property, O extends keyof FitOptions>(name: O, row: P) => ({
  ...option(name, row),
  group: 'training' as const,
});

export const properties = {
  data: trained(choice('a', Object.keys(catalogue) as DataId[])),
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
  learningRateDecay: inTraining('learningRateDecay', choice('rd', ['none', 'cosine'])),
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
type ValueOf<P> =
  P extends WidthProperty<infer T>
    ? T | number
    : P extends { kind: 'choice'; choices: readonly (infer T)[] }
      ? T
      : P extends { kind: 'flag' }
        ? boolean
        : number;
/** Settings that are a number. */
export type NumberName = { [N in Name]: (typeof properties)[N] extends NumberProperty ? N : never }[Name];
/** Settings that are one of a few words, and have a help text. */
export type ChoiceName = Exclude<
  { [N in Name]: (typeof properties)[N] extends ChoiceProperty<string> ? N : never }[Name],
  'curve' | 'theme' | 'language'
>;
export type State = { -readonly [N in Name]: ValueOf<(typeof properties)[N]> };

export const names = Object.keys(properties) as Name[];

type TrainingName = { [N in Name]: (typeof properties)[N] extends { trains: true } ? N : never }[Name];
/** Names whose change needs a new training; the others only change how things are shown. */
export const trainingNames = names.filter((name): name is TrainingName => 'trains' in properties[name]);
export type Settings = Pick<State, TrainingName>;

type OptionName = { [N in Name]: (typeof properties)[N] extends { option: unknown } ? N : never }[Name];
/** Names that are an option of the package. */
export const optionNames = names.filter((name): name is OptionName => 'option' in properties[name]);

type InTraining = { [N in Name]: (typeof properties)[N] extends { group: 'training' } ? N : never }[Name];
/** Names of the controls in the group "Training". */
export const trainingGroup = names.filter((name): name is InTraining => 'group' in properties[name]);
/** Of the same group, those that are one of a few words. */
export type ChoiceInTraining = InTraining & ChoiceName;
export const isChoice = (name: InTraining): name is ChoiceInTraining => properties[name].kind === 'choice';

const common = Object.fromEntries(names.map((name) => [name, properties[name].initial])) as State;

/** What is shown when nothing but the data has been chosen. */
export const initialOf = (data: DataId): State => ({ ...common, ...catalogue[data].preset, data });
export const initialState = initialOf(common.data);

/** A training with more epochs begins with the bits of this one. Where the learning rate falls, every step depends on the last epoch. */
export const isExtendable = ({ learningRateDecay }: Settings) => learningRateDecay === 'none';

/** Seeds that a button may draw: short enough to say aloud. */
export const randomSeed = () => 1 + Math.floor(Math.random() * 99999);

const version = '1';
export const lengthLimit = 500;

/** How a link names each control. */
const codes = new Map([
  ...names.map((name) => [name, properties[name].key] as const),
  ...Object.keys(buttonHelp).flatMap((name) => (name in properties ? [] : [[name, name] as const])),
]);

/** Told when it is read, so that it follows the language. */
export type Phrase = () => string;

/** A training in two legs: up to `epoch` with the learning rate `rate`, from there with that of the settings. */
export interface Branch {
  readonly epoch: number;
  readonly rate: number;
}

export interface Link {
  readonly state: State;
  readonly branch: Branch | undefined;
  /** Restart to show instead of the one with the lowest objective. */
  readonly start: number | undefined;
  /** Fingerprint that the sender saw. */
  readonly fingerprint: string | undefined;
  /** Result version of the sender's package; 1 where the link says none. */
  readonly resultVersion: number;
  /** Fingerprint of the sender's own table. */
  readonly table: string | undefined;
  readonly audience: Audience;
  /** One sentence for each part of the link that could not be used as it stands. */
  readonly problems: readonly Phrase[];
}

/** Reads `#v=1&d=7&...`. */
export function parseHash(hash: string): Link {
  const text = hash.replace(/^#/, '');
  let state = { ...initialState };
  const problems: Phrase[] = [];
  const unsaid = { branch: undefined, start: undefined, fingerprint: undefined, table: undefined, resultVersion: 1 };
  const nothing = { state, ...unsaid, audience: everyone, problems };
  if (text === '') return nothing;
  if (text.length > lengthLimit || !/^[A-Za-z0-9._~=&-]*$/.test(text)) {
    return { ...nothing, problems: [() => page.link.damaged] };
  }
  const entries = new Map<string, string>();
  for (const part of text.split('&')) {
    const cut = part.indexOf('=');
    const key = cut < 0 ? part : part.slice(0, cut);
    if (entries.has(key)) problems.push(() => page.link.twice(key));
    else entries.set(key, cut < 0 ? '' : part.slice(cut + 1));
  }
  const [given, length] = entries.get('v')?.split('.') ?? [];
  entries.delete('v');
  if (given !== version) {
    problems.push(() => (given === undefined ? page.link.noVersion : page.link.otherVersion(given, version)));
  }
  const follow = text.length - text.indexOf('&') - 1;
  if (length !== undefined && length !== String(follow)) problems.push(() => page.link.cut(follow, length));
  for (const name of names) {
    const value = entries.get(properties[name].key);
    if (value === undefined) continue;
    entries.delete(properties[name].key);
    const problem = assign(state, name, value);
    if (problem) problems.push(problem);
    // First in the table: everything else has the defaults of these data.
    if (name === 'data') state = initialOf(state.data);
  }
  const branch = readBranch(entries.get('fr'), state.epochs, problems);
  const start = readStart(entries.get('i'), state.restarts, problems);
  const fingerprint = readFingerprint(entries.get('f'), problems);
  const table = readFingerprint(entries.get('ft'), problems);
  const resultVersion = Number(/^[1-9]\d{0,5}$/.exec(entries.get('fv') ?? '1')?.[0] ?? 1);
  for (const key of ['fr', 'i', 'f', 'fv', 'ft']) entries.delete(key);
  const audience = readAudience(entries, codes, problems);
  for (const key of entries.keys()) problems.push(() => page.link.unknown(key));
  return { state, branch, start, fingerprint, resultVersion, table, audience, problems };
}

function assign(state: State, name: Name, text: string): Phrase | undefined {
  const property: Property = properties[name];
  const put = (value: unknown) => {
    (state as Record<Name, unknown>)[name] = value;
  };
  const part = `${property.key}=${text}`;
  const kept = String(state[name]);
  if (property.kind === 'flag') {
    if (text !== '0' && text !== '1') return () => page.link.refusedFlag(part, kept);
    put(text === '1');
    return;
  }
  if (property.kind === 'choice') {
    if (!property.choices.includes(text)) return () => page.link.refusedChoice(part, property.choices.join(', '), kept);
    put(text);
    return;
  }
  if (property.kind === 'width' && property.choices.includes(text)) {
    put(text);
    return;
  }
  const [low, high] = [String(property.min), String(property.max)];
  const value = /^-?\d+(\.\d+)?(e-?\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value) || (property.kind === 'integer' && !Number.isInteger(value))) {
    const { kind } = property;
    return () => (kind === 'integer' ? page.link.refusedWhole : page.link.refusedNumber)(part, low, high, kept);
  }
  const clamped = Math.min(property.max, Math.max(property.min, value));
  put(clamped);
  if (clamped !== value) {
    return () => page.link.clamped(part, low, high, String(clamped));
  }
}

/**
 * With values that the data of `entry` have: another mode, method, measure or class than theirs gives way, and a sentence for each
 * joins `problems`.
 */
export function fitted(state: State, entry: Entry, problems: Phrase[]): State {
  const next = { ...state };
  const among = <N extends 'mode' | 'curve' | 'measure'>(name: N, fits: (choice: State[N], at: number) => boolean) => {
    const { key, initial } = properties[name];
    const choices = (properties[name].choices as readonly State[N][]).filter(fits);
    if (choices.includes(state[name])) return;
    next[name] = initial as State[N];
    problems.push(() => page.link.refusedChoice(`${key}=${state[name]}`, choices.join(', '), initial));
  };
  // Vectors have no mode to choose, and nothing depends on it.
  if (entry.modes.length > 1) among('mode', (_, at) => at < entry.modes.length);
  among('curve', (method) => methodsOf(entry).includes(method));
  if (entry.classes === 0) among('measure', (measure) => measure !== 'accuracy');
  const { key, min, max } = properties.rank;
  const most = Math.min(max, entry.mostAxes ?? max);
  if (state.rank > Math.max(min, most)) {
    next.rank = Math.max(min, most);
    problems.push(() =>
      page.link.clamped(`${key}=${state.rank}`, String(Math.min(min, most)), String(most), String(most)),
    );
  }
  const last = (entry.classes || Number.POSITIVE_INFINITY) - 1;
  if (state.target > last) {
    next.target = last;
    const part = `${properties.target.key}=${state.target}`;
    problems.push(() => page.link.clamped(part, '0', String(last), String(last)));
  }
  return next;
}

/** `120~0.01` */
function readBranch(text: string | undefined, epochs: number, problems: Phrase[]): Branch | undefined {
  if (text === undefined) return undefined;
  const [epoch = Number.NaN, rate = Number.NaN] = text.split('~').map(Number);
  const { min, max } = properties.learningRate;
  if (Number.isInteger(epoch) && epoch > 0 && epoch < epochs && rate >= min && rate <= max) return { epoch, rate };
  problems.push(() => page.link.badBranch(`fr=${text}`, epochs));
  return undefined;
}

function readStart(text: string | undefined, restarts: number, problems: Phrase[]): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,2}$/.test(text) && Number(text) < restarts) return Number(text);
  // Links count from 0, the page from 1.
  const asked = /^\d+$/.test(text) ? String(Number(text) + 1) : `“${text}”`;
  problems.push(() => page.link.noSuchStart(asked, restarts));
  return undefined;
}

function readFingerprint(text: string | undefined, problems: Phrase[]): string | undefined {
  if (text === undefined || /^[0-9a-f]{16}$/.test(text)) return text;
  problems.push(() => page.link.badFingerprint(text));
  return undefined;
}

/** As a link that is sent around: the version also says how many characters follow, so that a link that was cut can tell. */
export function sealed(hash: string): string {
  const follow = hash.slice(`v=${version}&`.length);
  return hash === '' ? '' : `v=${version}.${follow.length}&${follow}`;
}

/** Writes the hash without `#`; empty when everything is at its default. */
export function formatHash(
  state: State,
  {
    branch,
    start,
    fingerprint,
    resultVersion = current,
    table,
    audience = everyone,
  }: Partial<Omit<Link, 'state' | 'problems'>> = {},
): string {
  const parts: string[] = [];
  const initial = initialOf(state.data);
  for (const name of names) {
    const value = state[name];
    const given = name === 'data' ? value !== common.data : value !== initial[name];
    if (given) parts.push(`${properties[name].key}=${typeof value === 'boolean' ? Number(value) : value}`);
  }
  if (branch !== undefined) parts.push(`fr=${branch.epoch}~${branch.rate}`);
  if (start !== undefined) parts.push(`i=${start}`);
  if (fingerprint !== undefined) parts.push(`f=${fingerprint}`, `fv=${resultVersion}`);
  if (table !== undefined) parts.push(`ft=${table}`);
  parts.push(...writeAudience(audience, codes));
  return parts.length === 0 ? '' : [`v=${version}`, ...parts].join('&');
}
