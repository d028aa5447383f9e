/** The response of samples: classes, or one or several numbers. */

import {
  isArrayLike,
  type Numbers,
  narrowest,
  place,
  requireArrayLike,
  toNumber,
  toNumbers,
} from '../common/arrays.js';
import { defined, describe, describeTyped, integer, oneOf, refuse } from '../common/check.js';
import { fail } from '../common/errors.js';
import type { Dataset, ResponseInput, Task } from '../types.js';

/** The names that dense and sparse input share; `y` first. */
export const responseNames = [
  'y',
  'task',
  'featureNames',
  'modeNames',
  'classNames',
  'responses',
  'responseNames',
  'sampleWeight',
];

export const tasks: readonly Task[] = ['classification', 'regression'];

type Response = Pick<Dataset, 'task' | 'labels' | 'targets' | 'classNames' | 'responses' | 'responseNames'>;

export function readResponse(input: ResponseInput, samples: number): Response {
  const { classNames } = input;
  const task = input.task === undefined ? undefined : oneOf('task', input.task, tasks);
  if (input.y === undefined) {
    if (task !== undefined) fail('option', `task is '${task}' but y is missing`);
    const alone = (['classNames', 'responses', 'responseNames'] as const).find((name) => input[name] !== undefined);
    if (alone !== undefined) fail('option', `${alone} ${alone === 'responses' ? 'is' : 'are'} given but y is missing`);
    return {};
  }
  requireArrayLike('y', input.y, 'numbers or strings');
  const { y, width } = flatten(input.y, input, samples);
  if (width > 1 && task !== 'regression') {
    const labels = 'one class a sample is accepted, several labels of a sample (multi-label) are not';
    fail('value', `y has ${width} columns; they need task: 'regression' (several responses). As classes, ${labels}`);
  }
  if (y.length !== samples * width) {
    const of = width === 1 ? '' : ` of ${width} responses`;
    fail('shape', `y has ${y.length} entries; x has ${samples} samples${of}`);
  }
  const kind = commonType(y, width);
  if (task === 'regression') {
    if (kind === 'string') fail('value', `y[0] is ${describeTyped(y[0])}; regression needs numbers`);
    if (classNames !== undefined) fail('option', "classNames are given but task is 'regression'");
    return { task, targets: toTargets(y, width), ...readResponseNames(input.responseNames, width) };
  }
  if (input.responses !== undefined || input.responseNames !== undefined) {
    fail('option', "responses and responseNames are for task: 'regression'; classes have classNames");
  }
  if (task === undefined && kind === 'number') refuseFractions(y as ArrayLike<number>);
  return { task: 'classification', ...toLabels(y as ArrayLike<string | number>, classNames) };
}

/** The entries of `y` sample after sample, and their number for each sample. */
function flatten(given: ArrayLike<unknown>, { responses, responseNames }: ResponseInput, samples: number) {
  const named = isArrayLike(responseNames) ? responseNames.length : undefined;
  const stated = responses === undefined ? named : integer('responses', responses, 1, MAX_RESPONSES);
  const first = given[0];
  if (!isArrayLike(first)) return { y: given, width: stated ?? 1 };
  const width = first.length;
  if (given.length !== samples) fail('shape', `y has ${given.length} entries; x has ${samples} samples`);
  if (stated !== undefined && stated !== width) {
    const source = responses === undefined ? 'responseNames has' : 'responses is';
    fail('shape', `y has rows of ${width} numbers; ${source} ${stated}`);
  }
  if (width === 0) fail('shape', 'y has rows of 0 numbers; at least one is needed');
  const y = Array.from(given, (row, n) => {
    if (isArrayLike(row) && row.length === width) return Array.from(row);
    return refuse(`y[${n}]`, row, `an array of ${width} numbers, as y[0], is`, 'shape');
  }).flat();
  return { y, width };
}

/** The core counts outputs in 32 bits, and each needs a row of the last layer. */
const MAX_RESPONSES = 4096;

function toTargets(y: ArrayLike<unknown>, width: number): Numbers {
  if (width === 1) return toNumbers('y', y);
  const shape = [y.length / width, width];
  const read = (value: unknown, at: number) => toNumber(value, () => place('y', at, shape));
  return narrowest('y', { length: y.length, columns: width, read }, (put) => put(y));
}

function readResponseNames(given: unknown, width: number) {
  const responses = width === 1 ? undefined : width;
  if (given === undefined) return defined({ responses });
  const responseNames = readNames('responseNames', given);
  if (responseNames.length !== width) {
    fail('shape', `responseNames has ${responseNames.length} names; y has ${width} responses`);
  }
  refuseRepeated('responseNames', responseNames);
  return defined({ responses, responseNames });
}

function refuseRepeated(name: string, entries: readonly string[]): void {
  const seen = new Set<string>();
  for (const entry of entries) {
    if (seen.has(entry)) fail('value', `${name} has ${describe(entry)} twice`);
    seen.add(entry);
  }
}

function commonType(y: ArrayLike<unknown>, width: number): 'number' | 'string' {
  const first = typeof y[0];
  const at = (n: number) => (width === 1 ? `y[${n}]` : place('y', n, [y.length / width, width]));
  for (let n = 0; n < y.length; n++) {
    const type = typeof y[n];
    if (type !== 'number' && type !== 'string') refuse(at(n), y[n], 'numbers or strings are', 'value');
    if (type !== first) {
      const both = `${at(0)} is ${describeTyped(y[0])}, ${at(n)} is ${describeTyped(y[n])}`;
      fail('value', `${both}; only numbers or only strings are accepted`);
    }
    if (type === 'number' && !Number.isFinite(y[n])) fail('value', `${at(n)} is ${y[n]}; finite numbers are accepted`);
  }
  return first as 'number' | 'string';
}

function refuseFractions(y: ArrayLike<number>): void {
  for (let n = 0; n < y.length; n++) {
    if (Number.isInteger(y[n])) continue;
    const choices = "task: 'regression' (real numbers) or task: 'classification' (each value a class)";
    fail('value', `y[${n}] is ${y[n]}, not an integer; say which is meant: ${choices}`);
  }
}

function toLabels(y: ArrayLike<string | number>, given: unknown): { labels: Int32Array; classNames: string[] } {
  const classNames = given === undefined ? classesOf(y) : readNames('classNames', given);
  refuseRepeated('classNames', classNames);
  const indices = new Map(classNames.map((name, index) => [name, index]));
  const labels = Int32Array.from(y, (label, n) => {
    const known = () => classNames.map(describe).join(', ');
    return indices.get(String(label)) ?? fail('value', `y[${n}] is ${describe(label)}; classNames are ${known()}`);
  });
  return { labels, classNames };
}

/** Numbers ascending, strings in order of first appearance. */
function classesOf(y: ArrayLike<string | number>): string[] {
  const seen = [...new Set(Array.from(y))];
  if (typeof seen[0] === 'number') (seen as number[]).sort((a, b) => a - b);
  return seen.map(String);
}

export function readNames(name: string, given: unknown, size?: number): string[] {
  if (!Array.isArray(given)) refuse(name, given, 'an array of strings is');
  if (given.length !== (size ?? given.length)) {
    fail('shape', `${name} has ${given.length} names; there are ${size} variables`);
  }
  return Array.from(given, (entry, i) =>
    typeof entry === 'string' ? entry : refuse(`${name}[${i}]`, entry, 'strings are', 'value'),
  );
}
