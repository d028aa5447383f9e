/** What is loaded: WebAssembly, workers, and the data of the settings. */

import { loadTrip, type Trip } from 'trip-wasm';
import { createTrainer, type Trainer, TripError } from 'trip-wasm/trainer';
import type { Entry, Material } from '../data/catalogue.ts';
import type { Settings } from '../data/state.ts';
import { messageOf } from '../training/error-message.ts';
import type { Fit } from '../training/fit-options.ts';
import { TaskQueue } from '../training/queue.ts';
import { viewWorkers } from '../training/session.ts';

/** Why nothing can be shown. */
export type Broken =
  | { readonly code: 'noWebAssembly' }
  | { readonly code: 'noStart' | 'noData'; readonly message: string };

/** Settings that shape the data. */
const dataNames = [
  'data',
  'dataSeed',
  'samplesPerClass',
  'noiseDimensions',
] as const satisfies readonly (keyof Settings)[];

export class Loaded {
  /** Why nothing can be shown at all. */
  broken = $state.raw<Broken>();
  /** Trainings share the thread of the page, and the reader has not closed the notice of it. */
  withoutWorkers = $state(false);
  /** False where there is no WebAssembly: all that can be shown is a recording. */
  computes = $state(true);
  trainer = $state.raw<Trainer>();
  /** Queue of the workers that the trainings on view do not need. */
  queue = new TaskQueue(1);

  private library: Trip | undefined;
  private kept: { readonly key: string; readonly material: Material | Promise<Material> } | undefined;

  /** Not before `open`. */
  get trip(): Trip {
    return this.library as Trip;
  }

  /**
   * Loads WebAssembly and `workers` workers. `meanwhile` runs while the workers start; resolves to whether all is there.
   */
  async open(workers: number, meanwhile: () => Promise<void> = async () => {}): Promise<boolean> {
    if (typeof WebAssembly === 'undefined') {
      this.broken = { code: 'noWebAssembly' };
      this.computes = false;
      return false;
    }
    try {
      this.library = await loadTrip();
      const trainer = this.hire(workers, this.library);
      this.queue = new TaskQueue(workers - viewWorkers);
      await meanwhile();
      this.trainer = await trainer;
      return true;
    } catch (error) {
      this.broken = { code: 'noStart', message: messageOf(error) };
      return false;
    }
  }

  /** Workers; where the browser refuses them, the thread of the page. */
  private async hire(workers: number, trip: Trip): Promise<Trainer> {
    try {
      return await createTrainer({ workers, trip });
    } catch (error) {
      if (!(error instanceof TripError && error.code === 'worker')) throw error;
      this.withoutWorkers = true;
      return createTrainer({ workers, trip, local: true });
    }
  }

  /** The data of the settings; the same object again while nothing that shapes them has changed. */
  material(entry: Entry, settings: Settings): Material | Promise<Material> {
    const key = JSON.stringify(dataNames.map((name) => settings[name]));
    if (this.kept?.key === key) return this.kept.material;
    const material = entry.load(this.trip, settings);
    this.kept = { key, material };
    // Once they are there, a change of other settings need not wait for them.
    if (material instanceof Promise)
      void material.then(
        (data) => {
          if (this.kept?.key === key) this.kept = { key, material: data };
        },
        () => {},
      );
    return material;
  }

  /** The data are to be loaded again: they could not be, or another table has taken their place. */
  dropMaterial(): void {
    this.kept = undefined;
  }

  /** Trains in the workers, beside what is on view. */
  fit: Fit = (data, options, signal) => (this.trainer as Trainer).fit(data, options, { signal }).model;

  /** As `fit`, but only where neither what is on view nor its starts need a worker. */
  fitBeside: Fit = (data, options, signal) => this.queue.run(async () => this.fit(data, options, signal));
}
