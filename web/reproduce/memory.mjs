// Measures the memory of one training on random tensors in its own process: node memory.mjs '{"dims": [1000], "nonzeros": 100, "options": {}}'
// prints the size of the WebAssembly heap and the largest resident set of the process, in megabytes.
import { loadTrip } from '../../dist/index.js';

/** Records every memory that an instance exports, because the module does not expose its memory. */
function watchMemory() {
  const memories = [];
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (...given) => {
    const result = await instantiate(...given);
    const { exports } = result.instance ?? result;
    memories.push(...Object.values(exports).filter((value) => value instanceof WebAssembly.Memory));
    return result;
  };
  return memories;
}

const { dims, nonzeros, options } = JSON.parse(process.argv[2]);
const memories = watchMemory();
const trip = await loadTrip();
trip.fit(trip.randomTensors({ dims, nonzeros }), options).dispose();
const heap = Math.max(...memories.map(({ buffer }) => buffer.byteLength)) / 2 ** 20;
console.log(JSON.stringify({ heap, resident: process.resourceUsage().maxRSS / 1024 }));
