/** Training on the thread of the page, for pages in which workers are refused: in slices, between which everything else gets its turn. */

import { Server } from './serve.js';
import type { Listener, Thread } from './thread.js';

export function openLocalThread({ hear }: Listener): Thread {
  let ended = false;
  // Both sides hear later, as if there were a thread between them.
  const server = new Server((message) => queueMicrotask(() => ended || hear(message)));
  return {
    postMessage: (message) => queueMicrotask(() => ended || void server.hear(message)),
    terminate() {
      ended = true;
      server.end();
    },
  };
}
