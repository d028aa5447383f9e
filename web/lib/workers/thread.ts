/** A browser's Worker or Node's worker thread, started and heard in the same way. */

import { importingWorker, isForeign } from '../common/blob-worker.js';
import { TripError } from '../common/errors.js';
import { builtin, isNode } from '../common/node.js';
import { isA } from '../common/realm.js';
import { absolute } from '../core/load.js';
import { ownScript, ownWorker, workerName } from '../core/parts.js';
import type { MessageFromWorker, MessageToWorker } from './protocol.js';

/** A browser Worker or a Node worker thread. */
export interface Thread {
  postMessage(message: MessageToWorker): void;
  terminate(): unknown;
  /** Node: whether the process waits for it. */
  ref?(): void;
  unref?(): void;
}

/** What a thread tells its slot. */
export interface Listener {
  hear(message: MessageFromWorker): void;
  /** The script could not be loaded, threw, or ended. */
  die(reason: string): void;
}

/** Node's `worker_threads`, as far as it is used here. */
interface WorkerThreads {
  Worker: new (
    script: string | URL,
    options: { eval: boolean; execArgv?: string[] },
  ) => Thread & { on(event: string, listener: (value: never) => void): void };
}

/** How a slot gets its thread; `workerUrl` undefined: the package's own script. */
export type OpenThread = (listener: Listener, workerUrl: string | URL | undefined) => Thread;

export const openThread: OpenThread = (listener, workerUrl) => {
  const url = workerUrl === undefined ? undefined : absolute(workerUrl);
  return isNode() ? openNodeThread(url, listener) : openBrowserWorker(url, listener);
};

function openBrowserWorker(url: URL | undefined, { hear, die }: Listener): Thread {
  const worker =
    url === undefined ? ownWorker() : isForeign(url) ? importingWorker(url) : new Worker(url, { type: 'module' });
  worker.onmessage = (event: MessageEvent<MessageFromWorker>) => hear(event.data);
  worker.onmessageerror = () => die('a message could not be read');
  worker.onerror = (event) => {
    event.preventDefault();
    die(event.message || 'the script could not be loaded');
  };
  return worker;
}

function openNodeThread(url: URL | undefined, { hear, die }: Listener): Thread {
  const { Worker: NodeWorker } = builtin<WorkerThreads>('node:worker_threads');
  const { code, eval: evaluate } = url === undefined ? ownScript() : { code: url, eval: false };
  const worker = new NodeWorker(code, { eval: evaluate, ...inlineSafe() });
  worker.on('message', hear);
  worker.on('messageerror', () => die('a message could not be read'));
  worker.on('error', (error: unknown) => die(isA(error, 'Error') ? error.message : String(error)));
  worker.on('exit', (code: number) => die(`it ended with exit code ${code}`));
  return worker;
}

/** Threads take over the flags of the process, but refuse to start from a file with the one for code on the command line. */
function inlineSafe(): { execArgv?: string[] } {
  const flags = globalThis.process?.execArgv ?? [];
  return flags.some((flag) => flag.startsWith('--input-type')) ? { execArgv: [] } : {};
}

/** Why a thread did not start, and what helps. */
export function cannotStart(workerUrl: string | URL | undefined, reason: string): TripError {
  const script = workerUrl === undefined ? workerName : String(workerUrl);
  const advice =
    'give workerUrl, the address of worker.js of this package on the same origin as the page. From another origin, or from ' +
    'trip-wasm/single, the worker is started by a blob: a content security policy must allow that (worker-src blob: and the ' +
    "script's origin)";
  return new TripError('worker', `the worker script could not start from ${script}: ${reason}; ${advice}`);
}
