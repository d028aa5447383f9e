/** The settings, data and start that the reader or a link has chosen. The address contains the same. */

import { resultVersion as ownVersion } from 'trip-wasm';
import type { AddressBar } from '../browser/address-bar.ts';
import { catalogue, type DataId, type Entry, methodsOf } from '../data/catalogue.ts';
import type { OwnData } from '../data/own.ts';
import { addresses, boundsOf, initialOf, initialState, type Link, type Settings, type State } from '../data/state.ts';
import { type Extras, fitsLink, type Reply, sealed } from '../link/address.ts';
import { type Audience, permitted } from '../link/audience.ts';
import type { Move } from '../link/moves.ts';
import type { Problem } from '../link/problems.ts';
import type { SampleRef } from '../link/sample.ts';
import { type Branch, fitted, isExtendable, type Name, properties, trainingNames } from '../link/state.ts';

export const isTraining = (name: Name): boolean => (trainingNames as readonly Name[]).includes(name);

/** Settings that other data do not change. */
const keptNames = [
  ...(['theme', 'language', 'explained', 'speed', 'testPoints'] as const),
  ...(['scale', 'measure', 'plateau', 'arrows', 'pathStep'] as const),
  ...(['gridFrom', 'gridTo', 'gridSteps', 'gridDepths', 'gridStarts'] as const),
  ...(['folds', 'permutations', 'testStarts', 'bootstraps', 'stopEarly', 'ellipses'] as const),
  ...(['planeView', 'tour', 'tourSeed', 'handFrom'] as const),
  ...(['toolFolded', 'goal', 'goalsReached'] as const),
] satisfies Name[];

/** Settings that determine the data. */
const dataNames = trainingNames.filter((name) => properties[name].trains === 'data');

/** Marked samples as codes for a link, each with the settings that it belongs to. */
export interface MarkCodes {
  /** The marks of the samples: for these data. */
  readonly runs?: string | undefined;
  readonly data: string;
  /** A shape in a picture: for this view of this training. */
  readonly shape?: string | undefined;
  readonly view: string;
}

export class Choices {
  state = $state.raw<State>(initialState);
  /** Set when the training has two parts with different learning rates. */
  branch = $state.raw<Branch>();
  /** Moves of the plane that is turned by hand. */
  moves = $state.raw<readonly Move[]>([]);
  /** The link's position on the tour and its moves have not been compared with the data yet. */
  tourUnchecked = $state(false);
  /** The reader's own table. */
  own = $state.raw<OwnData>();
  /** Parts of the link that could not be used, and a language that could not be loaded. */
  problems = $state.raw<readonly (Problem | { readonly code: 'languageMissing' })[]>([]);
  /** Settings that the author of the link protected from the settings opened last. */
  kept = $state.raw<readonly Name[]>([]);
  /** Start that a link or the reader has picked. */
  picked: number | undefined;
  /** Answers to the lessons that the link brought. */
  reply: Reply | undefined;
  /** Sample that is explained. */
  sample = $state.raw<SampleRef>();
  /** Fingerprint of the result in the link. */
  expected = $state<string>();
  /** The sender's package version computes other bits than this one. */
  fromOtherVersion = $state(false);
  marks = $state.raw<MarkCodes>();
  /** Controls and sections that the author of the link hid or locked. */
  readonly audience: Audience;

  private readonly bar: AddressBar;
  private expectedTable = $state<string>();

  entry = $derived(this.entryOf(this.state.data));
  /** Number of axes, at most the number of variables. */
  ranks = $derived(Math.min(this.state.ranks, this.entry.mostAxes ?? properties.ranks.max));
  methods = $derived(methodsOf(this.entry));
  /** Two axes of vectors: one plane that moves can take the place of the panels. */
  hasPlane = $derived(this.entry.modes.length === 1 && this.ranks === 2);
  /** Method whose curves are drawn. */
  curve = $derived(this.methods.includes(this.state.curve) ? this.state.curve : 'trip');
  /** The address refers to a table that is not loaded yet. */
  waitsForTable = $derived(this.state.data === 'own' && this.own === undefined);
  /** Whether the reader's table is the one in the link. */
  sameTable = $derived(this.expectedTable && this.own ? this.own.fingerprint === this.expectedTable : undefined);
  /** The settings are exactly those that the page opens with. */
  opening = $derived(trainingNames.every((name) => this.state[name] === initialState[name]));
  /** Epochs that one press of the button adds; 0 at the maximum. */
  moreEpochs = $derived(
    isExtendable(this.state)
      ? Math.max(0, Math.min(initialOf(this.state.data).epochs, properties.epochs.max - this.state.epochs))
      : 0,
  );

  /** Samples are marked, and links have no room for them. */
  marksLeftOut = $derived.by(() => {
    const { marks } = this;
    return marks !== undefined && this.usable(marks) && this.markCode === undefined;
  });

  constructor(bar: AddressBar) {
    this.bar = bar;
    const link = addresses.parse(bar.hash);
    this.audience = link.audience;
    this.apply(link);
  }

  get settings(): Settings {
    return Object.fromEntries(trainingNames.map((name) => [name, this.state[name]])) as Settings;
  }

  /** Fingerprint of the table that the settings are for; part of the address. */
  get table(): string | undefined {
    return this.state.data === 'own' ? (this.own?.fingerprint ?? this.expectedTable) : undefined;
  }

  /** The control of this setting or button is locked or hidden, so that its value stays. */
  isLocked(name: string): boolean {
    const { hidden, locked } = this.audience;
    return hidden.includes(name) || locked.includes(name);
  }

  /** Applies several settings at once, except those that the author of the link protected. */
  change(next: Partial<State>): void {
    const { values, kept } = permitted(this.state, next, this.audience);
    // Moves are of variables, and other data have others.
    if (values.data !== undefined && values.data !== this.state.data) this.moves = [];
    this.state = this.fitted({ ...this.state, ...values });
    this.kept = kept;
  }

  /** Settings that suit other data; display settings stay. */
  presetOf(data: DataId): State {
    const kept = keptNames.map((name) => [name, this.state[name]]);
    return { ...initialOf(data), ...Object.fromEntries(kept) };
  }

  /** Fits settings that a link brought for the reader's table to that table, once it is loaded. */
  fitToTable(report: boolean): void {
    const problems: Problem[] = [];
    this.state = this.fitted(this.state, problems);
    if (report) this.problems = [...this.problems, ...problems];
  }

  /** Forgets the expected result, since the training has changed. */
  forget(): void {
    this.expected = undefined;
    this.picked = undefined;
    this.branch = undefined;
    this.sample = undefined;
    this.problems = [];
  }

  /** Writes the settings into the address bar, without the result. */
  write(entry: boolean): void {
    this.bar.write(this.hash, entry);
  }

  /** Applies the hash of the address bar; false when nothing changed. */
  follow(): boolean {
    if (this.bar.hash.replace(/^#/, '') === this.hash) return false;
    const link = addresses.parse(this.bar.hash);
    // The page applies hidden and locked parts only when it opens.
    if (JSON.stringify(link.audience) !== JSON.stringify(this.audience)) {
      this.bar.reload();
      return false;
    }
    const { kept, values } = permitted(this.state, link.state, this.audience);
    const state = { ...this.state, ...values };
    this.apply(
      kept.length > 0 ? { ...link, state, start: undefined, fingerprint: undefined, sample: undefined } : link,
    );
    this.kept = kept;
    if (kept.length > 0) this.write(false);
    return true;
  }

  /** Link to the current page; `fingerprint` lets its reader compare the result. */
  linkFor(
    audience: Audience,
    start: number | undefined,
    fingerprint: string | undefined,
    page = this.bar.page,
  ): string {
    const { branch, moves, table, sample, markCode: marks } = this;
    const hash = addresses.format(this.state, { branch, moves, start, fingerprint, table, sample, audience, marks });
    return `${page.replace(/#.*/, '')}#${sealed(hash)}`;
  }

  /** Link that opens the page with other settings. */
  linkTo(state: State, extras: Extras = {}): string {
    return `${this.bar.page.replace(/#.*/, '')}#${sealed(addresses.format(state, extras))}`;
  }

  private get hash(): string {
    const { branch, moves, picked: start, table, sample, audience, markCode: marks } = this;
    return addresses.format(this.state, { branch, moves, start, table, sample, audience, marks });
  }

  private get dataKey(): string {
    return JSON.stringify([...dataNames.map((name) => this.state[name]), this.table]);
  }

  private get viewKey(): string {
    const { mode, yaw, pitch, target } = this.state;
    return JSON.stringify([this.settings, this.branch, this.picked, this.table, mode, yaw, pitch, target]);
  }

  /** Codes of samples that are marked now. */
  codesOf(codes: Pick<MarkCodes, 'runs' | 'shape'>): MarkCodes {
    return { ...codes, data: this.dataKey, view: this.viewKey };
  }

  /** The settings are still those that one of the codes belongs to. */
  usable(marks: MarkCodes): boolean {
    return this.usableCodes(marks).length > 0;
  }

  private usableCodes({ runs, data, shape, view }: MarkCodes): string[] {
    const codes = [data === this.dataKey ? runs : undefined, view === this.viewKey ? shape : undefined];
    return codes.filter((code) => code !== undefined).sort((a, b) => a.length - b.length);
  }

  /** The shortest code, if a link with it and with the fingerprint of the result is short enough. */
  private get markCode(): string | undefined {
    const [marks] = this.marks ? this.usableCodes(this.marks) : [];
    if (marks === undefined) return undefined;
    const { branch, moves, table, sample, audience, picked: start = this.state.restarts } = this;
    const extras = { branch, moves, start, fingerprint: '0'.repeat(16), table, sample, audience, marks };
    return fitsLink(sealed(addresses.format(this.state, extras))) ? marks : undefined;
  }

  private entryOf(data: DataId): Entry {
    return data === 'own' && this.own ? this.own.entry : catalogue[data];
  }

  /** Replaces values that do not fit the data, and reports a problem for each. */
  private fitted(state: State, problems: Problem[] = []): State {
    return fitted(state, boundsOf(this.entryOf(state.data)), problems);
  }

  private apply(link: Link): void {
    const { state, branch, moves, start, fingerprint, resultVersion, table, sample, marks, problems } = link;
    const all = [...problems];
    this.reply = link.reply;
    this.state = this.fitted(state, all);
    this.branch = branch;
    this.moves = moves;
    this.tourUnchecked = true;
    this.picked = start;
    this.sample = sample;
    this.expected = fingerprint;
    this.fromOtherVersion = resultVersion !== ownVersion;
    this.expectedTable = table;
    this.marks =
      marks === undefined ? undefined : this.codesOf(marks.startsWith('n') ? { runs: marks } : { shape: marks });
    this.problems = all;
  }
}
