/** Entry of a worker: a module Worker in browsers, a worker thread in Node. It holds one instance and trains one job at a time. */

import { CellJob } from './cell-job.js';
import { TripError, toRecord, toTripError } from './errors.js';
import { failure, Job, type Post } from './job.js';
import { loadModule } from './load.js';
import { builtin, isNode } from './node.js';
import type { CellMessage, LoadMessage, MessageToWorker, StartMessage } from './protocol.js';
import type { RawModule } from './raw.js';

/** What a browser's worker scope and Node's parentPort have in common. */
interface Port {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
}

let raw: RawModule | undefined;
let current: { id: number; job: Job | CellJob } | undefined;

async function hear(message: MessageToWorker, post: Post): Promise<void> {
  if (message.type === 'load') {
    await load(message, post);
  } else if (message.type === 'start' || message.type === 'cell') {
    await train(message, post);
  } else if (message.job === current?.id) {
    current.job.hear(message);
  }
}

async function load(message: LoadMessage, post: Post): Promise<void> {
  const { wasmUrl, wasmBinary, simd } = message;
  try {
    raw = await loadModule(
      { ...(wasmUrl === undefined ? {} : { wasmUrl }), ...(wasmBinary === undefined ? {} : { wasmBinary }) },
      simd,
    );
    post({ type: 'ready' }, []);
  } catch (thrown) {
    post({ type: 'unloadable', error: toRecord(toTripError(thrown)) }, []);
  }
}

async function train(message: StartMessage | CellMessage, post: Post): Promise<void> {
  try {
    if (raw === undefined) throw new TripError('internal', 'the worker was not loaded');
    const job = message.type === 'cell' ? new CellJob(raw, message, post) : new Job(raw, message, post);
    current = { id: message.job, job };
  } catch (thrown) {
    post(failure(message.job, thrown), []);
    return;
  }
  await current.job.run();
  current = undefined;
}

function listen(port: Port): (message: MessageToWorker) => void {
  const post: Post = (message, transfer) => port.postMessage(message, transfer);
  return (message) => void hear(message, post);
}

if (isNode()) {
  const { parentPort } = builtin<{
    parentPort: Port & { on(event: string, hear: (value: MessageToWorker) => void): void };
  }>('node:worker_threads');
  parentPort.on('message', listen(parentPort));
} else {
  const hearMessage = listen(globalThis as unknown as Port);
  globalThis.addEventListener('message', (event) => hearMessage((event as MessageEvent<MessageToWorker>).data));
}
