// Compares forward() with plain loops and backward() with finite differences, for one and several
// modes, any depth, and widths that are not a multiple of the lanes.

#include "network.h"

#include <memory>

#include "support.h"

namespace trip {
namespace {

using testing::block_values;
using testing::expect_near;
using testing::largest;
using testing::normal_values;
using testing::set_block;

/// An architecture that depends on the seed, random parameters, and one tile of projected samples.
struct Problem {
  explicit Problem(int seed) : random(seed, 6) {
    const int modes = 1 + seed % 3;
    for (int k = 0; k < modes; ++k) {
      a.ranks.push_back(1 + static_cast<int>(random.below(modes == 1 ? 7 : 3)));
      a.dims.push_back(a.ranks[k] + 1);
    }
    const int depth = static_cast<int>(random.below(4));
    for (int l = 0; l < depth; ++l) a.hidden.push_back(1 + static_cast<int>(random.below(13)));
    a.outputs = 1 + static_cast<int>(random.below(5));
    layout = std::make_unique<Layout>(a);
    parameters.assign(layout->size, 0.0);
    for (const Block& block : layout->outside_order())
      set_block(block, normal_values<double>(random, block.rows * block.cols, 0.7), parameters);
    const int latent = a.latent_size();
    count = 1 + static_cast<int>(random.below(kTile));
    samples = Samples<double>(normal_values<double>(random, count * latent), latent, nullptr);
    tile.fill(samples, nullptr, 0, count);
    xbar.assign(padded(latent) * kTile, 0.0);
    gather(samples, tile, xbar.data());
  }

  Random random;
  Architecture a;
  std::unique_ptr<Layout> layout;
  std::vector<double> parameters, xbar;
  int count;
  Samples<double> samples;
  Tile tile;
};

/// Outputs of sample n by plain loops.
std::vector<double> plain_forward(const Problem& problem, int n) {
  const Architecture& a = problem.a;
  const Layout& layout = *problem.layout;
  std::vector<std::vector<double>> g;
  for (const Block& block : layout.factor) g.push_back(block_values(block, problem.parameters));
  std::vector<double> h = block_values(layout.bias[0], problem.parameters);
  const int width = a.first_width();
  for (int p = 0; p < a.latent_size(); ++p) {
    for (int m = 0; m < width; ++m) {
      double weight = 1;
      int rest = p;
      for (int k = a.modes(); k-- > 0; rest /= a.ranks[k])
        weight *= g[k][rest % a.ranks[k] * width + m];
      h[m] += weight * problem.xbar[p * kTile + n];
    }
  }
  for (size_t l = 0; l < layout.weight.size(); ++l) {
    for (double& value : h) value = std::max(0.0, value);
    const std::vector<double> w = block_values(layout.weight[l], problem.parameters);
    std::vector<double> next = block_values(layout.bias[l + 1], problem.parameters);
    for (size_t m = 0; m < next.size(); ++m) {
      for (size_t j = 0; j < h.size(); ++j) next[m] += w[m * h.size() + j] * h[j];
    }
    h = next;
  }
  return h;
}

class NetworkSeeds : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Seeds, NetworkSeeds, ::testing::Range(0, 40));

TEST_P(NetworkSeeds, ForwardIsThePlainNetwork) {
  Problem problem(GetParam());
  Network<double> network(problem.a);
  network.prepare(problem.parameters.data());
  const double* out = network.forward(problem.parameters.data(), problem.xbar.data(), problem.tile);
  for (int n = 0; n < problem.count; ++n) {
    std::vector<double> seen;
    for (int c = 0; c < problem.a.outputs; ++c) seen.push_back(out[c * kTile + n]);
    const std::vector<double> expected = plain_forward(problem, n);
    expect_near(seen, expected, 1e-13 * std::max(1.0, largest(expected)), "out");
  }
}

TEST_P(NetworkSeeds, BackwardIsTheDerivative) {
  Problem problem(GetParam());
  const Architecture& a = problem.a;
  Network<double> network(a);
  std::vector<double> dout(padded(a.outputs) * kTile), weights = dout;
  for (int c = 0; c < a.outputs; ++c) {
    for (int n = 0; n < problem.count; ++n) weights[c * kTile + n] = problem.random.normal();
  }
  const auto value = [&] {  // <weights, outputs>
    network.prepare(problem.parameters.data());
    const double* out =
        network.forward(problem.parameters.data(), problem.xbar.data(), problem.tile);
    double total = 0;
    for (int c = 0; c < a.outputs; ++c) {
      for (int n = 0; n < problem.count; ++n) total += weights[c * kTile + n] * out[c * kTile + n];
    }
    return total;
  };
  value();
  dout = weights;
  std::vector<double> gradient(problem.layout->size), dxbar(problem.xbar.size());
  network.backward(problem.parameters.data(), problem.xbar.data(), dout.data(), problem.tile,
                   gradient.data(), dxbar.data());
  network.finish(problem.parameters.data(), gradient.data());
  const auto expect_derivative = [&](double& variable, double expected, const std::string& name) {
    constexpr double kStep = 1e-6;
    const double origin = variable;
    variable = origin + kStep;
    const double high = value();
    variable = origin - kStep;
    const double low = value();
    variable = origin;
    EXPECT_NEAR((high - low) / (2 * kStep), expected, 1e-6 * std::max(1.0, std::fabs(expected)))
        << name;
  };
  for (int i = problem.layout->network_begin; i < problem.layout->size; ++i) {
    if (problem.parameters[i] == 0) {  // padding
      EXPECT_EQ(gradient[i], 0) << i;
    } else {
      expect_derivative(problem.parameters[i], gradient[i], "parameter " + std::to_string(i));
    }
  }
  for (int p = 0; p < a.latent_size(); ++p) {
    for (int n = 0; n < problem.count; ++n)
      expect_derivative(problem.xbar[p * kTile + n], dxbar[p * kTile + n], "xbar");
  }
}

/// The gradients of several tiles are added, and finish() clears them for the next step.
TEST_P(NetworkSeeds, BackwardAddsAndFinishClears) {
  Problem problem(GetParam());
  Network<double> network(problem.a);
  const Layout& layout = *problem.layout;
  const double* parameters = problem.parameters.data();
  const auto gradient_of = [&](int tiles) {
    std::vector<double> gradient(layout.size), dxbar(problem.xbar.size());
    network.prepare(parameters);
    for (int t = 0; t < tiles; ++t) {
      network.forward(parameters, problem.xbar.data(), problem.tile);
      std::vector<double> dout(padded(problem.a.outputs) * kTile);
      for (int c = 0; c < problem.a.outputs; ++c) {
        for (int n = 0; n < problem.count; ++n) dout[c * kTile + n] = 0.1 * (n % 5) - 0.05 * c;
      }
      network.backward(parameters, problem.xbar.data(), dout.data(), problem.tile, gradient.data(),
                       dxbar.data());
    }
    network.finish(parameters, gradient.data());
    return gradient;
  };
  const std::vector<double> once = gradient_of(1), again = gradient_of(1);
  EXPECT_TRUE(testing::same_bits(once, again));
  std::vector<double> twice = once;
  for (double& value : twice) value *= 2;
  expect_near(gradient_of(2), twice, 1e-12 * std::max(1.0, largest(twice)), "gradient");
}

TEST(Network, NotANumberReachesTheOutputs) {
  const Architecture a{{2}, {2}, {3, 3}, 2};
  const Layout layout(a);
  std::vector<float> parameters(layout.size, 0.5f), xbar(padded(2) * kTile, 1.0f);
  xbar[0] = std::nanf("");
  const Samples<float> samples(std::vector<float>(2), 2, nullptr);
  Tile tile;
  tile.fill(samples, nullptr, 0, 1);
  Network<float> network(a);
  network.prepare(parameters.data());
  const float* out = network.forward(parameters.data(), xbar.data(), tile);
  EXPECT_TRUE(std::isnan(out[0]));
}

}  // namespace
}  // namespace trip
