/** Finds, fetches, compiles and starts the WebAssembly binary. Importing this module does nothing. */

import { describe, oneOf, refuse } from '../common/check.js';
import { cut, TripError } from '../common/errors.js';
import { builtin, isNode } from '../common/node.js';
import { isA } from '../common/realm.js';
import type { LoadOptions } from '../types.js';
import { startCore } from './core.js';
import { ownBinary } from './parts.js';
import type { CompiledCore, RawModule } from './raw.js';

/** A module with one function that uses two SIMD instructions. */
const simdProbe = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
];

export function address(name: string, value: unknown): string | URL {
  if (typeof value === 'string' || isA(value, 'URL')) return value;
  refuse(name, value, 'a string or a URL is');
}

export const loadChecks = {
  wasmUrl: address,
  wasmBinary(name: string, value: unknown): ArrayBuffer | Uint8Array {
    if (/(Buffer|8Array)\]$/.test(Object.prototype.toString.call(value))) return value as Uint8Array;
    refuse(name, value, 'the bytes of core-simd.wasm or core.wasm, an ArrayBuffer or Uint8Array, are', 'load');
  },
  simd: (name: string, value: unknown) => (typeof value === 'boolean' ? value : oneOf(name, value, ['auto'])),
};

const advice = 'give wasmUrl (the address of the file) or wasmBinary (its bytes)';

/** Source of the binary. */
type Source = { readonly [name in 'wasmUrl' | 'wasmBinary']?: LoadOptions[name] | undefined };

/** Compiles the binary; any number of threads can start the result. */
export async function compileBinary(source: Source, simd: boolean): Promise<CompiledCore> {
  if (typeof WebAssembly !== 'object') throw new TripError('load', 'WebAssembly is not available here');
  const read = await readBinary(source, simd);
  return isA(read, 'Uint8Array') ? mayStart(WebAssembly.compile(read as BufferSource)) : read;
}

/** Starts an instance of the compiled binary. */
export const startModule = (compiled: CompiledCore): Promise<RawModule> => mayStart(startCore(compiled));

export const loadModule = async (source: Source, simd: boolean): Promise<RawModule> =>
  startModule(await compileBinary(source, simd));

async function mayStart<Result>(starting: Promise<Result>): Promise<Result> {
  try {
    return await starting;
  } catch (cause) {
    const reason = isA(cause, 'Error') ? cause.message : describe(cause);
    const needs = "a content security policy must have 'wasm-unsafe-eval', if there is one";
    throw new TripError('load', `the WebAssembly module does not start: ${reason}; ${needs}`, { cause });
  }
}

export function chooseSimd(simd: LoadOptions['simd'] = 'auto'): boolean {
  if (typeof simd === 'boolean') return simd;
  return typeof WebAssembly === 'object' && WebAssembly.validate(new Uint8Array(simdProbe));
}

/** The bytes; or the module, if the binary was compiled while it was downloaded. */
async function readBinary({ wasmBinary, wasmUrl }: Source, simd: boolean): Promise<Uint8Array | CompiledCore> {
  if (wasmBinary !== undefined) {
    const bytes = isA(wasmBinary, 'Uint8Array') ? wasmBinary : new Uint8Array(wasmBinary);
    return requireWasm(bytes, 'wasmBinary', 'pass the bytes of core-simd.wasm or core.wasm');
  }
  const url = wasmUrl === undefined ? defaultBinary(simd) : absolute(wasmUrl);
  if (!isA(url, 'URL')) return url;
  if (url.protocol === 'file:' && isNode()) return requireWasm(await readFile(url), url.href, advice);
  const response = await download(url);
  // compileStreaming accepts no other type.
  if (response.headers?.get('content-type') === 'application/wasm') {
    try {
      return await WebAssembly.compileStreaming(response);
    } catch {
      // The bytes, which are fetched again, show the reason.
    }
  }
  const bytes = response.bodyUsed ? await bytesOf(await download(url), url) : await bytesOf(response, url);
  return requireWasm(bytes, url.href, advice);
}

/** The package's own binary. Code that was bundled into a classic script or runs from a blob does not know its address. */
function defaultBinary(simd: boolean): URL | Promise<Uint8Array> {
  try {
    return ownBinary(simd);
  } catch (cause) {
    throw new TripError('load', `this script has no address, so the file of the binary has none; ${advice}`, { cause });
  }
}

/** Resolves relative addresses against the page or worker, in Node against the working directory. */
export function absolute(url: string | URL): URL {
  const base = isNode() ? workingDirectory() : globalThis.location?.href;
  try {
    return new URL(url, base);
  } catch (cause) {
    throw new TripError('option', `${describe(url)} is not an address; a URL is accepted`, { cause });
  }
}

/** The working directory as a URL. On Windows the path begins with a drive and has backslashes. */
function workingDirectory(): string {
  const path = `${globalThis.process?.cwd?.()}/`.replaceAll('\\', '/').replace(/^\/?/, '/');
  return `file://${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}`;
}

async function readFile(url: URL): Promise<Uint8Array> {
  const files = builtin<{ readFile(url: URL): Promise<Uint8Array> }>('node:fs/promises');
  try {
    return await files.readFile(url);
  } catch (cause) {
    throw new TripError('load', `cannot read ${cut(url.href)}: ${(cause as Error).message}; ${advice}`, { cause });
  }
}

async function download(url: URL): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url);
  } catch (cause) {
    return cannotFetch(url, (cause as Error).message, cause);
  }
  if (response.ok) return response;
  return cannotFetch(url, `status ${response.status}`);
}

const bytesOf = async (response: Response, url: URL): Promise<Uint8Array> =>
  new Uint8Array(await response.arrayBuffer().catch((cause) => cannotFetch(url, cause.message, cause)));

function cannotFetch(url: URL, reason: string, cause?: unknown): never {
  throw new TripError('load', `cannot fetch ${cut(url.href)}: ${reason}; ${advice}`, { cause });
}

/** Checks the first bytes: the usual mistake is a server that answers every address with a page. */
function requireWasm(bytes: Uint8Array, source: string, advice: string): Uint8Array {
  if (bytes.subarray(0, 4).join() === '0,97,115,109') return bytes;
  const found = bytes[0] === 60 ? 'a page of HTML' : describe(bytes);
  throw new TripError('load', `${cut(source)} is not a WebAssembly binary but ${found}; ${advice}`);
}
