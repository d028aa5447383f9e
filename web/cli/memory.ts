/** Memory of large tables. */

import { MessageChannel } from 'node:worker_threads';
import type { Table } from '../table/index.js';

/**
 * Frees the columns at once; their arrays are then empty. The garbage collector may keep them during the training, whose memory, in
 * WebAssembly, it does not see.
 */
export function freeColumns({ columns }: Table): void {
  const buffers = columns.map((column) => (column.type === 'number' ? column.values : column.codes).buffer);
  // A port that closes drops a message with all that it owns.
  const { port1 } = new MessageChannel();
  port1.close();
  for (const buffer of new Set(buffers)) port1.postMessage(null, [buffer as ArrayBuffer]);
}
