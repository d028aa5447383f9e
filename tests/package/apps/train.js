/** What every consumer does: the spiral of `entry.js` on this side and in a worker of the package. */
import { options, spiral } from './entry.js';

/** Options for loading come with the address of the page. */
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

/** Leaves what came out where the test looks for it; a frame tells the page around it. */
export async function report(outcome) {
  const { code, message, ...value } = await outcome.catch(({ code, message }) => ({ code, message }));
  globalThis.outcome = code === undefined ? value : { code, message };
  if (globalThis.parent !== globalThis) globalThis.parent.postMessage(globalThis.outcome, '*');
}
