import { createTrainer, loadTrip } from 'trip-wasm/single';
import { train } from './train.js';

console.log(JSON.stringify(await train({ loadTrip, createTrainer })));
