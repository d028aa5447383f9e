import { loadTrip } from 'trip-wasm';
import { createTrainer } from 'trip-wasm/trainer';
import { report, train } from './train.js';

report(train({ loadTrip, createTrainer }));
