/** Canvases at the device's pixel ratio, and a queue that keeps drawing out of the way of everything else. */

import type { MarkStyle } from './marks.ts';

export interface Surface {
  readonly context: CanvasRenderingContext2D;
  /** Size in CSS pixels; the context is scaled to them. */
  readonly width: number;
  readonly height: number;
  /** What puts a mark of this style at a place, where marks are not stamped. */
  readonly mark?: (style: MarkStyle) => (x: number, y: number) => void;
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

/** Draws. What it returns is the rest, done in a task of its own. */
export type Draw = () => Draw | undefined;

/** Drawings for the next animation frame, and those that get a task of their own after it, each in the order in which they came. */
const [waiting, long] = [new Map<object, Draw>(), new Map<object, Draw>()];
/** What goes on with a picture that has been begun. */
const rests = new WeakSet<Draw>();
/** Milliseconds that recent drawings of an owner took at most. */
const took = new WeakMap<object, number>();
/** Milliseconds of drawing in one animation frame, whose task has the layout of the page to do as well. */
const budget = 4;
let [asked, atWork] = [false, false];
/** Milliseconds without a task of these after which a frame does one's work. */
const patience = 30;
/** When one was done last, or there was none to do. */
let worked = 0;
/** Name of the measure of each drawing. */
const drawing = 'drawing';

/** Draws in an animation frame or soon after; a newer drawing of the same owner takes the place of one that still waits. */
export function schedule(owner: object, draw: Draw): void {
  const before = long.get(owner);
  // A rest that is replaced loses its place: begun anew again and again, it would keep all others from being drawn.
  if (before && rests.has(before)) long.delete(owner);
  (before ? long : waiting).set(owner, draw);
  goOn();
}

export function unschedule(owner: object): void {
  waiting.delete(owner);
  long.delete(owner);
}

/** As long as something waits, so does a frame: it shows what the tasks have drawn. */
function goOn(): void {
  if (!asked && waiting.size + long.size > 0) {
    requestAnimationFrame(drain);
    asked = true;
  }
  if (!atWork && long.size > 0) {
    setTimeout(work);
    atWork = true;
  }
}

function drain(): void {
  asked = false;
  const begin = performance.now();
  const end = begin + budget;
  try {
    // While a finger moves, browsers put frames before tasks; what they never come to is done here.
    if (long.size === 0) worked = begin;
    else if (begin > worked + patience) step();
    for (const [owner, draw] of waiting) {
      waiting.delete(owner);
      // One that has never been drawn is taken to be short.
      const fits = performance.now() + (took.get(owner) ?? 0) <= end;
      const rest = fits ? perform(owner, draw) : draw;
      if (rest) long.set(owner, rest);
    }
  } finally {
    goOn();
  }
}

function work(): void {
  atWork = false;
  // In the background nothing is drawn; the frame that waits goes on from here.
  if (document.hidden) return;
  try {
    step();
  } finally {
    goOn();
  }
}

/** Of the first that takes long; its rest keeps its place, so that a picture is whole before another one is begun. */
function step(): void {
  const [first] = long;
  if (!first) return;
  const [owner, draw] = first;
  let rest: Draw | undefined;
  try {
    rest = perform(owner, draw);
  } finally {
    // One that fails is not tried again.
    if (rest) long.set(owner, rest);
    else long.delete(owner);
    worked = performance.now();
  }
}

function perform(owner: object, draw: Draw): Draw | undefined {
  const start = performance.now();
  const rest = draw();
  const end = performance.now();
  took.set(owner, Math.max(end - start, 0.9 * (took.get(owner) ?? 0)));
  if (rest) rests.add(rest);
  performance.measure(drawing, { start, end });
  // An observer has heard of it; kept, they would only grow.
  performance.clearMeasures(drawing);
  return rest;
}
