/** The same models in other libraries: installs the libraries, writes data and initial values, runs each in its own process. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installOnDemand } from '../../build-scripts/on-demand.mjs';
import { Failure, fromRoot, run } from '../../build-scripts/tools.mjs';

const folder = fromRoot('build', 'peers');
export const tensorflowVersion = '4.22.0';

/** Installs TensorFlow.js into build/peers, because the project does not depend on it. */
export const installTensorflow = () =>
  installOnDemand('peers', {
    '@tensorflow/tfjs': tensorflowVersion,
    '@tensorflow/tfjs-backend-wasm': tensorflowVersion,
  });

const pytorch = ['/usr/bin/python3', 'pytorch_peer.py'];
const tensorflowjs = [process.execPath, 'tensorflow-peer.mjs'];
/** PyTorch has two forms for sparse samples: `segments` for any number of values per sample, and the faster `padded` for equal numbers. */
const peers = {
  PyTorch: { command: pytorch, form: 'segments' },
  'PyTorch, padded': { command: pytorch, form: 'padded' },
  'TensorFlow.js WASM': { command: tensorflowjs, backend: 'wasm' },
  'TensorFlow.js CPU': { command: tensorflowjs, backend: 'cpu' },
};

const types = { Float32Array: 'float32', Int32Array: 'int32' };

function writeArray(name, array, shape) {
  const file = join(folder, `${name}.bin`);
  writeFileSync(file, array);
  return { file, type: types[array.constructor.name], shape };
}

/** Writes data for the peers: x is N x I, or N x entries with index N x entries x K. */
export function writeData(name, { x, labels, index, shape: [count, ...dims] }) {
  mkdirSync(folder, { recursive: true });
  const entries = x.length / count;
  return {
    dims,
    x: writeArray(`${name}-x`, x, [count, entries]),
    y: writeArray(`${name}-y`, labels, [count]),
    ...(index === undefined ? {} : { index: writeArray(`${name}-index`, index, [count, entries, dims.length]) }),
  };
}

/** Runs one task in one peer; returns its answer with the `version` of the library. */
export async function runPeer(name, task) {
  const {
    command: [program, script],
    ...settings
  } = peers[name];
  const file = join(folder, 'task.json');
  writeFileSync(file, JSON.stringify({ ...task, ...settings, modules: folder }));
  const oneThread = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
  const { stdout } = await run(program, [fromRoot('web', 'bench', script), file], {
    capture: true,
    env: oneThread,
  });
  const line = stdout.trim().split('\n').at(-1);
  try {
    return JSON.parse(line);
  } catch {
    throw new Failure(`${script} should print a line of JSON and printed: ${line}`);
  }
}

/** The parameters of a vector model cut into arrays of rows: C, G, b1, then W and b of each further layer. */
export function parameterArrays(model) {
  const { dims, ranks, hidden, outputs } = model.spec;
  const widths = [...hidden, outputs];
  const layers = widths.slice(1).flatMap((width, i) => [[width, widths[i]], [width]]);
  let at = 0;
  const take = (length) => {
    at += length;
    return Array.from(model.parameters.subarray(at - length, at));
  };
  return [[dims[0], ranks[0]], [ranks[0], widths[0]], [widths[0]], ...layers].map(([rows, columns]) =>
    columns === undefined ? take(rows) : Array.from({ length: rows }, () => take(columns)),
  );
}
