/**
 * The opening training as an animation: an SVG with SMIL, which moves in an image element, without scripts. Where it cannot move, and for
 * readers who prefer reduced motion, it shows the end.
 */

import { paintHeat, strokeContours } from '../draw/contours.ts';
import { drawLegend, legendOf, placeLegend } from '../draw/legend.ts';
import { type Pen, SvgSheet } from '../draw/pen.ts';
import { drawSamples, drawScene, screenOf } from '../draw/scene.ts';
import { frame } from '../draw/strokes.ts';
import type { Surface } from '../draw/surface.ts';
import { themePalette } from '../draw/themes.ts';
import type { Field } from '../draw/types.ts';
import { type TextStyle, write } from '../draw/words.ts';
import type { Picture } from './picture/picture.ts';
import { methodText } from './text/en/labels.ts';
import { page } from './text/en/page.ts';
import { degrees, percent } from './text/numbers.ts';
import { type Figures, play, type Recording } from './training/recording.ts';
import type { Method } from './training/track.ts';

/** Seconds of a round, and of its part that shows the end. */
const [round, rest] = [10, 2];
/** Side of a picture, the gaps, the top of the pictures, and the baselines of the lines of text below them. */
const [side, gap, top] = [264, 12, 50];
const [scoreLine, legendLine, verdictLine, height] = [
  top + side + 23,
  top + side + 50,
  top + side + 78,
  top + side + 92,
];
/** Changes of predictions and numbers; positions change with each recorded frame. */
const changes = 16;
/** Predictions are coloured in the recorded resolution, a third of the drawn one: browsers smooth the colours. */
const coarser = 3;

const palette = themePalette('light');
const paper = '#fbfaf7';
const muted = { size: 13, colour: palette.muted };
const bold = { size: 13, colour: palette.ink, weight: 600 } as const;

const timing = `dur="${round}s" repeatCount="indefinite"`;
/** A moment of the round, as its share, and the opacity then. */
type Moment = readonly [at: number, opacity: 0 | 1];

const animate = (moments: readonly Moment[], mode: 'linear' | 'discrete') =>
  `<animate attributeName="opacity" calcMode="${mode}" values="${moments.map(([, opacity]) => opacity).join(';')}" keyTimes="${moments
    .map(([at]) => Number(at.toFixed(3)))
    .join(';')}" ${timing}/>`;

/** The animation as SVG. The same recording gives the same text. */
export const moving = (recording: Recording): string => new Animation(recording).document();

class Animation {
  private readonly sheet = new SvgSheet();
  private readonly panels: readonly (readonly [Method, readonly Picture[]])[];
  private readonly last: number;
  /** Recorded frames with their own predictions and numbers. */
  private readonly shown: readonly number[];
  private readonly width: number;

  constructor(private readonly recording: Recording) {
    this.panels = [...play(recording)];
    this.last = recording.epochs.length - 1;
    this.shown = Array.from({ length: changes + 1 }, (_, index) => Math.round((index / changes) * this.last));
    this.width = this.left(this.panels.length);
  }

  document(): string {
    const { parts } = this.sheet.pen;
    parts.push(
      '<style>.still{display:none}@media (prefers-reduced-motion:reduce){.moving{display:none}.still{display:inline}}</style>',
    );
    parts.push('<g class="moving">');
    for (const [index, at] of this.shown.entries()) this.fade(index, 'cover', () => this.colours(at));
    this.grid();
    for (const [index, at] of this.shown.entries()) this.fade(index, 'leave', () => this.boundaries(at));
    this.samples(true);
    for (const [index, at] of this.shown.entries()) this.replace(index, () => this.numbers(at));
    parts.push('</g><g class="still">');
    this.colours(this.last);
    this.grid();
    this.boundaries(this.last);
    this.samples(false);
    this.numbers(this.last);
    parts.push('</g>');
    this.titles();
    this.legend();
    return this.sheet.document(this.width, height, paper, this.verdict);
  }

  private left(panel: number): number {
    return gap + panel * (side + gap);
  }

  private write(text: string, place: readonly [number, number], style: TextStyle): void {
    write(this.sheet.pen, text, place, style);
  }

  /** Share of the round at which a recorded frame is shown. */
  private moment(at: number): number {
    return ((1 - rest / round) * at) / this.last;
  }

  /** Draws a group that appears and disappears. Without animation only that of the end is visible. */
  private group(index: number, animation: string, draw: () => void): void {
    const { parts } = this.sheet.pen;
    parts.push(`<g${index + 1 < this.shown.length ? ' opacity="0"' : ''}>${animation}`);
    draw();
    parts.push('</g>');
  }

  /** The group fades in while the one before fades out, or `cover`s it: that one then disappears below. */
  private fade(index: number, mode: 'cover' | 'leave', draw: () => void): void {
    const [before, now, after] = [-1, 0, 1].map((step) => {
      const at = this.shown[index + step];
      return at === undefined ? undefined : this.moment(at);
    });
    const moments: Moment[] = [];
    if (before !== undefined) moments.push([0, 0], [before, 0]);
    moments.push([now as number, 1]);
    if (after === undefined) moments.push([1, 1]);
    else if (mode === 'cover') moments.push([after, 1], [after + 0.001, 0], [1, 0]);
    else moments.push([after, 0], [1, 0]);
    this.group(index, animate(moments, 'linear'), draw);
  }

  /** The group takes the place of the one before. */
  private replace(index: number, draw: () => void): void {
    const [now, after] = [this.shown[index] as number, this.shown[index + 1]];
    const start: Moment[] = index === 0 ? [] : [[0, 0]];
    const end: Moment[] = after === undefined ? [] : [[this.moment(after), 0]];
    this.group(index, animate([...start, [this.moment(now), 1], ...end], 'discrete'), draw);
  }

  /** Draws on the square of each panel, with its pictures. */
  private squares(draw: (surface: Surface, pictures: readonly Picture[]) => void): void {
    for (const [panel, [, pictures]] of this.panels.entries())
      this.sheet.square(this.left(panel), top, side, (surface) => draw(surface, pictures));
  }

  private colours(at: number): void {
    this.squares((surface, pictures) => {
      const ground = groundOf(pictures[at] as Picture);
      paintHeat(surface, { ...ground, field: coarsened(ground.field) }, false);
    });
  }

  private boundaries(at: number): void {
    this.squares((surface, pictures) => {
      const { parts } = surface.context as Pen;
      strokeContours(surface.context, groundOf(pictures[at] as Picture));
      parts.splice(0, parts.length, ...parts.map(straightened));
    });
  }

  private grid(): void {
    const none = new Float32Array(0);
    this.squares((surface, [first]) => {
      const picture = { ...(first as Picture), train: none, test: none, field: undefined };
      drawScene(surface, { picture, testPoints: false, discrete: false, target: undefined, bare: true }, palette);
    });
  }

  /** The fit samples at the end, with their way there. */
  private samples(moves: boolean): void {
    this.squares((surface, pictures) => {
      const picture = pictures[this.last] as Picture;
      const look = { size: 2.6, range: undefined, palette, highlighted: undefined };
      const draw = drawSamples(moves ? this.onTheWay(surface, pictures) : surface, screenOf(picture, side), look);
      draw(picture.train, picture.stage.material.train, false);
    });
  }

  /** A surface whose marks are animated. They are drawn in the order of the samples. */
  private onTheWay(surface: Surface, pictures: readonly Picture[]): Surface {
    const { parts } = surface.context as Pen;
    const places = pictures.map(({ train }) => train);
    const end = places[this.last] as Float32Array;
    const scale = side / (2 * this.recording.extent);
    const still = Array.from({ length: Math.round((this.last * rest) / (round - rest)) }, () => '0');
    let sample = 0;
    return {
      ...surface,
      mark: (style) => {
        const draw = surface.mark(style);
        return (x, y) => {
          draw(x, y);
          const between = (place: Float32Array, axis: 0 | 1, pixels: number) =>
            Number((((place[2 * sample + axis] as number) - (end[2 * sample + axis] as number)) * pixels).toFixed(1));
          const way = places.map((place) => `${between(place, 0, scale)} ${between(place, 1, -scale)}`);
          sample++;
          if (way.every((place) => place === '0 0')) return;
          const values = [...way, ...still].join(';');
          const motion = `<animateTransform attributeName="transform" type="translate" values="${values}" ${timing}/>`;
          parts.push((parts.pop() as string).replace(/\/>$/, `>${motion}</use>`));
        };
      },
    };
  }

  private figures(method: Method, at: number): Figures {
    return this.recording.figures[method]?.[at] as Figures;
  }

  /** Scores, angles, epoch and sentence at a frame. */
  private numbers(at: number): void {
    for (const [panel, [method]] of this.panels.entries()) {
      const { test, angle } = this.figures(method, at);
      const left = this.left(panel);
      this.write(percent(test), [left, scoreLine], { ...bold, size: 20 });
      this.write(page.testAccuracy, [left + 72, scoreLine], { ...muted, size: 11.5 });
      this.write(`${page.offPlane} ${degrees(angle)}`, [left + side, scoreLine], { ...muted, size: 11.5, align: 'right' });
    }
    const epoch = `${page.epochColumn} ${this.recording.epochs[at]}`;
    this.write(epoch, [this.width - gap, legendLine], { ...bold, align: 'right' });
    const sentence = at === this.last ? this.verdict : page.verdict.running;
    this.write(sentence, [gap, verdictLine], { size: 13, colour: palette.ink });
  }

  private get verdict(): string {
    const results = this.panels.map(([method]) => [method, this.figures(method, this.last)] as const);
    const others = results
      .filter(([method]) => method !== 'trip')
      .map(([method, { test }]) => page.verdict.other(methodText[method].name, percent(test)));
    const { test, angle } = this.figures('trip', this.last);
    return page.verdict.found(degrees(angle), percent(test), others.join(page.list));
  }

  private titles(): void {
    for (const [panel, [method]] of this.panels.entries()) {
      const { name, line } = methodText[method];
      const left = this.left(panel);
      const colours = method === 'trip' ? { ...palette, faint: palette.accent } : palette;
      frame(this.sheet.pen, [left, top], [side, side], colours);
      this.write(name, [left, 24], { ...bold, size: 18 });
      this.write(line, [left, top - 8], { ...muted, size: 12 });
    }
  }

  private legend(): void {
    const [[, pictures]] = this.panels as [(typeof this.panels)[number]];
    const { classNames } = this.recording;
    const classes = legendOf({ picture: pictures[this.last] as Picture, target: undefined }, {});
    const [from = '', to = ''] = classNames;
    const entries = [
      ...classes.map((entry) => ({ ...entry, text: page.className(entry.text) })),
      { text: page.probabilityRamp(from, to), ramp: 'probability' } as const,
      { text: page.boundaryHalf, line: true },
    ];
    drawLegend(this.sheet.surface, placeLegend(entries, this.width, 0), [gap, legendLine], palette);
  }
}

const groundOf = ({ field, extent }: Picture) => ({ field: field as Field, side, extent, range: undefined, palette });

/** Distance in pixels by which a boundary may differ from its line. */
const tolerance = 0.9;

/** A path element with fewer points: the boundaries of a network of ReLUs are straight over most cells. */
function straightened(element: string): string {
  return element.replace(/ d="([^"]*)"/, (_, path: string) => {
    const lines = path
      .split('M')
      .slice(1)
      .map((line) => line.split('L').map((place) => place.split(' ').map(Number) as Place));
    const text = (line: readonly Place[]) =>
      line.map((place) => place.map((value) => Number(value.toFixed(1))).join(' ')).join('L');
    return ` d="${lines.map((line) => `M${text(simplified(line))}`).join('')}"`;
  });
}

type Place = [x: number, y: number];

/** The line without points that lie near the line through the remaining ones, by the algorithm of Douglas and Peucker. */
function simplified(line: readonly Place[]): readonly Place[] {
  const [first, last] = [line[0] as Place, line.at(-1) as Place];
  const [dx, dy] = [last[0] - first[0], last[1] - first[1]];
  const length = Math.sqrt(dx * dx + dy * dy);
  const distances = line.map(([x, y]) => {
    const [fromX, fromY] = [x - first[0], y - first[1]];
    return length > 0 ? Math.abs(dx * fromY - dy * fromX) / length : Math.sqrt(fromX * fromX + fromY * fromY);
  });
  const furthest = Math.max(...distances);
  if (furthest <= tolerance) return [first, last];
  const at = distances.indexOf(furthest);
  return [...simplified(line.slice(0, at + 1)), ...simplified(line.slice(at)).slice(1)];
}

/** The field with one cell in the place of `coarser` x `coarser`. */
function coarsened({ cells, reach, layer }: Field): Field {
  const fewer = cells / coarser;
  const middle = (place: number) => coarser * place + (coarser - 1) / 2;
  return {
    cells: fewer,
    reach,
    layer: Float32Array.from(
      { length: fewer * fewer },
      (_, cell) => (layer as Float32Array)[middle(Math.floor(cell / fewer)) * cells + middle(cell % fewer)] as number,
    ),
  };
}
