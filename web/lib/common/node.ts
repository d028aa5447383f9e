/** Node, seen from code that browsers and bundlers read too: nothing here is an import that a bundler could follow. */

import { TripError } from './errors.js';

/**
 * Node, Deno or Bun, their tests in jsdom too; not a page or worker of a browser in which a bundler or Electron has put a
 * `process`: what is told of Node's version there is not what can be called.
 */
export function isNode(): boolean {
  const { process } = globalThis;
  if (typeof process?.versions?.node !== 'string' || process.type === 'renderer') return false;
  const inBrowser = 'document' in globalThis || 'WorkerGlobalScope' in globalThis;
  return !inBrowser || (process.versions.electron === undefined && process.getBuiltinModule !== undefined);
}

/** One of Node's own modules. Only where `isNode()`. */
export function builtin<T>(name: string): T {
  const { process } = globalThis;
  if (process?.getBuiltinModule === undefined) {
    throw new TripError('load', `this is Node ${process?.versions?.node}; 20.19 or newer is needed`);
  }
  return process.getBuiltinModule(name) as T;
}
