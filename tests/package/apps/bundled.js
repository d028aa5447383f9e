/** As files.js, and also in the consumer's own module worker; the reader of Parquet, which loads on demand, refuses other files. */
import { loadTrip } from 'trip-wasm';
import { readParquet } from 'trip-wasm/formats';
import { createTrainer } from 'trip-wasm/trainer';
import { report, train } from './train.js';

const worker = new Worker(new URL('./own-worker.js', import.meta.url), { type: 'module' });
const ownWorker = new Promise((resolve, reject) => {
  worker.onmessage = (event) => resolve(event.data);
  worker.onerror = reject;
});
const parquet = readParquet(new Uint8Array(12)).catch(({ message }) => message);
report(
  train({ loadTrip, createTrainer }).then(async (outcome) => ({
    ...outcome,
    ownWorker: await ownWorker,
    parquet: await parquet,
  })),
);
