/** What the reader, or a link, has chosen: settings, data, a start. The address says the same. */

import { resultVersion as ownVersion } from 'trip-wasm';
import type { AddressBar } from '../browser/address-bar.ts';
import { catalogue, type DataId, type Entry, methodsOf } from '../data/catalogue.ts';
import type { OwnData } from '../data/own.ts';
import { addresses, boundsOf, initialOf, initialState, type Link, type Settings, type State } from '../data/state.ts';
import { sealed } from '../link/address.ts';
import { type Audience, permitted } from '../link/audience.ts';
import type { Problem } from '../link/problems.ts';
import { type Branch, fitted, isExtendable, type Name, properties, trainingNames } from '../link/state.ts';

export const isTraining = (name: Name): boolean => (trainingNames as readonly Name[]).includes(name);

export class Choices {
  state = $state.raw<State>(initialState);
  /** The training is in two legs. */
  branch = $state.raw<Branch>();
  /** The reader's own table. */
  own = $state.raw<OwnData>();
  /** Parts of the link that could not be used, or a language that could not be loaded. */
  problems = $state.raw<readonly (Problem | { readonly code: 'languageMissing' })[]>([]);
  /** Settings that the maker of the link keeps from what was opened last. */
  kept = $state.raw<readonly Name[]>([]);
  /** Start that a link or the reader has picked. */
  picked: number | undefined;
  /** Fingerprint of the result that the link speaks of. */
  expected = $state<string>();
  /** The sender's package gives other bits than this one. */
  madeByAnother = $state(false);
  /** What the maker of the link lets the reader see and change. */
  readonly audience: Audience;

  private readonly bar: AddressBar;
  private expectedTable = $state<string>();

  entry = $derived(this.entryOf(this.state.data));
  /** Axes kept, which are no more than there are variables. */
  ranks = $derived(Math.min(this.state.ranks, this.entry.mostAxes ?? properties.ranks.max));
  methods = $derived(methodsOf(this.entry));
  /** Method whose losses are drawn. */
  curve = $derived(this.methods.includes(this.state.curve) ? this.state.curve : 'trip');
  /** The address speaks of a table that is not here. */
  waitsForTable = $derived(this.state.data === 'own' && this.own === undefined);
  /** Whether the reader's table is the one that the link speaks of. */
  sameTable = $derived(this.expectedTable && this.own ? this.own.fingerprint === this.expectedTable : undefined);
  /** The very settings that the page opens with. */
  opening = $derived(trainingNames.every((name) => this.state[name] === initialState[name]));
  /** Epochs that one press of the button adds; none when no more are allowed. */
  moreEpochs = $derived(
    isExtendable(this.state)
      ? Math.max(0, Math.min(initialOf(this.state.data).epochs, properties.epochs.max - this.state.epochs))
      : 0,
  );

  constructor(bar: AddressBar) {
    this.bar = bar;
    const link = addresses.parse(bar.hash);
    this.audience = link.audience;
    this.apply(link);
  }

  get settings(): Settings {
    return Object.fromEntries(trainingNames.map((name) => [name, this.state[name]])) as Settings;
  }

  /** Part of the address: which table the settings are for. */
  get table(): string | undefined {
    return this.state.data === 'own' ? (this.own?.fingerprint ?? this.expectedTable) : undefined;
  }

  /** The control of a setting or button is kept as it is. */
  isLocked(name: string): boolean {
    return this.audience.locked.includes(name);
  }

  /** Takes several settings at once, but for those that the maker of the link keeps. */
  take(next: Partial<State>): void {
    const { values, kept } = permitted(this.state, next, this.audience);
    this.state = this.fitted({ ...this.state, ...values });
    this.kept = kept;
  }

  /** Other data, with the settings that suit them; how things are shown stays. */
  presetOf(data: DataId): State {
    const { theme, language, speed, testPoints, scale, measure, plateau, arrows, pathStep } = this.state;
    const { gridFrom, gridTo, gridSteps, gridDepths, gridStarts } = this.state;
    const shown = { theme, language, speed, testPoints, scale, measure, plateau, arrows, pathStep };
    return { ...initialOf(data), ...shown, ...{ gridFrom, gridTo, gridSteps, gridDepths, gridStarts } };
  }

  /** The reader's own table is there: settings that a link has brought for it are fitted to it. */
  fitToTable(told: boolean): void {
    const problems: Problem[] = [];
    this.state = this.fitted(this.state, problems);
    if (told) this.problems = [...this.problems, ...problems];
  }

  /** A changed training has another result than the one that the link spoke of. */
  forget(): void {
    this.expected = undefined;
    this.picked = undefined;
    this.branch = undefined;
    this.problems = [];
  }

  /** Puts the settings into the address bar, without what came out. */
  write(entry: boolean): void {
    this.bar.write(this.hash, entry);
  }

  /** Takes what the address bar says; false when it says what there is already. */
  follow(): boolean {
    if (this.bar.hash.replace(/^#/, '') === this.hash) return false;
    const link = addresses.parse(this.bar.hash);
    // What is hidden and locked is decided when the page opens.
    if (JSON.stringify(link.audience) !== JSON.stringify(this.audience)) {
      this.bar.reload();
      return false;
    }
    const { kept, values } = permitted(this.state, link.state, this.audience);
    const state = { ...this.state, ...values };
    this.apply(kept.length > 0 ? { ...link, state, start: undefined, fingerprint: undefined } : link);
    this.kept = kept;
    if (kept.length > 0) this.write(false);
    return true;
  }

  /** Address that shows what is on view; `fingerprint` lets its reader compare the result. */
  linkFor(
    audience: Audience,
    start: number | undefined,
    fingerprint: string | undefined,
    page = this.bar.page,
  ): string {
    const { branch, table } = this;
    const hash = addresses.format(this.state, { branch, start, fingerprint, table, audience });
    return `${page.replace(/#.*/, '')}#${sealed(hash)}`;
  }

  private get hash(): string {
    const { branch, picked: start, table, audience } = this;
    return addresses.format(this.state, { branch, start, table, audience });
  }

  private entryOf(data: DataId): Entry {
    return data === 'own' && this.own ? this.own.entry : catalogue[data];
  }

  /** What of a state the data do not have is replaced, and told where a link asked for it. */
  private fitted(state: State, problems: Problem[] = []): State {
    return fitted(state, boundsOf(this.entryOf(state.data)), problems);
  }

  private apply({ state, branch, start, fingerprint, resultVersion, table, problems }: Link): void {
    const all = [...problems];
    this.state = this.fitted(state, all);
    this.branch = branch;
    this.picked = start;
    this.expected = fingerprint;
    this.madeByAnother = resultVersion !== ownVersion;
    this.expectedTable = table;
    this.problems = all;
  }
}
