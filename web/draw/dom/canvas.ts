/** The canvases of the page: their sizes at the device's pixel ratio, and the resources that their drawings share. */

import type { CanvasSurface, ImagePlace, MarkStyle } from '../surface.js';
import { paintImage } from './pixels.js';
import { DrawingQueue } from './queue.js';
import { SpriteSheet } from './sprites.js';

/** The page creates one object of this class and passes it to all components. */
export class Canvases {
  readonly queue = new DrawingQueue();
  private readonly sprites = new SpriteSheet();
  /** For preparing an image; its content lasts until the next one. */
  private readonly scratch = document.createElement('canvas');
  /** Sizes reported by the observer: reading them from the element would force a layout in every drawing. */
  private readonly sizes = new WeakMap<Element, { readonly width: number; readonly height: number }>();
  private readonly callbacks = new WeakMap<Element, () => void>();
  private readonly observer = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      this.sizes.set(target, contentRect);
      this.callbacks.get(target)?.();
    }
  });

  /** Clears the canvas; undefined while it is hidden and has no size. */
  open(canvas: HTMLCanvasElement): CanvasSurface | undefined {
    const { width, height } = this.sizes.get(canvas) ?? { width: 0, height: 0 };
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
    const mark = (style: MarkStyle) => this.sprites.stamp(context, style);
    const image = (words: Uint32Array, place: ImagePlace) => paintImage(context, this.scratch, words, place);
    return { context, width, height, mark, image, colours: Number.POSITIVE_INFINITY };
  }

  /**
   * Calls back when the canvas gets its size, and when its size or the screen's pixel ratio changes. Returns a function that ends
   * this and cancels the drawing of the canvas.
   */
  watch(canvas: HTMLCanvasElement, callback: () => void): () => void {
    this.callbacks.set(canvas, callback);
    this.observer.observe(canvas);
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
      this.observer.unobserve(canvas);
      query.removeEventListener('change', ratioChanged);
      this.queue.cancel(canvas);
    };
  }
}
