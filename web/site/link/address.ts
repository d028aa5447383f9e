/**
 * The state of the page as the hash of its address, and back. The hash leaves out defaults, and unusable parts are reported
 * instead of being replaced silently.
 */

import { type Audience, buttons, everyone, readAudience, writeAudience } from './audience.ts';
import { leftOut, type Move, readMoves, writeMoves } from './moves.ts';
import type { Problem } from './problems.ts';
import { readSample, type SampleRef, writeSample } from './sample.ts';
import { type Branch, type Name, names, type Preset, type Property, properties, type State } from './state.ts';

const version = '1';
/** Number of characters up to which marks and moves are added to a link. */
export const lengthLimit = 500;
/** Whether the hash of an address, or a hash, is short enough for every program that passes links on. */
export const fitsLink = (link: string): boolean => link.length - link.indexOf('#') - 1 <= lengthLimit;
/** Longer links are damaged: all settings at their longest, with everything beside them, have fewer characters. */
const longest = 600;

/** Names of the controls in a link. */
const codes = new Map<string, string>([
  ...names.map((name) => [name, properties[name].key] as const),
  ...buttons.map((name) => [name, name] as const),
]);

/** Answers and name of a reader as the link writes them; `teaching/answer-link.ts` reads them. */
export interface Reply {
  readonly answers: string;
  readonly name: string;
}

export interface Link<Id extends string = string> {
  readonly state: State<Id>;
  readonly branch: Branch | undefined;
  /** Moves of the plane that is turned by hand. */
  readonly moves: readonly Move[];
  /** Start to show instead of the one with the lowest objective. */
  readonly start: number | undefined;
  /** Fingerprint of the sender's result. */
  readonly fingerprint: string | undefined;
  /** Result version of the sender's package; 1 where the link has none. */
  readonly resultVersion: number;
  /** Fingerprint of the sender's own table. */
  readonly table: string | undefined;
  /** Sample that is explained. */
  readonly sample: SampleRef | undefined;
  /** Code of the marked samples. */
  readonly marks: string | undefined;
  readonly audience: Audience;
  /** Answers to the questions of the lessons that a reader sends back. */
  readonly reply?: Reply;
  /** One problem for each part of the link that could not be used as it is. */
  readonly problems: readonly Problem[];
}

/** Parts of a link other than the settings. */
export type Extras = Partial<Omit<Link, 'state' | 'problems'>>;

/** Reads and writes addresses for data with these names and presets; the first of them are the default. */
export class Addresses<Id extends string> {
  private readonly ids: readonly Id[];

  constructor(
    private readonly presets: Readonly<Record<Id, Preset>>,
    /** Result version of this package. */
    private readonly resultVersion: number,
  ) {
    this.ids = Object.keys(presets) as Id[];
  }

  /** The initial settings of these data. */
  initialOf(data: Id): State<Id> {
    const common = names.map((name) => {
      const row: Property = properties[name];
      return [name, row.kind === 'data' ? undefined : row.initial];
    });
    return { ...(Object.fromEntries(common) as State<Id>), ...this.presets[data], data };
  }

  get initial(): State<Id> {
    return this.initialOf(this.ids[0] as Id);
  }

  /** Reads `#v=1&d=7&...`. */
  parse(hash: string): Link<Id> {
    const text = hash.replace(/^#/, '');
    const problems: Problem[] = [];
    let state = this.initial;
    const none = { branch: undefined, start: undefined, fingerprint: undefined, table: undefined, marks: undefined };
    const absent = { ...none, sample: undefined, moves: [], resultVersion: 1 };
    const nothing = { state, ...absent, audience: everyone, problems };
    if (text === '') return nothing;
    if (text.length > longest || !/^[A-Za-z0-9._~=&-]*$/.test(text)) {
      return { ...nothing, problems: [{ code: 'damaged' }] };
    }
    const entries = readEntries(text, problems);
    readVersion(entries, text.length - text.indexOf('&') - 1, problems);
    for (const name of names) {
      const value = entries.get(properties[name].key);
      if (value === undefined) continue;
      entries.delete(properties[name].key);
      const problem = assign(state, name, value, this.ids);
      if (problem) problems.push(problem);
      // Read first: everything else has the defaults of these data.
      if (name === 'data') state = this.initialOf(state.data);
    }
    const branch = readBranch(entries.get('fr'), state.epochs, problems);
    const moves = readMoves(entries.get('hm'), problems);
    const start = readStart(entries.get('i'), state.restarts, problems);
    const fingerprint = readFingerprint(entries.get('f'), problems);
    const table = readFingerprint(entries.get('ft'), problems);
    const sample = readSample(entries.get('sn'), problems);
    const resultVersion = Number(/^[1-9]\d{0,5}$/.exec(entries.get('fv') ?? '1')?.[0] ?? 1);
    const marks = readMarks(entries.get('bm'), problems);
    const answers = entries.get('an');
    const reply = answers === undefined ? undefined : { answers, name: entries.get('nm') ?? '' };
    for (const key of ['fr', 'hm', 'i', 'f', 'fv', 'ft', 'sn', 'bm', 'an', 'nm']) entries.delete(key);
    const audience = readAudience(entries, codes, problems);
    for (const key of entries.keys()) problems.push({ code: 'unknown', key });
    const read = { state, branch, moves, start, fingerprint, resultVersion, table, sample, marks, audience, problems };
    return reply ? { ...read, reply } : read;
  }

  /** Writes the hash without `#`; empty when everything is at its default. */
  format(state: State<Id>, extras: Extras = {}): string {
    const { branch, moves = [], start, fingerprint, resultVersion = this.resultVersion, table } = extras;
    const { audience = everyone, marks, sample, reply } = extras;
    const parts: string[] = [];
    const initial = this.initialOf(state.data);
    for (const name of names) {
      const value = state[name];
      const given = name === 'data' ? value !== this.ids[0] : value !== initial[name];
      if (given) parts.push(`${properties[name].key}=${typeof value === 'boolean' ? Number(value) : value}`);
    }
    if (branch !== undefined) parts.push(`fr=${branch.epoch}~${branch.rate}`);
    if (start !== undefined) parts.push(`i=${start}`);
    if (fingerprint !== undefined) parts.push(`f=${fingerprint}`, `fv=${resultVersion}`);
    if (table !== undefined) parts.push(`ft=${table}`);
    if (sample !== undefined) parts.push(`sn=${writeSample(sample)}`);
    if (marks !== undefined) parts.push(`bm=${marks}`);
    parts.push(...writeAudience(audience, codes));
    if (reply !== undefined) parts.push(`an=${reply.answers}`, ...(reply.name === '' ? [] : [`nm=${reply.name}`]));
    if (moves.length > 0) parts.push(fittingMoves(moves, parts));
    return parts.length === 0 ? '' : [`v=${version}`, ...parts].join('&');
  }
}

/** Characters that sealing adds to a hash. */
const sealLength = 4;

/** The part of the moves: their number alone where the link would become too long. */
function fittingMoves(moves: readonly Move[], others: readonly string[]): string {
  const part = `hm=${writeMoves(moves)}`;
  const length = [`v=${version}`, ...others, part].join('&').length + sealLength;
  return length <= lengthLimit ? part : `hm=${leftOut(moves.length)}`;
}

function readEntries(text: string, problems: Problem[]): Map<string, string> {
  const entries = new Map<string, string>();
  for (const part of text.split('&')) {
    const cut = part.indexOf('=');
    const key = cut < 0 ? part : part.slice(0, cut);
    if (entries.has(key)) problems.push({ code: 'twice', key });
    else entries.set(key, cut < 0 ? '' : part.slice(cut + 1));
  }
  return entries;
}

/** `here`: number of characters after the version. */
function readVersion(entries: Map<string, string>, here: number, problems: Problem[]): void {
  const [given, sent] = entries.get('v')?.split('.') ?? [];
  entries.delete('v');
  if (given === undefined) problems.push({ code: 'noVersion' });
  else if (given !== version) problems.push({ code: 'otherVersion', given, own: version });
  if (sent !== undefined && sent !== String(here)) problems.push({ code: 'cut', here, sent });
}

function assign<Id extends string>(
  state: State<Id>,
  name: Name,
  text: string,
  ids: readonly string[],
): Problem | undefined {
  const row: Property = properties[name];
  const put = (value: unknown) => {
    (state as Record<Name, unknown>)[name] = value;
  };
  const part = `${row.key}=${text}`;
  const used = String(state[name]);
  if (row.kind === 'flag') {
    if (text !== '0' && text !== '1') return { code: 'refusedFlag', part, used };
    put(text === '1');
    return;
  }
  if (row.kind === 'choice' || row.kind === 'data') {
    const choices = row.kind === 'data' ? ids : row.choices;
    if (!choices.includes(text)) return { code: 'refusedChoice', part, choices, used };
    put(text);
    return;
  }
  if (row.kind === 'width' && row.choices.includes(text)) {
    put(text);
    return;
  }
  const { min: low, max: high } = row;
  const value = /^-?\d+(\.\d+)?(e-?\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value) || (row.kind === 'integer' && !Number.isInteger(value))) {
    return { code: row.kind === 'integer' ? 'refusedWhole' : 'refusedNumber', part, low, high, used };
  }
  const clamped = Math.min(high, Math.max(low, value));
  put(clamped);
  if (clamped !== value) return { code: 'clamped', part, low, high, used: String(clamped) };
}

/** `120~0.01` */
function readBranch(text: string | undefined, epochs: number, problems: Problem[]): Branch | undefined {
  if (text === undefined) return undefined;
  const [epoch = Number.NaN, rate = Number.NaN] = text.split('~').map(Number);
  const { min, max } = properties.learningRate;
  if (Number.isInteger(epoch) && epoch > 0 && epoch < epochs && rate >= min && rate <= max) return { epoch, rate };
  problems.push({ code: 'badBranch', part: `fr=${text}`, epochs });
  return undefined;
}

function readStart(text: string | undefined, restarts: number, problems: Problem[]): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,2}$/.test(text) && Number(text) < restarts) return Number(text);
  // Starts count from 0 in links and from 1 on the page.
  const start = /^\d+$/.test(text) ? String(Number(text) + 1) : `“${text}”`;
  problems.push({ code: 'noSuchStart', start, count: restarts });
  return undefined;
}

function readFingerprint(text: string | undefined, problems: Problem[]): string | undefined {
  if (text === undefined || /^[0-9a-f]{16}$/.test(text)) return text;
  problems.push({ code: 'badFingerprint', text });
  return undefined;
}

/** `n` and runs of marks, or a shape; the page reads them when it has the data. */
function readMarks(text: string | undefined, problems: Problem[]): string | undefined {
  if (text === undefined || /^[nrlRL][\w-]+$/.test(text)) return text;
  problems.push({ code: 'badMarks' });
  return undefined;
}

/** Writes a link for others: the version is followed by the number of characters, so that a truncated link is recognised. */
export function sealed(hash: string): string {
  const follow = hash.slice(`v=${version}&`.length);
  return hash === '' ? '' : `v=${version}.${follow.length}&${follow}`;
}
