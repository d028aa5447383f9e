/** Entry of a worker: a module Worker in browsers, a worker thread in Node. */

import { builtin, isNode } from './common/node.js';
import type { MessageToWorker } from './workers/protocol.js';
import { Server } from './workers/serve.js';

/** The common part of a browser's worker scope and Node's parentPort. */
interface Port {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
}

function listen(port: Port): (message: MessageToWorker) => void {
  const server = new Server((message, transfer) => port.postMessage(message, transfer));
  return (message) => void server.onMessage(message);
}

if (isNode()) {
  const { parentPort } = builtin<{
    parentPort: Port & { on(event: string, onMessage: (value: MessageToWorker) => void): void };
  }>('node:worker_threads');
  parentPort.on('message', listen(parentPort));
} else {
  const onMessage = listen(globalThis as unknown as Port);
  globalThis.addEventListener('message', (event) => onMessage((event as MessageEvent<MessageToWorker>).data));
}
