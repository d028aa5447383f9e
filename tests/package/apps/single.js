import { createTrainer, loadTrip } from 'trip-wasm/single';
import { report, train } from './train.js';

report(train({ loadTrip, createTrainer }));
