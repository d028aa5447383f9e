/** Access to Node from code that also runs in browsers: without imports, because bundlers would follow them. */

import { TripError } from './errors.js';

/**
 * True in Node, Deno and Bun, also for tests in jsdom. False in a page or worker of a browser, even when a bundler or Electron has
 * added a `process`: its version does not say that Node's modules can be called.
 */
export function isNode(): boolean {
  const { process } = globalThis;
  if (typeof process?.versions?.node !== 'string' || process.type === 'renderer') return false;
  const inBrowser = 'document' in globalThis || 'WorkerGlobalScope' in globalThis;
  return !inBrowser || (process.versions.electron === undefined && process.getBuiltinModule !== undefined);
}

/** One of Node's built-in modules. Requires `isNode()`. */
export function builtin<T>(name: string): T {
  const { process } = globalThis;
  if (process?.getBuiltinModule === undefined) {
    throw new TripError('load', `this is Node ${process?.versions?.node}; 20.19 or newer is needed`);
  }
  return process.getBuiltinModule(name) as T;
}
