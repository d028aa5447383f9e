/** Starts a browser's Worker or Node's worker thread behind one interface. */

import { importingWorker, isForeign } from '../common/blob-worker.js';
import { describe } from '../common/check.js';
import { cut, TripError } from '../common/errors.js';
import { builtin, isNode } from '../common/node.js';
import { isA } from '../common/realm.js';
import { absolute } from '../core/load.js';
import { ownScript, ownWorker, workerName } from '../core/parts.js';
import type { MessageFromWorker, MessageToWorker } from './protocol.js';

/** A browser Worker or a Node worker thread. */
export interface Thread {
  postMessage(message: MessageToWorker): void;
  terminate(): unknown;
  /** Node: lets the process wait for the thread, or not (`unref`). */
  ref?(): void;
  unref?(): void;
}

/** Callbacks of a thread. */
export interface Listener {
  onMessage(message: MessageFromWorker): void;
  /** The script could not be loaded, threw, or ended. */
  onDeath(reason: string): void;
}

/** The part of Node's `worker_threads` that this file uses. */
interface WorkerThreads {
  Worker: new (
    script: string | URL,
    options: { eval: boolean; execArgv?: string[] },
  ) => Thread & { on(event: string, listener: (value: never) => void): void };
}

/** Opens a thread; undefined `workerUrl` means the package's own script. */
export type OpenThread = (listener: Listener, workerUrl: string | URL | undefined) => Thread;

export const openThread: OpenThread = (listener, workerUrl) => {
  const url = workerUrl === undefined ? undefined : absolute(workerUrl);
  return isNode() ? openNodeThread(url, listener) : openBrowserWorker(url, listener);
};

function openBrowserWorker(url: URL | undefined, { onMessage, onDeath }: Listener): Thread {
  const worker =
    url === undefined ? ownWorker() : isForeign(url) ? importingWorker(url) : new Worker(url, { type: 'module' });
  worker.onmessage = (event: MessageEvent<MessageFromWorker>) => onMessage(event.data);
  worker.onmessageerror = () => onDeath('a message could not be read');
  worker.onerror = (event) => {
    event.preventDefault();
    onDeath(event.message || 'the script could not be loaded');
  };
  return worker;
}

function openNodeThread(url: URL | undefined, { onMessage, onDeath }: Listener): Thread {
  const { Worker: NodeWorker } = builtin<WorkerThreads>('node:worker_threads');
  const { code, eval: evaluate } = url === undefined ? ownScript() : { code: url, eval: false };
  const worker = new NodeWorker(code, { eval: evaluate, ...inlineSafe() });
  worker.on('message', onMessage);
  worker.on('messageerror', () => onDeath('a message could not be read'));
  worker.on('error', (error: unknown) => onDeath(isA(error, 'Error') ? error.message : describe(error)));
  worker.on('exit', (code: number) => onDeath(`it ended with exit code ${code}`));
  return worker;
}

/** Threads inherit the flags of the process, but refuse to start from a file with the flag for code on the command line. */
function inlineSafe(): { execArgv?: string[] } {
  const flags = globalThis.process?.execArgv ?? [];
  return flags.some((flag) => flag.startsWith('--input-type')) ? { execArgv: [] } : {};
}

/** The error of a thread that did not start, with advice. */
export function cannotStart(workerUrl: string | URL | undefined, reason: string): TripError {
  const script = workerUrl === undefined ? workerName : cut(String(workerUrl));
  const advice =
    'give workerUrl, the address of worker.js of this package on the same origin as the page. From another origin, or from ' +
    'trip-wasm/single, a blob starts the worker: a content security policy must allow that (worker-src blob: and the ' +
    "script's origin)";
  return new TripError('worker', `the worker script could not start from ${script}: ${reason}; ${advice}`);
}
