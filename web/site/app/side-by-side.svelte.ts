/** The frames of all panels: they change together, once the panels have drawn those before, so that the panels show one epoch. */

import type { Method, TrackFrame } from '../training/track.ts';

/** A method without a frame keeps the picture that it shows. */
export type Frames = Readonly<Partial<Record<Method, TrackFrame>>>;

/** Milliseconds after which a panel that has not drawn its frame is not waited for: it may not be on the page. */
const patience = 400;

export class SideBySide {
  shown = $state.raw<Frames>({});
  private drawing = false;
  private stage: unknown;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `newest`: the frames that could be shown now. */
  constructor(private readonly newest: () => Frames) {}

  /** Shows the newest frames, when those before are drawn; at once on another `stage`, because frames belong to their data. */
  refresh(stage = this.stage): void {
    if (stage !== this.stage) this.settle();
    this.stage = stage;
    if (this.drawing) return;
    const frames = this.newest();
    const methods = Object.keys({ ...this.shown, ...frames }) as Method[];
    if (methods.every((method) => frames[method] === this.shown[method])) return;
    this.shown = frames;
    if (Object.keys(frames).length === 0) return;
    this.drawing = true;
    this.timer = setTimeout(() => this.drawn(), patience);
  }

  /** All panels have drawn the frames shown. */
  drawn(): void {
    this.settle();
    this.refresh();
  }

  private settle(): void {
    clearTimeout(this.timer);
    this.drawing = false;
  }
}
