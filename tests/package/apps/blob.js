import { report } from './train.js';

const fetched = async (name, as) => (await fetch(name))[as]();

async function run() {
  const code = await fetched('blob-worker.js', 'blob');
  const worker = new Worker(URL.createObjectURL(code), { type: 'module' });
  worker.postMessage(await fetched('core-simd.wasm', 'arrayBuffer'));
  return new Promise((resolve, reject) => {
    worker.onmessage = (event) => resolve(event.data);
    worker.onerror = reject;
  });
}

report(run());
