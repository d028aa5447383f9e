/** Workers from code instead of an address, for scripts that must not be fetched or are not files. */

/** A content security policy of the page must allow `worker-src blob:`; otherwise the worker only fires an error event. */
export function blobWorker(code: string, type: WorkerType): Worker {
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  const revoke = () => URL.revokeObjectURL(url);
  try {
    const worker = new Worker(url, { type });
    for (const event of ['message', 'error']) worker.addEventListener(event, revoke, { once: true });
    return worker;
  } catch (error) {
    revoke();
    throw error;
  }
}

/** Imports a script of another origin inside a worker: a page may import such a script, but not start it as a worker. */
export function importingWorker(url: URL): Worker {
  return blobWorker(`import ${JSON.stringify(url.href)};`, 'module');
}

/** Whether a worker's script is on another origin. Addresses that are not of the web (`file:`, `blob:`) are left to the browser. */
export function isForeign({ protocol, origin }: URL): boolean {
  return protocol.startsWith('http') && origin !== globalThis.origin;
}
