// node submit.mjs: puts the cells of the plan into the queue. Doing it again adds nothing twice.
import { submit } from 'trip-wasm/bullmq';
import { plan, queue } from './plan.mjs';

console.log(await submit(plan, queue));
