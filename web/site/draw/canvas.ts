/** Canvases at the device's pixel ratio, and a queue that keeps drawing out of the way of everything else. */

import type { MarkStyle } from './marks.ts';

export interface Surface {
  readonly context: CanvasRenderingContext2D;
  /** Size in CSS pixels; the context is scaled to them. */
  readonly width: number;
  readonly height: number;
  /** Puts a mark at a place, where it is not stamped. */
  readonly mark?: (style: MarkStyle, x: number, y: number) => void;
}

/** Sizes that the observer has seen: asking the element would force a layout in every drawing. */
const sizes = new WeakMap<Element, { readonly width: number; readonly height: number }>();

/** Clears the canvas; undefined while it has no size (hidden). */
export function openSurface(canvas: HTMLCanvasElement): Surface | undefined {
  const { width, height } = sizes.get(canvas) ?? { width: 0, height: 0 };
  const context = canvas.getContext('2d');
  if (!context || width === 0 || height === 0) return undefined;
  const ratio = window.devicePixelRatio || 1;
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide;
    canvas.height = high;
  }
  context.setTransform(wide / width, 0, 0, high / height, 0, 0);
  context.clearRect(0, 0, width, height);
  // Axes and their numbers run from left to right in every language.
  context.direction = 'ltr';
  return { context, width, height };
}

const resized = new WeakMap<Element, () => void>();
let observer: ResizeObserver | undefined;
function observe(entries: readonly ResizeObserverEntry[]): void {
  for (const { target, contentRect } of entries) {
    sizes.set(target, contentRect);
    resized.get(target)?.();
  }
}

/** Calls back when the canvas gets its size, and when that or the screen's pixel ratio changes. Returns what ends it. */
export function watchSize(canvas: HTMLCanvasElement, callback: () => void): () => void {
  observer ??= new ResizeObserver(observe);
  resized.set(canvas, callback);
  observer.observe(canvas);
  let query: MediaQueryList;
  const watchRatio = () => {
    query = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    query.addEventListener('change', ratioChanged, { once: true });
  };
  const ratioChanged = () => {
    watchRatio();
    callback();
  };
  watchRatio();
  return () => {
    observer?.unobserve(canvas);
    query.removeEventListener('change', ratioChanged);
  };
}

/** Draws. What it returns is the rest, which waits for another frame when this one has had enough. */
export type Draw = () => Draw | undefined;

const waiting = new Map<object, Draw>();
/** Milliseconds of drawing in one animation frame; what is left over waits for the next. */
const budget = 8;
let asked = false;
/** Name of the measure of each drawing. */
const drawing = 'drawing';

/** Draws in an animation frame; a newer drawing of the same owner replaces one that still waits. */
export function schedule(owner: object, draw: Draw): void {
  waiting.set(owner, draw);
  ask();
}

export function unschedule(owner: object): void {
  waiting.delete(owner);
}

function ask(): void {
  if (!asked) requestAnimationFrame(drain);
  asked = true;
}

function drain(): void {
  asked = false;
  const end = performance.now() + budget;
  for (const [owner, draw] of waiting) {
    waiting.delete(owner);
    const start = performance.now();
    const rest = draw();
    if (rest) waiting.set(owner, rest);
    const now = performance.now();
    performance.measure(drawing, { start, end: now });
    if (now > end) break;
  }
  // An observer has heard of them; kept, they would only grow.
  performance.clearMeasures(drawing);
  if (waiting.size > 0) ask();
}
