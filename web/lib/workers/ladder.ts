/** The restarts of one lambda as legs that workers train: whole restarts, or with halving from one comparison to the next. */

import type { RawGroup, RawModule, RawState } from '../core/raw.js';
import { countedSamples } from '../data/indices.js';
import { rawOptionsOf } from '../model/fit.js';
import type { FitPlan } from '../model/options.js';

/** A part of a restart, which any worker can train. */
export interface Leg {
  readonly restart: number;
  /** The state in which the restart has waited; null for one that begins. */
  readonly state: RawState | null;
  /** Epochs at its beginning and at its end. */
  readonly from: number;
  readonly until: number;
  /** The restart has been beaten: it ends at once. */
  readonly halts: boolean;
}

/** A restart that waits for a comparison. */
interface Rested {
  readonly restart: number;
  readonly standing: number;
  readonly state: RawState;
}

/** Legs of all restarts; only those of a group are compared with each other. */
export class Ladder {
  readonly #groups: readonly GroupLadder[];

  constructor(raw: RawModule, plan: FitPlan) {
    const options = rawOptionsOf(plan);
    const stepsPerEpoch = Math.ceil(countedSamples(plan.train).length / options.batchSize);
    this.#groups = raw.groups(options, stepsPerEpoch).map((group) => new GroupLadder(raw, group, options.epochs));
  }

  /** Number of legs that wait for a worker. */
  get waiting(): number {
    return this.#groups.reduce((sum, { legs }) => sum + legs.length, 0);
  }

  /** The next leg; there must be one that waits. */
  take(): Leg {
    return this.#groups.find(({ legs }) => legs.length > 0)?.legs.shift() as Leg;
  }

  /** The restart of a leg waits for the comparison. */
  rest(leg: Leg, standing: number, state: RawState): void {
    this.#groupOf(leg).rest(leg, standing, state);
  }

  /** The restart of a leg has ended. */
  end(leg: Leg): void {
    this.#groupOf(leg).end(leg);
  }

  /** Share of the epochs that are trained, 0..1, with those that are `underWay`. */
  share(underWay: number): number {
    const [planned, trained] = (['planned', 'trained'] as const).map((name) =>
      this.#groups.reduce((sum, group) => sum + group[name], 0),
    ) as [number, number];
    return planned === 0 ? 0 : Math.min(1, (trained + underWay) / planned);
  }

  #groupOf(leg: Leg): GroupLadder {
    return this.#groups.find((group) => group.has(leg)) as GroupLadder;
  }
}

class GroupLadder {
  readonly #raw: RawModule;
  readonly #group: RawGroup;
  /** Legs that wait for a worker. */
  readonly legs: Leg[];
  /** The epochs at which legs end: those of the comparisons, then the last one. */
  readonly #ends: readonly number[];
  /** Restarts that train each part, if none ends early. */
  readonly #counts: readonly number[];
  /** Position of the current part. */
  #at = 0;
  #rested: Rested[] = [];
  /** Restarts that have begun the current part, or wait for it, and have neither ended nor rested. */
  #training: number;
  /** Epochs of the legs that have ended. */
  trained = 0;

  constructor(raw: RawModule, group: RawGroup, epochs: number) {
    this.#raw = raw;
    this.#group = group;
    const all = Int32Array.from({ length: group.end - group.begin }, (_, r) => group.begin + r);
    const comparisons = Array.from(group.comparisons);
    this.#ends = [...comparisons, epochs];
    this.#counts = [
      all.length,
      ...comparisons.map((_, at) => raw.goingOn(group, at, all, new Float64Array(all.length)).length),
    ];
    this.legs = Array.from(all, (restart) => ({
      ...{ restart, state: null, from: 0, until: this.#ends[0] as number, halts: false },
    }));
    this.#training = all.length;
  }

  has({ restart }: Leg): boolean {
    return this.#group.begin <= restart && restart < this.#group.end;
  }

  /** Epochs of all legs, if no restart ends early. */
  get planned(): number {
    return this.#counts.reduce((sum, count, at) => sum + count * this.#length(at), 0);
  }

  /** The restart of a leg waits for the comparison. */
  rest({ restart, from, until }: Leg, standing: number, state: RawState): void {
    this.#rested.push({ restart, standing, state });
    this.#leave(until - from);
  }

  /** The restart of a leg has ended. */
  end({ from, until, halts }: Leg): void {
    if (!halts) this.#leave(until - from);
  }

  #length(at: number): number {
    return (this.#ends[at] as number) - (this.#ends[at - 1] ?? 0);
  }

  #leave(epochs: number): void {
    this.trained += epochs;
    this.#training--;
    if (this.#training === 0 && this.#at < this.#ends.length - 1) this.#compare();
  }

  /** All restarts of this part have ended or rest: those with the lowest standings go on. */
  #compare(): void {
    // The order of completion must not matter.
    const rested = this.#rested.sort((a, b) => a.restart - b.restart);
    this.#rested = [];
    const restarts = Int32Array.from(rested, ({ restart }) => restart);
    const standings = Float64Array.from(rested, ({ standing }) => standing);
    const going = this.#raw.goingOn(this.#group, this.#at, restarts, standings);
    const from = this.#ends[this.#at++] as number;
    const until = this.#ends[this.#at] as number;
    // Beaten restarts of the comparison before may still wait for a worker.
    for (const { restart, state } of rested) {
      const halts = !going.includes(restart);
      this.legs.push({ restart, state, from, until: halts ? from : until, halts });
    }
    this.#training = going.length;
    // Restarts that ended early leave places free.
    this.trained += ((this.#counts[this.#at] as number) - going.length) * this.#length(this.#at);
    if (going.length === 0) this.#skip();
  }

  /** No restart is left for the later parts. */
  #skip(): void {
    for (let at = this.#at + 1; at < this.#ends.length; at++)
      this.trained += (this.#counts[at] as number) * this.#length(at);
    this.#at = this.#ends.length - 1;
  }
}
