// Checks of input data, scaling of variables, and the packed form of the samples.

#include <trip/dataset.h>

#include <limits>

#include "support.h"

namespace trip {
namespace {

using testing::expect_error;

template <class T>
class DatasetTest : public ::testing::Test {
 protected:
  /// 3 samples of 2 x 2, classes 0, 1, 0.
  Dataset<T> data() {
    Dataset<T> d;
    d.dims = {2, 2};
    d.count = 3;
    for (int i = 0; i < 12; ++i) d.x.push_back(static_cast<T>(i));
    d.task = Task::kClassification;
    d.classes = 2;
    d.labels = {0, 1, 0};
    return d;
  }
};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(DatasetTest, Scalars);

TYPED_TEST(DatasetTest, GoodDataPass) {
  validate(this->data(), "train");
  auto regression = this->data();
  regression.task = Task::kRegression;
  regression.labels.clear();
  regression.targets = {1, 2, 3};
  validate(regression, "train");
  auto unlabelled = this->data();
  unlabelled.task = Task::kNone;
  unlabelled.labels.clear();
  validate(unlabelled, "train");
}

TYPED_TEST(DatasetTest, WrongLengthsAreNamed) {
  auto data = this->data();
  data.x.pop_back();
  expect_error("shape", {"train", "x has 11", "12"}, [&] { validate(data, "train"); });
  data = this->data();
  data.labels.push_back(0);
  expect_error("shape", {"test", "y has 4", "3 samples"}, [&] { validate(data, "test"); });
  data = this->data();
  data.task = Task::kRegression;
  data.labels.clear();
  data.targets = {1, 2};
  expect_error("shape", {"y has 2", "3 samples"}, [&] { validate(data, "train"); });
}

TYPED_TEST(DatasetTest, EmptyShapesAreRefused) {
  auto data = this->data();
  data.count = 0;
  data.x.clear();
  data.labels.clear();
  expect_error("shape", {"at least one sample"}, [&] { validate(data, "train"); });
  data = this->data();
  data.dims.clear();
  expect_error("shape", {"mode"}, [&] { validate(data, "train"); });
  data = this->data();
  data.dims = {0, 2};
  expect_error("shape", {"at least 1", "0"}, [&] { validate(data, "train"); });
  data.dims = {70000, 70000};
  expect_error("shape", {"2^31"}, [&] { validate(data, "train"); });
}

TYPED_TEST(DatasetTest, ValuesThatAreNotFiniteAreLocated) {
  using Limits = std::numeric_limits<TypeParam>;
  auto data = this->data();
  data.x[6] = Limits::quiet_NaN();
  expect_error("value", {"x[1, 1, 0]", "NaN"}, [&] { validate(data, "train"); });
  data.x[6] = Limits::infinity();
  expect_error("value", {"x[1, 1, 0]", "Infinity"}, [&] { validate(data, "train"); });
  data.x[6] = -Limits::infinity();
  expect_error("value", {"x[1, 1, 0]", "-Infinity"}, [&] { validate(data, "train"); });
  data = this->data();
  data.task = Task::kRegression;
  data.labels.clear();
  data.targets = {1, Limits::quiet_NaN(), 3};
  expect_error("value", {"y[1]", "NaN"}, [&] { validate(data, "train"); });
}

TYPED_TEST(DatasetTest, ClassesOutOfRangeAreNamed) {
  auto data = this->data();
  data.labels[2] = 2;
  expect_error("value", {"class 2", "sample 2", "2 classes"}, [&] { validate(data, "train"); });
  data.labels[2] = -1;
  expect_error("value", {"class -1", "sample 2"}, [&] { validate(data, "train"); });
  for (int classes : {0, -1, std::numeric_limits<int>::min()}) {
    data.classes = classes;
    expect_error("value", {"class 0", "sample 0"}, [&] { validate(data, "train"); });
  }
}

TYPED_TEST(DatasetTest, AnyNumberOfSparseSamplesIsToldWithItsOffsets) {
  Dataset<TypeParam> data;
  data.dims = {2};
  data.sparse = true;
  data.offsets = {0, 0};
  data.count = std::numeric_limits<int>::max();
  expect_error("shape", {"2147483647 samples", "2147483648 offsets"},
               [&] { validate(data, "train"); });
}

TYPED_TEST(DatasetTest, StandardizerGivesMeanZeroAndDeviationOne) {
  using T = TypeParam;
  constexpr int kCount = 500, kFeatures = 5;
  Random random(1);
  std::vector<T> x = testing::normal_values<T>(random, kCount * kFeatures);
  for (int n = 0; n < kCount; ++n) {
    for (int i = 0; i < kFeatures; ++i)
      x[n * kFeatures + i] = static_cast<T>(x[n * kFeatures + i] * std::pow(10.0, i - 2) + 3 * i);
  }
  const Standardizer s = Standardizer::fit(x, kCount, kFeatures);
  for (int i = 0; i < kFeatures; ++i) {
    double mean = 0, square = 0;
    for (int n = 0; n < kCount; ++n) {
      const double z = s.apply(static_cast<double>(x[n * kFeatures + i]), i);
      mean += z / kCount;
      square += z * z / kCount;
      EXPECT_NEAR(s.invert(s.apply(x[n * kFeatures + i], i), i), x[n * kFeatures + i],
                  4 * std::numeric_limits<T>::epsilon() * (std::fabs(x[n * kFeatures + i]) + 20));
    }
    EXPECT_NEAR(mean, 0, 1e-9);
    EXPECT_NEAR(square, 1, 1e-9);
  }
}

TYPED_TEST(DatasetTest, ConstantVariablesKeepScaleOne) {
  // Sums of 1/3 are rounded, so a variable is constant when its minimum equals its maximum.
  const TypeParam third = TypeParam(1) / 3;
  const std::vector<TypeParam> x = {third, 1,     third, 2,     third, 4,     third, 1,     third,
                                    2,     third, 4,     third, 1,     third, 2,     third, 4};
  const Standardizer s = Standardizer::fit(x, 9, 2);
  EXPECT_EQ(s.scale[0], 1);
  EXPECT_NEAR(s.mean[0], third, 1e-15);
  EXPECT_GT(s.scale[1], 1);
  const Standardizer one = Standardizer::fit(std::vector<TypeParam>{5, 6}, 1, 2);
  EXPECT_EQ(one.scale, (std::vector<double>{1, 1}));
  EXPECT_EQ(one.mean, (std::vector<double>{5, 6}));
}

TYPED_TEST(DatasetTest, WithoutScalingValuesPass) {
  const Standardizer none;
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(none.apply(TypeParam(3.5), 7), TypeParam(3.5));
  EXPECT_EQ(none.invert(TypeParam(3.5), 7), TypeParam(3.5));
}

TYPED_TEST(DatasetTest, SamplesArePaddedAndEndWithAZeroSample) {
  using T = TypeParam;
  Random random(2);
  const auto data = testing::random_dataset<T>(random, {3, 5}, 4, Task::kClassification, 3);
  const Samples<T> samples = testing::pack(data);
  EXPECT_EQ(samples.count(), 4);
  EXPECT_EQ(samples.rows(), 3);
  EXPECT_EQ(samples.width(), 5);
  EXPECT_EQ(samples.zero_sample(), 4);
  EXPECT_FALSE(samples.latent());
  for (int n = 0; n <= 4; ++n) {
    double norm = 0;
    for (int r = 0; r < 3; ++r) {
      const T* row = samples.row(n, r);
      for (int i = 0; i < 5; ++i) {
        const T expected = n < 4 ? data.x[(n * 3 + r) * 5 + i] : T(0);
        EXPECT_EQ(row[i], expected);
        norm += static_cast<double>(expected) * expected;
      }
      for (int i = 5; i < 8; ++i) EXPECT_EQ(row[i], T(0));
    }
    EXPECT_NEAR(samples.squared_norm(n), norm, 1e-6 * norm);
    EXPECT_EQ(samples.response(n), n < 4 ? static_cast<T>(data.labels[n]) : T(0));
  }
}

TYPED_TEST(DatasetTest, TargetsAreScaled) {
  using T = TypeParam;
  Random random(3);
  const auto data = testing::random_dataset<T>(random, {2}, 6, Task::kRegression, 0);
  const Samples<T> samples(data, Standardizer(), Standardizer{{0.5}, {4}});
  for (int n = 0; n < 6; ++n)
    EXPECT_EQ(samples.response(n),
              static_cast<T>((static_cast<double>(data.targets[n]) - 0.5) / 4));
}

TYPED_TEST(DatasetTest, ProjectedSamplesKeepNormsAndResponses) {
  using T = TypeParam;
  Random random(4);
  const auto data = testing::random_dataset<T>(random, {7}, 3, Task::kClassification, 3);
  const Samples<T> source = testing::pack(data);
  const Samples<T> latent(std::vector<T>{1, 2, 3, 4, 5, 6}, 2, &source);
  EXPECT_TRUE(latent.latent());
  EXPECT_EQ(latent.count(), 3);
  EXPECT_EQ(latent.width(), 2);
  for (int n = 0; n <= 3; ++n) {
    EXPECT_EQ(latent.squared_norm(n), source.squared_norm(n));
    EXPECT_EQ(latent.response(n), source.response(n));
    EXPECT_EQ(latent.row(n, 0)[1], n < 3 ? static_cast<T>(2 * n + 2) : T(0));
  }
}

/// Squares of huge deviations overflow, the deviation does not.
TEST(Standardizer, HugeSpreadHasItsDeviation) {
  for (double unit : {1.0, 1e150, 1e200, 1e300}) {
    const Standardizer s = Standardizer::fit(std::vector<double>{unit, -unit, unit, -unit}, 4, 1);
    EXPECT_EQ(s.mean[0], 0);
    EXPECT_NEAR(s.scale[0] / unit, 1, 1e-14) << unit;
  }
}

/// The sum and the spread of these values exceed the largest double, mean and deviation do not:
/// with a = 1.7e308 they are a / 2 and sqrt(3) a / 2.
TEST(Standardizer, SpreadsBeyondTheLargestDoubleAreScaled) {
  const double a = 1.7e308;
  const Standardizer s = Standardizer::fit(std::vector<double>{a, a, -a, a}, 4, 1);
  EXPECT_NEAR(s.mean[0] / a, 0.5, 1e-15);
  EXPECT_NEAR(s.scale[0] / a, std::sqrt(3.0) / 2, 1e-15);
  EXPECT_NEAR(s.apply(a, 0), 1 / std::sqrt(3.0), 1e-14);
  EXPECT_NEAR(s.apply(-a, 0), -std::sqrt(3.0), 1e-14);
  const std::vector<double> weights{1, 2, 1, 2};  // 5 to 1
  EXPECT_NEAR(Standardizer::fit(std::vector<double>{a, a, -a, a}, 4, 1, weights).mean[0] / a,
              2.0 / 3, 1e-15);
  const double most = std::numeric_limits<double>::max();
  const Standardizer constant = Standardizer::fit(std::vector<double>(7, most), 7, 1);
  EXPECT_EQ(constant.mean[0], most);
  EXPECT_EQ(constant.scale[0], 1);
}

}  // namespace
}  // namespace trip
