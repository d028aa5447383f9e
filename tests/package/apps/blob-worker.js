/** Bundled and started from a blob, where nothing has an address: the bytes come by message. */
import { loadTrip } from 'trip-wasm';
import { options, spiral } from './entry.js';

globalThis.onmessage = async ({ data: wasmBinary }) => {
  const missing = await loadTrip().catch((error) => error.message);
  const trip = await loadTrip({ wasmBinary });
  postMessage({ missing, here: trip.fit(trip.spiral(spiral).train, options).fingerprint });
};
