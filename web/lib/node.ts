/** Node, seen from code that browsers and bundlers read too: nothing here is an import that a bundler could follow. */

import { TripError } from './errors.js';

/** Node, and not a bundle for the browser with a stand-in for `process`, nor a page of Electron. */
export function isNode(): boolean {
  const { process } = globalThis;
  return typeof process?.versions?.node === 'string' && process.type !== 'renderer';
}

/** One of Node's own modules. Only where `isNode()`. */
export function builtin<T>(name: string): T {
  const { process } = globalThis;
  if (process?.getBuiltinModule === undefined) {
    throw new TripError('load', `this is Node ${process?.versions?.node}; 20.19 or newer is needed`);
  }
  return process.getBuiltinModule(name) as T;
}
