/** The saved form of a model. Everything that is a result is stored to the last bit and verified on the way back. */

import { product } from './arrays.js';
import { decodeDoubles, decodeFloats, encodeFloats } from './base64.js';
import { describe, integer, integers, number, oneOf, refuseUnknown, requireObject } from './check.js';
import { TripError } from './errors.js';
import type { FitResult } from './fit.js';
import { fromReports, toReports } from './history.js';
import { methods, optionNames } from './options.js';
import type { Frame, History, Method, ModelFile, ModelSpec, Task } from './types.js';

const FORMAT = 'trip-wasm model';
const VERSION = 1;
const MAX = 2 ** 31 - 1;
/** Of every model that a fit makes; the core's work space is for no more. */
const MAX_MODES = 8;
const MAX_LATENT = 65_536;
const historyNames = ['loss', 'reconstruction', 'objective', 'accuracy', 'testLoss', 'testAccuracy'] as const;

/** A result together with the fingerprint that it must have. */
export interface StoredModel extends FitResult {
  readonly fingerprint: string;
}

export function writeModelFile(model: StoredModel): ModelFile {
  const { spec } = model;
  return {
    format: FORMAT,
    version: VERSION,
    fingerprint: model.fingerprint,
    spec: {
      ...spec,
      mean: encodeFloats(spec.mean),
      scale: encodeFloats(spec.scale),
      ...(spec.fill === undefined ? {} : { fill: encodeFloats(spec.fill) }),
    },
    parameters: encodeFloats(model.parameters),
    options: model.options,
    history: Object.fromEntries(Object.entries(model.history).map(([name, values]) => [name, encodeFloats(values)])),
    restarts: encodeFloats(fromReports(model.restarts)),
    best: model.best,
    ...(model.frames.length === 0 ? {} : { frames: model.frames.map(writeFrame) }),
  };
}

/** Reads what {@link writeModelFile} wrote; everything that is wrong with it has the code `format` and a reason. */
export function readModelFile(file: unknown): StoredModel {
  const value = typeof file === 'string' ? parse(file) : file;
  try {
    return read(value);
  } catch (thrown) {
    if (thrown instanceof TripError && thrown.code !== 'format') {
      throw new TripError('format', `the model file is altered: ${thrown.message}`, { cause: thrown });
    }
    throw thrown;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TripError('format', `the model file is not JSON, perhaps truncated: ${(cause as Error).message}`, {
      cause,
    });
  }
}

function read(value: unknown): StoredModel {
  requireObject('the model file', value);
  if (value.format !== FORMAT) {
    throw new TripError('format', `format of the file is ${describe(value.format)}; '${FORMAT}' is accepted`);
  }
  if (typeof value.version === 'number' && value.version > VERSION) {
    const wanted = `this package reads version ${VERSION}`;
    throw new TripError('format', `the model file has version ${value.version}, made by a newer package; ${wanted}`);
  }
  integer('version', value.version, VERSION, VERSION);
  const spec = readSpec(part(value, 'spec'));
  requireConsistent(spec);
  const parameters = decodeFloats('parameters', value.parameters);
  if (parameters.length !== parameterCount(spec)) {
    const wanted = `its spec needs ${parameterCount(spec)}`;
    throw new TripError('format', `the model file is truncated or altered: ${parameters.length} parameters; ${wanted}`);
  }
  const columns = { accuracy: spec.task === 'classification', test: 'testLoss' in part(value, 'history') };
  const restarts = toReports(decodeDoubles('restarts', value.restarts), columns);
  return {
    spec,
    parameters,
    options: readOptions(part(value, 'options')),
    history: readHistory(part(value, 'history')),
    restarts: Object.freeze(restarts),
    best: integer('best', value.best, -1, restarts.length - 1),
    fingerprint: readFingerprint(value.fingerprint),
    frames: value.frames === undefined ? [] : readFrames(value.frames),
  };
}

function part(value: Record<string, unknown>, name: string): Record<string, unknown> {
  const inner = value[name];
  if (inner === undefined) throw new TripError('format', `the model file has no ${name}; it is truncated or altered`);
  requireObject(name, inner);
  return inner;
}

function readSpec(spec: Record<string, unknown>): ModelSpec {
  const mean = decodeDoubles('spec.mean', spec.mean);
  const scale = decodeDoubles('spec.scale', spec.scale);
  return Object.freeze({
    method: oneOf<Method>('spec.method', spec.method, methods),
    dims: integers('spec.dims', spec.dims, 1, MAX),
    ranks: integers('spec.ranks', spec.ranks, 1, MAX),
    hidden: integers('spec.hidden', spec.hidden, 1, MAX),
    task: oneOf<Task>('spec.task', spec.task, ['classification', 'regression']),
    outputs: integer('spec.outputs', spec.outputs, 1, MAX),
    lambda: number('spec.lambda', spec.lambda, 0, Number.MAX_VALUE),
    mean,
    scale,
    targetMean: number('spec.targetMean', spec.targetMean, -Number.MAX_VALUE, Number.MAX_VALUE),
    targetScale: number('spec.targetScale', spec.targetScale, 0, Number.MAX_VALUE),
    ...(spec.classNames === undefined ? {} : { classNames: readNames('spec.classNames', spec.classNames) }),
    ...(spec.featureNames === undefined ? {} : { featureNames: readNames('spec.featureNames', spec.featureNames) }),
    ...(spec.modeNames === undefined ? {} : { modeNames: readModeNames(spec.modeNames) }),
    ...(spec.fill === undefined ? {} : { fill: decodeFloats('spec.fill', spec.fill) }),
  });
}

function requireConsistent(spec: ModelSpec): void {
  const { dims, ranks, mean, scale, task, outputs, classNames, featureNames, modeNames, fill } = spec;
  const size = product(dims);
  const checks: [boolean, string][] = [
    [dims.length >= 1 && dims.length <= MAX_MODES, 'spec.dims'],
    [ranks.length === dims.length, 'spec.ranks'],
    [ranks.every((rank, k) => rank <= (dims[k] as number)) && product(ranks) <= MAX_LATENT, 'spec.ranks'],
    [mean.length === 0 || mean.length === size, 'spec.mean'],
    [scale.length === mean.length, 'spec.scale'],
    [fill === undefined || (fill.length === size && fill.every(Number.isFinite)), 'spec.fill'],
    [featureNames === undefined || (dims.length === 1 && featureNames.length === size), 'spec.featureNames'],
    [modeNames === undefined || fitNames(modeNames, dims), 'spec.modeNames'],
    [task === 'regression' ? outputs === 1 : classNames?.length === outputs, 'spec.outputs'],
  ];
  const failed = checks.find(([holds]) => !holds);
  if (failed !== undefined) {
    throw new TripError('format', `the model file is altered: ${failed[1]} does not fit to the rest of the spec`);
  }
}

function fitNames(modeNames: readonly (readonly string[])[], dims: readonly number[]): boolean {
  const fits = (names: readonly string[], k: number) => names.length === 0 || names.length === dims[k];
  return dims.length > 1 && modeNames.length === dims.length && modeNames.every(fits);
}

/** C^(k), G^(k), b1, then W and b of each further layer. */
function parameterCount({ dims, ranks, hidden, outputs }: ModelSpec): number {
  const widths = hidden.length === 0 ? [outputs] : [...hidden, outputs];
  const first = widths[0] as number;
  const modes = ranks.reduce((sum, rank, k) => sum + rank * ((dims[k] as number) + first), first);
  return widths.slice(1).reduce((sum, width, layer) => sum + width * ((widths[layer] as number) + 1), modes);
}

function readNames(name: string, value: unknown): readonly string[] {
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === 'string')) {
    throw new TripError('format', `${name} of the model file is ${describe(value)}; an array of strings is accepted`);
  }
  return Object.freeze([...value]);
}

function readModeNames(value: unknown): readonly (readonly string[])[] {
  if (!Array.isArray(value)) {
    throw new TripError('format', `spec.modeNames of the model file is ${describe(value)}; an array is accepted`);
  }
  return Object.freeze(value.map((names, k) => readNames(`spec.modeNames[${k}]`, names)));
}

function readOptions(options: Record<string, unknown>): Readonly<Record<string, unknown>> {
  refuseUnknown('the model file', options, optionNames);
  return Object.freeze({ ...options });
}

function readHistory(columns: Record<string, unknown>): History {
  refuseUnknown('history of the model file', columns, historyNames);
  const entries = Object.entries(columns).map(([name, text]) => [name, decodeFloats(`history.${name}`, text)] as const);
  for (const name of ['loss', 'reconstruction', 'objective']) decodeFloats(`history.${name}`, columns[name]);
  if (entries.some(([, values]) => values.length !== entries[0]?.[1].length)) {
    throw new TripError(
      'format',
      'columns of the history in the model file differ in length; it is truncated or altered',
    );
  }
  return Object.fromEntries(entries) as unknown as History;
}

function readFingerprint(value: unknown): string {
  if (typeof value === 'string' && /^[0-9a-f]{16}$/.test(value)) return value;
  throw new TripError('format', `fingerprint of the model file is ${describe(value)}; 16 hex digits are accepted`);
}

function writeFrame(frame: Frame) {
  return { restart: frame.restart, epoch: frame.epoch, parameters: encodeFloats(frame.parameters) };
}

function readFrames(frames: unknown): Frame[] {
  if (!Array.isArray(frames))
    throw new TripError('format', `frames of the model file is ${describe(frames)}; an array is accepted`);
  return frames.map((frame: unknown, f) => {
    requireObject(`frames[${f}]`, frame);
    return Object.freeze({
      restart: integer(`frames[${f}].restart`, frame.restart, 0, MAX),
      epoch: integer(`frames[${f}].epoch`, frame.epoch, 0, MAX),
      parameters: decodeFloats(`frames[${f}].parameters`, frame.parameters),
    });
  });
}
