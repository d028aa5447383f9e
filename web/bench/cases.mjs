/** The measured cases, through the public package. Node and Chromium run this module unchanged. */
import { median, startWatch } from './numbers.mjs';

/** The default is a search among twelve restarts. */
const single = { restarts: 1 };

/**
 * One restart of `epochs` epochs is timed. The median of trainings of `less` epochs is subtracted, which removes the preparation of large
 * data, and the rest is divided by `per`: 'step', 'epoch' or 'run'. `native` is the name of the same work in cpp/bench. `read` returns
 * the bytes of a file that was made for the benchmark.
 */
export const cases = {
  spiralStep: {
    title: 'Spiral, 220 x 100, 3 hidden layers, batch 20: one optimisation step',
    native: 'spiral_step/trip/hidden:3',
    data: (trip) => trip.spiral({ seed: 7 }).train,
    options: { ...single, standardize: false, lambda: 0.1, hidden: [10, 10, 10], batchSize: 20 },
    epochs: 1000,
    less: 0,
    per: 'step',
  },
  spiralRun: {
    title: 'Spiral: a whole training of 2000 epochs',
    native: 'spiral_run',
    data: (trip) => trip.spiral({ seed: 7 }).train,
    options: { ...single, standardize: false, lambda: 0.1, hidden: [10, 10, 10], batchSize: 20 },
    epochs: 2000,
    less: 0,
    per: 'run',
  },
  epilepticEpoch: {
    title: 'Epileptic, 11,500 x 178, 2 hidden layers, batch 2048: one epoch',
    native: 'epileptic_epoch',
    data: async (trip, read) =>
      trip.dataset({
        x: new Float32Array(await read('epileptic-x')),
        y: new Int32Array(await read('epileptic-y')),
        shape: [11500, 178],
      }),
    options: { ...single, lambda: 0.01, hidden: [10, 10], batchSize: 2048 },
    epochs: 101,
    less: 1,
    per: 'epoch',
  },
  networkEpoch: {
    title: 'Network, 762 sparse matrices of 13,508 x 1,732: one epoch',
    native: 'network_epoch',
    data: (trip) => trip.network().data,
    options: { ...single, ranks: [2, 2], lambda: 0.01, hidden: [10], batchSize: 128, learningRate: 0.01 },
    epochs: 21,
    less: 1,
    per: 'epoch',
  },
  cubesEpoch: {
    title: 'Random-3rd, 100 cubes of 1000 x 1000 x 1000 with 10,000 values each: one epoch',
    native: 'cubes_epoch',
    data: (trip) => trip.randomTensors({ dims: [1000, 1000, 1000], nonzeros: 10000 }),
    options: { ...single, ranks: [2, 2, 2], lambda: 0.01, hidden: [10, 10], batchSize: 32 },
    epochs: 21,
    less: 1,
    per: 'epoch',
  },
};

const countOf = ({ per, epochs, less, options }, samples) =>
  ({ run: 1, epoch: epochs - less, step: (epochs - less) * Math.ceil(samples / options.batchSize) })[per];

/**
 * Milliseconds of each round, after a warm-up of at least `warmUpMs`. The warm-up is a time, not a number of rounds, because the engine
 * optimises code in parallel, which a busy machine delays. `train(data, options)` returns or resolves when the model is trained.
 */
export async function measure(train, data, work, { rounds, warmUpMs }) {
  const timed = async (epochs) => {
    const passed = startWatch();
    await train(data, { ...work.options, epochs });
    return passed();
  };
  const start = performance.now();
  while (performance.now() - start < warmUpMs) await timed(work.epochs);
  const [whole, firsts] = [[], []];
  for (let round = 0; round < rounds; round++) {
    firsts.push(work.less > 0 ? await timed(work.less) : 0);
    whole.push(await timed(work.epochs));
  }
  return whole.map((time) => (time - median(firsts)) / countOf(work, data.shape[0]));
}

const figure3Lambdas = [1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1, 10];

/**
 * Trains the runs of the paper's Figure 3 (a) and returns their test accuracies: TRIP for seven lambdas, PCA and LDA, each with 0 to 4
 * hidden layers and `trials` starts.
 */
export async function figure3(trip, trainer, { trials, epochs }, onProgress) {
  const { train, test } = trip.spiral({ seed: 7 });
  const methods = [...figure3Lambdas.map((lambda) => ({ lambda })), { method: 'pca' }, { method: 'lda' }];
  const cells = methods.flatMap((method) => [0, 1, 2, 3, 4].map((depth) => ({ ...method, depth })));
  let done = 0;
  const start = performance.now();
  const accuracies = await Promise.all(
    cells.map(async ({ depth, ...method }) => {
      const hidden = new Array(depth).fill(10);
      const options = { ...method, hidden, epochs, restarts: trials, standardize: false, test };
      const model = await trainer.fit(train, options).model;
      const accuracy = model.restarts.reduce((sum, { testAccuracy }) => sum + testAccuracy, 0) / trials;
      model.dispose();
      done += trials;
      onProgress(done, cells.length * trials);
      return accuracy;
    }),
  );
  const milliseconds = performance.now() - start;
  return { milliseconds, runs: done, cells: cells.map((cell, i) => ({ ...cell, testAccuracy: accuracies[i] })) };
}
