/** The unfolded parts of the page: the settings are folded everywhere, long sections on narrow screens. */

import type { Section } from '../link/audience.ts';

export class Folds {
  private opened = $state.raw<ReadonlySet<Section>>(new Set());

  isOpen(part: Section): boolean {
    return this.opened.has(part);
  }

  open(part: Section): void {
    this.opened = new Set([...this.opened, part]);
  }

  toggle(part: Section): void {
    if (this.isOpen(part)) this.opened = new Set([...this.opened].filter((other) => other !== part));
    else this.open(part);
  }
}
