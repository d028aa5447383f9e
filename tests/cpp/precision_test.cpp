// Values that are large compared with their spread are centred and scaled in double, in any unit.

#include <trip/model.h>
#include <trip/trainer.h>

#include "samples.h"
#include "support.h"

namespace trip {
namespace {

constexpr int kCount = 80, kFeatures = 3;

/// offset + unit times normal values, as doubles; the first value determines the class and the
/// response.
Dataset<float> moved(double offset, double unit, bool regression) {
  Random random(21);
  Dataset<float> data;
  data.dims = {kFeatures};
  data.count = kCount;
  data.task = regression ? Task::kRegression : Task::kClassification;
  data.classes = regression ? 0 : 2;
  for (int n = 0; n < kCount; ++n) {
    const double first = random.normal();
    data.exact.push_back(offset + unit * first);
    for (int i = 1; i < kFeatures; ++i) data.exact.push_back(offset + unit * random.normal());
    if (regression) {
      data.targets.push_back(offset + unit * 3 * first);
    } else {
      data.labels.push_back(first > 0 ? 1 : 0);
    }
  }
  return data;
}

struct Offset {
  double offset, unit;
};
/// Unix time in s and ms, a frequency, a pressure, a date as digits, tiny units and huge ones.
const Offset kOffsets[] = {{1.7e9, 50},   {1.7e12, 5e4}, {1e9, 1e-3}, {101325, 4e-3},
                           {20231115, 8}, {-1e9, 1e-3},  {1, 1e-9},   {0, 1e-30},
                           {0, 1e-42},    {0, 1e30},     {1e6, 1e-6}, {-273.15, 1e-7},
                           {3e38, 1e30},  {0, 1e-200},   {1e15, 10}};

class Offsets : public ::testing::TestWithParam<Offset> {};
INSTANTIATE_TEST_SUITE_P(Units, Offsets, ::testing::ValuesIn(kOffsets));

/// The kernels read the same samples as without the offset, up to one unit in the last place of the
/// offset.
TEST_P(Offsets, SamplesAreThoseOfThePlainValues) {
  const auto [offset, unit] = GetParam();
  const auto packed = [](const Dataset<float>& data) {
    const Standardizer scaling = Standardizer::fit(data.exact, data.count, kFeatures);
    return Samples<float>(data, scaling);
  };
  const Samples<float> seen = packed(moved(offset, unit, false)),
                       plain = packed(moved(0, 1, false));
  const double bound = 1e-6 + 8 * std::fabs(offset) * 1.2e-16 / unit;
  for (int n = 0; n < kCount; ++n) {
    for (int i = 0; i < kFeatures; ++i)
      EXPECT_NEAR(seen.row(n, 0)[i], plain.row(n, 0)[i], bound) << n << ", " << i;
  }
}

TEST_P(Offsets, LinearResponsesAreLearnedInTheirUnit) {
  const auto [offset, unit] = GetParam();
  if (unit < 1e-100) return;  // the square of an error in such a unit is not finite
  const Dataset<float> data = moved(offset, unit, true);
  Options options;
  options.ranks = {1};
  options.hidden = {};
  options.lambda = 0;
  options.learning_rate = 0.02;
  options.epochs = 300;
  Fit<float> fit(data, nullptr, options);
  fit.run_until(options.epochs);
  ASSERT_FALSE(fit.reports()[0].diverged);
  Model<float> model(fit.spec(), fit.best_parameters());
  const Score score = model.score(data);
  EXPECT_LT(score.rmse, 0.02 * 3 * unit);
  EXPECT_GT(score.pearson, 0.999);
  const std::vector<double> predicted = model.predict(data);
  double worst = 0;
  for (int n = 0; n < kCount; ++n)
    worst = std::max(worst, std::fabs(predicted[n] - data.targets[n]) / unit);
  EXPECT_LT(worst, 0.2);
  // the reconstruction of the samples is in their unit
  const std::vector<double> back = model.inverse_transform_exact(model.transform(data));
  for (double value : back) EXPECT_LT(std::fabs(value - offset), 8 * unit);
}

TEST_P(Offsets, NewSamplesAreScaledInDouble) {
  const auto [offset, unit] = GetParam();
  const Dataset<float> data = moved(offset, unit, false);
  Options options;
  options.epochs = 100;
  options.learning_rate = 0.01;
  options.hidden = {5};
  Fit<float> fit(data, &data, options);
  fit.run_until(options.epochs);
  EXPECT_GT(fit.reports()[0].test_accuracy, 0.97);
  EXPECT_EQ(Model<float>(fit.spec(), fit.best_parameters()).score(data).accuracy,
            fit.reports()[0].accuracy);
}

/// Without standardising, the axes of the baselines are those of the plain values all the same; the
/// samples themselves are floats then.
TEST_P(Offsets, AxesOfBaselinesAreThoseOfThePlainValues) {
  const auto [offset, unit] = GetParam();
  if (unit < 1e-30 || std::fabs(offset) * 1.2e-16 > 1e-6 * unit) return;  // beyond doubles
  for (const Method method : {Method::kPca, Method::kLda}) {
    const auto axes = [&](double mean, double deviation) {
      Dataset<float> data = moved(mean, deviation, false);
      for (int n = 0; n < kCount; ++n) {  // a direction that stands out
        const double far = data.exact[n * kFeatures] - mean;
        for (int i = 1; i < kFeatures; ++i) data.exact[n * kFeatures + i] += i * far;
      }
      Options options;
      options.method = method;
      options.standardize = false;
      options.ranks = {1};
      options.epochs = 0;
      Fit<float> fit(data, nullptr, options);
      return Model<float>(fit.spec(), fit.parameters()).projection(0);
    };
    const std::vector<float> seen = axes(offset, unit), plain = axes(0, 1);
    for (int i = 0; i < kFeatures; ++i) EXPECT_NEAR(seen[i], plain[i], 1e-4) << i;
  }
}

TEST(Precision, MeansOfManyLargeValuesAreExact) {
  std::vector<double> values;
  for (int n = 0; n < 100000; ++n) values.push_back(1e9 + (n % 2 == 0 ? 0.001 : -0.001));
  const Standardizer s = Standardizer::fit(values, 100000, 1);
  EXPECT_NEAR(s.mean[0], 1e9, 2e-7);
  EXPECT_NEAR(s.scale[0], 0.001, 1e-6);
}

TEST(Precision, SamplesComeInOnePrecision) {
  Dataset<float> data = moved(0, 1, false);
  data.x.assign(data.exact.begin(), data.exact.end());
  testing::expect_error("shape", {"two precisions"}, [&] { validate(data, "train"); });
  data.x.clear();
  data.exact[4] = std::nan("");
  testing::expect_error("value", {"x[1, 1]", "NaN"}, [&] { validate(data, "train"); });
}

/// Weights 0, 1, 2 of samples in double: those of repeated samples, with and without standardising.
TEST(Precision, WeightsCountInDoubleToo) {
  const auto data = [](bool repeat) {
    Dataset<float> all = moved(1e9, 1e-3, false);
    for (int n = 0; n < kCount; ++n) {  // a direction that stands out
      const double far = all.exact[n * kFeatures] - 1e9;
      for (int i = 1; i < kFeatures; ++i) all.exact[n * kFeatures + i] += i * far;
      all.weights.push_back(n % 3);
    }
    if (!repeat) return all;
    Dataset<float> result = all;
    result.exact.clear();
    result.labels.clear();
    result.weights.clear();
    for (int n = 0; n < kCount; ++n) {
      for (int copy = 0; copy < n % 3; ++copy) {
        result.labels.push_back(all.labels[n]);
        for (int i = 0; i < kFeatures; ++i) result.exact.push_back(all.exact[n * kFeatures + i]);
      }
    }
    result.count = static_cast<int>(result.labels.size());
    return result;
  };
  const Dataset<float> weighted = data(false), repeated = data(true);
  for (const Method method : {Method::kPca, Method::kLda}) {
    for (const bool standardize : {false, true}) {
      Options options;
      options.method = method;
      options.standardize = standardize;
      options.ranks = {1};
      options.epochs = 0;
      const Fit<float> a(weighted, nullptr, options), b(repeated, nullptr, options);
      for (size_t i = 0; i < a.spec().scaling.mean.size(); ++i) {
        EXPECT_NEAR(a.spec().scaling.mean[i], b.spec().scaling.mean[i], 1e-6);
        EXPECT_NEAR(a.spec().scaling.scale[i], b.spec().scaling.scale[i], 1e-8);
      }
      const std::vector<float> seen = a.parameters(), expected = b.parameters();
      for (int i = 0; i < kFeatures; ++i) EXPECT_NEAR(seen[i], expected[i], 1e-4) << i;
    }
  }
}

}  // namespace
}  // namespace trip
