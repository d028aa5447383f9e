// The generator: outputs that must never change, independence of streams, moments of the
// distributions, permutations, rotations and derived seeds.

#include <trip/random.h>

#include <Eigen/Geometry>
#include <set>

#include "support.h"

namespace trip {
namespace {

TEST(Random, FirstOutputsNeverChange) {
  Random plain(0), stream(7, 1, 3), large(kMaxSeed, 2);
  EXPECT_EQ(plain.next(), 0x3ed1653f0682083au);
  EXPECT_EQ(plain.next(), 0x852cecd8e7418ff7u);
  EXPECT_EQ(stream.next(), 0xddcffe00faaf374du);
  EXPECT_EQ(stream.next(), 0xdfd5e8890913c5a9u);
  EXPECT_EQ(large.next(), 0x79334825cdf2ee47u);
  EXPECT_EQ(large.next(), 0x34670ec76d7ed4e8u);
  Random values(42);
  EXPECT_EQ(values.uniform(), 0.91898741341594548);
  EXPECT_EQ(values.normal(), 1.7185994597961596);
  EXPECT_EQ(values.normal(), -0.35677123359520646);
  EXPECT_EQ(values.below(1000), 747u);
}

TEST(Random, SameSeedSameNumbers) {
  Random a(5, 6, 7), b(5, 6, 7);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(a.next(), b.next());
}

TEST(Random, SeedsStreamsAndSubstreamsDiffer) {
  std::set<uint64_t> first;
  int count = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    for (uint64_t stream = 0; stream < 20; ++stream) {
      for (uint64_t substream = 0; substream < 20; ++substream, ++count)
        first.insert(Random(seed, stream, substream).next());
    }
  }
  EXPECT_EQ(first.size(), static_cast<size_t>(count));
}

TEST(Random, NeighbouringStreamsAreUncorrelated) {
  constexpr int kCount = 20000;
  Random a(1, 0), b(1, 1), c(2, 0);
  double ab = 0, ac = 0;
  for (int i = 0; i < kCount; ++i) {
    const double x = a.uniform() - 0.5;
    ab += x * (b.uniform() - 0.5);
    ac += x * (c.uniform() - 0.5);
  }
  const double deviation = std::sqrt(kCount) / 12;
  EXPECT_LT(std::fabs(ab), 4 * deviation);
  EXPECT_LT(std::fabs(ac), 4 * deviation);
}

class RandomSeeds : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Seeds, RandomSeeds, ::testing::Range(1, 5));

TEST_P(RandomSeeds, UniformHasTheMomentsOfItsDistribution) {
  constexpr int kCount = 100000;
  Random random(GetParam());
  double mean = 0, square = 0;
  std::vector<int> bins(10);
  for (int i = 0; i < kCount; ++i) {
    const double u = random.uniform();
    ASSERT_GE(u, 0);
    ASSERT_LT(u, 1);
    mean += u / kCount;
    square += u * u / kCount;
    ++bins[static_cast<int>(u * 10)];
  }
  EXPECT_NEAR(mean, 0.5, 4 * 0.289 / std::sqrt(kCount));
  EXPECT_NEAR(square, 1.0 / 3, 4 * 0.298 / std::sqrt(kCount));
  for (int bin : bins) EXPECT_NEAR(bin, kCount / 10, 4 * std::sqrt(kCount * 0.09));
  for (int i = 0; i < 1000; ++i) {
    const double u = random.uniform(-3, 5);
    EXPECT_TRUE(u >= -3 && u < 5);
  }
}

TEST_P(RandomSeeds, NormalHasTheMomentsOfItsDistribution) {
  constexpr int kCount = 100000;
  Random random(GetParam(), 9);
  double moment[5] = {}, neighbours = 0, previous = 0;
  int beyond_two = 0;
  for (int i = 0; i < kCount; ++i) {
    const double z = random.normal();
    double power = 1;
    for (double& m : moment) {
      m += power / kCount;
      power *= z;
    }
    neighbours += z * previous / kCount;
    previous = z;
    beyond_two += std::fabs(z) > 2;
  }
  const double deviation = 1 / std::sqrt(kCount);
  EXPECT_NEAR(moment[1], 0, 4 * deviation);
  EXPECT_NEAR(moment[2], 1, 4 * std::sqrt(2.0) * deviation);
  EXPECT_NEAR(moment[3], 0, 4 * std::sqrt(15.0) * deviation);
  EXPECT_NEAR(moment[4], 3, 4 * std::sqrt(96.0) * deviation);
  EXPECT_NEAR(neighbours, 0, 4 * deviation);
  EXPECT_NEAR(beyond_two, 0.0455 * kCount, 4 * std::sqrt(0.0455 * kCount));
}

TEST_P(RandomSeeds, BelowDrawsEveryValueEquallyOften) {
  constexpr int kCount = 70000;
  Random random(GetParam(), 3);
  for (uint32_t n : {1u, 2u, 7u, 10u}) {
    std::vector<int> counts(n);
    for (int i = 0; i < kCount; ++i) {
      const uint32_t value = random.below(n);
      ASSERT_LT(value, n);
      ++counts[value];
    }
    for (int count : counts)
      EXPECT_NEAR(count, static_cast<double>(kCount) / n, 4 * std::sqrt(kCount / n));
  }
}

TEST(Random, BelowIsUnbiasedForALargeRange) {
  // With a plain multiplication one third of this range would be drawn twice as often.
  constexpr uint32_t kRange = 3u << 30;
  constexpr int kCount = 60000;
  Random random(11);
  int low = 0;
  for (int i = 0; i < kCount; ++i) low += random.below(kRange) < kRange / 2;
  EXPECT_NEAR(low, kCount / 2, 4 * std::sqrt(kCount * 0.25));
}

TEST_P(RandomSeeds, ShuffleIsAPermutation) {
  Random random(GetParam(), 2);
  for (int size : {0, 1, 2, 3, 100}) {
    std::vector<int> items(size);
    for (int i = 0; i < size; ++i) items[i] = i;
    random.shuffle(items);
    std::vector<int> sorted = items;
    std::sort(sorted.begin(), sorted.end());
    for (int i = 0; i < size; ++i) EXPECT_EQ(sorted[i], i);
  }
}

TEST_P(RandomSeeds, ShufflesAreEquallyLikely) {
  constexpr int kCount = 12000;
  Random random(GetParam(), 4);
  std::vector<int> counts(27);
  for (int i = 0; i < kCount; ++i) {
    std::vector<int> items = {0, 1, 2};
    random.shuffle(items);
    ++counts[items[0] * 9 + items[1] * 3 + items[2]];
  }
  int kinds = 0;
  for (int count : counts) {
    if (count == 0) continue;
    ++kinds;
    EXPECT_NEAR(count, kCount / 6, 4 * std::sqrt(kCount / 6));
  }
  EXPECT_EQ(kinds, 6);
}

TEST_P(RandomSeeds, RotationIsOrthogonal) {
  for (int n : {1, 2, 3, 10, 100}) {
    Random random(GetParam());
    testing::expect_orthonormal(random_rotation(random, n), 1e-13);
  }
}

TEST(Random, RotationHasNoPreferredDirection) {
  // Without fixing the signs of R, the diagonal would be biased.
  constexpr int kCount = 4000;
  Random random(3);
  Eigen::Matrix3d mean = Eigen::Matrix3d::Zero(), square = mean;
  int reflections = 0;
  for (int trial = 0; trial < kCount; ++trial) {
    const Eigen::Matrix3d q = random_rotation(random, 3);
    mean += q / kCount;
    square += q.cwiseAbs2() / kCount;
    reflections += q.row(0).dot(q.row(1).cross(q.row(2))) < 0;
  }
  for (int i = 0; i < 9; ++i) {
    EXPECT_NEAR(mean(i), 0, 4 * std::sqrt(1.0 / 3 / kCount)) << i;
    EXPECT_NEAR(square(i), 1.0 / 3, 4 * std::sqrt(4.0 / 45 / kCount)) << i;
  }
  EXPECT_NEAR(reflections, kCount / 2, 4 * std::sqrt(kCount * 0.25));
}

TEST(DeriveSeed, NeverChangesAndFitsADouble) {
  EXPECT_EQ(derive_seed(1, 0), 3286621029209383u);
  EXPECT_EQ(derive_seed(1, 1), 6061441135427058u);
  EXPECT_EQ(derive_seed(kMaxSeed, 0), 1668447878536635u);
  std::set<uint64_t> seen;
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    for (uint64_t stream = 0; stream < 2; ++stream) {
      const uint64_t derived = derive_seed(seed, stream);
      EXPECT_LE(derived, kMaxSeed);
      seen.insert(derived);
    }
  }
  EXPECT_EQ(seen.size(), 2000u);
}

}  // namespace
}  // namespace trip
