/** As files.js, and in a module worker of the consumer's own. */
import { loadTrip } from 'trip-wasm';
import { createTrainer } from 'trip-wasm/trainer';
import { report, train } from './train.js';

const worker = new Worker(new URL('./own-worker.js', import.meta.url), { type: 'module' });
const ownWorker = new Promise((resolve, reject) => {
  worker.onmessage = (event) => resolve(event.data);
  worker.onerror = reject;
});
report(train({ loadTrip, createTrainer }).then(async (outcome) => ({ ...outcome, ownWorker: await ownWorker })));
