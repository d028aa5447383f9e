/** Trains on the thread of the page, where workers are refused: in slices, between which other events are handled. */

import { startModule } from '../core/load.js';
import type { RawModule } from '../core/raw.js';
import { Server } from './serve.js';
import type { OpenThread } from './thread.js';

/**
 * Opens threads, of which the first one uses the instance of the caller, so that a single training needs no memory of its own. Others, and one
 * that replaces the first, start their own, since an instance has at most 2 GB and does not survive a fault.
 */
export function localThreads(raw: Promise<RawModule>): OpenThread {
  let shared = false;
  return ({ onMessage }) => {
    let ended = false;
    const instance = shared ? startModule : () => raw;
    shared = true;
    // Messages are delivered asynchronously in both directions, as between threads.
    const server = new Server((message) => queueMicrotask(() => ended || onMessage(message)), instance);
    return {
      postMessage: (message) => queueMicrotask(() => ended || void server.onMessage(message)),
      terminate() {
        ended = true;
        server.end();
      },
    };
  };
}
