/** The saved form of a model, described in docs/model-file.md. It keeps every bit and is verified when it is read. */

import { MAX_FLOAT, type Numbers, product } from '../common/arrays.js';
import { decodeDoubles, decodeFloats, encodeFloats } from '../common/base64.js';
import { defined, describe, frozen, integer, integers, number, oneOf, refuse, requireObject } from '../common/check.js';
import { cut, fail, TripError } from '../common/errors.js';
import { isA } from '../common/realm.js';
import { encodedDims, requireCategories } from '../data/categories.js';
import { tasks } from '../data/response.js';
import type {
  FittedStep,
  Frame,
  History,
  InputSpec,
  LambdaChoice,
  Method,
  ModelFile,
  ModelSpec,
  ResponseSpec,
  Step,
  Task,
} from '../types.js';
import { readReference, writeReference } from './diagnosis.js';
import type { FitResult } from './fit.js';
import { historyNames, packReports, unpackReports } from './history.js';
import { fitDefaults, MAX_FRAMES, methods, optionChecks } from './option-table.js';
import { readSizes } from './spec.js';

const FORMAT = 'trip-wasm model';
/** Files with a preprocessing have version 2: packages that read version 1 would apply the model without it. */
const VERSION = 2;
const MAX = 2 ** 31 - 1;
/** Engines have no much longer texts. */
const MAX_CHARACTERS = 500_000_000;

/** A result together with the fingerprint that it must have. */
export interface StoredModel extends FitResult {
  readonly fingerprint: string;
}

export function writeModelFile(model: StoredModel): ModelFile {
  const { spec } = model;
  const reports = packReports(model.restarts);
  const { steps, ...options } = model.options;
  const file = {
    format: FORMAT,
    version: (spec.input ?? spec.steps) === undefined ? 1 : VERSION,
    resultVersion: model.resultVersion,
    fingerprint: model.fingerprint,
    spec: {
      ...spec,
      mean: encodeFloats(spec.mean),
      scale: encodeFloats(spec.scale),
      ...(spec.fill === undefined ? {} : { fill: encodeFloats(spec.fill) }),
      ...(spec.steps === undefined ? {} : { steps: spec.steps.map(writeStep) }),
      ...(spec.reference === undefined ? {} : { reference: writeReference(spec.reference) }),
    },
    parameters: encodeFloats(model.parameters),
    // Files without steps are as they were before this option.
    options: (steps as Step[] | undefined)?.length ? model.options : options,
    ...defined({ lambdaChoice: model.lambdaChoice }),
    ...(model.notes.length === 0 ? {} : { notes: model.notes }),
    history: Object.fromEntries(Object.entries(model.history).map(([name, values]) => [name, encodeFloats(values)])),
    restarts: encodeFloats(reports.restarts),
    ...(model.history.validationLoss === undefined ? {} : { validation: encodeFloats(reports.validation) }),
    ...(model.restarts[0]?.haltedEpoch === undefined ? {} : { halving: encodeFloats(reports.halving) }),
    best: model.best,
    ...(model.frames.length === 0 ? {} : { frames: model.frames.map(writeFrame) }),
  } as const;
  return { ...file, checksum: checksumOf(file) };
}

/**
 * The checksum of a model file: CRC-32 of its canonical JSON (RFC 8785: names sorted, no spaces) without the checksum, 8 hex digits. For
 * programs that add their own fields to the object of {@link Model.toJSON}; {@link Trip.restore} ignores such fields.
 */
export function checksumOf(file: object): string {
  const { checksum: _checksum, ...rest } = file as { readonly checksum?: string };
  const sorted = (_name: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  let crc = -1;
  const add = (bits: number) => {
    crc = (nibbles[(crc ^ bits) & 15] as number) ^ (crc >>> 4);
  };
  // jsdom has no TextEncoder. encodeURIComponent accepts all JSON text, since JSON escapes lone surrogates.
  const utf8 = encodeURIComponent(JSON.stringify(rest, sorted));
  for (let at = 0; at < utf8.length; at++) {
    const escaped = utf8[at] === '%';
    const byte = escaped ? Number.parseInt(utf8.slice(at + 1, at + 3), 16) : utf8.charCodeAt(at);
    if (escaped) at += 2;
    add(byte);
    add(byte >> 4);
  }
  return (~crc >>> 0).toString(16).padStart(8, '0');
}

/** CRC-32 of each half of a byte. */
const nibbles = /* @__PURE__ */ Int32Array.from({ length: 16 }, (_, value) => {
  let crc = value;
  for (let bit = 0; bit < 4; bit++) crc = (crc >>> 1) ^ (crc & 1 && 0xedb88320);
  return crc;
});

/** Reads a file of {@link writeModelFile}. Every error has the code `format` and a reason. */
export function readModelFile(file: unknown): StoredModel {
  try {
    return read(parse(typeof file === 'string' ? file : textOf(file)));
  } catch (thrown) {
    const { code, message } = thrown as TripError;
    const reason = code === 'format' ? message : `the model file cannot be read: ${message}`;
    // JSON has no undefined, so an undefined value is a missing one.
    throw new TripError('format', reason.replace(/ is undefined(?=[;,])/, ' is missing'), { cause: thrown });
  }
}

/** Converts the file to JSON text first, which drops holes of arrays and hidden and inherited properties. */
function textOf(file: unknown): string {
  if (isA(file, 'Uint8Array'))
    fail('format', "the model file is given as bytes; its text, as by readFile(path, 'utf8'), is accepted");
  if (isA(file, 'Promise')) fail('format', 'the model file is a promise; its result is accepted: await it first');
  requireObject('it', file);
  return JSON.stringify(file);
}

function parse(text: string): unknown {
  if (text.length > MAX_CHARACTERS)
    fail('format', `the model file has ${text.length} characters; at most ${MAX_CHARACTERS} are accepted`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TripError('format', `the model file is not JSON, perhaps truncated: ${(cause as Error).message}`, {
      cause,
    });
  }
}

/** A file with a valid checksum can be wrong only when it was made by hand. */
function read(file: unknown): StoredModel {
  requireObject('it', file);
  if (file.format !== FORMAT) {
    throw new TripError('format', `format of the file is ${describe(file.format)}; '${FORMAT}' is accepted`);
  }
  if (typeof file.version === 'number' && file.version > VERSION) {
    const wanted = `this package reads version ${VERSION}`;
    throw new TripError('format', `the model file has version ${file.version}, made by a newer package; ${wanted}`);
  }
  integer('version', file.version, 1, VERSION);
  const checksum = checksumOf(file);
  if (file.checksum !== checksum) {
    const found = `its checksum is ${describe(file.checksum)}, its content has "${checksum}"`;
    throw new TripError('format', `the model file is altered: ${found}`);
  }
  const spec = readSpec(part(file, 'spec'));
  requireConsistent(spec);
  const history = readHistory(part(file, 'history'));
  const columns = {
    accuracy: spec.task === 'classification',
    test: history.testLoss !== undefined,
    validation: history.validationLoss !== undefined,
    halving: file.halving !== undefined,
  };
  const doubles = (name: 'validation' | 'halving') =>
    columns[name] ? decodeDoubles(name, file[name]) : new Float64Array();
  const packed = {
    restarts: decodeDoubles('restarts', file.restarts),
    validation: doubles('validation'),
    halving: doubles('halving'),
  };
  const restarts = unpackReports(packed, columns);
  const parameters = decodeFloats('parameters', file.parameters);
  const options = part(file, 'options');
  return {
    spec,
    parameters,
    // An option that is younger than the file has its default, which changes nothing.
    options: Object.freeze({ ...options, ...fitDefaults, ...readOptions(options) }),
    ...defined({ lambdaChoice: optional(file.lambdaChoice, () => readChoice(part(file, 'lambdaChoice'))) }),
    notes: readNames('notes', file.notes ?? []),
    history,
    restarts: Object.freeze(restarts),
    best: integer('best', file.best, -1, restarts.length - 1),
    resultVersion: file.resultVersion === undefined ? 1 : integer('resultVersion', file.resultVersion, 1, MAX),
    fingerprint: cut(readText('fingerprint', file.fingerprint)),
    frames: optional(file.frames, (frames) => readFrames(frames, parameters.length)) ?? [],
  };
}

/** The options of a fit that a file may have; a trained model has the numbers of `'auto'`, and 'dataset' for a validation set of its own. */
function readOptions(options: Record<string, unknown>): Record<string, unknown> {
  for (const [name, check] of Object.entries(optionChecks()))
    if (Object.hasOwn(options, name) && !(name === 'validation' && options[name] === 'dataset'))
      if (name !== 'projection') check(`options.${name}`, options[name]);
  return options;
}

const readText = (name: string, value: unknown): string =>
  typeof value === 'string' ? value : refuse(name, value, 'a text is');

function optional<T>(value: unknown, read: (value: unknown) => T): T | undefined {
  return value === undefined ? undefined : read(value);
}

function part(file: Record<string, unknown>, name: string): Record<string, unknown> {
  requireObject(name, file[name]);
  return file[name];
}

function readSpec(spec: Record<string, unknown>): ModelSpec {
  const mean = decodeDoubles('spec.mean', spec.mean);
  const scale = decodeDoubles('spec.scale', spec.scale);
  const { outputs, ...sizes } = readSizes(spec);
  const { dims } = sizes;
  const input = optional(spec.input, readInput);
  return Object.freeze({
    method: oneOf<Method>('spec.method', spec.method, methods),
    ...sizes,
    task: oneOf<Task>('spec.task', spec.task, tasks),
    outputs,
    lambda: number('spec.lambda', spec.lambda, 0, MAX_FLOAT),
    mean,
    scale,
    targetMean: number('spec.targetMean', spec.targetMean, -MAX_FLOAT, MAX_FLOAT),
    targetScale: number('spec.targetScale', spec.targetScale, 0, MAX_FLOAT),
    ...defined({
      classNames: optional(spec.classNames, (value) => readNames('spec.classNames', value, true)),
      featureNames: optional(spec.featureNames, (value) => readNames('spec.featureNames', value)),
      modeNames: optional(spec.modeNames, readModeNames),
      fill: optional(spec.fill, (value) => readFill(value, product(input?.dims ?? dims))),
      input,
      steps: optional(spec.steps, readSteps),
      reference: optional(spec.reference, readReference),
      responses: optional(spec.responses, readResponses),
    }),
  });
}

function readInput(value: unknown): InputSpec {
  requireObject('spec.input', value);
  const dims = integers('spec.input.dims', value.dims, 1, MAX);
  requireCategories('spec.input.categories', value.categories, dims[0] as number);
  for (const [c, { names }] of value.categories.entries()) readNames(`spec.input.categories[${c}].names`, names, true);
  return frozen({
    dims,
    ...defined({ featureNames: optional(value.featureNames, (names) => readNames('spec.input.featureNames', names)) }),
    categories: value.categories,
  });
}

function writeStep({ step, mean, scale }: FittedStep) {
  return { step, ...defined({ mean: mean && encodeFloats(mean), scale: scale && encodeFloats(scale) }) };
}

function readSteps(value: unknown): readonly FittedStep[] {
  if (!Array.isArray(value)) refuse('spec.steps', value, 'an array is');
  optionChecks().steps(
    'spec.steps',
    value.map((own) => own?.step),
  );
  return frozen(
    value.map((own, s) => {
      const where = `spec.steps[${s}]`;
      const step: Step = own.step;
      if (step !== 'pareto') return { step };
      return {
        step,
        mean: decodeDoubles(`${where}.mean`, own.mean),
        scale: decodeDoubles(`${where}.scale`, own.scale),
      };
    }),
  );
}

function readResponses(value: unknown): readonly ResponseSpec[] {
  if (!Array.isArray(value)) refuse('spec.responses', value, 'an array is');
  const responses = value.map((response, r) => {
    const where = `spec.responses[${r}]`;
    requireObject(where, response);
    return Object.freeze({
      ...defined({ name: optional(response.name, (name) => readText(`${where}.name`, name)) }),
      mean: number(`${where}.mean`, response.mean, -MAX_FLOAT, MAX_FLOAT),
      scale: number(`${where}.scale`, response.scale, 0, MAX_FLOAT, true),
    });
  });
  const names = responses.flatMap(({ name }) => name ?? []);
  readNames('spec.responses', names, true);
  return Object.freeze(responses);
}

/** The length distinguishes floats from doubles. */
function readFill(text: unknown, size: number): Numbers {
  const floats = decodeFloats('spec.fill', text);
  return floats.length === 2 * size ? decodeDoubles('spec.fill', text) : floats;
}

/** Checks the parts of a spec that the core does not check. */
function requireConsistent(spec: ModelSpec) {
  const { dims, mean, scale, task, outputs, classNames, featureNames, modeNames, fill, responses, input, steps } = spec;
  const size = product(dims);
  const fits = (names: readonly string[], k: number) => names.length === 0 || names.length === dims[k];
  const areScales = (values: Float64Array) => values.every((value) => value > 0 && value < Number.POSITIVE_INFINITY);
  const fitted = ({ mean, scale }: FittedStep) =>
    [mean, scale].every((own) => own === undefined || (own.length === size && own.every(Number.isFinite))) &&
    (scale === undefined || areScales(scale));
  const checks: Record<string, boolean> = {
    mean: mean.every(Number.isFinite),
    scale: areScales(scale),
    fill: fill === undefined || (fill.length === product(input?.dims ?? dims) && fill.every(Number.isFinite)),
    input:
      input === undefined ||
      (input.dims.length === 1 &&
        encodedDims(input.dims, input.categories).join() === dims.join() &&
        (input.featureNames?.length ?? input.dims[0]) === input.dims[0]),
    steps:
      steps === undefined ||
      (steps.every(fitted) && (dims.length === 1 || steps.every(({ step }) => step === 'log1p'))),
    featureNames: featureNames === undefined || (dims.length === 1 && featureNames.length === size),
    modeNames: modeNames === undefined || (modeNames.length === dims.length && modeNames.every(fits)),
    outputs: outputs === (task === 'regression' ? (responses?.length ?? 1) : classNames?.length),
  };
  const failed = Object.keys(checks).find((name) => !checks[name]);
  if (failed !== undefined) throw new TripError('format', `spec.${failed} of the model file does not fit`);
}

function readChoice({ rule, auto, tried }: Record<string, unknown>): LambdaChoice {
  const size = (name: string, value: unknown) => number(`lambdaChoice.${name}`, value, 0, Number.MAX_VALUE);
  if (tried !== undefined && !Array.isArray(tried)) refuse('lambdaChoice.tried', tried, 'an array is');
  return frozen({
    rule: oneOf('lambdaChoice.rule', rule, ['auto', 'validate'] as const),
    auto: size('auto', auto),
    ...defined({
      tried: tried?.map((one, t) => {
        requireObject(`lambdaChoice.tried[${t}]`, one);
        return {
          lambda: size(`tried[${t}].lambda`, one.lambda),
          ...defined({
            validationLoss: optional(one.validationLoss, (value) => size(`tried[${t}].validationLoss`, value)),
          }),
        };
      }),
    }),
  });
}

/** A list of texts, in which no text may be twice where they name different things. */
function readNames(name: string, value: unknown, distinct = false): readonly string[] {
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === 'string')) {
    throw new TripError('format', `${name} of the model file is ${describe(value)}; an array of strings is accepted`);
  }
  const seen = new Set<string>();
  const twice = distinct && value.find((own) => seen.size === seen.add(own).size);
  if (typeof twice === 'string')
    throw new TripError('format', `${name} of the model file has ${describe(twice)} twice`);
  return Object.freeze([...value]);
}

function readModeNames(value: unknown): readonly (readonly string[])[] {
  if (!Array.isArray(value)) {
    throw new TripError('format', `spec.modeNames of the model file is ${describe(value)}; an array is accepted`);
  }
  return Object.freeze(value.map((names, k) => readNames(`spec.modeNames[${k}]`, names)));
}

function readHistory(columns: Record<string, unknown>): History {
  const names = historyNames.filter((name, n) => n < 3 || name in columns);
  const read = names.map((name) => [name, decodeFloats(`history.${name}`, columns[name])] as const);
  const { length } = (read[0] as (typeof read)[number])[1];
  for (const [name, values] of read) requireLength(`history.${name}`, values.length, length);
  return Object.fromEntries(read) as unknown as History;
}

function requireLength(name: string, found: number, wanted: number): void {
  if (found !== wanted) fail('format', `${name} of the model file has ${found} numbers; ${wanted} are needed`);
}

function writeFrame(frame: Frame) {
  return { restart: frame.restart, epoch: frame.epoch, parameters: encodeFloats(frame.parameters) };
}

function readFrames(frames: unknown, size: number): readonly Frame[] {
  if (!Array.isArray(frames)) refuse('frames', frames, 'an array is');
  const { length } = frames;
  if (length > MAX_FRAMES) fail('format', `frames has ${length} entries; at most ${MAX_FRAMES} are accepted`);
  return frames.map((frame, f) => {
    requireObject(`frames[${f}]`, frame);
    const parameters = decodeFloats(`frames[${f}].parameters`, frame.parameters);
    requireLength(`frames[${f}].parameters`, parameters.length, size);
    const restart = integer(`frames[${f}].restart`, frame.restart, 0, MAX);
    return Object.freeze({ restart, epoch: integer(`frames[${f}].epoch`, frame.epoch, 0, MAX), parameters });
  });
}
