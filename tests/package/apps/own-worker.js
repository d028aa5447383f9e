/** A module worker of the consumer, which loads the package itself. */
import { loadTrip } from 'trip-wasm';
import { options, spiral } from './entry.js';

loadTrip().then((trip) => postMessage(trip.fit(trip.spiral(spiral).train, options).fingerprint));
