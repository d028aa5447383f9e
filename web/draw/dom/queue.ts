/** A queue of drawings that keeps the page responsive: short ones share an animation frame, long ones get tasks of their own. */

/** Draws a picture, or the first part of it. Returns the next part, which gets a task of its own. */
export type Draw = () => Draw | undefined;

/** Milliseconds of drawing in one animation frame; the frame also needs time for the layout of the page. */
const budget = 4;
/** Milliseconds without a task of the queue after which a frame does the work of a task. */
const patience = 30;
/** Name of the performance measure of each drawing. */
const measureName = 'drawing';

export class DrawingQueue {
  /** Drawings for the next animation frame, by owner, in the order of their requests. */
  private readonly short = new Map<object, Draw>();
  /** Drawings that get a task of their own, by owner, in the order of their requests. */
  private readonly long = new Map<object, Draw>();
  /** Continuations of begun pictures. */
  private readonly continuations = new WeakSet<Draw>();
  /** Maximum duration of an owner's recent drawings, in milliseconds. */
  private readonly durations = new WeakMap<object, number>();
  private frameRequested = false;
  private taskRequested = false;
  /** Last time at which a long drawing ran or none was waiting. */
  private lastWork = 0;

  /** Draws in an animation frame or soon after. A newer drawing of the same owner replaces a waiting one. */
  schedule(owner: object, draw: Draw): void {
    const before = this.long.get(owner);
    // A replaced continuation loses its place: restarted again and again, it would block all others.
    if (before && this.continuations.has(before)) this.long.delete(owner);
    (before ? this.long : this.short).set(owner, draw);
    this.request();
  }

  cancel(owner: object): void {
    this.short.delete(owner);
    this.long.delete(owner);
  }

  /** An animation frame is requested while a drawing waits, and shows the work of the tasks. */
  private request(): void {
    if (!this.frameRequested && this.short.size + this.long.size > 0) {
      requestAnimationFrame(() => this.runFrame());
      this.frameRequested = true;
    }
    if (!this.taskRequested && this.long.size > 0) {
      setTimeout(() => this.runTask());
      this.taskRequested = true;
    }
  }

  private runFrame(): void {
    this.frameRequested = false;
    const begin = performance.now();
    const end = begin + budget;
    try {
      // While a finger moves, browsers run frames before tasks, so the frame does the work of a delayed task.
      if (this.long.size === 0) this.lastWork = begin;
      else if (begin > this.lastWork + patience) this.drawLong();
      for (const [owner, draw] of this.short) {
        this.short.delete(owner);
        // The first drawing of an owner is assumed to be short.
        const fits = performance.now() + (this.durations.get(owner) ?? 0) <= end;
        const later = fits ? this.perform(owner, draw) : draw;
        if (later) this.long.set(owner, later);
      }
    } finally {
      this.request();
    }
  }

  private runTask(): void {
    this.taskRequested = false;
    // Browsers draw nothing in the background; the requested frame continues from here.
    if (document.hidden) return;
    try {
      this.drawLong();
    } finally {
      this.request();
    }
  }

  /** Draws a part of the first long drawing. The next part keeps its place, so a picture is complete before the next one begins. */
  private drawLong(): void {
    const [first] = this.long;
    if (!first) return;
    const [owner, draw] = first;
    let continuation: Draw | undefined;
    try {
      continuation = this.perform(owner, draw);
    } finally {
      // A failed drawing is not repeated.
      if (continuation) this.long.set(owner, continuation);
      else this.long.delete(owner);
      this.lastWork = performance.now();
    }
  }

  private perform(owner: object, draw: Draw): Draw | undefined {
    const start = performance.now();
    const continuation = draw();
    const end = performance.now();
    this.durations.set(owner, Math.max(end - start, 0.9 * (this.durations.get(owner) ?? 0)));
    if (continuation) this.continuations.add(continuation);
    performance.measure(measureName, { start, end });
    // The observers have received the measure; kept entries would only use memory.
    performance.clearMeasures(measureName);
    return continuation;
  }
}
