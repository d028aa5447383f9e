/**
 * The same model in TensorFlow.js, for vectors and J = 2: node tensorflow-peer.mjs TASK prints one line of JSON. TASK is a JSON file as
 * for pytorch_peer.py with `backend`, 'cpu' or 'wasm', and `modules`, the folder where the library is installed.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { difference, startWatch } from './numbers.mjs';

const task = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const require = createRequire(join(task.modules, 'package.json'));
const tf = require('@tensorflow/tfjs');

async function startBackend() {
  if (task.backend === 'wasm') {
    const { setWasmPaths } = require('@tensorflow/tfjs-backend-wasm');
    setWasmPaths(join(task.modules, 'node_modules', '@tensorflow', 'tfjs-backend-wasm', 'dist', '/'));
  }
  if (!(await tf.setBackend(task.backend))) throw new Error(`TensorFlow.js cannot start its backend ${task.backend}.`);
  await tf.ready();
}

/**
 * Z (Z^T Z)^(-1/2), the polar factor: TensorFlow.js has no singular value decomposition. For A = Z^T Z, 2 x 2, with s = sqrt(det A)
 * and t = trace A, A^(-1/2) = ((t + s) I - A) / (s sqrt(t + 2 s)).
 */
function polar(z, identity) {
  const gram = tf.matMul(z, z, true, false);
  const trace = tf.sum(tf.square(z));
  const s = tf.sqrt(tf.mul(0.5, tf.sub(tf.square(trace), tf.sum(tf.square(gram)))));
  const inverseRoot = tf.div(
    tf.sub(tf.mul(tf.add(trace, s), identity), gram),
    tf.mul(s, tf.sqrt(tf.add(trace, tf.mul(2, s)))),
  );
  return tf.matMul(z, inverseRoot);
}

/** Arrays in the order Z, G, b1, then W (out x in) and b of each further layer. */
class Trip {
  constructor(arrays) {
    this.variables = arrays.map((array) => tf.variable(tf.tensor(array)));
    this.identity = tf.eye(2);
  }

  predict(latent) {
    const [, g, b, ...layers] = this.variables;
    let out = tf.add(tf.matMul(latent, g), b);
    for (let i = 0; i < layers.length; i += 2) {
      out = tf.add(tf.matMul(tf.relu(out), layers[i], false, true), layers[i + 1]);
    }
    return out;
  }

  /** Mean loss, mean squared residual ||X||^2 - ||Xbar||^2, and loss + lambda * residual. */
  objective({ x, norms, y }, lambda, c = polar(this.variables[0], this.identity)) {
    const latent = tf.matMul(x, c);
    const loss = tf.losses.softmaxCrossEntropy(y, this.predict(latent));
    const residual = tf.mean(tf.sub(norms, tf.sum(tf.square(latent), 1)));
    return [loss, residual, tf.add(loss, tf.mul(lambda, residual))];
  }
}

function dataOf(x, shape, labels) {
  const samples = tf.tensor2d(x, shape);
  const y = tf.cast(tf.oneHot(tf.tensor1d(labels, 'int32'), 2), 'float32');
  return { x: samples, norms: tf.sum(tf.square(samples), 1), y };
}

function readData() {
  const bytes = ({ file }) => new Uint8Array(readFileSync(file)).buffer;
  return dataOf(new Float32Array(bytes(task.x)), task.x.shape, new Int32Array(bytes(task.y)));
}

const rowsOf = ({ x, norms, y }, rows) => ({
  x: tf.gather(x, rows),
  norms: tf.gather(norms, rows),
  y: tf.gather(y, rows),
});

/** Milliseconds of the epochs of each round. */
function measure() {
  const data = readData();
  const model = new Trip(task.start);
  const optimizer = tf.train.adam(task.learningRate, 0.9, 0.999, 1e-8);
  const count = data.x.shape[0];
  const train = (epochs) => {
    for (let epoch = 0; epoch < epochs; epoch++) {
      const order = Int32Array.from(tf.util.createShuffledIndices(count));
      for (let first = 0; first < count; first += task.batchSize) {
        tf.tidy(() => {
          const batch = rowsOf(data, tf.tensor1d(order.subarray(first, first + task.batchSize)));
          optimizer.minimize(() => model.objective(batch, task.lambda)[2]);
        });
      }
    }
    model.variables[0].dataSync();
  };
  train(task.warmUpEpochs);
  const rounds = Array.from({ length: task.rounds }, () => {
    const passed = startWatch();
    train(task.epochs);
    return passed();
  });
  return { rounds };
}

function nested({ shape, data }) {
  if (shape.length === 1) return data;
  return Array.from({ length: shape[0] }, (_, i) => data.slice(i * shape[1], (i + 1) * shape[1]));
}

const goldenArrays = ({ Z, G, b1, W, b }) => [...Z, ...G, b1, ...W.flatMap((weight, i) => [weight, b[i]])];

/** The reference cases that this model supports. */
const goldenCases = (file) =>
  JSON.parse(readFileSync(file, 'utf8')).cases.filter(
    (entry) => entry.K === 1 && entry.J[0] === 2 && entry.n_out === 2,
  );

const goldenData = ({ X, y }) => dataOf(X.data, X.shape, y.data);

const numbersOf = (tensors) => tensors.map((tensor) => tensor.dataSync()[0]);

function gradientsOf(model, data, lambda) {
  const { grads } = tf.variableGrads(() => model.objective(data, lambda)[2]);
  return model.variables.map(({ name }) => [...grads[name].dataSync()]);
}

function checkGradients(entry) {
  const model = new Trip(goldenArrays(entry.params).map(nested));
  const data = goldenData(entry);
  const expected = goldenArrays(entry.grad).map((array) => array.data);
  return {
    losses: difference(numbersOf(model.objective(data, entry.lambda)), [entry.loss, entry.recon, entry.E]),
    gradients: Math.max(...gradientsOf(model, data, entry.lambda).map((seen, i) => difference(seen, expected[i]))),
  };
}

/** Largest difference of E after 1, 10 and 100 steps. */
function checkAdam(entry) {
  const model = new Trip(goldenArrays(entry.initial).map(nested));
  const data = goldenData(entry);
  const optimizer = tf.train.adam(entry.lr, entry.beta1, entry.beta2, entry.eps);
  let largest = 0;
  for (let step = 0; step <= 100; step++) {
    const [total] = numbersOf([optimizer.minimize(() => model.objective(data, entry.lambda)[2], true)]);
    if (entry.E[step] !== undefined) largest = Math.max(largest, difference([total], [entry.E[step]]));
  }
  return largest;
}

/** Losses with given C, and with given Z the gradients of a first batch. */
function check() {
  const gradients = goldenCases(task.gradients).map(checkGradients);
  const data = readData();
  const [c, ...network] = task.start;
  const atC = new Trip(task.start).objective(data, task.lambda, tf.tensor(c));
  const batch = rowsOf(data, tf.range(0, task.batchSize, 1, 'int32'));
  return {
    losses: Math.max(...gradients.map(({ losses }) => losses)),
    gradients: Math.max(...gradients.map((found) => found.gradients)),
    adam: Math.max(...goldenCases(task.adam).map(checkAdam)),
    startLosses: numbersOf(atC),
    startGradients: gradientsOf(new Trip([task.z, ...network]), batch, task.lambda),
  };
}

await startBackend();
const result = { check, time: measure }[task.kind]();
console.log(JSON.stringify({ version: `TensorFlow.js ${tf.version_core}`, ...result }));
