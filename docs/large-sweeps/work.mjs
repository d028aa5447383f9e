// node work.mjs NAME: computes jobs into parts/part-NAME.jsonl until none is left. Each worker needs its own name.
import { mkdirSync } from 'node:fs';
import { work } from 'trip-wasm/bullmq';
import { plan, queue } from './plan.mjs';

mkdirSync('parts', { recursive: true });
const [, , name = 'a'] = process.argv;
console.log(await work(plan, { ...queue, out: `parts/part-${name}.jsonl`, workers: 1, untilEmpty: true }));
