// Each part of a training step, with the sizes of the Spiral: I = 100, J = 2, a batch of 20.

#include <benchmark/benchmark.h>
#include <trip/generators.h>
#include <trip/random.h>

#include "adam.h"
#include "loss.h"
#include "network.h"
#include "orthonormal.h"
#include "projection.h"

namespace trip {
namespace {

Buffer<float> normal_values(int count, uint64_t stream) {
  Random random(1, stream);
  Buffer<float> values(count);
  for (float& value : values) value = static_cast<float>(random.normal());
  return values;
}

/// Samples, a tile with 20 of them, and random parameters and projected values.
struct Problem {
  explicit Problem(int depth) : a{{100}, {2}, std::vector<int>(depth, 10), 2}, layout(a) {
    samples = Samples<float>(make_spiral({.seed = 7}).train, Standardizer());
    tile.fill(samples, nullptr, 0, 20);
    parameters = normal_values(layout.size, 0);
    gradient.assign(layout.size, 0);
    xbar = normal_values(padded(2) * kTile, 1);
    dxbar.assign(xbar.size(), 0);
    out = normal_values(padded(2) * kTile, 2);
  }

  Architecture a;
  Layout layout;
  Samples<float> samples;
  Tile tile;
  Buffer<float> parameters, gradient, xbar, dxbar, out;
};

void polar(benchmark::State& state, PolarRoute route) {
  const int columns = static_cast<int>(state.range(0));
  const Buffer<float> z = normal_values(100 * columns, 0);
  Buffer<float> c(z.size()), dz(z.size());
  Polar<float> polar(100, columns, route);
  for (auto _ : state) {
    polar.forward(z.data(), c.data());
    polar.backward(c.data(), z.data(), dz.data());
    benchmark::DoNotOptimize(dz.data());
  }
}
BENCHMARK_CAPTURE(polar, fast, PolarRoute::kFast)->ArgName("columns")->DenseRange(1, 5);
BENCHMARK_CAPTURE(polar, accurate, PolarRoute::kAccurate)->ArgName("columns")->DenseRange(1, 5);

void projection_forward(benchmark::State& state) {
  Problem p(3);
  DenseProducts<float> projection(p.a);
  for (auto _ : state) {
    projection.forward(p.samples, p.tile, p.parameters.data(), p.xbar.data());
    benchmark::DoNotOptimize(p.xbar.data());
  }
}
BENCHMARK(projection_forward);

void projection_backward(benchmark::State& state) {
  Problem p(3);
  DenseProducts<float> projection(p.a);
  for (auto _ : state) {
    projection.backward(p.samples, p.tile, p.xbar.data(), {p.parameters.data(), p.gradient.data()});
    benchmark::DoNotOptimize(p.gradient.data());
  }
}
BENCHMARK(projection_backward);

void network_forward(benchmark::State& state) {
  Problem p(static_cast<int>(state.range(0)));
  Network<float> network(p.a);
  network.prepare(p.parameters.data());
  for (auto _ : state) {
    benchmark::DoNotOptimize(network.forward(p.parameters.data(), p.xbar.data(), p.tile));
  }
}
BENCHMARK(network_forward)->ArgName("hidden")->DenseRange(0, 4);

void network_backward(benchmark::State& state) {
  Problem p(static_cast<int>(state.range(0)));
  Network<float> network(p.a);
  network.prepare(p.parameters.data());
  network.forward(p.parameters.data(), p.xbar.data(), p.tile);
  for (auto _ : state) {
    network.backward(p.parameters.data(), p.xbar.data(), p.out.data(), p.tile, p.gradient.data(),
                     p.dxbar.data());
    benchmark::DoNotOptimize(p.gradient.data());
  }
}
BENCHMARK(network_backward)->ArgName("hidden")->DenseRange(0, 4);

void cross_entropy(benchmark::State& state) {
  const Buffer<float> logits = normal_values(2 * kTile, 0), ones(kTile, 1.0f);
  Buffer<float> gradient(2 * kTile);
  for (auto _ : state) {
    benchmark::DoNotOptimize(softmax_cross_entropy<float>(
        logits.data(), 2, {ones.data(), ones.data(), 20}, 0.05f, gradient.data()));
  }
}
BENCHMARK(cross_entropy);

void adam_step(benchmark::State& state) {
  Problem p(3);
  const Buffer<float> gradient = normal_values(p.layout.size, 3);
  Adam<float> adam(p.layout.size, 0.001);
  for (auto _ : state) {
    adam.step(gradient, p.parameters, 0);
    benchmark::DoNotOptimize(p.parameters.data());
  }
}
BENCHMARK(adam_step);

}  // namespace
}  // namespace trip
