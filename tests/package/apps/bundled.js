/** As files.js, and also in the consumer's own module worker. */
import { loadTrip } from 'trip-wasm';
import { createTrainer } from 'trip-wasm/trainer';
import { report, train } from './train.js';

const worker = new Worker(new URL('./own-worker.js', import.meta.url), { type: 'module' });
const ownWorker = new Promise((resolve, reject) => {
  worker.onmessage = (event) => resolve(event.data);
  worker.onerror = reject;
});
report(train({ loadTrip, createTrainer }).then(async (outcome) => ({ ...outcome, ownWorker: await ownWorker })));
