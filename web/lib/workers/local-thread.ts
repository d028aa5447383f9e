/** Trains on the thread of the page, where workers are refused: in slices, between which other events are handled. */

import { Server } from './serve.js';
import type { Listener, Thread } from './thread.js';

export function openLocalThread({ onMessage }: Listener): Thread {
  let ended = false;
  // Messages are delivered asynchronously in both directions, as between threads.
  const server = new Server((message) => queueMicrotask(() => ended || onMessage(message)));
  return {
    postMessage: (message) => queueMicrotask(() => ended || void server.onMessage(message)),
    terminate() {
      ended = true;
      server.end();
    },
  };
}
