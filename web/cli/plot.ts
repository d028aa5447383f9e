/** The command `plot`: a picture of a model and samples as SVG, PNG or a page. */

import { type Dataset, loadTrip, type Model, type Trip, TripError } from 'trip-wasm';
import { type DrawOptions, toSVG } from 'trip-wasm/draw';
import { missingOption } from './apply.js';
import { defined, quoted, requireTest } from './checks.js';
import { type Arguments, aNumber, type Command, type Options, oneOf, yesOrNo } from './command.js';
import { arraysOf } from './files.js';
import { readingOf, readingOptions, targetOption } from './input.js';
import { type DataRequest, type KnownModel, type ModelData, readModel, readModelData, reportNotes } from './model.js';
import { requireWritable, writeFile } from './output.js';
import { pageOf } from './plot-page.js';
import { pngOf, requirePng } from './plot-png.js';
import { arraysFrom } from './response.js';
import type { Terminal } from './terminal.js';
import { traced } from './trace.js';
import { killable } from './waiting.js';

const options: Options = {
  out: { value: 'FILE', help: 'the picture: .svg, .png or .html by its ending, - for SVG on the standard output' },
  test: { value: 'FILE', help: 'further samples, drawn hollow, such as those held out' },
  'test-y': { value: 'FILE', help: 'the response of --test, as --y for DATA' },
  title: { value: 'TEXT', help: 'heading (default: the method)' },
  theme: {
    value: 'light|dark',
    help: 'colours (default light; a page follows the system)',
    read: oneOf('light', 'dark'),
  },
  width: { value: 'N', help: 'width in CSS pixels (default 520)', read: aNumber },
  scale: { value: 'X', help: 'pixels of a PNG in a CSS pixel (default 2)', read: aNumber },
  font: { value: 'FILE,..', help: 'font files for a PNG (default: those of the system)' },
  arrows: { value: 'N', help: 'variables drawn as arrows, the longest ones (default 0)', read: aNumber },
  mode: {
    value: 'plane|pair|N',
    help: 'matrices, cubes, more than three axes: the plane along which the predictions change most (default), the two rotated axes that tell most of it, or the axes of mode N, from 1',
    read: modeOf,
  },
  class: { value: 'NAME', help: 'matrices, cubes, more than three axes: the class that the axes are rotated to' },
  response: { value: 'NAME', help: 'of a regression with several: the response shown (default: the first)' },
  yaw: { value: 'X', help: 'three axes: degrees around (default 30)', read: aNumber },
  pitch: { value: 'X', help: 'three axes: degrees up (default 20)', read: aNumber },
  heat: { value: 'yes|no', help: 'colours by the predictions (default yes)', read: yesOrNo },
  contours: { value: 'yes|no', help: 'boundaries, or lines of equal value (default yes)', read: yesOrNo },
  discrete: { help: 'one colour a class, without shades' },
  unlabelled: { help: 'the files have no response: all marks are grey, and no scores are written' },
  axes: { value: 'yes|no', help: 'numbers and names of the axes (default yes)', read: yesOrNo },
  scores: { value: 'yes|no', help: 'the scores below the heading (default yes)', read: yesOrNo },
  legend: { value: 'yes|no', help: 'the legend (default yes)', read: yesOrNo },
};

function modeOf(text: string, name: string): string | number {
  return text === 'plane' || text === 'pair' ? text : aNumber(text, name);
}

export const plot: Command = {
  name: 'plot',
  summary: 'draw the samples in the projection, with the predictions around them',
  files: ['MODEL', 'DATA'],
  details:
    'SVG and HTML need nothing else; a page contains model and samples, works offline and has a probe and a table. PNG needs the ' +
    'package @resvg/resvg-wasm and a font of the system. DATA is usually the training file.',
  options: { ...options, ...targetOption, ...missingOption, ...readingOptions },
  needs: ['out'],
  examples: [
    ['trip plot iris.json iris.csv --out iris.svg', ''],
    ['trip plot wine.json wine.csv --arrows 5 --theme dark --out wine.png', 'needs npm install @resvg/resvg-wasm'],
    ['trip plot iris.json iris.csv --test new.csv --out iris.html', 'a page that works offline'],
    ['trip plot digits.json digits.csv --mode 2 --class 3 --out digits.svg', 'matrices: the samples along one mode'],
  ],
  run,
};

type Kind = 'svg' | 'png' | 'html';

/** The format of a picture by the ending of its name. */
function kindOf(name: string, flag: string): Kind {
  const [, ending] = /\.([a-z]+)$/i.exec(name) ?? [];
  const kind = name === '-' ? 'svg' : ending?.toLowerCase();
  if (kind === 'svg' || kind === 'png' || kind === 'html') return kind;
  throw new TripError('option', `${flag} is ${quoted(name)}; a name that ends with .svg, .png or .html is accepted`);
}

async function run({ files: [modelPath = '', path = ''], values }: Arguments, terminal: Terminal): Promise<object> {
  requireTest(values);
  const target = await plotTarget(values.out as string, '--out', values);
  if (target.out === '-' && values.json === true)
    throw new TripError('option', `--json and --out ${values.out} both use the standard output`);
  const trip = await loadTrip();
  const known = await readModel(trip, modelPath, terminal.signal);
  const read = (file: string, y: unknown) => readSamples(trip, known, file, { ...values, y }, terminal);
  const { data, rows } = await read(path, values.y);
  const test = values.test === undefined ? undefined : (await read(values.test as string, values['test-y'])).data;
  const { model } = known;
  await writePlot({ ...target, model, data, drawing: drawingOf(values, model, test), values }, terminal);
  reportNotes(model, terminal);
  const more = test === undefined ? {} : { testSamples: test.shape[0] };
  const also = test === undefined ? '' : ` and ${more.testSamples} test samples`;
  if (target.out !== '-') terminal.print(`${target.out}: ${rows.length} samples${also}`);
  return { out: target.out, samples: rows.length, ...more };
}

async function readSamples(
  trip: Trip,
  known: KnownModel,
  file: string,
  values: Arguments['values'],
  terminal: Terminal,
): Promise<ModelData> {
  const common = { reading: readingOf(values), ...defined({ missing: values.missing as DataRequest['missing'] }) };
  if (values.unlabelled === true)
    return readModelData(trip, known, file, { ...common, arrays: arraysOf(values) }, terminal);
  const arrays = await arraysFrom({ ...values, task: known.spec.task }, values.y, terminal);
  const target = (values.target as string | undefined) ?? true;
  const weight = values.weight as string | undefined;
  return readModelData(trip, known, file, { ...common, target, arrays, ...defined({ weight }) }, terminal);
}

/** The options of the drawing that the flags choose. */
function drawingOf(values: Arguments['values'], { spec }: Model, test: Dataset | undefined): DrawOptions {
  const { title, theme, width, arrows, yaw, pitch, heat, contours, discrete, axes, scores, legend } = values;
  const { mode, class: target, response } = values;
  if (typeof mode === 'number' && spec.ranks[mode - 1] === undefined) {
    const accepted = `plane, pair or an integer from 1 to ${spec.ranks.length}`;
    throw new TripError('option', `--mode is ${mode}; ${accepted} is accepted`);
  }
  const more = { mode: typeof mode === 'number' ? mode - 1 : mode, target, response };
  return defined({
    ...{ title, theme, width, arrows, yaw, pitch, heat, contours, discrete, axes, scores, legend },
    ...more,
    test,
  }) as DrawOptions;
}

/** A destination that can be written. */
export interface PlotTarget {
  readonly out: string;
  readonly kind: Kind;
}

/** Checks before the work starts that a picture with these flags can be written. */
export async function plotTarget(name: string, flag: string, values: Arguments['values']): Promise<PlotTarget> {
  const kind = kindOf(name, flag);
  const out = await requireWritable(name, 'picture');
  const { scale } = values as { scale?: number };
  if (scale !== undefined && !(scale > 0 && scale <= 20))
    throw new TripError('option', `--scale is ${scale}; a number above 0 up to 20 is accepted`);
  if (kind === 'png') await requirePng(values.font as string | undefined);
  return { out, kind };
}

export interface Plot extends PlotTarget {
  readonly model: Model;
  readonly data: Dataset;
  readonly drawing: DrawOptions;
  /** Flags of the PNG. */
  readonly values: Arguments['values'];
}

export async function writePlot({ out, kind, model, data, drawing, values }: Plot, terminal: Terminal): Promise<void> {
  traced(`draw as ${kind}`);
  const svg = await killable(() => drawn(model, data, drawing), terminal.signal);
  const { scale = 2, font } = values as { scale?: number; font?: string };
  const { method } = model.spec;
  const title = drawing.title ?? (method === 'tucker' ? 'Tucker' : method.toUpperCase());
  const page = { model, data, test: drawing.test, title, attributes: attributesOf(drawing), svg };
  const content = { svg: () => svg, png: () => pngOf(svg, scale, font, terminal.signal), html: () => pageOf(page) };
  await writeFile(out, [await content[kind]()], terminal.signal);
}

/** Errors of the drawing as those of the package. */
function drawn(model: Model, data: Dataset, options: DrawOptions): string {
  try {
    return toSVG(model, data, options);
  } catch (error) {
    const { code, message, name } = error as TripError;
    throw name === 'TripError' ? new TripError(code, message, { cause: error }) : error;
  }
}

/** The attributes of the element that mean the same as the options. */
function attributesOf({ title, test: _, width: _width, axes: _axes, ...others }: DrawOptions): Record<string, string> {
  const all = { ...others, ...(title === undefined ? {} : { caption: title }) };
  const text = (value: unknown) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value));
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, text(value)]));
}
