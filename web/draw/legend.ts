/** The legend of a picture: marks of the classes, fit and test samples, colours of the predictions. */

import { rampMap, twoClassMap } from './contours.js';
import { isDense } from './density.js';
import { looks } from './marks.js';
import { classColour, type Palette } from './palette.js';
import { areWritten, type Scene } from './scene.js';
import { frame } from './strokes.js';
import type { Surface } from './surface.js';
import { fitted, textWidth, write } from './words.js';

export interface LegendEntry {
  /** Text behind the symbol. */
  readonly text: string;
  /** The mark of a class, or of any class where the label is undefined. */
  readonly mark?: { readonly label: number | undefined; readonly glyph: string | undefined; readonly hollow: boolean };
  /** A boundary. */
  readonly line?: boolean;
  /** Colours of the probabilities of two classes, or of values. */
  readonly ramp?: 'probability' | 'values';
}

/**
 * Entries for the classes, then for fit and test samples where the picture has these names. A regression has no classes, and letters
 * need no entry. With more classes than `most`, only the highlighted one is listed. In a picture by density, fit and test samples are alike
 * and letters are not drawn. `fields`: the colours of the classes are those of predictions too.
 */
export function legendOf(
  { picture, target, testPoints = true, fields = false }: Shown,
  names: { readonly fit?: string; readonly test?: string },
  most: number = looks,
): LegendEntry[] {
  const { train, test } = picture.stage.material;
  const { classNames = [] } = train;
  const dense = isDense({ picture, testPoints });
  const written = !dense && areWritten(classNames);
  const labelled = train.labels !== undefined || test?.labels !== undefined;
  const classes = labelled ? (written ? [] : classNames) : fields ? classNames : [];
  const entry = (text: string, label: number | undefined, hollow: boolean): LegendEntry => ({
    text,
    mark: { label, glyph: written ? classNames[0] : undefined, hollow },
  });
  return [
    ...classes
      .map((name, label) => entry(name, label, false))
      .filter((_, label) => classes.length <= most || label === target),
    ...(names.fit === undefined || dense ? [] : [entry(names.fit, undefined, false)]),
    ...(names.test === undefined || dense ? [] : [entry(names.test, undefined, true)]),
  ];
}

type Shown = Pick<Scene, 'picture' | 'target'> & { readonly testPoints?: boolean; readonly fields?: boolean };

/** Size of the text, height of the middle of a symbol above the baseline, and the gap between entries. */
const [size, middle, between] = [13, 4.5, 16];

const symbolWidth = ({ mark, line, ramp }: LegendEntry) => (ramp ? 72 : line ? 28 : mark ? 18 : 0);

export interface PlacedLegend {
  readonly entries: readonly { readonly entry: LegendEntry; readonly x: number; readonly y: number }[];
  readonly height: number;
}

/** Places the entries in rows of this width, the first one at 0. */
export function placeLegend(entries: readonly LegendEntry[], width: number, lineHeight: number): PlacedLegend {
  let [x, y] = [0, 0];
  const placed = entries.map((whole) => {
    const symbol = symbolWidth(whole);
    const entry = { ...whole, text: fitted(whole.text, size, width - symbol) };
    const room = symbol + textWidth(entry.text, size);
    if (x > 0 && x + room > width) [x, y] = [0, y + lineHeight];
    const at = x;
    x += room + between;
    return { entry, x: at, y };
  });
  return { entries: placed, height: entries.length > 0 ? y + lineHeight : 0 };
}

/** `left` and `top`: the beginning of the first row's baseline. */
export function drawLegend(
  { context, mark: markOf, image }: Surface,
  { entries }: PlacedLegend,
  [left, top]: readonly [number, number],
  palette: Palette,
): void {
  for (const { entry, x, y } of entries) {
    const { text, mark, line, ramp } = entry;
    const [atX, atY] = [left + x, top + y - middle];
    if (mark) {
      const { label } = mark;
      const colour = label === undefined ? palette.muted : classColour(palette, label);
      markOf({ ...mark, label: (label ?? 0) % looks, colour, paper: palette.paper, size: 4 })(atX + 6, atY);
    }
    if (line) {
      context.strokeStyle = palette.boundary;
      context.lineWidth = 2.2;
      context.beginPath();
      context.moveTo(atX, atY);
      context.lineTo(atX + 22, atY);
      context.stroke();
    }
    if (ramp) {
      const colours = ramp === 'values' ? rampMap(palette.ramp) : twoClassMap(palette, false);
      const place = { x: atX, y: atY - 5.5, width: 64, height: 11 };
      image(colours, { ...place, columns: colours.length });
      frame(context, [place.x, place.y], [place.width, place.height], palette);
    }
    const style = { size, colour: mark ? palette.ink : palette.muted };
    write(context, text, [atX + symbolWidth(entry), top + y], style);
  }
}
