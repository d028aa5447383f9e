// The Spiral: sizes, the true plane, two arms in it, noise levels outside it, one rotation for both
// sets, seeds.

#include <trip/fingerprint.h>
#include <trip/generators.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <numbers>

#include "support.h"

namespace trip {
namespace {

/// Coordinates of each sample in the plane, N x 2.
Matrix plane_coordinates(const Dataset<float>& data, const Matrix& plane) {
  return testing::matrix_of(data.count, data.x) * plane;
}

class SpiralSeeds : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Seeds, SpiralSeeds, ::testing::Range(0, 5));

TEST_P(SpiralSeeds, HasTheSizesOfThePaper) {
  const Spiral spiral = make_spiral({.seed = static_cast<uint64_t>(GetParam())});
  for (const Dataset<float>* set : {&spiral.train, &spiral.test}) {
    validate(*set, "spiral");
    EXPECT_EQ(set->dims, std::vector<int>{100});
    EXPECT_EQ(set->count, 220);
    EXPECT_EQ(set->classes, 2);
    EXPECT_EQ(set->task, Task::kClassification);
    EXPECT_EQ(std::count(set->labels.begin(), set->labels.end(), 0), 110);
  }
  EXPECT_EQ(spiral.plane.rows(), 100);
  EXPECT_EQ(spiral.plane.cols(), 2);
}

TEST_P(SpiralSeeds, PlaneIsOrthonormal) {
  const Spiral spiral = make_spiral({.seed = static_cast<uint64_t>(GetParam())});
  testing::expect_orthonormal(spiral.plane, 1e-13);
}

TEST_P(SpiralSeeds, PlaneCoordinatesHaveDeviationOne) {
  const Spiral spiral = make_spiral({.seed = static_cast<uint64_t>(GetParam())});
  for (const Dataset<float>* set : {&spiral.train, &spiral.test}) {
    const Matrix p = plane_coordinates(*set, spiral.plane);
    for (int j = 0; j < 2; ++j) {
      const double mean = p.col(j).mean();
      EXPECT_NEAR((p.col(j).array() - mean).square().mean(), 1, 1e-5);
      EXPECT_NE(mean, 0);  // not centred
    }
  }
}

/// (t sin(t + c pi), t cos(t + c pi)), t uniform up to 3.5 pi: radius and angle belong together.
TEST_P(SpiralSeeds, ArmsAreSpirals) {
  constexpr double kPi = std::numbers::pi;
  constexpr int kSamples = 20000;
  const Spiral spiral = make_spiral({static_cast<uint64_t>(GetParam()), kSamples, 0, 0});
  // Deviations of t sin t and t cos t over both arms; each arm mirrors the other, so means are 0.
  double square[2] = {};
  constexpr int kSteps = 100000;
  for (int i = 0; i < kSteps; ++i) {
    const double t = 3.5 * kPi * (i + 0.5) / kSteps;
    square[0] += t * std::sin(t) * t * std::sin(t) / kSteps;
    square[1] += t * std::cos(t) * t * std::cos(t) / kSteps;
  }
  const Matrix p = plane_coordinates(spiral.train, spiral.plane);
  double mean_t = 0;
  for (int n = 0; n < spiral.train.count; ++n) {
    const double first = p(n, 0) * std::sqrt(square[0]);
    const double second = p(n, 1) * std::sqrt(square[1]);
    const double t = std::hypot(first, second);
    mean_t += t / spiral.train.count;
    ASSERT_LT(t, 3.5 * kPi * 1.02);
    if (t < 1) continue;
    const double turn =
        std::remainder(std::atan2(first, second) - (t + spiral.train.labels[n] * kPi), 2 * kPi);
    ASSERT_NEAR(turn, 0, 0.25) << n;
  }
  EXPECT_NEAR(mean_t, 1.75 * kPi, 0.1);
}

TEST_P(SpiralSeeds, NoiseSamplesFillTheSquare) {
  constexpr int kNoise = 5000;
  const Spiral spiral = make_spiral({static_cast<uint64_t>(GetParam()), 2, kNoise, 0});
  const Matrix p = plane_coordinates(spiral.train, spiral.plane);
  // Uniform in (-10, 10), divided by its own deviation 10 / sqrt(3): fourth moment 9/5. The few
  // samples on the arms reach 11.
  EXPECT_LT(p.cwiseAbs().maxCoeff(), std::sqrt(3.0) * 1.1 * 1.05);
  for (int j = 0; j < 2; ++j) EXPECT_NEAR(p.col(j).array().pow(4).mean(), 1.8, 0.1);
}

/// Outside the plane: one direction of variance 1, the others 0.01.
TEST_P(SpiralSeeds, NoiseHasItsLevels) {
  constexpr int kDims = 8;
  const Spiral spiral = make_spiral({static_cast<uint64_t>(GetParam()), 2000, 0, kDims - 3});
  const Matrix p = plane_coordinates(spiral.train, spiral.plane);
  const Matrix x = testing::matrix_of(spiral.train.count, spiral.train.x);
  const Matrix rest = x - p * spiral.plane.transpose();
  const Eigen::MatrixXd covariance = rest.transpose() * rest / spiral.train.count;
  const Eigen::VectorXd variances =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(covariance).eigenvalues();
  EXPECT_NEAR(variances(kDims - 1), 1, 0.1);
  for (int i = 2; i < kDims - 1; ++i) EXPECT_NEAR(variances(i), 0.01, 0.0015);
  for (int i = 0; i < 2; ++i) EXPECT_NEAR(variances(i), 0, 1e-9);
}

TEST_P(SpiralSeeds, TestSetIsOtherDataInTheSamePlane) {
  const Spiral spiral = make_spiral({static_cast<uint64_t>(GetParam()), 100, 10, 5});
  EXPECT_NE(spiral.train.x, spiral.test.x);
  // The test set has the same plane: its variance outside is that of the noise alone.
  const Matrix p = plane_coordinates(spiral.test, spiral.plane);
  const double inside = p.squaredNorm() / spiral.test.count;
  double total = 0;
  for (float value : spiral.test.x) total += static_cast<double>(value) * value / spiral.test.count;
  EXPECT_NEAR(total - inside, 1 + 5 * 0.01, 0.5);
  EXPECT_NEAR(inside, 2, 0.3);
}

TEST(SpiralTest, SameSeedSameBitsOtherSeedOtherData) {
  const Spiral a = make_spiral({.seed = 7}), b = make_spiral({.seed = 7}),
               c = make_spiral({.seed = 8});
  EXPECT_TRUE(testing::same_bits(a.train.x, b.train.x));
  EXPECT_TRUE(testing::same_bits(a.test.x, b.test.x));
  EXPECT_TRUE(testing::same_bits(a.plane, b.plane));
  EXPECT_NE(a.train.x, c.train.x);
  EXPECT_NE(a.plane, c.plane);
}

/// The training set has its own stream, so the number of draws for the rotation does not matter.
TEST(SpiralTest, SetsAreDrawnIndependentlyOfEachOther) {
  const Spiral a = make_spiral({.seed = 3, .samples_per_class = 50, .noise_dimensions = 0});
  const Spiral b = make_spiral({.seed = 3, .samples_per_class = 50, .noise_dimensions = 4});
  testing::expect_near(plane_coordinates(a.train, a.plane), plane_coordinates(b.train, b.plane),
                       1e-5, "coordinates in the plane");
}

TEST(SpiralTest, BadSizesAreRefused) {
  testing::expect_error("option", {"samplesPerClass", "2", "1"},
                        [] { make_spiral({.samples_per_class = 1}); });
  testing::expect_error("option", {"noiseSamplesPerClass", "-1"},
                        [] { make_spiral({.noise_samples_per_class = -1}); });
  testing::expect_error("option", {"noiseDimensions", "2001"},
                        [] { make_spiral({.noise_dimensions = 2001}); });
}

TEST(RandomTensors, HaveDistinctPositionsAndNormalValues) {
  const Dataset<float> data = make_random({3, {40, 30, 20}, 50, 400});
  validate(data, "random");  // distinct positions within the shape
  EXPECT_EQ(data.x.size(), 50u * 400);
  double mean = 0, square = 0;
  for (float value : data.x) {
    mean += value / static_cast<double>(data.x.size());
    square += value * value / static_cast<double>(data.x.size());
  }
  EXPECT_NEAR(mean, 0, 0.03);
  EXPECT_NEAR(square, 1, 0.04);
  const auto ones = std::count(data.labels.begin(), data.labels.end(), 1);
  EXPECT_TRUE(ones > 10 && ones < 40);
  EXPECT_NE(data.x, make_random({4, {40, 30, 20}, 50, 400}).x);
}

TEST(RandomTensors, MayBeFullAndNotMore) {
  validate(make_random({1, {10, 5}, 3, 50}), "full");
  testing::expect_error("option", {"nonzeros", "50", "got 51"}, [] {
    make_random({1, {10, 5}, 3, 51});
  });
}

/// For one sample: the mean of a block's values over all its possible pairs, and the number of
/// stored values.
struct BlockShare {
  double mean = 0;
  int stored = 0;
};

BlockShare block_share(const Dataset<float>& data, int sample, const std::vector<int>& rows,
                       const std::vector<int>& columns) {
  const auto within = [](const std::vector<int>& group, int i) {
    return std::find(group.begin(), group.end(), i) != group.end();
  };
  BlockShare share;
  for (int e = data.offsets[sample]; e < data.offsets[sample + 1]; ++e) {
    if (!within(rows, data.index[2 * e]) || !within(columns, data.index[2 * e + 1])) continue;
    share.mean += data.x[e];
    ++share.stored;
  }
  if (share.stored > 0) share.mean /= share.stored;
  return share;
}

TEST(NetworkGenerator, BlocksFollowTheResponse) {
  const NetworkData network = make_network({2, 1000, 400, 60});
  validate(network.data, "network");
  double stored = 0;
  for (int n = 0; n < network.data.count; ++n) {
    const double e = network.e[n];
    EXPECT_NEAR(network.data.targets[n], e, 0.1);
    const BlockShare first = block_share(network.data, n, network.t1, network.r1);
    const BlockShare hump = block_share(network.data, n, network.t2, network.r1);
    // The mean of the loadings is slightly below their root mean square of 1; the block has
    // background values too.
    EXPECT_NEAR(first.mean, 3 * e * 0.9, 0.6);
    EXPECT_NEAR(hump.mean, 3 * (1 - e * e) * 0.9, 0.6);
    stored += static_cast<double>(first.stored) / (150 * 60) / network.data.count;
  }
  EXPECT_NEAR(stored, 0.0227, 0.003);
  const double a_sample = static_cast<double>(network.data.x.size()) / network.data.count;
  EXPECT_NEAR(a_sample, 2112, 60);
}

TEST(PlantedGenerator, CoreDecidesTheClass) {
  const Planted planted = make_planted({5, {9, 7}, 200});
  validate(planted.train, "train");
  EXPECT_NE(planted.train.x, planted.test.x);
  const Matrix all = testing::matrix_of(200 * 9, planted.train.x);
  for (int n = 0; n < planted.train.count; ++n) {
    const Matrix x = all.middleRows(n * 9, 9);
    const Matrix core = planted.basis[0].transpose() * x * planted.basis[1];
    EXPECT_EQ(planted.train.labels[n], core(0, 0) * core(1, 1) > 0 ? 1 : 0) << n;
    EXPECT_GT(std::fabs(core(0, 0)), 0.05);  // 0.5 minus the noise
  }
}

/// One hash over the values, positions and responses of sets.
std::string print_of(std::initializer_list<const Dataset<float>*> sets) {
  Fingerprint hash;
  for (const Dataset<float>* data : sets) {
    hash.add("x", data->x);
    hash.add("offsets", data->offsets);
    hash.add("index", data->index);
    hash.add("labels", data->labels);
    hash.add("targets", data->targets);
  }
  return hash.hex();
}

/// Each generator keeps its bits on every machine: saved links and sweeps contain only its seed.
TEST(Generators, KeepTheirBits) {
  const Spiral spiral = make_spiral({3, 20, 4, 6});
  EXPECT_EQ(print_of({&spiral.train, &spiral.test}), "d64028db45688901");
  const Dataset<float> random = make_random({5, {20, 30, 4}, 6, 25}),
                       vast = make_random({5, {70000, 90000}, 6, 25});
  EXPECT_EQ(print_of({&random}), "b29e23d193a391cd");
  EXPECT_EQ(print_of({&vast}), "d7d8bc6c54d499c9");
  const NetworkData network = make_network({4, 800, 300, 3});
  EXPECT_EQ(print_of({&network.data}), "adbf1d530deb9e07");
  const Planted planted = make_planted({6, {5, 4, 6}, 7});
  EXPECT_EQ(print_of({&planted.train, &planted.test}), "1e8ed590a5d4927e");
}

/// Samples of more than 2^32 elements have values everywhere, also in the last rows.
TEST(RandomTensors, FillMoreThan32BitsOfPositionsEvenly) {
  for (const std::vector<int>& dims : {std::vector<int>{70000, 90000}, {1000000, 1000000, 1000}}) {
    const Dataset<float> data = make_random({8, dims, 4, 1000});
    validate(data, "vast");
    for (size_t k = 0; k < dims.size(); ++k) {
      double mean = 0, square = 0;
      for (size_t e = 0; e < data.x.size(); ++e) {
        const double place = (data.index[e * dims.size() + k] + 0.5) / dims[k];
        mean += place / 4000;
        square += place * place / 4000;
      }
      EXPECT_NEAR(mean, 0.5, 0.02);  // four deviations
      EXPECT_NEAR(square, 1.0 / 3, 0.02);
    }
  }
}

/// Loadings are |N(1, 0.3^2)| divided by the root of their mean square; with e = 1 a value of the
/// block T1 x R1 is 3 times those of its row and column, plus noise and background.
TEST(NetworkGenerator, LoadingsHaveAMeanSquareOfOne) {
  const NetworkData network = make_network({9, 700, 280, 300});
  double square = 0, stored = 0;
  for (int n = 0; n < network.data.count; ++n) {
    if (std::fabs(network.e[n]) < 0.5) continue;
    for (int e = network.data.offsets[n]; e < network.data.offsets[n + 1]; ++e) {
      const auto in = [](const std::vector<int>& group, int i) {
        return std::find(group.begin(), group.end(), i) != group.end();
      };
      if (!in(network.t1, network.data.index[2 * e])) continue;
      if (!in(network.r1, network.data.index[2 * e + 1])) continue;
      const double value = network.data.x[e] / (3 * network.e[n]);
      if (std::fabs(value) < 0.3) continue;  // the background, most of it
      square += value * value;
      ++stored;
    }
  }
  EXPECT_NEAR(square / stored, 1, 0.08);
}

}  // namespace
}  // namespace trip
