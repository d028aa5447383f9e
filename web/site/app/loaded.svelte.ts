/** WebAssembly, the workers, and the data of the settings. */

import { loadTrip, type Trip } from 'trip-wasm';
import { createTrainer, type Trainer, TripError } from 'trip-wasm/trainer';
import type { Entry, Material } from '../data/catalogue.ts';
import type { Settings } from '../data/state.ts';
import { messageOf } from '../training/error-message.ts';
import type { Fit } from '../training/fit-options.ts';
import { TaskQueue } from '../training/queue.ts';
import { viewWorkers } from '../training/session.ts';

/** Reason why nothing can be shown. */
export type Broken =
  /** WebAssembly is missing, or a content security policy refuses it. */
  | { readonly code: 'noWebAssembly' | 'refusedWebAssembly' }
  | { readonly code: 'noStart' | 'noData'; readonly message: string };

/** Settings that determine the data. */
const dataNames = [
  'data',
  'dataSeed',
  'samplesPerClass',
  'noiseDimensions',
] as const satisfies readonly (keyof Settings)[];

/** Engines name the policy in different words. */
const isRefused = (error: unknown) =>
  error instanceof TripError && error.code === 'load' && /unsafe-eval|policy|CSP/i.test(String(error.cause));

export class Loaded {
  /** Reason why nothing can be shown at all. */
  broken = $state.raw<Broken>();
  /** Trainings run on the main thread, and the reader has not closed the notice of it. */
  withoutWorkers = $state(false);
  /** False without WebAssembly: the page can only play a recording. */
  computes = $state(true);
  trainer = $state.raw<Trainer>();
  /** Queue of the workers that the trainings shown do not need. */
  queue = new TaskQueue(1);

  private library: Trip | undefined;
  private kept: { readonly key: string; readonly material: Material | Promise<Material> } | undefined;

  /** Only valid after `open`. */
  get trip(): Trip {
    return this.library as Trip;
  }

  /**
   * Loads WebAssembly and `workers` workers. `meanwhile` runs while the workers start; resolves to whether everything is loaded.
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
      // The training reports data that do not load.
      const [hired] = await Promise.all([trainer, meanwhile().catch(() => {})]);
      this.trainer = hired;
      return true;
    } catch (error) {
      this.computes = !isRefused(error);
      this.broken = this.computes ? { code: 'noStart', message: messageOf(error) } : { code: 'refusedWebAssembly' };
      return false;
    }
  }

  /** Workers; where the browser refuses them, the main thread. */
  private async hire(workers: number, trip: Trip): Promise<Trainer> {
    try {
      return await createTrainer({ workers, trip });
    } catch (error) {
      if (!(error instanceof TripError && error.code === 'worker')) throw error;
      this.withoutWorkers = true;
      return createTrainer({ workers, trip, local: true });
    }
  }

  /** The data of the settings; returns the same object until a setting that determines the data changes. */
  material(entry: Entry, settings: Settings): Material | Promise<Material> {
    const key = JSON.stringify(dataNames.map((name) => settings[name]));
    if (this.kept?.key === key) return this.kept.material;
    const material = entry.load(this.trip, settings);
    this.kept = { key, material };
    // Loaded data are stored directly, so that a change of other settings need not wait.
    if (material instanceof Promise)
      void material.then(
        (data) => {
          if (this.kept?.key === key) this.kept = { key, material: data };
        },
        () => {},
      );
    return material;
  }

  /** Discards the data, after a failure or when another table was loaded. */
  dropMaterial(): void {
    this.kept = undefined;
  }

  /** Trains in the workers, beside the trainings shown. */
  fit: Fit = (data, options, signal) => (this.trainer as Trainer).fit(data, options, { signal }).model;

  /** As `fit`, but waits until neither the trainings shown nor their starts need a worker. */
  fitBeside: Fit = (data, options, signal) => this.queue.run(async () => this.fit(data, options, signal));
}
