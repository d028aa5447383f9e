// PCA and LDA against reference values, their definitions on random data, degenerate data, and the
// same bits whatever the cache of the machine.

#include <trip/baselines.h>

#include <Eigen/Core>

#include "golden.h"

namespace trip {
namespace {

using testing::expect_near;
using testing::Json;
using testing::largest;

/// Samples of a case with its classes.
Samples<double> samples_of(const Json& entry, int& classes) {
  const std::vector<int> y = testing::data_of<int>(entry.at("y"));
  classes = 1 + *std::max_element(y.begin(), y.end());
  return testing::pack(testing::dataset_of<double>(entry, Task::kClassification, classes));
}

/// (x - mean) C, N x J.
std::vector<double> scores(const Samples<double>& samples, const std::vector<double>& mean,
                           const std::vector<double>& c) {
  const int columns = static_cast<int>(c.size()) / samples.width();
  std::vector<double> result(static_cast<size_t>(samples.count()) * columns);
  for (int n = 0; n < samples.count(); ++n) {
    for (int i = 0; i < samples.width(); ++i) {
      for (int j = 0; j < columns; ++j)
        result[n * columns + j] += (samples.row(n, 0)[i] - mean[i]) * c[i * columns + j];
    }
  }
  return result;
}

int columns_of(const Json& array) { return array.at("shape")[1]; }

TEST(GoldenBaselines, Pca) {
  testing::for_each_case("projections.json", [](const Json& entry) {
    if (!entry.contains("pca")) return;
    int classes;
    const Samples<double> samples = samples_of(entry, classes);
    const Json& expected = entry.at("pca");
    const FixedProjection seen = pca(samples, columns_of(expected.at("C")));
    const std::vector<double> variance = testing::data_of(expected.at("variance"));
    expect_near(seen.c, testing::data_of(expected.at("C")), 1e-9, "C");
    expect_near(seen.values, variance, 1e-11 * variance[0], "variance");
    expect_near(scores(samples, testing::data_of(entry.at("mean")), seen.c),
                testing::data_of(expected.at("scores")), 1e-8, "scores");
  });
}

TEST(GoldenBaselines, Lda) {
  testing::for_each_case("projections.json", [](const Json& entry) {
    if (!entry.contains("lda")) return;
    int classes;
    const Samples<double> samples = samples_of(entry, classes);
    for (const Json& expected : entry.at("lda")) {
      SCOPED_TRACE("J = " + expected.at("J").dump());
      for (double ridge : {0.0, 1e-8}) {
        const double bound = ridge == 0 ? 1e-9 : 1e-6;
        const FixedProjection seen = lda(samples, classes, expected.at("J"), ridge);
        const std::vector<double> values = testing::data_of(expected.at("eigenvalues"));
        expect_near(seen.c, testing::data_of(expected.at("C")), bound, "C");
        expect_near(seen.values, values, bound * std::max(1.0, values[0]), "eigenvalues");
        expect_near(scores(samples, testing::data_of(entry.at("mean")), seen.c),
                    testing::data_of(expected.at("scores")), 20 * bound, "scores");
      }
    }
  });
}

void expect_orthonormal(const std::vector<double>& c, int rows) {
  const int columns = static_cast<int>(c.size()) / rows;
  for (int a = 0; a < columns; ++a) {
    for (int b = a; b < columns; ++b) {
      double dot = 0;
      for (int i = 0; i < rows; ++i) dot += c[i * columns + a] * c[i * columns + b];
      EXPECT_NEAR(dot, a == b, 1e-12) << a << ", " << b;
    }
  }
}

void expect_largest_entries_positive(const std::vector<double>& c, int rows) {
  const int columns = static_cast<int>(c.size()) / rows;
  for (int j = 0; j < columns; ++j) {
    double high = 0;
    for (int i = 0; i < rows; ++i) {
      const double value = c[i * columns + j];
      if (std::fabs(value) > std::fabs(high)) high = value;
    }
    EXPECT_GT(high, 0) << j;
  }
}

class BaselineSeeds : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Seeds, BaselineSeeds, ::testing::Range(1, 9));

TEST_P(BaselineSeeds, ColumnsAreOrthonormalWithAFixedSign) {
  Random random(GetParam());
  const int dims = 2 + static_cast<int>(random.below(12)), classes = 2 + GetParam() % 3;
  const int count = 3 + static_cast<int>(random.below(40));  // also fewer samples than variables
  const auto samples = testing::pack(testing::random_dataset<float>(
      random, {dims}, std::max(count, classes), Task::kClassification, classes));
  for (int columns : {1, dims / 2 + 1, dims}) {
    for (const FixedProjection& p : {pca(samples, columns), lda(samples, classes, columns)}) {
      ASSERT_EQ(p.c.size(), static_cast<size_t>(dims) * columns);
      expect_orthonormal(p.c, dims);
      expect_largest_entries_positive(p.c, dims);
    }
  }
}

TEST_P(BaselineSeeds, PrincipalDirectionsAreUncorrelatedAndDescend) {
  Random random(GetParam(), 1);
  const auto samples =
      testing::pack(testing::random_dataset<double>(random, {6}, 50, Task::kNone, 0));
  const FixedProjection p = pca(samples, 6);
  std::vector<double> mean(6);
  for (int n = 0; n < 50; ++n) {
    for (int i = 0; i < 6; ++i) mean[i] += samples.row(n, 0)[i] / 50;
  }
  const std::vector<double> s = scores(samples, mean, p.c);
  for (int a = 0; a < 6; ++a) {
    for (int b = 0; b < 6; ++b) {
      double covariance = 0;
      for (int n = 0; n < 50; ++n) covariance += s[n * 6 + a] * s[n * 6 + b] / 50;
      EXPECT_NEAR(covariance, a == b ? p.values[a] : 0, 1e-12);
    }
    if (a > 0) {
      EXPECT_LE(p.values[a], p.values[a - 1]);
    }
  }
}

/// The first direction separates best: no other direction has a larger ratio of the scatters.
TEST_P(BaselineSeeds, FirstDiscriminantHasTheLargestRatio) {
  Random random(GetParam(), 2);
  auto data = testing::random_dataset<double>(random, {5}, 60, Task::kClassification, 3);
  for (int n = 0; n < 60; ++n) data.x[n * 5 + data.labels[n]] += 1;
  const auto samples = testing::pack(data);
  const auto ratio = [&](const std::vector<double>& direction) {
    double mean = 0, class_mean[3] = {}, within = 0, between = 0;
    const std::vector<double> s = scores(samples, std::vector<double>(5), direction);
    for (int n = 0; n < 60; ++n) {
      mean += s[n] / 60;
      class_mean[data.labels[n]] += s[n] / 20;
    }
    for (int n = 0; n < 60; ++n) within += std::pow(s[n] - class_mean[data.labels[n]], 2) / 60;
    for (double m : class_mean) between += (m - mean) * (m - mean) / 3;
    return between / within;
  };
  const FixedProjection p = lda(samples, 3, 1);
  const double best = ratio(p.c);
  EXPECT_NEAR(best, p.values[0], 1e-6 * best);
  for (int trial = 0; trial < 200; ++trial)
    EXPECT_LE(ratio(testing::normal_values<double>(random, 5)), best * (1 + 1e-9));
}

TEST(Baselines, DegenerateDataStayDefined) {
  Dataset<double> data;
  data.dims = {4};
  data.count = 6;
  data.task = Task::kClassification;
  data.classes = 2;
  for (int n = 0; n < 6; ++n) {
    data.labels.push_back(n % 2);
    // a constant column, and one twice
    for (double value : {5.0, n * 1.0, n * 1.0, n % 3 * 1.0}) data.x.push_back(value);
  }
  for (int kind = 0; kind < 2; ++kind) {
    if (kind == 1) std::fill(data.x.begin(), data.x.end(), 3.0);  // all samples equal
    const auto samples = testing::pack(data);
    for (int columns : {1, 2, 4}) {
      for (const FixedProjection& p : {pca(samples, columns), lda(samples, 2, columns)}) {
        ASSERT_EQ(p.c.size(), 4u * columns);
        expect_orthonormal(p.c, 4);
      }
    }
  }
}

TEST(Baselines, ClassWithoutSamplesIsLeftOut) {
  Random random(5);
  auto data = testing::random_dataset<double>(random, {4}, 20, Task::kClassification, 2);
  const FixedProjection two = lda(testing::pack(data), 2, 2);
  data.classes = 5;
  const FixedProjection five = lda(testing::pack(data), 5, 2);
  expect_near(five.c, two.c, 1e-9, "C");
  EXPECT_EQ(five.values.size(), 1u);
}

/// Eigen's blocked products follow the size of the cache, and with it the order of sums.
TEST(Baselines, BitsDoNotDependOnTheCache) {
  constexpr int kCount = 11500, kDims = 24;
  Random random(6);
  const auto samples = testing::pack(
      testing::random_dataset<float>(random, {kDims}, kCount, Task::kClassification, 2));
  std::vector<FixedProjection> seen;
  const auto l1 = Eigen::l1CacheSize(), l2 = Eigen::l2CacheSize(), l3 = Eigen::l3CacheSize();
  for (int kilobytes : {32, 48, 64}) {
    Eigen::setCpuCacheSizes(kilobytes * 1024, 16 * kilobytes * 1024, 64 * kilobytes * 1024);
    seen.push_back(pca(samples, 5));
    seen.push_back(lda(samples, 2, 5));
  }
  Eigen::setCpuCacheSizes(l1, l2, l3);
  for (size_t i = 2; i < seen.size(); ++i) {
    EXPECT_TRUE(testing::same_bits(seen[i].c, seen[i % 2].c)) << i;
    EXPECT_TRUE(testing::same_bits(seen[i].values, seen[i % 2].values)) << i;
  }
}

}  // namespace
}  // namespace trip
