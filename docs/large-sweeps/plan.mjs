// The plan of plan.json with its samples, for all scripts of the queue.
import { readFileSync } from 'node:fs';
import { loadTrip } from 'trip-wasm';

const { data, ...rest } = JSON.parse(readFileSync('plan.json', 'utf8'));
const trip = await loadTrip();
export const plan = { ...rest, data: trip.dataset(JSON.parse(readFileSync(data, 'utf8'))) };

export const queue = {
  queue: 'trip-sweep',
  connection: { host: '127.0.0.1', port: Number(process.env.REDIS_PORT ?? 6379) },
};
