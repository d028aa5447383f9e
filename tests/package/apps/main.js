/** Trains only on the thread of the page. */
import { loadTrip } from 'trip-wasm';
import { options, spiral } from './entry.js';
import { report } from './train.js';

report(loadTrip().then((trip) => ({ here: trip.fit(trip.spiral(spiral).train, options).fingerprint })));
