#include "initial_values.h"

#include <trip/math.h>

#include <cmath>

namespace trip {
namespace {

/// U(-bound, bound) over a block in outside order.
template <class T>
void fill_uniform(const Block& block, double bound, Random& random, T* buffer) {
  for_each_outside(block, [&](int position) {
    buffer[position] = static_cast<T>(random.uniform(-bound, bound));
  });
}

}  // namespace

template <class T>
void draw_projection(Random random, Objective<T>& objective) {
  constexpr int kMostDraws = 100;
  const std::span<T> buffer = objective.parameters();
  for (int draw = 0; draw < kMostDraws; ++draw) {
    for (const Block& z : objective.layout().projection) {
      for_each_outside(z,
                       [&](int position) { buffer[position] = static_cast<T>(random.normal()); });
    }
    if (objective.update()) return;
  }
}

template <class T>
void draw_network(const Architecture& a, const Layout& layout, Random random, std::span<T> buffer) {
  const double modes = a.modes(), latent = a.latent_size();
  const double bound = exp((log(3.0) * (modes - 1) - log(latent)) / (2 * modes));
  for (const Block& g : layout.factor) fill_uniform(g, bound, random, buffer.data());
  fill_uniform(layout.bias[0], 1 / std::sqrt(latent), random, buffer.data());
  for (size_t l = 0; l < layout.weight.size(); ++l) {
    const double fan_in = layout.weight[l].cols;
    fill_uniform(layout.weight[l], 1 / std::sqrt(fan_in), random, buffer.data());
    fill_uniform(layout.bias[l + 1], 1 / std::sqrt(fan_in), random, buffer.data());
  }
}

template void draw_projection(Random, Objective<float>&);
template void draw_network(const Architecture&, const Layout&, Random, std::span<float>);
template void draw_projection(Random, Objective<double>&);
template void draw_network(const Architecture&, const Layout&, Random, std::span<double>);

}  // namespace trip
