// Weights of samples and several responses: compared with repeated samples and with samples left
// out.

#include <trip/linear_algebra.h>
#include <trip/metrics.h>
#include <trip/model.h>
#include <trip/surrogate.h>

#include <functional>
#include <memory>

#include "allocation_counter.h"
#include "fits.h"

namespace trip {
namespace {

using testing::expect_error;
using testing::finish;
using testing::normal_values;
using testing::quick;

/// testing::expect_near(), which needs an element.
template <class Seen, class Expected>
void expect_near(const Seen& seen, const Expected& expected, double bound, const char* name) {
  EXPECT_EQ(seen.size(), expected.size()) << name;
  if (seen.size() > 0) testing::expect_near(seen, expected, bound, name);
}

/// Samples with integer weights 0 to 3, and the same samples repeated as often.
template <class T>
struct Repeated {
  Dataset<T> weighted, repeated;
};

template <class T>
void append_sample(const Dataset<T>& from, int n, Dataset<T>& to) {
  const auto append = [n](auto& list, const auto& values, size_t width) {
    list.insert(list.end(), values.begin() + n * width, values.begin() + (n + 1) * width);
  };
  ++to.count;
  if (!from.labels.empty()) append(to.labels, from.labels, 1);
  if (!from.targets.empty()) append(to.targets, from.targets, from.responses);
  if (!from.sparse) return append(to.x, from.x, from.features());
  const size_t modes = from.dims.size();
  for (int e = from.offsets[n]; e < from.offsets[n + 1]; ++e) {
    to.x.push_back(from.x[e]);
    to.index.insert(to.index.end(), from.index.begin() + e * modes,
                    from.index.begin() + (e + 1) * modes);
  }
  to.offsets.push_back(static_cast<int>(to.x.size()));
}

/// `weight`: of sample n; each sample is repeated that often.
template <class T>
Repeated<T> repeated(Dataset<T> data, const std::function<int(int)>& weight) {
  Repeated<T> result;
  Dataset<T>& to = result.repeated;
  to.dims = data.dims;
  to.task = data.task;
  to.classes = data.classes;
  to.responses = data.responses;
  to.sparse = data.sparse;
  if (to.sparse) to.offsets = {0};
  for (int n = 0; n < data.count; ++n) {
    data.weights.push_back(weight(n));
    for (int copy = 0; copy < weight(n); ++copy) append_sample(data, n, to);
  }
  result.weighted = std::move(data);
  return result;
}

int some_weight(int n) { return n * 7 % 4; }

struct Case {
  const char* name;
  std::vector<int> dims, ranks;
  Task task = Task::kClassification;
  Method method = Method::kTrip;
  bool sparse = false;
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

class WeightedFit : public ::testing::TestWithParam<Case> {
 protected:
  /// Samples whose response depends on the first variables, and options of full batches.
  Dataset<float> data() const {
    const Case& c = GetParam();
    Random random(5);
    Dataset<float> data = testing::random_dataset<float>(random, c.dims, 61, c.task, 3);
    const int size = data.features();
    if (c.task == Task::kRegression) {
      data.responses = 2;
      data.targets.clear();
      for (int n = 0; n < data.count; ++n) {
        data.targets.push_back(5 + 3 * data.x[n * size]);
        data.targets.push_back(1e3 * data.x[n * size + 1] * data.x[n * size]);
      }
    } else {
      for (int n = 0; n < data.count; ++n)
        data.labels[n] = data.x[n * size] > 0.4 ? 2 : data.x[n * size + 1] > 0;
    }
    if (!c.sparse) return data;
    data.sparse = true;
    data.offsets = {0};
    std::vector<float> x;
    x.swap(data.x);
    for (int n = 0; n < data.count; ++n) {
      for (int i = 0; i < size; ++i) {
        if ((n + i) % 3 == 0) continue;
        data.x.push_back(x[n * size + i]);
        for (size_t k = 0, rest = size, at = i; k < c.dims.size(); ++k) {
          rest /= c.dims[k];
          data.index.push_back(static_cast<int>(at / rest));
          at %= rest;
        }
      }
      data.offsets.push_back(static_cast<int>(data.x.size()));
    }
    return data;
  }
  Options options() const {
    Options o = quick(8);
    o.method = GetParam().method;
    o.ranks = GetParam().ranks;
    o.batch_size = 1 << 20;
    o.learning_rate = 0.01;
    o.standardize = GetParam().dims.size() == 1 && !GetParam().sparse;
    return o;
  }
  static std::vector<float> trained(const Dataset<float>& data, const Options& o) {
    Fit<float> fit(data, nullptr, o);
    finish(fit);
    return fit.best_parameters();
  }
};

INSTANTIATE_TEST_SUITE_P(
    Cases, WeightedFit,
    ::testing::Values(
        Case{"vectors", {6}, {2}}, Case{"values", {6}, {2}, Task::kRegression},
        Case{"matrices", {4, 5}, {2, 2}}, Case{"pca", {6}, {2}, Task::kRegression, Method::kPca},
        Case{"lda", {6}, {2}, Task::kClassification, Method::kLda},
        Case{"tucker", {4, 5}, {2, 2}, Task::kClassification, Method::kTucker},
        Case{"sparse", {4, 5}, {2, 2}, Task::kRegression, Method::kTrip, true},
        Case{"sparse_tucker", {4, 5}, {2, 2}, Task::kClassification, Method::kTucker, true}),
    [](const auto& one) { return std::string(one.param.name); });

TEST_P(WeightedFit, EqualsAFitOfRepeatedSamples) {
  const auto [weighted, twice] = repeated(data(), some_weight);
  Fit<float> a(weighted, &weighted, options()), b(twice, &twice, options());
  expect_near(a.spec().scaling.mean, b.spec().scaling.mean, 1e-12, "mean");
  expect_near(a.spec().scaling.scale, b.spec().scaling.scale, 1e-12, "scale");
  expect_near(a.spec().target.mean, b.spec().target.mean, 1e-9, "mean of the responses");
  expect_near(a.spec().target.scale, b.spec().target.scale, 1e-9, "scale of the responses");
  finish(a);
  finish(b);
  expect_near(a.best_parameters(), b.best_parameters(), 2e-4, "parameters");
  const RestartReport &seen = a.reports()[0], &expected = b.reports()[0];
  const double bound = 2e-4 * (1 + std::fabs(expected.objective));
  EXPECT_NEAR(seen.objective, expected.objective, bound);
  EXPECT_NEAR(seen.loss, expected.loss, bound);
  EXPECT_NEAR(seen.reconstruction, expected.reconstruction, bound);
  EXPECT_NEAR(seen.test_loss, expected.test_loss, bound);
  for (size_t e = 0; e < a.history().size(); ++e)
    EXPECT_NEAR(a.history()[e].objective, b.history()[e].objective, bound);
  Model<float> model(a.spec(), a.best_parameters());
  const Score own = model.score(weighted), other = model.score(twice);
  for (const auto& [name, member] : kScores) {
    if (std::isnan(other.*member)) continue;
    EXPECT_NEAR(own.*member, other.*member, 1e-5 * (1 + std::fabs(other.*member))) << name;
  }
  expect_near(own.confusion, other.confusion, 1e-9, "confusion");
  expect_near(own.response_rmse, other.response_rmse, 1e-9 * (1 + other.rmse), "rmse");
  expect_near(own.response_pearson, other.response_pearson, 1e-9, "pearson");
}

/// The samples are left out before anything depends on their number, so that no bit differs, in
/// mini-batches either.
TEST_P(WeightedFit, WeightZeroLeavesASampleOut) {
  const auto [weighted, part] = repeated(data(), [](int n) { return n % 5 == 2 ? 0 : 1; });
  for (int batch : {1 << 20, 7}) {
    Options o = options();
    o.batch_size = batch;
    EXPECT_TRUE(testing::same_bits(trained(weighted, o), trained(part, o)));
  }
}

TEST_P(WeightedFit, EqualWeightsAreNoWeights) {
  const Dataset<float> plain = data();
  Dataset<float> weighted = plain;
  weighted.weights.assign(plain.count, 0.3);
  Options o = options();
  o.batch_size = 7;
  EXPECT_TRUE(testing::same_bits(trained(weighted, o), trained(plain, o)));
}

/// The unit of the weights is arbitrary; powers of two keep the bits.
TEST_P(WeightedFit, OnlyRatiosOfWeightsMatter) {
  Dataset<float> weighted = data();
  for (int n = 0; n < weighted.count; ++n) weighted.weights.push_back(1 + some_weight(n));
  Dataset<float> huge = weighted;
  for (double& weight : huge.weights) weight *= 0x1p600;
  Options o = options();
  o.batch_size = 7;
  EXPECT_TRUE(testing::same_bits(trained(weighted, o), trained(huge, o)));
}

/// Three of four batches consist of a sample whose weight is lost in single precision.
TEST(Weights, ABatchOfWeightZeroMakesNoStep) {
  Random random(3);
  const auto data = testing::random_dataset<float>(random, {5}, 4, Task::kRegression, 0);
  auto [weighted, alone] = repeated(data, [](int n) { return n == 0; });
  weighted.weights = {1, 1e-60, 1e-60, 1e-60};
  Options o = quick(9);
  o.batch_size = 1;
  o.standardize_target = false;
  Fit<float> a(weighted, nullptr, o), b(alone, nullptr, o);
  EXPECT_EQ(a.steps_per_epoch(), 4);
  finish(a);
  finish(b);
  EXPECT_TRUE(testing::same_bits(a.best_parameters(), b.best_parameters()));
  for (int e = 0; e < 9; ++e) EXPECT_EQ(a.history()[e].loss, b.history()[e].loss);
}

TEST(Weights, AreChecked) {
  Random random(3);
  auto data = testing::random_dataset<float>(random, {5}, 4, Task::kClassification, 2);
  const auto refused = [&](const std::vector<double>& weights, const std::string& code,
                           const std::vector<std::string>& parts) {
    data.weights = weights;
    expect_error(code, parts, [&] { Fit<float>(data, nullptr, quick()); });
    expect_error(code, parts, [&] { validate(data, "train"); });
  };
  refused({1, 2}, "shape", {"2 weights", "4 samples"});
  refused({1, 2, -1, 1}, "value", {"weight of sample 2", "-1"});
  refused({1, 2, 1, std::nan("")}, "value", {"weight of sample 3"});
  refused({1, 2, HUGE_VAL, 1}, "value", {"weight of sample 2"});
  refused({0, 0, 0, 0}, "value", {"every sample is 0"});
  data.weights = {1, 0, 1, 0};
  expect_error("value", {"one class"}, [&] { Fit<float>(data, nullptr, quick()); });
}

/// The arrays of the response that the task does not use may have any length.
TEST(Weights, AnUnusedResponseIsLeftOut) {
  Dataset<float> data = testing::small_spiral().train;
  data.weights.assign(data.count, 1);
  data.weights[0] = data.weights[7] = 0;
  Fit<float> expected(data, nullptr, quick());
  finish(expected);
  data.targets = {5};
  data.responses = 3;
  Fit<float> found(data, nullptr, quick());
  finish(found);
  EXPECT_TRUE(testing::same_bits(found.best_parameters(), expected.best_parameters()));
  data.task = Task::kRegression;
  data.responses = 1;
  data.targets.assign(data.count, 2);
  data.targets[3] = 1;
  data.labels.resize(2);
  finish(*std::make_unique<Fit<float>>(data, nullptr, quick()));
}

TEST(Weights, AnEpochAllocatesNothing) {
  Random random(1);
  auto data = testing::random_dataset<float>(random, {6, 5}, 77, Task::kRegression, 0);
  data.responses = 3;
  data.targets = normal_values<double>(random, 77 * 3);
  for (int n = 0; n < data.count; ++n) data.weights.push_back(some_weight(n));
  Options o = quick(30);
  o.ranks = {2, 3};
  Fit<float> fit(data, &data, o);
  fit.run_until(1);
  EXPECT_EQ(testing::count_allocations([&] { fit.run_until(29); }), 0);
}

/// Surrogate, axes and correlations are those of repeated samples.
TEST(Weights, ExplanationsCountSamplesByTheirWeights) {
  Random random(9);
  for (const std::vector<int>& ranks : {std::vector<int>{3}, std::vector<int>{2, 2}}) {
    const int latent = ranks.size() == 1 ? 3 : 4, count = 50;
    Factors c;
    for (int rank : ranks) {
      const Eigen::MatrixXd tall = testing::matrix_of(6, normal_values<double>(random, 6 * rank));
      c.push_back(orthonormalized(tall));
    }
    const Architecture a{std::vector<int>(ranks.size(), 6), ranks, {}, 1};
    std::vector<double> x, target, x_repeated, target_repeated, weights;
    for (int n = 0; n < count; ++n) {
      const std::vector<double> row = normal_values<double>(random, latent);
      const double y = row[0] + 0.5 * row[1] * row[1] + 0.1 * random.normal();
      x.insert(x.end(), row.begin(), row.end());
      target.push_back(y);
      weights.push_back(some_weight(n));
      for (int copy = 0; copy < some_weight(n); ++copy) {
        x_repeated.insert(x_repeated.end(), row.begin(), row.end());
        target_repeated.push_back(y);
      }
    }
    const Explainer explainer(a, c, testing::matrix_of(count, x), 1, weights);
    const int all = static_cast<int>(target_repeated.size());
    const Surrogate seen = explainer.surrogate(testing::vector_of(target)),
                    expected = Explainer(a, c, testing::matrix_of(all, x_repeated), 1)
                                   .surrogate(testing::vector_of(target_repeated));
    EXPECT_NEAR(seen.fit.objective, expected.fit.objective, 1e-9);
    EXPECT_NEAR(seen.fit.scale, expected.fit.scale, 1e-7);
    for (size_t k = 0; k < ranks.size(); ++k) {
      expect_near(Matrix(seen.fit.g[k]), Matrix(expected.fit.g[k]), 1e-6, "g");
      expect_near(seen.axes[k], expected.axes[k], 1e-6, "axes");
      expect_near(Matrix(seen.singular_values[k]), Matrix(expected.singular_values[k]), 1e-6,
                  "singular values");
      expect_near(Matrix(seen.correlation[k]), Matrix(expected.correlation[k]), 1e-7,
                  "correlation");
    }
    // Neighbourhoods depend on distances alone.
    const Explainer plain(a, c, testing::matrix_of(count, x), 1);
    EXPECT_EQ(explainer.neighbours(3), plain.neighbours(3));
  }
}

/// Each response is standardised, and predicted in its own units.
TEST(Responses, HaveTheirOwnUnits) {
  Random random(4);
  auto data = testing::random_dataset<float>(random, {4}, 200, Task::kRegression, 0);
  data.responses = 2;
  data.targets.clear();
  for (int n = 0; n < data.count; ++n) {
    data.targets.push_back(1e6 + 50 * data.x[n * 4] + 5 * random.normal());
    data.targets.push_back(1e-3 * data.x[n * 4 + 1] + 1e-4 * random.normal());
  }
  Options o = quick(150);
  o.hidden = {};
  o.lambda = 0;
  o.learning_rate = 0.01;
  Fit<float> fit(data, nullptr, o);
  finish(fit);
  EXPECT_NEAR(fit.spec().target.mean[0], 1e6, 10);
  EXPECT_NEAR(fit.spec().target.scale[1], 1e-3, 2e-4);
  Model<float> model(fit.spec(), fit.best_parameters());
  const std::vector<double> predicted = model.predict(data);
  ASSERT_EQ(predicted.size(), 400u);
  const Score score = model.score(data);
  ASSERT_EQ(score.response_rmse.size(), 2u);
  EXPECT_NEAR(score.response_rmse[0], 5, 1);
  EXPECT_NEAR(score.response_rmse[1], 1e-4, 2e-5);
  EXPECT_GT(score.response_pearson[0], 0.98);
  EXPECT_GT(score.response_pearson[1], 0.98);
  EXPECT_EQ(predicted, model.predict_latent(model.transform(data)));
  // The loss is the sum over the responses, in training units.
  double loss = 0;
  for (int r = 0; r < 2; ++r) {
    const double error = score.response_rmse[r] / fit.spec().target.scale[r];
    loss += error * error;
  }
  EXPECT_NEAR(score.loss, loss, 1e-3 * loss);
  auto one = data;
  one.responses = 1;
  one.targets.resize(200);
  expect_error("value", {"outputs: 2"}, [&] { model.score(one); });
  one.responses = 3;
  expect_error("shape", {"200 entries", "3 responses"}, [&] { validate(one, "train"); });
  ModelSpec spec = fit.spec();
  spec.target.mean = {0};
  expect_error("shape", {"2 responses"}, [&] { Model<float>(spec, fit.best_parameters()); });
}

/// A searched start works with several responses and weights.
TEST(Responses, StartsAreSearched) {
  Random random(6);
  auto data = testing::random_dataset<float>(random, {20}, 120, Task::kRegression, 0);
  data.responses = 2;
  data.targets.clear();
  for (int n = 0; n < data.count; ++n) {
    data.targets.push_back(data.x[n * 20]);
    data.targets.push_back(data.x[n * 20] * data.x[n * 20 + 1]);
    data.weights.push_back(1 + n % 3);
  }
  Options o = quick(5);
  o.restarts = 9;
  o.search = true;
  Fit<float> fit(data, nullptr, o);
  finish(fit);
  EXPECT_EQ(fit.reports().size(), 9u);
  EXPECT_FALSE(fit.reports()[fit.best()].diverged);
}

/// Only the ratios count: sums of the large weights and squares with the small ones leave the
/// range.
TEST(Weights, ExplanationsTakeWeightsOfAnySize) {
  Random random(10);
  const Matrix x = testing::matrix_of(50, normal_values<double>(random, 150));
  const Vector y = x.col(0).array() + 0.5 * x.col(1).array().square();
  const auto surrogate = [&](double unit) {
    std::vector<double> weights;
    for (int n = 0; n < 50; ++n) weights.push_back(unit * some_weight(n));
    return Explainer({{3}, {3}, {}, 1}, {Matrix::Identity(3, 3)}, x, 1, weights).surrogate(y);
  };
  const Surrogate plain = surrogate(1);
  for (const double unit : {0x1p1020, 0x1p-1040}) {
    const Surrogate seen = surrogate(unit);
    EXPECT_NEAR(seen.fit.objective, plain.fit.objective, 1e-12) << unit;
    EXPECT_NEAR(seen.fit.scale, plain.fit.scale, 1e-12);
    EXPECT_NEAR(seen.fit.bias, plain.fit.bias, 1e-12);
    testing::expect_near(seen.axes[0], plain.axes[0], 1e-11, "axes");
    testing::expect_near(Matrix(seen.correlation[0]), Matrix(plain.correlation[0]), 1e-12,
                         "correlation");
  }
}

}  // namespace
}  // namespace trip
