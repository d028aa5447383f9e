/** A small model for the pages with `<trip-plane>`, and the events that they hear. */
import { loadTrip } from 'trip-wasm/single';

export async function prepare() {
  const trip = await loadTrip();
  const { train: data, test: samples } = trip.spiral({ seed: 3, samplesPerClass: 30, noiseDimensions: 7 });
  return { trip, data, samples, model: trip.fit(data, { epochs: 60, restarts: 1, hidden: [8] }) };
}

globalThis.events = [];
/** Hears an event by the way of the framework. */
export const hear = (event) => globalThis.events.push({ type: event.type, detail: event.detail });
