// Compares mode products and their gradients with plain loops, for one to four modes and tiles with
// any number of samples.

#include "projection.h"

#include <memory>

#include "support.h"

namespace trip {
namespace {

using testing::block_values;
using testing::expect_near;
using testing::largest;
using testing::normal_values;
using testing::set_block;

/// Plain loops: T x_k M for a tensor of the given sizes, M: sizes[k] x columns row-major.
std::vector<double> mode_product(const std::vector<double>& tensor, std::vector<int>& sizes, int k,
                                 const std::vector<double>& m, int columns) {
  int before = 1, after = 1;
  for (int l = 0; l < k; ++l) before *= sizes[l];
  for (size_t l = k + 1; l < sizes.size(); ++l) after *= sizes[l];
  std::vector<double> out(static_cast<size_t>(before) * columns * after);
  for (int a = 0; a < before; ++a) {
    for (int i = 0; i < sizes[k]; ++i) {
      for (int j = 0; j < columns; ++j) {
        for (int b = 0; b < after; ++b) {
          out[(a * columns + j) * after + b] +=
              tensor[(a * sizes[k] + i) * after + b] * m[i * columns + j];
        }
      }
    }
  }
  sizes[k] = columns;
  return out;
}

std::vector<double> project(const Architecture& a, std::vector<double> x,
                            const std::vector<std::vector<double>>& c) {
  std::vector<int> sizes = a.dims;
  for (int k = 0; k < a.modes(); ++k) x = mode_product(x, sizes, k, c[k], a.ranks[k]);
  return x;
}

/// Samples of one shape, a random projection for each mode (orthonormality is not used), and both
/// as flat buffers.
template <class T>
struct Problem {
  explicit Problem(int seed) : random(seed, 5) {
    const int modes = 1 + seed % 4;
    for (int k = 0; k < modes; ++k) {
      a.dims.push_back(1 + static_cast<int>(random.below(modes == 1 ? 30 : 6)));
      a.ranks.push_back(
          1 + static_cast<int>(random.below(std::min(a.dims.back(), modes == 1 ? 9 : 4))));
    }
    a.outputs = 1;
    layout = std::make_unique<Layout>(a);
    const int count = 1 + static_cast<int>(random.below(2 * kTile));
    data = testing::random_dataset<T>(random, a.dims, count, Task::kNone, 0);
    samples = testing::pack(data);
    flat.assign(layout->network_begin, T(0));
    for (const Block& block : layout->projection) {
      // Rounded to T, so that the plain loops use the same numbers.
      set_block(block, normal_values<T>(random, block.rows * block.cols, 0.5), flat);
      c.push_back(testing::cast<double>(block_values(block, flat)));
    }
  }

  std::vector<double> sample(int n) const {
    const size_t features = data.features();
    return {data.x.begin() + n * features, data.x.begin() + (n + 1) * features};
  }

  Random random;
  Architecture a;
  std::unique_ptr<Layout> layout;
  Dataset<T> data;
  Samples<T> samples;
  std::vector<T> flat;
  std::vector<std::vector<double>> c;
};

/// Xbar of all samples, N x P, by tiles that start at `first`, in this order.
template <class T>
std::vector<T> forward_all(Problem<T>& problem, const std::vector<int>& order) {
  DenseProducts<T> projection(problem.a);
  const int latent = problem.a.latent_size();
  std::vector<T> xbar(padded(latent) * kTile), all(order.size() * latent);
  Tile tile;
  for (int first = 0; first < static_cast<int>(order.size()); first += kTile) {
    tile.fill(problem.samples, order.data(), first, static_cast<int>(order.size()) - first);
    projection.forward(problem.samples, tile, problem.flat.data(), xbar.data());
    for (int n = 0; n < tile.count; ++n) {
      for (int p = 0; p < latent; ++p)
        all[static_cast<size_t>(order[first + n]) * latent + p] = xbar[p * kTile + n];
    }
    for (int n = tile.count; n < padded(tile.count); ++n) {  // lanes without a sample
      for (int p = 0; p < latent; ++p) EXPECT_EQ(xbar[p * kTile + n], T(0));
    }
  }
  return all;
}

class ProjectionSeeds : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Seeds, ProjectionSeeds, ::testing::Range(0, 40));

template <class T>
void expect_forward(int seed, double bound) {
  Problem<T> problem(seed);
  std::vector<int> order(problem.data.count);
  for (int n = 0; n < problem.data.count; ++n) order[n] = n;
  std::vector<double> expected;
  for (int n = 0; n < problem.data.count; ++n) {
    const std::vector<double> xbar = project(problem.a, problem.sample(n), problem.c);
    expected.insert(expected.end(), xbar.begin(), xbar.end());
  }
  expect_near(forward_all(problem, order), expected, bound * std::max(1.0, largest(expected)),
              "Xbar");
}

TEST_P(ProjectionSeeds, ForwardIsThePlainProduct) {
  expect_forward<double>(GetParam(), 1e-14);
  expect_forward<float>(GetParam(), 5e-6);
}

/// The bits of a projected sample do not depend on its place in a tile nor on its neighbours.
TEST_P(ProjectionSeeds, BitsDoNotDependOnTheTile) {
  Problem<float> problem(GetParam());
  std::vector<int> order(problem.data.count);
  for (int n = 0; n < problem.data.count; ++n) order[n] = n;
  const std::vector<float> straight = forward_all(problem, order);
  problem.random.shuffle(order);
  EXPECT_TRUE(testing::same_bits(forward_all(problem, order), straight));
}

/// <D, Xbar> is linear in each C^(k): its derivative in one entry is its value at a unit matrix.
TEST_P(ProjectionSeeds, BackwardIsTheDerivative) {
  Problem<double> problem(GetParam());
  const Architecture& a = problem.a;
  DenseProducts<double> projection(a);
  const int latent = a.latent_size();
  Tile tile;
  tile.fill(problem.samples, nullptr, 0, problem.data.count);
  std::vector<double> xbar(padded(latent) * kTile), dxbar(padded(latent) * kTile);
  projection.forward(problem.samples, tile, problem.flat.data(), xbar.data());
  for (int p = 0; p < latent; ++p) {
    for (int n = 0; n < tile.count; ++n) dxbar[p * kTile + n] = problem.random.normal();
  }
  std::vector<double> dc(problem.flat.size(), 0.0);
  projection.backward(problem.samples, tile, dxbar.data(), {problem.flat.data(), dc.data()});
  for (int k = 0; k < a.modes(); ++k) {
    std::vector<double> expected(problem.c[k].size());
    for (size_t entry = 0; entry < expected.size(); ++entry) {
      std::vector<std::vector<double>> c = problem.c;
      std::fill(c[k].begin(), c[k].end(), 0.0);
      c[k][entry] = 1;
      for (int n = 0; n < tile.count; ++n) {
        const std::vector<double> at_unit = project(a, problem.sample(n), c);
        for (int p = 0; p < latent; ++p) expected[entry] += dxbar[p * kTile + n] * at_unit[p];
      }
    }
    expect_near(block_values(problem.layout->projection[k], dc), expected,
                1e-13 * std::max(1.0, largest(expected)), "dC");
  }
}

TEST_P(ProjectionSeeds, BackwardAdds) {
  Problem<double> problem(GetParam());
  DenseProducts<double> projection(problem.a);
  Tile tile;
  tile.fill(problem.samples, nullptr, 0, problem.data.count);
  std::vector<double> xbar(padded(problem.a.latent_size()) * kTile);
  projection.forward(problem.samples, tile, problem.flat.data(), xbar.data());
  std::vector<double> once(problem.flat.size(), 0.0);
  for (int call = 0; call < 2; ++call) {
    std::vector<double> into = once;
    projection.backward(problem.samples, tile, xbar.data(), {problem.flat.data(), into.data()});
    if (call == 0) {
      once = into;
    } else {
      for (double& value : once) value *= 2;
      expect_near(into, once, 1e-13 * std::max(1.0, largest(once)), "dC");
    }
  }
}

TEST_P(ProjectionSeeds, ReconstructionIsTheProductWithTheTransposed) {
  Problem<double> problem(GetParam());
  const Architecture& a = problem.a;
  const std::vector<double> xbar = normal_values<double>(problem.random, a.latent_size());
  std::vector<double> expected = xbar;
  std::vector<int> sizes = a.ranks;
  for (int k = 0; k < a.modes(); ++k) {
    std::vector<double> transposed(problem.c[k].size());
    for (int i = 0; i < a.dims[k]; ++i) {
      for (int j = 0; j < a.ranks[k]; ++j)
        transposed[j * a.dims[k] + i] = problem.c[k][i * a.ranks[k] + j];
    }
    expected = mode_product(expected, sizes, k, transposed, a.dims[k]);
  }
  expect_near(reconstruct(a, *problem.layout, problem.flat.data(), xbar.data()), expected,
              1e-14 * std::max(1.0, largest(expected)), "X");
}

TEST(Tile, TakesTheAvailableSamplesAndPadsWithTheZeroSample) {
  Random random(1);
  const auto samples =
      testing::pack(testing::random_dataset<float>(random, {3}, 50, Task::kNone, 0));
  Tile tile;
  tile.fill(samples, nullptr, 7, 43);
  EXPECT_EQ(tile.count, kTile);
  EXPECT_EQ(tile.vectors(), kTile / kLanes);
  for (int i = 0; i < kTile; ++i) EXPECT_EQ(tile.sample[i], 7 + i);
  const std::vector<int> order = {5, 4, 9, 8, 7};
  tile.fill(samples, order.data(), 1, 3);
  EXPECT_EQ(tile.count, 3);
  EXPECT_EQ(tile.vectors(), 1);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(tile.sample[i], order[1 + i]);
  EXPECT_EQ(tile.sample[3], samples.zero_sample());
}

TEST(Gather, CopiesProjectedSamples) {
  Random random(1);
  const std::vector<float> latent = normal_values<float>(random, 3 * 5);
  const Samples<float> samples(latent, 3, nullptr);
  EXPECT_TRUE(samples.latent());
  EXPECT_EQ(samples.count(), 5);
  Tile tile;
  tile.fill(samples, nullptr, 0, 5);
  std::vector<float> xbar(padded(3) * kTile, -1.0f);
  gather(samples, tile, xbar.data());
  for (int n = 0; n < 8; ++n) {
    for (int p = 0; p < 3; ++p) EXPECT_EQ(xbar[p * kTile + n], n < 5 ? latent[n * 3 + p] : 0);
  }
}

}  // namespace
}  // namespace trip
