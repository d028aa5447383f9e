/** Entry of a worker: a module Worker in browsers, a worker thread in Node. It holds one instance and trains one job at a time. */

import { CellJob } from './cell-job.js';
import { release, toRecord, toTripError } from './errors.js';
import { openFit } from './fit.js';
import { failure, Job, type Post } from './job.js';
import { loadModule } from './load.js';
import { builtin, isNode } from './node.js';
import type { CellMessage, LoadMessage, MessageToWorker, StartMessage } from './protocol.js';
import type { RawFit, RawModule, RawOptions } from './raw.js';

/** What a browser's worker scope and Node's parentPort have in common. */
interface Port {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
}

let raw: RawModule;
let current: { id: number; job: Job | CellJob } | undefined;
/** Kept between the restarts of a run: the data are scaled, and a fixed projection is computed, once. */
let kept: { fit: RawFit; options: RawOptions } | undefined;

async function hear(message: MessageToWorker, post: Post): Promise<void> {
  if (message.type === 'load') await load(message, post);
  else if (message.type === 'forget') forget();
  else if (message.type === 'start' || message.type === 'cell') await train(message, post);
  else if (message.job === current?.id) current.job.hear(message);
}

async function load({ wasmUrl, wasmBinary, simd }: LoadMessage, post: Post): Promise<void> {
  post({ type: 'loading' }, []);
  try {
    raw = await loadModule({ wasmUrl, wasmBinary }, simd);
    post({ type: 'ready' }, []);
  } catch (thrown) {
    post({ type: 'unloadable', error: toRecord(toTripError(thrown)) }, []);
  }
}

function forget(): void {
  if (kept !== undefined) release(kept.fit);
  kept = undefined;
}

async function train(message: StartMessage | CellMessage, post: Post): Promise<void> {
  try {
    const job = message.type === 'cell' ? new CellJob(raw, message, post) : open(message, post);
    current = { id: message.job, job };
    await job.run();
  } catch (thrown) {
    // What the core finds wrong with the data.
    post(failure(message.job, thrown), []);
  }
  current = undefined;
}

function open(message: StartMessage, post: Post): Job {
  const since = performance.now();
  const { training, restart } = message;
  if (training !== null) {
    forget();
    kept = { fit: openFit(raw, training), options: training.options };
  }
  const { fit, options } = kept as NonNullable<typeof kept>;
  while (fit.restart() < restart) fit.nextRestart();
  return new Job(fit, options, message, post, performance.now() - since);
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
