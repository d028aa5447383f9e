/** Marked samples. The gestures and their rules are in `brushing.ts`, which loads with the components that mark samples. */

import type { Brushed } from '../../draw/types.ts';
import type { Operation } from '../brush/brushed.ts';
import type { Material } from '../data/catalogue.ts';
import type { MarkCodes } from './choices.svelte.ts';
import type { Trained } from './trained.svelte.ts';

/** The purpose of the pointer in the pictures. */
export type BrushMode = 'probe' | 'rectangle' | 'lasso';

/** Marked samples of these data. */
export interface Held {
  readonly material: Material;
  readonly brushed: Brushed;
}

/** Reason why samples are no longer marked. */
export type Dropped = 'data' | 'link';

export class Brush {
  mode = $state<BrushMode>('probe');
  /** The effect of the next shape on the samples that are marked already. */
  operation = $state<Operation>('replace');
  /** Samples inside a shape that is still being drawn. */
  draft = $state.raw<Held>();
  kept = $state.raw<Held>();
  /** Codes in the address that `kept` was written to, or read from. */
  codes = $state.raw<MarkCodes>();
  dropped = $state<Dropped>();

  private readonly trained: Trained;
  /** Marked samples of the data shown. */
  held = $derived.by(() => (this.kept?.material === this.trained.data ? this.kept : undefined));
  /** Begins or ends marking by shapes. */
  toggle = () => {
    this.mode = this.mode === 'probe' ? 'rectangle' : 'probe';
  };
  /** The marked samples that the pictures show. */
  shown = $derived.by(() => this.draft ?? this.held);

  constructor(trained: Trained) {
    this.trained = trained;
  }
}

/** Marked samples to draw in a picture of these data; undefined when none is marked. */
export const brushedOn = (held: Held | undefined, material: Material): Brushed | undefined =>
  held?.material === material ? held.brushed : undefined;
