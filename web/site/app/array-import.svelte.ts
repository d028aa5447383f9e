/** A file of arrays in the dialogue: what is found in it, and what the reader has chosen. */

import type { Trip } from 'trip-wasm';
import type { ArrayChoice, ArrayFile, ArrayInspection } from '../data/arrays.ts';
import type { RowsChoice } from '../data/checked.ts';
import type { OwnData } from '../data/own.ts';

type Reader = typeof import('../data/arrays.ts');

export type Lack = 'array' | 'file' | 'response' | 'responseFile' | 'task';

/** Choices that determine what is found. */
const read: readonly string[] = ['array', 'response', 'file'] satisfies (keyof ArrayChoice)[];

export class ArrayImport {
  choice: ArrayChoice;
  found = $state.raw<ArrayInspection>();
  error = $state.raw<unknown>();
  busy = $state(false);
  private latest: Promise<void>;
  /** The first choice that is missing. */
  lacking = $derived.by((): Lack | undefined => {
    const { array, response, file, task } = this.choice;
    if (this.file.arrays.length > 0 && array === '') return 'array';
    if (!this.found) return 'file';
    if (response === '') return 'response';
    if (response === 'file' && !file) return 'responseFile';
    return task === '' ? 'task' : undefined;
  });

  constructor(
    readonly file: ArrayFile,
    private readonly reader: Reader,
  ) {
    this.choice = $state.raw(reader.usualChoice(file));
    this.latest = this.inspect();
  }

  choose(changes: Partial<ArrayChoice>): void {
    this.choice = { ...this.choice, ...changes };
    this.error = undefined;
    if (Object.keys(changes).some((name) => read.includes(name))) this.latest = this.inspect();
  }

  /** Resolves when no inspection runs. */
  async settled(): Promise<void> {
    for (let seen: unknown; seen !== this.latest; ) {
      seen = this.latest;
      await seen;
    }
  }

  /** Undefined: it failed, and `error` says why. */
  async import(trip: Trip, rows?: RowsChoice): Promise<OwnData | undefined> {
    this.error = undefined;
    try {
      return await this.reader.importArrays(trip, this.file, { ...this.choice, rows });
    } catch (error) {
      this.error = error;
      return undefined;
    }
  }

  private async inspect(): Promise<void> {
    const { array, response, file } = this.choice;
    const isCurrent = () =>
      array === this.choice.array && response === this.choice.response && file === this.choice.file;
    this.busy = true;
    let [found, error]: [ArrayInspection | undefined, unknown] = [undefined, undefined];
    try {
      found = await this.reader.inspectArrays(this.file, this.choice);
    } catch (reason) {
      error = reason;
    }
    // A newer inspection is running.
    if (!isCurrent()) return;
    this.busy = false;
    this.error = error;
    // An unreadable response leaves what is known of the samples.
    if (found) this.found = found;
    if (found?.texts) this.choice = { ...this.choice, task: 'classification' };
  }
}
