/** The restarts of one lambda as legs that workers train: whole restarts, or with halving from one comparison to the next. */

import type { RawModule, RawOptions, RawState } from '../core/raw.js';

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

export class Ladder {
  readonly #raw: RawModule;
  readonly #options: RawOptions;
  /** The epochs at which legs end: those of the comparisons, then the last one. */
  readonly #ends: readonly number[];
  /** Restarts that train each part, if none ends early. */
  readonly #counts: readonly number[];
  /** Position of the current part. */
  #at = 0;
  readonly #legs: Leg[];
  #rested: Rested[] = [];
  /** Restarts that have begun the current part, or wait for it, and have neither ended nor rested. */
  #training: number;
  /** Epochs of the legs that have ended. */
  #trained = 0;

  constructor(raw: RawModule, options: RawOptions) {
    this.#raw = raw;
    this.#options = options;
    const { firstRestart, restarts, epochs } = options;
    const all = Int32Array.from({ length: restarts }, (_, r) => firstRestart + r);
    const comparisons = Array.from(raw.comparisons(options));
    this.#ends = [...comparisons, epochs];
    this.#counts = [
      restarts,
      ...comparisons.map((_, at) => raw.goingOn(options, at, all, new Float64Array(restarts)).length),
    ];
    this.#legs = Array.from(all, (restart) => ({
      ...{ restart, state: null, from: 0, until: this.#ends[0] as number, halts: false },
    }));
    this.#training = restarts;
  }

  /** Number of legs that wait for a worker. */
  get waiting(): number {
    return this.#legs.length;
  }

  /** The next leg; there must be one that waits. */
  take(): Leg {
    return this.#legs.shift() as Leg;
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

  /** Share of the epochs that are trained, 0..1, with those that are `underWay`. */
  share(underWay: number): number {
    const planned = this.#counts.reduce((sum, count, at) => sum + count * this.#length(at), 0);
    return planned === 0 ? 0 : Math.min(1, (this.#trained + underWay) / planned);
  }

  #length(at: number): number {
    return (this.#ends[at] as number) - (this.#ends[at - 1] ?? 0);
  }

  #leave(epochs: number): void {
    this.#trained += epochs;
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
    const going = this.#raw.goingOn(this.#options, this.#at, restarts, standings);
    const from = this.#ends[this.#at++] as number;
    const until = this.#ends[this.#at] as number;
    // Beaten restarts of the comparison before may still wait for a worker.
    for (const { restart, state } of rested) {
      const halts = !going.includes(restart);
      this.#legs.push({ restart, state, from, until: halts ? from : until, halts });
    }
    this.#training = going.length;
    // Restarts that ended early leave places free.
    this.#trained += ((this.#counts[this.#at] as number) - going.length) * this.#length(this.#at);
    if (going.length === 0) this.#skip();
  }

  /** No restart is left for the later parts. */
  #skip(): void {
    for (let at = this.#at + 1; at < this.#ends.length; at++)
      this.#trained += (this.#counts[at] as number) * this.#length(at);
    this.#at = this.#ends.length - 1;
  }
}
