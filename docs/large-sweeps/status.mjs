// node status.mjs: how far the queue is, from any terminal.
import { status } from 'trip-wasm/bullmq';
import { queue } from './plan.mjs';

console.log(await status(queue));
