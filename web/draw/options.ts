/** The options of a drawing. */

import type { Dataset } from 'trip-wasm';

/** Colours of a drawing: those of the page in its light and its dark theme, told apart by colour-blind readers too. */
export type DrawTheme = 'light' | 'dark';

/** Options of `toSVG` and `drawOn`. */
export interface DrawOptions {
  /** Further samples, drawn hollow: those that the model has not been trained on. */
  test?: Dataset | undefined;
  /** Heading; by default the method, such as `TRIP`. An empty text leaves it out. */
  title?: string;
  /** Writes the scores of the samples below the title. Default true; samples without a response have none. */
  scores?: boolean;
  /** Width in CSS pixels, 160 to 4096. Default 520. The height follows from the content. */
  width?: number;
  /** Colours. Default `'light'`. */
  theme?: DrawTheme;
  /** Colours the plane by the predictions. Default true; the axes of one mode of several lie in no such plane. */
  heat?: boolean;
  /** Draws boundaries between classes, or lines of equal value. Default true. */
  contours?: boolean;
  /** One colour a class instead of shades that show how certain the prediction is. Default false. */
  discrete?: boolean;
  /** Number of variables drawn as arrows, those with the longest ones. Default 0. Matrices and cubes have arrows in the view of a mode. */
  arrows?: number;
  /** Draws numbers and names of the axes. Default true. */
  axes?: boolean;
  /** Draws the legend. Default true. */
  legend?: boolean;
  /**
   * The two axes of matrices, cubes, and vectors with more than three axes. `'plane'`, the default: the directions along which the
   * predictions change most. `'pair'`: the two rotated axes whose coordinates tell most of these changes. A number: the first two rotated axes of this mode, from 0,
   * which more than 64 coordinates always have.
   */
  mode?: 'plane' | 'pair' | number;
  /** The class, by index or name, that the axes of matrices, cubes and more than three axes are rotated to; default 0. */
  target?: number | string;
  /** Regression with several responses: index or name of the one shown. Default 0. */
  response?: number | string;
  /** Three axes: the viewing direction in degrees, around the third axis and up. Default 30 and 20. */
  yaw?: number;
  /** As `yaw`: the degrees up. */
  pitch?: number;
}

const defaults = {
  scores: true,
  width: 520,
  theme: 'light' as DrawTheme,
  heat: true,
  contours: true,
  discrete: false,
  arrows: 0,
  axes: true,
  legend: true,
  mode: 'plane' as 'plane' | 'pair' | number,
  target: 0 as number | string,
  response: 0 as number | string,
  yaw: 30,
  pitch: 20,
};

/** The options with their defaults. @internal */
export type Chosen = typeof defaults & Pick<DrawOptions, 'title' | 'test'>;

/** A value in a message. */
const shown = (value: unknown): string =>
  (typeof value === 'string'
    ? JSON.stringify(value)
    : Object(value) === value || typeof value === 'symbol'
      ? Object.prototype.toString.call(value)
      : String(value)
  ).slice(0, 60);

/** Refuses the value of an argument, by an error as the package throws them. @internal */
export function refuse(name: string, value: unknown, accepted: string, code: 'value' | 'option' = 'option'): never {
  throw Object.assign(new Error(`${name} is ${shown(value)}; ${accepted} is accepted`), { name: 'TripError', code });
}

/** Names for a message, the first ones of many. @internal */
export const listed = (names: readonly string[]): string =>
  names.slice(0, 8).map(shown).join(', ') + (names.length > 8 ? ', ...' : '');

const ranges: readonly [name: 'width' | 'arrows' | 'yaw' | 'pitch', low: number, high: number][] = [
  ['width', 160, 4096],
  ['arrows', 0, 100],
  ['yaw', -360, 360],
  ['pitch', -90, 90],
];

/** Refuses options that are no object. @internal */
export function requireObject(options: unknown): void {
  if (Object(options) !== options || Array.isArray(options)) refuse('options', options, 'an object');
}

/** Checks the options, and adds the defaults. @internal */
export function chosenOf(options: DrawOptions = {}): Chosen {
  requireObject(options);
  const names = [...Object.keys(defaults), 'title', 'test'];
  const chosen: Chosen = { ...defaults };
  for (const [name, value] of Object.entries(options)) {
    if (!names.includes(name)) refuse('an option', name, `one of ${names.join(', ')}`);
    const usual = typeof defaults[name as keyof typeof defaults];
    if (value === undefined) continue;
    if (usual === 'boolean' && typeof value !== usual) refuse(name, value, 'true or false');
    if (name === 'title' && typeof value !== 'string') refuse(name, value, 'a text');
    Object.assign(chosen, { [name]: value });
  }
  for (const [name, low, high] of ranges) {
    const value: unknown = chosen[name];
    if (!(typeof value === 'number' && value >= low && value <= high))
      refuse(name, value, `a number from ${low} to ${high}`);
  }
  if (chosen.theme !== 'light' && chosen.theme !== 'dark') refuse('theme', chosen.theme, '"light" or "dark"');
  return chosen;
}

/** The index of a class or response that is given by index or name. @internal */
export function indexIn(option: 'target' | 'response', value: unknown, names: readonly string[]): number {
  const index = typeof value === 'string' ? names.indexOf(value) : value;
  if (Number.isInteger(index) && names[index as number] !== undefined) return index as number;
  return refuse(option, value, `an index from 0 to ${names.length - 1} or one of ${listed(names)}`);
}
