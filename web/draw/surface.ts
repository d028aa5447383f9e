/** The surface that pictures are drawn on: a canvas of the page or of a worker, or the elements of an SVG. */

/** The part of a canvas context that panels use. */
export type Context = Pick<
  CanvasRenderingContext2D,
  | ('beginPath' | 'moveTo' | 'lineTo' | 'arc' | 'closePath' | 'stroke' | 'fill' | 'setLineDash')
  | ('fillText' | 'strokeText' | 'strokeStyle' | 'fillStyle' | 'lineWidth' | 'lineJoin' | 'lineCap' | 'globalAlpha')
  | ('font' | 'textAlign' | 'textBaseline')
>;

/** How a sample is marked. */
export interface MarkStyle {
  /** Class, which decides the shape; 0 in a regression. */
  readonly label: number;
  /** Letter or digit to write instead of a shape. */
  readonly glyph: string | undefined;
  readonly colour: string;
  /** Outline of filled marks. */
  readonly paper: string;
  readonly hollow: boolean;
  /** Radius in CSS pixels. */
  readonly size: number;
  /** Shapes of samples that are brushed have an edge in this colour; letters are only larger. */
  readonly edge?: string;
  /** The sample is not among those that are brushed. */
  readonly pale?: boolean;
}

/** The rectangle that an image covers, in CSS pixels, and its number of pixels in a row. */
export interface ImagePlace {
  readonly columns: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Surface<C extends Context = Context> {
  readonly context: C;
  /** Size in CSS pixels; the context is scaled to them. */
  readonly width: number;
  readonly height: number;
  /** Returns a function that draws a mark of this style at a place. */
  readonly mark: (style: MarkStyle) => (x: number, y: number) => void;
  /** Number of colours that an image may have, at least 256. */
  readonly colours: number;
  /** Draws an image, smoothed. `words`: red + 256 green + 65536 blue + 2^24 opacity of each pixel, first row on top. */
  readonly image: (words: Uint32Array, place: ImagePlace) => void;
}

/** A canvas. */
export type CanvasSurface = Surface<CanvasRenderingContext2D>;
