/** Objects of the core that JavaScript owns: freed once, refused afterwards, collected as a last resort. */

import { release, TripError } from './errors.js';

interface Deletable {
  delete(): void;
}

let registry: FinalizationRegistry<Deletable> | undefined;

function registryOnce(): FinalizationRegistry<Deletable> | undefined {
  if (registry === undefined && typeof FinalizationRegistry === 'function') {
    registry = new FinalizationRegistry(release);
  }
  return registry;
}

export class Handle<T extends Deletable> {
  readonly #what: string;
  #raw: T | undefined;

  /** `owner` is what users hold: when it is collected, the object of the core goes too. */
  constructor(owner: object, what: string, raw: T) {
    this.#what = what;
    this.#raw = raw;
    registryOnce()?.register(owner, raw, this);
  }

  get(): T {
    if (this.#raw === undefined) throw new TripError('disposed', `the ${this.#what} has been disposed of`);
    return this.#raw;
  }

  free(): void {
    const raw = this.#raw;
    if (raw === undefined) return;
    this.#raw = undefined;
    registry?.unregister(this);
    release(raw);
  }
}
