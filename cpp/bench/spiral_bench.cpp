// One optimisation step of the paper's Spiral: batch 20, hidden layers of 10 units.

#include <benchmark/benchmark.h>
#include <trip/generators.h>
#include <trip/trainer.h>

namespace trip {
namespace {

/// Time per step, measured over slices of a long training.
void run_steps(benchmark::State& state, const Dataset<float>& data, const Options& options) {
  Fit<float> fit(data, nullptr, options);
  constexpr int kSlice = 220;
  fit.advance(kSlice, options.epochs);
  int64_t steps = 0;
  for (auto _ : state) {
    steps += fit.advance(kSlice, options.epochs);
    if (fit.at_end()) state.SkipWithError("the training has ended");
  }
  state.counters["step"] = benchmark::Counter(
      static_cast<double>(steps), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void spiral_step(benchmark::State& state, Method method) {
  Options options;
  options.method = method;
  options.hidden.assign(state.range(0), 10);
  options.standardize = false;
  options.epochs = 1000000;
  run_steps(state, make_spiral({.seed = 7}).train, options);
}
BENCHMARK_CAPTURE(spiral_step, trip, Method::kTrip)->ArgName("hidden")->DenseRange(0, 4);
BENCHMARK_CAPTURE(spiral_step, pca, Method::kPca)->ArgName("hidden")->DenseRange(0, 4);

/// A complete training as on the page: 2000 epochs of 11 steps.
void spiral_run(benchmark::State& state) {
  const Dataset<float> data = make_spiral({.seed = 7}).train;
  Options options;
  options.standardize = false;
  for (auto _ : state) {
    Fit<float> fit(data, nullptr, options);
    fit.run_until(options.epochs);
    benchmark::DoNotOptimize(fit.best_parameters().data());
  }
}
BENCHMARK(spiral_run)->Unit(benchmark::kMillisecond);

/// K = 2: matrices 30 x 20, ranks 2 x 2, two hidden layers, batch 64.
void matrix_step(benchmark::State& state) {
  Random random(1);
  Dataset<float> data;
  data.dims = {30, 20};
  data.count = 600;
  data.task = Task::kClassification;
  data.classes = 2;
  for (int n = 0; n < data.count; ++n) {
    data.labels.push_back(n % 2);
    for (int i = 0; i < 600; ++i) data.x.push_back(static_cast<float>(random.normal()));
  }
  Options options;
  options.ranks = {2, 2};
  options.hidden = {10, 10};
  options.batch_size = 64;
  options.standardize = false;
  options.epochs = 1000000;
  run_steps(state, data, options);
}
BENCHMARK(matrix_step);

}  // namespace
}  // namespace trip
