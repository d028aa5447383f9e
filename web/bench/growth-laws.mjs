// The sizes that training and explaining grow with, each over a grid while the others stay.
import { numbers } from './numbers.mjs';

/** Dense vectors and two classes that follow the first variable. */
function dense(trip, { samples, variables }) {
  const x = numbers(samples * variables);
  const y = Array.from({ length: samples }, (_, n) => (x[n * variables] > 0 ? 'a' : 'b'));
  return trip.dataset({ x, shape: [samples, variables], y });
}

const options = { hidden: [10, 10], lambda: 0.1, ranks: [2], batchSize: 32, restarts: 1, epochs: 150, seed: 1 };
const train = (trip, data, more = {}) => trip.fit(data, { ...options, ...more }).dispose();

/** Prepares work on data that are made before the clock starts. */
const training =
  (sizesOf, more = () => ({})) =>
  (trip, size) => {
    const data = dense(trip, { samples: 1000, variables: 100, ...sizesOf(size) });
    return () => train(trip, data, more(size));
  };

/** Explains the first `rows` of `samples` training samples. */
const explaining = (rowsOf) => (trip, size) => {
  const { rows, samples } = rowsOf(size);
  const data = dense(trip, { samples, variables: 100 });
  const model = trip.fit(data, { ...options, epochs: 20 });
  return {
    work() {
      const explanation = model.explain(data);
      for (let n = 0; n < rows; n++) explanation.local(n);
      explanation.dispose();
    },
    end: () => model.dispose(),
  };
};

/**
 * `sizes` of the grid; `prepare(trip, size)` returns the work that is measured, alone or with the `end` that frees its data; `more`: the work
 * of more than one variable, where a line over the size alone is not the law; `why`: the reason of a growth that is faster than linear.
 */
export const laws = [
  {
    name: 'samples N',
    sizes: [500, 1000, 2000, 3000, 4000, 6000, 8000],
    prepare: training((samples) => ({ samples })),
  },
  {
    name: 'variables I',
    sizes: [50, 100, 200, 400, 600, 800, 1200],
    prepare: training((variables) => ({ variables })),
  },
  {
    name: 'projected size J',
    sizes: [2, 4, 8, 12, 16, 20, 24, 32],
    prepare: training(
      () => ({ variables: 200 }),
      (rank) => ({ ranks: [rank] }),
    ),
    more: (rank) => rank ** 2,
    why: 'the polar factor of an I x J matrix takes I J^2; fitted with J^2 beside J',
  },
  {
    name: 'stored values of a sparse sample',
    sizes: [500, 1000, 2000, 4000, 6000, 8000, 10_000],
    prepare: (trip, nonzeros) => {
      const data = trip.randomTensors({ dims: [1000, 1000], nonzeros });
      return () => train(trip, data, { ranks: [2, 2], epochs: 20, standardize: false });
    },
  },
  {
    name: 'epochs',
    sizes: [100, 200, 400, 600, 800, 1200, 1600],
    prepare: training(
      () => ({}),
      (epochs) => ({ epochs }),
    ),
  },
  {
    name: 'starts (restarts)',
    sizes: [1, 2, 4, 6, 8, 12, 16],
    prepare: training(
      () => ({}),
      (restarts) => ({ restarts, epochs: 80 }),
    ),
  },
  {
    name: 'rows explained, of 4000 training samples',
    sizes: [250, 500, 1000, 1500, 2000, 3000, 4000],
    prepare: explaining((rows) => ({ rows, samples: 4000 })),
  },
  {
    name: 'training samples, 500 rows explained',
    sizes: [1000, 2000, 4000, 6000, 8000, 12_000, 16_000],
    prepare: explaining((samples) => ({ rows: 500, samples })),
  },
  {
    name: 'rows explained, all training samples',
    sizes: [500, 1000, 2000, 3000, 4000, 6000, 8000],
    prepare: explaining((samples) => ({ rows: samples, samples })),
    more: (samples) => samples ** 2,
    why: 'each row is compared with all training samples to find its neighbours; fitted with N^2 beside N',
  },
];
