/** Trains on the thread of the caller, in slices between which other events are handled: where workers are refused, or memory is short. */

import type { RawModule } from '../core/raw.js';
import { Server } from './serve.js';
import type { OpenThread } from './thread.js';

/**
 * Opens threads that start an instance of the core each. With `shared`, the first one uses that instance instead, so that it needs no memory of
 * its own; one that replaces it after a fault does not.
 */
export function localThreads(shared?: Promise<RawModule>): OpenThread {
  let given = shared;
  return ({ onMessage }) => {
    const instance = given;
    given = undefined;
    let ended = false;
    // Messages are delivered asynchronously in both directions, as between threads.
    const server = new Server(
      (message) => queueMicrotask(() => ended || onMessage(message)),
      instance && (() => instance),
    );
    return {
      postMessage: (message) => queueMicrotask(() => ended || void server.onMessage(message)),
      terminate() {
        ended = true;
        server.end();
      },
    };
  };
}
