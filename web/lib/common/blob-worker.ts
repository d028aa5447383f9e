/** Workers from code instead of an address: where a worker's script must not be fetched, or is not a file. */

/** A policy of the page, if it has one, must allow `worker-src blob:`; otherwise the worker only has an error event. */
export function blobWorker(code: string, type: WorkerType): Worker {
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  const worker = new Worker(url, { type });
  worker.addEventListener('message', () => URL.revokeObjectURL(url), { once: true });
  return worker;
}

/** A page may import a script of another origin, but not start it as a worker; so the worker imports it. */
export function importingWorker(url: URL): Worker {
  return blobWorker(`import ${JSON.stringify(url.href)};`, 'module');
}

/** Whether a worker's script must lie elsewhere: what is no web address (`file:`, `blob:`) is left to the browser. */
export function isForeign({ protocol, origin }: URL): boolean {
  return protocol.startsWith('http') && origin !== globalThis.origin;
}
