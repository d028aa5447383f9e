// One epoch of larger data: many samples, sparse matrices, sparse cubes.

#include <benchmark/benchmark.h>
#include <trip/generators.h>
#include <trip/random.h>
#include <trip/trainer.h>

namespace trip {
namespace {

void run_epochs(benchmark::State& state, const Dataset<float>& data, const Options& options) {
  Fit<float> fit(data, nullptr, options);
  fit.run_until(1);
  for (auto _ : state) {
    fit.run_until(fit.epoch() + 1);
    if (fit.at_end()) state.SkipWithError("the training has ended");
  }
}

Options sparse_options(std::vector<int> ranks, int batch_size) {
  Options options;
  options.ranks = std::move(ranks);
  options.lambda = 0.01;
  options.batch_size = batch_size;
  options.standardize = false;
  options.epochs = 1000000;
  return options;
}

/// Random data of the size of the paper's Epileptic.
void epileptic_epoch(benchmark::State& state) {
  static const Dataset<float> data = [] {
    Random random(1);
    Dataset<float> result;
    result.dims = {178};
    result.count = 11500;
    result.task = Task::kClassification;
    result.classes = 2;
    for (int n = 0; n < result.count; ++n) result.labels.push_back(n % 2);
    for (int i = 0; i < result.count * 178; ++i)
      result.x.push_back(static_cast<float>(random.normal()));
    return result;
  }();
  Options options;
  options.hidden = {10, 10};
  options.lambda = 0.01;
  options.batch_size = 2048;
  options.epochs = 1000000;
  run_epochs(state, data, options);
}
BENCHMARK(epileptic_epoch)->Unit(benchmark::kMillisecond);

/// Network data of the size of the paper's Genes.
void network_epoch(benchmark::State& state) {
  static const Dataset<float> data = make_network({}).data;
  Options options = sparse_options({2, 2}, 128);
  options.hidden = {10};
  options.learning_rate = 0.01;
  run_epochs(state, data, options);
}
BENCHMARK(network_epoch)->Unit(benchmark::kMillisecond);

/// Random-3rd: 100 cubes with 10,000 values each.
void cubes_epoch(benchmark::State& state) {
  static const Dataset<float> data = make_random({.dims = {1000, 1000, 1000}, .nonzeros = 10000});
  Options options = sparse_options({2, 2, 2}, 32);
  options.hidden = {10, 10};
  run_epochs(state, data, options);
}
BENCHMARK(cubes_epoch)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace trip
