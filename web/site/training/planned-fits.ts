/** Starts the trainings of a plan: in one part, or in two parts with different learning rates. */

import type { FitOptions, Model } from 'trip-wasm';
import type { Run, RunOptions, Trainer } from 'trip-wasm/trainer';
import type { Material } from '../data/catalogue.ts';
import type { Branch, Settings } from '../link/state.ts';
import { fitOptions } from './fit-options.ts';
import { sizesOf } from './sizes.ts';
import { framesFor, type Method } from './track.ts';

/** The settings and data of a training, and the methods shown, TRIP last. */
export interface Plan {
  readonly settings: Settings;
  readonly branch?: Branch | undefined;
  readonly material: Material;
  readonly methods: readonly Method[];
}

export class PlannedFits {
  /** Frames that each training records. */
  readonly frames: number;

  constructor(
    private readonly trainer: Trainer,
    readonly plan: Plan,
  ) {
    const { settings, branch, material, methods } = plan;
    const { projection, network } = sizesOf(material.train, settings);
    // Two parts share the memory of one.
    const parts = branch ? 2 : 1;
    this.frames = framesFor(projection + network, parts * settings.restarts, parts * methods.length);
  }

  /** Epochs of the first of two parts; 0 where there is only one. */
  get firstEpochs(): number {
    return this.plan.branch?.epoch ?? 0;
  }

  /** All starts are one training, which halts those with high objectives. Each of two parts would halt its own. */
  get halves(): boolean {
    const { settings, branch } = this.plan;
    return settings.halving && settings.restarts > 1 && !branch;
  }

  /** Trains the first of two parts to its end; undefined where there is only one. */
  async trainFirstPart(method: Method, restart: number, signal: AbortSignal): Promise<Model | undefined> {
    const { branch, material } = this.plan;
    if (!branch) return undefined;
    const options = { ...this.options(method, restart), epochs: branch.epoch, learningRate: branch.rate };
    return this.trainer.fit(material.train, options, { signal }).model;
  }

  /** Starts a whole training, or the part after `first`, which is freed. */
  start(method: Method, restart: number, settings: RunOptions, first?: Model): Run {
    const options = this.options(method, restart);
    const epochs = (options.epochs as number) - this.firstEpochs;
    const remaining = { ...options, epochs, ...(first && { start: first }) };
    const run = this.trainer.fit(this.plan.material.train, remaining, settings);
    first?.dispose();
    return run;
  }

  /** Trains all starts of TRIP together. */
  startAll(settings: RunOptions): Run {
    const { material, settings: all } = this.plan;
    return this.trainer.fit(material.train, { ...this.options('trip', 0), restarts: all.restarts }, settings);
  }

  private options(method: Method, restart: number): FitOptions {
    const { settings, material } = this.plan;
    return { ...fitOptions(settings, material, method), firstRestart: restart, record: this.frames };
  }
}
