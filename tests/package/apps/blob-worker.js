/** Bundled and started from a blob, where code has no address: a message brings the bytes. */
import { loadTrip } from 'trip-wasm';
import { createTrainer } from 'trip-wasm/trainer';
import { options, spiral } from './entry.js';

globalThis.onmessage = async ({ data: wasmBinary }) => {
  const missing = await loadTrip().catch((error) => error.message);
  const trip = await loadTrip({ wasmBinary });
  const noScript = await createTrainer({ trip, wasmBinary }).catch((error) => error.message);
  postMessage({ missing, noScript, here: trip.fit(trip.spiral(spiral).train, options).fingerprint });
};
