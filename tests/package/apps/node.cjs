const { loadTrip } = require('trip-wasm');
const { createTrainer } = require('trip-wasm/trainer');

import('./train.js')
  .then(({ train }) => train({ loadTrip, createTrainer }))
  .then((outcome) => console.log(JSON.stringify(outcome)));
