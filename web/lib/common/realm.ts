/** Recognises kinds of objects by their tag. */

interface Kinds {
  readonly AbortSignal: AbortSignal;
  readonly BigInt64Array: BigInt64Array;
  readonly BigUint64Array: BigUint64Array;
  readonly DataView: DataView;
  readonly Date: Date;
  readonly Error: Error;
  readonly Float32Array: Float32Array<ArrayBuffer>;
  readonly Float64Array: Float64Array<ArrayBuffer>;
  readonly Map: Map<unknown, unknown>;
  readonly Promise: Promise<unknown>;
  readonly Set: Set<unknown>;
  readonly Uint8Array: Uint8Array<ArrayBuffer>;
  readonly URL: URL;
}

/**
 * Replaces `instanceof`, which fails across realms: Jest and the vm pools of Vitest run each test in its own realm, but objects that
 * Node creates, such as messages of a worker thread and bytes of a file, belong to another one.
 */
export function isA<Kind extends keyof Kinds>(value: unknown, kind: Kind): value is Kinds[Kind] {
  return Object.prototype.toString.call(value) === `[object ${kind}]`;
}
