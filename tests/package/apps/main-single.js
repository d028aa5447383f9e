/** Trains only on the thread of the page, with the single file. */
import { loadTrip } from 'trip-wasm/single';
import { options, spiral } from './entry.js';
import { report } from './train.js';

report(loadTrip().then((trip) => ({ here: trip.fit(trip.spiral(spiral).train, options).fingerprint })));
