// References and diagnoses: degenerate training sets, weights of 0, and one reference from packed
// and from given samples. tests/lib/diagnosis.test.mjs compares the numbers with NumPy.

#include <trip/trainer.h>

#include <cmath>

#include "fits.h"

namespace trip {
namespace {

using testing::finish;
using testing::quick;
using testing::same_bits;
using testing::small_spiral;

Model<float> model_of(const Fit<float>& fit) {
  return Model<float>(fit.spec(), fit.best_parameters());
}

TEST(Diagnosis, ReferenceOfAFitIsThatOfItsModel) {
  const Spiral spiral = small_spiral();
  for (const Method method : {Method::kTrip, Method::kPca, Method::kLda}) {
    Options options = quick();
    options.method = method;
    options.ranks = {2};
    options.restarts = 3;
    Fit<float> fit(spiral.train, nullptr, options);
    finish(fit);
    const Reference expected = fit.best_reference();
    const Reference found = model_of(fit).reference(spiral.train);
    ASSERT_EQ(found.mean.size(), 2u);
    EXPECT_TRUE(same_bits(found.mean, expected.mean));
    EXPECT_TRUE(same_bits(found.covariance, expected.covariance));
    EXPECT_TRUE(same_bits(found.residual_limits, expected.residual_limits));
    EXPECT_TRUE(same_bits(found.hotelling_limits, expected.hotelling_limits));
    for (int level = 0; level < 2; ++level) {
      EXPECT_GT(found.residual_limits[level], 0);
      EXPECT_GT(found.hotelling_limits[level], 0);
    }
    EXPECT_LE(found.residual_limits[0], found.residual_limits[1]);
    EXPECT_LE(found.hotelling_limits[0], found.hotelling_limits[1]);
  }
}

TEST(Diagnosis, SamplesOfWeightZeroAreLeftOut) {
  Dataset<float> data = small_spiral().train;
  Fit<float> fit(data, nullptr, quick());
  finish(fit);
  Model<float> model = model_of(fit);
  data.weights.assign(data.count, 2);
  const Reference equal = model.reference(data);
  for (int n = 10; n < data.count; ++n) data.weights[n] = 0;
  const Reference weighted = model.reference(data);
  Dataset<float> part = data;
  part.count = 10;
  part.x.resize(static_cast<size_t>(10) * part.features());
  part.labels.resize(10);
  part.weights.clear();
  const Reference expected = model.reference(part);
  EXPECT_TRUE(same_bits(weighted.covariance, expected.covariance));
  EXPECT_TRUE(same_bits(weighted.residual_limits, expected.residual_limits));
  EXPECT_TRUE(same_bits(weighted.hotelling_limits, expected.hotelling_limits));
  EXPECT_FALSE(same_bits(equal.covariance, expected.covariance));
}

TEST(Diagnosis, FewSamplesAndManyDimensionsHaveNoReference) {
  Dataset<float> data = small_spiral().train;
  Fit<float> fit(data, nullptr, quick(0));
  Model<float> model = model_of(fit);
  data.count = 2;
  data.x.resize(static_cast<size_t>(2) * data.features());
  data.labels.resize(2);
  EXPECT_TRUE(model.reference(data).mean.empty());
  Dataset<float> wide;
  wide.dims = {70};
  wide.count = 80;
  for (int i = 0; i < 70 * 80; ++i) wide.x.push_back(static_cast<float>(std::sin(i)));
  wide.task = Task::kClassification;
  wide.classes = 2;
  for (int n = 0; n < 80; ++n) wide.labels.push_back(n % 2);
  Options options = quick(0);
  options.ranks = {65};
  Fit<float> large(wide, nullptr, options);
  EXPECT_TRUE(large.best_reference().mean.empty());
}

TEST(Diagnosis, DirectionsWithoutVarianceAreLeftOut) {
  Dataset<float> data = small_spiral().train;
  const int features = data.features();
  for (int n = 0; n < data.count; ++n) data.x[static_cast<size_t>(n) * features] = 3;
  Options options = quick(0);
  options.ranks = {features};
  Fit<float> fit(data, nullptr, options);
  const Reference reference = fit.best_reference();
  const Diagnosis found = model_of(fit).diagnose(data, reference.mean, reference.covariance, {}, 2);
  ASSERT_EQ(found.hotelling.size(), static_cast<size_t>(data.count));
  ASSERT_EQ(found.residual_index.size(), static_cast<size_t>(2 * data.count));
  double sum = 0;
  for (int n = 0; n < data.count; ++n) {
    EXPECT_LE(found.residual[n], reference.residual_limits[0]);
    sum += found.hotelling[n];
  }
  // The mean of T^2 is the rank times (n - 1) / n.
  EXPECT_NEAR(sum, (features - 1) * (data.count - 1.0), 1e-3 * sum);
}

}  // namespace
}  // namespace trip
