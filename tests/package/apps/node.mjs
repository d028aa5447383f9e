import { loadTrip } from 'trip-wasm';
import { createTrainer } from 'trip-wasm/trainer';
import { train } from './train.js';

console.log(JSON.stringify(await train({ loadTrip, createTrainer })));
