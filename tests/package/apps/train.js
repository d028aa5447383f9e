/** Every consumer trains the spiral of `entry.js` on its thread and in a worker of the package. */
import { options, spiral } from './entry.js';

/** The address of the page has the options for loading. */
const given = Object.fromEntries(new URLSearchParams(globalThis.location?.search));

export async function train({ loadTrip, createTrainer }) {
  const { workerUrl, ...load } = given;
  const trip = await loadTrip(load);
  const { train } = trip.spiral(spiral);
  const trainer = await createTrainer({ trip, workers: 1, ...given });
  const inWorker = await trainer.fit(train, options).model;
  await trainer.close();
  return { simd: trip.simd, here: trip.fit(train, options).fingerprint, worker: inWorker.fingerprint };
}

/** Stores the result for the test; a frame sends it to the outer page. */
export async function report(outcome) {
  const { code, message, ...value } = await outcome.catch(({ code, message }) => ({ code, message }));
  globalThis.outcome = code === undefined ? value : { code, message };
  if (globalThis.parent !== globalThis) globalThis.parent.postMessage(globalThis.outcome, '*');
}
