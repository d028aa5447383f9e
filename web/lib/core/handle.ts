/** Objects of the core that JavaScript owns: freed once, refused afterwards, and freed by the garbage collector as a last resort. */

import { fail, release } from '../common/errors.js';

interface Deletable {
  delete(): void;
}

let registry: FinalizationRegistry<Deletable> | undefined;

export class Handle<T extends Deletable> {
  readonly #what: string;
  #raw: T | undefined;

  /** `owner` is the object that users hold: when it is collected, the object of the core is freed. */
  constructor(owner: object, what: string, raw: T) {
    this.#what = what;
    this.#raw = raw;
    registry ??= new FinalizationRegistry(release);
    registry.register(owner, raw, this);
  }

  get(): T {
    return this.#raw ?? fail('disposed', `the ${this.#what} has been disposed of`);
  }

  free(): void {
    const raw = this.#raw;
    if (raw === undefined) return;
    this.#raw = undefined;
    registry?.unregister(this);
    release(raw);
  }
}
