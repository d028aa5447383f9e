// A model transforms and predicts like its parts, in the units of the data, and its fingerprint
// depends on every number in it.

#include <trip/generators.h>
#include <trip/metrics.h>
#include <trip/trainer.h>

#include <cmath>
#include <functional>
#include <set>

#include "support.h"

namespace trip {
namespace {

using testing::expect_error;
using testing::expect_near;
using testing::largest;
using testing::same_bits;

struct Trained {
  ModelSpec spec;
  std::vector<float> parameters;
};

Trained train(const Dataset<float>& data, bool standardize, std::vector<int> ranks = {2}) {
  Options options;
  options.epochs = 20;
  options.ranks = std::move(ranks);
  options.hidden = {7};
  options.standardize = standardize;
  Fit<float> fit(data, nullptr, options);
  fit.run_until(options.epochs);
  return {fit.spec(), fit.best_parameters()};
}

Spiral small_spiral() { return make_spiral({3, 20, 2, 5}); }

class ModelScaling : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Standardize, ModelScaling, ::testing::Bool());

TEST_P(ModelScaling, TransformIsTheScaledDataTimesTheProjection) {
  const Spiral spiral = small_spiral();
  const Trained t = train(spiral.train, GetParam());
  Model<float> model(t.spec, t.parameters);
  const std::vector<float> c = model.projection(0);
  std::vector<double> expected(static_cast<size_t>(spiral.test.count) * 2);
  for (int n = 0; n < spiral.test.count; ++n) {
    for (int i = 0; i < 8; ++i) {
      const double x = t.spec.scaling.apply(static_cast<double>(spiral.test.x[n * 8 + i]), i);
      for (int j = 0; j < 2; ++j) expected[n * 2 + j] += x * c[i * 2 + j];
    }
  }
  expect_near(model.transform(spiral.test), expected, 1e-5, "Xbar");
}

TEST_P(ModelScaling, InverseTransformInAllDimensionsRestoresTheData) {
  const Spiral spiral = small_spiral();
  const Trained t = train(spiral.train, GetParam(), {8});
  Model<float> model(t.spec, t.parameters);
  expect_near(model.inverse_transform(model.transform(spiral.test)), spiral.test.x, 2e-5, "X");
}

TEST_P(ModelScaling, ReconstructionErrorIsTheScore) {
  const Spiral spiral = small_spiral();
  const Trained t = train(spiral.train, GetParam());
  Model<float> model(t.spec, t.parameters);
  const std::vector<float> back = model.inverse_transform(model.transform(spiral.test));
  double error = 0;
  for (size_t i = 0; i < back.size(); ++i) {
    const int feature = static_cast<int>(i % 8);
    const double difference = t.spec.scaling.apply(static_cast<double>(back[i]), feature) -
                              t.spec.scaling.apply(static_cast<double>(spiral.test.x[i]), feature);
    error += difference * difference / spiral.test.count;
  }
  const Score score = model.score(spiral.test);
  EXPECT_NEAR(score.reconstruction, error, 1e-4);
  EXPECT_NEAR(score.objective, score.loss + t.spec.lambda * score.reconstruction, 1e-12);
}

TEST_P(ModelScaling, PredictionsAgreeWithProbabilitiesAndScores) {
  const Spiral spiral = small_spiral();
  const Trained t = train(spiral.train, GetParam());
  Model<float> model(t.spec, t.parameters);
  const std::vector<float> p = model.predict_probability(spiral.test);
  const std::vector<double> predicted = model.predict(spiral.test);
  double loss = 0;
  int correct = 0;
  for (int n = 0; n < spiral.test.count; ++n) {
    EXPECT_NEAR(p[n * 2] + p[n * 2 + 1], 1, 1e-6);
    EXPECT_EQ(predicted[n], p[n * 2 + 1] > p[n * 2] ? 1 : 0);
    loss -= std::log(p[n * 2 + spiral.test.labels[n]]) / spiral.test.count;
    correct += predicted[n] == static_cast<float>(spiral.test.labels[n]);
  }
  const Score score = model.score(spiral.test);
  EXPECT_NEAR(score.loss, loss, 1e-5);
  EXPECT_DOUBLE_EQ(score.accuracy, static_cast<double>(correct) / spiral.test.count);
  EXPECT_EQ(score.confusion[0] + score.confusion[3], correct);
  EXPECT_EQ(score.auc, multiclass_auc(testing::cast<double>(p), spiral.test.labels, 2));
  EXPECT_EQ(score.balanced_accuracy, balanced_accuracy(score.confusion, 2));
}

TEST_P(ModelScaling, LatentPredictionsHaveTheSameBits) {
  const Spiral spiral = small_spiral();
  const Trained t = train(spiral.train, GetParam());
  Model<float> model(t.spec, t.parameters);
  const std::vector<float> latent = model.transform(spiral.test);
  EXPECT_TRUE(same_bits(model.predict_latent(latent), model.predict(spiral.test)));
  EXPECT_TRUE(
      same_bits(model.predict_probability_latent(latent), model.predict_probability(spiral.test)));
}

TEST(Model, OneSampleHasTheBitsItHasAmongMany) {
  const Spiral spiral = small_spiral();
  const Trained t = train(spiral.train, true);
  Model<float> model(t.spec, t.parameters);
  const std::vector<float> all = model.predict_probability(spiral.test);
  Dataset<float> one;
  one.dims = spiral.test.dims;
  one.count = 1;
  for (int n = 0; n < spiral.test.count; ++n) {
    one.x.assign(spiral.test.x.begin() + n * 8, spiral.test.x.begin() + (n + 1) * 8);
    EXPECT_TRUE(same_bits(model.predict_probability(one), {all[n * 2], all[n * 2 + 1]})) << n;
  }
}

TEST(Model, RegressionPredictsInTheUnitsOfTheTarget) {
  Random random(1);
  auto data = testing::random_dataset<float>(random, {4}, 40, Task::kRegression, 0);
  for (double& y : data.targets) y = 500 + 20 * y;
  const Trained t = train(data, true);
  Model<float> model(t.spec, t.parameters);
  const std::vector<double> predicted = model.predict(data);
  for (float value : predicted) EXPECT_NEAR(value, 500, 200);
  const Score score = model.score(data);
  EXPECT_NEAR(score.rmse, rmse(testing::vector_of(predicted), testing::vector_of(data.targets)),
              1e-9);
  // the loss is in training units
  EXPECT_NEAR(std::sqrt(score.loss) * t.spec.target.scale[0], score.rmse, 1e-3);
  EXPECT_TRUE(std::isnan(score.accuracy) && std::isnan(score.auc));
  EXPECT_TRUE(score.confusion.empty());
  expect_error("option", {"probabilities"}, [&] { model.predict_probability(data); });
}

TEST(Model, ProjectionsOfEachMode) {
  Random random(2);
  const auto data = testing::random_dataset<float>(random, {5, 4}, 20, Task::kClassification, 2);
  const Trained t = train(data, false, {3, 2});
  Model<float> model(t.spec, t.parameters);
  EXPECT_TRUE(same_bits(model.projection(0), {t.parameters.begin(), t.parameters.begin() + 15}));
  EXPECT_TRUE(
      same_bits(model.projection(1), {t.parameters.begin() + 15, t.parameters.begin() + 23}));
  expect_error("option", {"mode", "0 to 1", "2"}, [&] { model.projection(2); });
  expect_error("option", {"mode", "-1"}, [&] { model.projection(-1); });
  const std::vector<float> latent = model.transform(data);
  EXPECT_EQ(latent.size(), 20u * 6);
  EXPECT_EQ(model.inverse_transform(latent).size(), 20u * 20);
}

TEST(Model, FingerprintFollowsEveryNumber) {
  const Spiral spiral = small_spiral();
  const Trained t = train(spiral.train, true);
  std::set<std::string> seen;
  const std::string origin = Model<float>(t.spec, t.parameters).fingerprint();
  EXPECT_EQ(origin.size(), 16u);
  EXPECT_EQ(origin.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_EQ(Model<float>(t.spec, t.parameters).fingerprint(), origin);
  seen.insert(origin);
  for (size_t i = 0; i < t.parameters.size(); ++i) {
    std::vector<float> changed = t.parameters;
    changed[i] = std::nextafter(changed[i], 10.0f);
    seen.insert(Model<float>(t.spec, changed).fingerprint());
  }
  ModelSpec spec = t.spec;
  spec.scaling.mean[3] += 1e-9;
  seen.insert(Model<float>(spec, t.parameters).fingerprint());
  spec = t.spec;
  spec.scaling.scale[0] *= 2;
  seen.insert(Model<float>(spec, t.parameters).fingerprint());
  spec = t.spec;
  spec.target.mean = {1};
  seen.insert(Model<float>(spec, t.parameters).fingerprint());
  spec = t.spec;
  spec.target.scale = {2};
  seen.insert(Model<float>(spec, t.parameters).fingerprint());
  EXPECT_EQ(seen.size(), t.parameters.size() + 5);
}

TEST(Model, ValuesBeyondSinglePrecisionAreRefused) {
  const Spiral spiral = small_spiral();
  const Trained t = train(spiral.train, false);
  Model<float> model(t.spec, t.parameters);
  Dataset<float> huge = spiral.test;
  for (int i = 0; i < 8; ++i) {  // along the first axis, so that the projection overflows
    huge.x[3 * 8 + i] = std::copysign(3e38f, model.projection(0)[i * 2]);
  }
  const std::vector<std::string> parts{"sample 3", "single precision", "Infinity"};
  expect_error("value", parts, [&] { model.transform(huge); });
  for (const auto& action : std::vector<std::function<void()>>{
           [&] { model.predict(huge); }, [&] { model.predict_probability(huge); },
           [&] { model.score(huge); }}) {
    expect_error("value", {"too large for single precision"}, action);
  }
  EXPECT_EQ(model.predict(spiral.test).size(), 44u);
}

TEST(Model, BadInputIsRefused) {
  const Spiral spiral = small_spiral();
  const Trained t = train(spiral.train, false);
  std::vector<float> parameters = t.parameters;
  parameters.pop_back();
  expect_error("shape", {std::to_string(t.parameters.size()), std::to_string(parameters.size())},
               [&] { Model<float>(t.spec, parameters); });
  parameters = t.parameters;
  parameters[5] = std::nanf("");
  expect_error("value", {"finite"}, [&] { Model<float>(t.spec, parameters); });
  ModelSpec spec = t.spec;
  spec.scaling = {{1, 2, 3}, {1, 1, 1}};
  expect_error("shape", {"8 variables", "3 and 3"}, [&] { Model<float>(spec, t.parameters); });
  spec.scaling = {std::vector<double>(8), std::vector<double>(7, 1)};
  expect_error("shape", {"8 variables", "8 and 7"}, [&] { Model<float>(spec, t.parameters); });
  Model<float> model(t.spec, t.parameters);
  const Spiral wider = make_spiral({3, 20, 2, 6});
  expect_error("shape", {"8", "9"}, [&] { model.transform(wider.test); });
  expect_error("shape", {"8", "9"}, [&] { model.predict(wider.test); });
  Dataset<float> bad = spiral.test;
  bad.x[9] = std::nanf("");
  expect_error("value", {"x[1, 1]", "NaN"}, [&] { model.transform(bad); });
  expect_error("shape", {"2", "3"}, [&] { model.predict_latent({1, 2, 3}); });
  expect_error("shape", {"2", "0"}, [&] { model.predict_latent({}); });
  expect_error("value", {"latent[1]", "NaN"}, [&] {
    model.inverse_transform({1, std::nanf(""), 3, 4});
  });
  bad = spiral.test;
  bad.task = Task::kNone;
  bad.labels.clear();
  EXPECT_EQ(model.predict(bad).size(), static_cast<size_t>(bad.count));
  expect_error("value", {"score", "classes", "2"}, [&] { model.score(bad); });
}

/// Zeros of sparse samples would not be scaled, and the predictions would be silently wrong.
TEST(Model, StandardisedModelsTakeDenseSamplesOnly) {
  const Spiral spiral = small_spiral();
  const Trained scaled = train(spiral.train, true), plain = train(spiral.train, false);
  Dataset<float> sparse;
  sparse.dims = {8};
  sparse.count = 1;
  sparse.sparse = true;
  sparse.offsets = {0, 1};
  sparse.index = {2};
  sparse.x = {1};
  Model<float> refusing(scaled.spec, scaled.parameters), taking(plain.spec, plain.parameters);
  expect_error("value", {"standardises", "dense"}, [&] { refusing.predict(sparse); });
  EXPECT_EQ(taking.predict(sparse).size(), 1u);
}

/// Sparse samples may have shapes whose product does not fit 32 bits (here it is 2^32).
TEST(Model, ReconstructionsBeyondTheLargestArrayAreRefused) {
  ModelSpec spec;
  spec.task = Task::kRegression;
  spec.architecture = {{65536, 65536}, {1, 1}, {}, 1};
  std::vector<float> parameters(2 * 65536 + 3, 0);
  parameters[0] = parameters[65536] = 1;
  Model<float> model(spec, parameters);
  expect_error("shape", {"at most 2^31 - 1 elements", "4294967296"},
               [&] { model.inverse_transform({1}); });
}

}  // namespace
}  // namespace trip
