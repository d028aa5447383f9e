/**
 * Properties that hold for any input, tried on random inputs. FUZZ_RUNS sets their number, FUZZ_SEED the seed. A failure prints the seed and
 * the smallest input that was found.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TripError } from '../../dist/index.js';

export const runs = Number(process.env.FUZZ_RUNS ?? 400);
const seed = Number(process.env.FUZZ_SEED ?? 1);

/** Longest message: each quote has at most 200 characters, and the whole a limit too. */
const LONGEST = 4100;

export async function holds(property, share = 1) {
  const before = Object.getOwnPropertyNames(Object.prototype).join();
  const numRuns = Math.max(1, Math.round(runs * share));
  const { failed, counterexample, errorInstance } = await fc.check(property, { numRuns, seed });
  assert.equal(Object.getOwnPropertyNames(Object.prototype).join(), before, 'the prototype of all objects has changed');
  if (!failed) return;
  const shown = JSON.stringify(counterexample, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
  assert.fail(`FUZZ_SEED=${seed} FUZZ_RUNS=${runs}: ${errorInstance?.stack}\n${shown?.slice(0, 3000)}`);
}

/** Runs what may refuse its input: the result, or undefined after a refusal that explains itself. */
export function refusable(call, codes) {
  try {
    return call();
  } catch (error) {
    return requireRefusal(error, codes);
  }
}

export function requireRefusal(error, codes) {
  assert.ok(error instanceof TripError, error?.stack ?? String(error));
  assert.notEqual(error.code, 'internal', error.stack);
  if (codes !== undefined) assert.ok(codes.includes(error.code), error.stack);
  assert.ok(error.message.length <= LONGEST, `a message of ${error.message.length} characters`);
  return undefined;
}

/** Values that are often mistaken: edges of types, names of inherited properties, markup, control characters, long texts. */
export const oddNumber = fc.constantFrom(
  ...[0, -0, 1, -1, 0.5, 2, 3, 7, 8, 9, 16, 17, 4096, 4097, 65536, 1e5, 1e6, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53],
  ...[-(2 ** 31), 1e-300, 1e38, 1e300, Number.MAX_VALUE],
);
export const oddText = fc.oneof(
  fc.constantFrom(
    ...['', '__proto__', 'constructor', 'toString', 'length', '0', '-1', 'NaN', 'Infinity', '1e999', 'null', 'auto'],
    ...[
      'validate',
      'trip',
      'pca',
      'dataset',
      '<img onerror=1>',
      '\u202e\u001b[31m\n',
      '\ud800',
      'AAAA',
      'AAAAAA==',
      '=',
    ],
    'x'.repeat(5000),
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
export const oddValue = fc.oneof(
  oddNumber,
  oddText,
  fc.constantFrom(null, true, false),
  fc.array(fc.oneof(oddNumber, oddText, fc.constant(null)), { maxLength: 5 }),
  fc.dictionary(oddText, fc.oneof(oddNumber, oddText), { maxKeys: 3 }),
  fc.constantFrom([[]], [[[]]], {}, Array(20).fill(1), { length: 1e9 }, JSON.parse('{"__proto__":{"polluted":1}}')),
);

/** One change of a value somewhere inside of JSON; `at` chooses the place. */
export const edit = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom('replace', 'remove', 'repeat', 'copy', 'text', 'bits', 'add'),
  value: oddValue,
  name: oddText,
  other: fc.nat(),
});

/** All places inside of JSON: the object or list, and the name. */
function placesIn(json) {
  const places = [];
  const visit = (owner) => {
    if (typeof owner !== 'object' || owner === null || ArrayBuffer.isView(owner)) return;
    for (const name of Object.keys(owner)) {
      places.push([owner, name]);
      visit(owner[name]);
    }
  };
  visit(json);
  return places;
}

const put = (owner, name, value) =>
  Object.defineProperty(owner, name, { value, enumerable: true, writable: true, configurable: true });

/** Flips a bit of base64, or a character of another text. */
function changedText(text, at) {
  if (text.length === 0) return 'A';
  const where = at % text.length;
  const code = text.charCodeAt(where) ^ (1 << (at % 7));
  return `${text.slice(0, where)}${String.fromCharCode(code)}${text.slice(where + 1)}`;
}

/** Applies the edits to a copy of JSON. */
export function edited(json, edits) {
  const copy = structuredClone(json);
  for (const { at, kind, value, name, other } of edits) {
    const places = placesIn(copy);
    if (places.length === 0) break;
    const [owner, own] = places[at % places.length];
    const [from, source] = places[other % places.length];
    if (kind === 'replace') put(owner, own, structuredClone(value));
    else if (kind === 'remove') Array.isArray(owner) ? owner.splice(Number(own), 1) : delete owner[own];
    else if (kind === 'repeat' && Array.isArray(owner)) owner.push(structuredClone(owner[own]));
    else if (kind === 'copy') put(owner, own, structuredClone(from[source]));
    else if (kind === 'text' && typeof owner[own] === 'string') put(owner, own, owner[own].slice(0, other % 50));
    else if (kind === 'bits' && typeof owner[own] === 'string') put(owner, own, changedText(owner[own], other));
    else if (kind === 'add' && !Array.isArray(owner)) put(owner, name, structuredClone(value));
  }
  return copy;
}

export const edits = fc.array(edit, { minLength: 1, maxLength: 4 });
