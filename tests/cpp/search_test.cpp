// The search for starts: the span holds the strong directions, nearest neighbours identify the
// right plane, and the result is a projection of all dimensions.

#include <trip/generators.h>
#include <trip/metrics.h>
#include <trip/search.h>
#include <trip/trainer.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "judge.h"
#include "support.h"

namespace trip {
namespace {

constexpr int kSearchedRestarts = 8;  // restarts that learn in the span

using testing::normal_values;

/// The label says whether two variables have equal signs. Neither variable alone has any
/// information.
Dataset<float> checkerboard(const std::vector<double>& deviations, int a, int b, uint64_t seed) {
  Random random(seed);
  Dataset<float> data;
  data.dims = {static_cast<int>(deviations.size())};
  data.count = 300;
  data.task = Task::kClassification;
  data.classes = 2;
  for (int n = 0; n < data.count; ++n) {
    for (double deviation : deviations)
      data.x.push_back(static_cast<float>(deviation * random.normal()));
    const float* x = &data.x[static_cast<size_t>(n) * deviations.size()];
    data.labels.push_back((x[a] > 0) == (x[b] > 0) ? 1 : 0);
  }
  return data;
}

std::vector<double> deviations(int count, int strong) {
  std::vector<double> result(count, 0.2);
  std::fill_n(result.begin(), strong, 1.0);
  return result;
}

Options quick(int restarts) {
  Options o;
  o.search = true;
  o.standardize = false;
  o.hidden = {10, 10};
  o.lambda = 0.01;
  o.learning_rate = 0.01;
  o.epochs = 100;
  o.restarts = restarts;
  return o;
}

template <class T>
void train(Fit<T>& fit) {
  do fit.run_until(1 << 30);
  while (fit.next_restart());
}

TEST(Search, SpanHoldsTheDirectionsWithTheLargestSquares) {
  const Dataset<float> data = checkerboard(deviations(20, 4), 0, 1, 1);
  const Samples<float> samples(data, {});
  const Span span = leading_span(samples, {{20}, {2}, {}, 2});
  ASSERT_EQ(span.dims, std::vector<int>{4});
  EXPECT_LT(principal_angles(span.basis[0], Matrix::Identity(20, 4)).maxCoeff(), 5);

  const Samples<float> inside = within(samples, {20}, span);
  ASSERT_EQ(inside.width(), 4);
  EXPECT_EQ(inside.squared_norm(7), samples.squared_norm(7));
  EXPECT_EQ(inside.response(7), samples.response(7));
  double square = 0;
  for (int i = 0; i < 4; ++i) square += inside.row(7, 0)[i] * inside.row(7, 0)[i];
  EXPECT_LT(square, samples.squared_norm(7));
  EXPECT_GT(square, 0.5 * samples.squared_norm(7));
}

TEST(Search, SpanIsLargerThanTheProjectionAndLimited) {
  Random random(2);
  Dataset<float> data;
  data.dims = {3, 40};
  data.count = 50;
  data.x = normal_values<float>(random, 50 * 120);
  const Samples<float> samples(data, {});
  const Span span = leading_span(samples, {{3, 40}, {3, 2}, {}, 1});
  EXPECT_EQ(span.dims[0], 3);
  EXPECT_GE(span.dims[1], 3);
  EXPECT_LE(span.dims[1], 12);
  // 13 ranks in each of four modes would make a span of 14^4.
  data.dims = std::vector<int>(4, 15);
  data.count = 1;
  data.x = normal_values<float>(random, 15 * 15 * 15 * 15);
  const Samples<float> large(data, {});
  EXPECT_TRUE(leading_span(large, {data.dims, std::vector<int>(4, 13), {}, 1}).dims.empty());
}

TEST(Search, NeighboursFindThePlane) {
  const Dataset<float> data = checkerboard(deviations(6, 6), 2, 4, 3);
  const Samples<float> samples(data, {});
  const std::vector<Factors> starts = neighbour_starts(samples, {6}, {2}, true, 4, 1);
  ASSERT_EQ(starts.size(), 4u);
  Matrix plane = Matrix::Zero(6, 2);
  plane(2, 0) = plane(4, 1) = 1;
  double nearest = 90;
  for (const Factors& start : starts)
    nearest = std::min(nearest, principal_angles(start[0], plane).maxCoeff());
  EXPECT_LT(nearest, 30);
  EXPECT_EQ(neighbour_starts(samples, {6}, {2}, true, 4, 1), starts);
  EXPECT_NE(neighbour_starts(samples, {6}, {2}, true, 4, 2), starts);
}

TEST(Search, NeighboursInARegressionHaveSimilarNumbers) {
  Dataset<float> data = checkerboard(deviations(5, 5), 0, 1, 4);
  data.task = Task::kRegression;
  for (int n = 0; n < data.count; ++n)
    data.targets.push_back(data.x[n * 5 + 3] * data.x[n * 5 + 3]);
  const Samples<float> samples(data, {});
  const Factors start = neighbour_starts(samples, {5}, {1}, false, 1, 1)[0];
  EXPECT_GT(std::fabs(start[0](3, 0)), 0.9);
}

TEST(Search, ARestartIsTheSameAloneAndAmongOthers) {
  const Dataset<float> data = checkerboard(deviations(20, 4), 0, 1, 5);
  Options options = quick(10);
  options.epochs = 3;
  Fit<float> all(data, nullptr, options);
  for (int r = 0; r < 10; ++r, all.next_restart()) {
    all.run_until(3);
    if (r % 4 != 1) continue;
    options.first_restart = r;
    options.restarts = 1;
    Fit<float> alone(data, nullptr, options);
    while (!alone.at_end()) alone.advance(7, 3);
    EXPECT_EQ(alone.parameters(), all.parameters()) << r;
    EXPECT_EQ(alone.reports()[0].objective, all.reports()[r].objective) << r;
  }
}

TEST(Search, ResultIsAModelOfAllDimensions) {
  const Dataset<float> data = checkerboard(deviations(20, 4), 0, 1, 6);
  Options options = quick(1);
  Fit<float> fit(data, &data, options);
  train(fit);
  Model<float> model(fit.spec(), fit.best_parameters());
  const Matrix c = testing::matrix_of(20, model.projection(0));
  ASSERT_EQ(c.cols(), 2);
  const Span span = leading_span(Samples<float>(data, {}), {{20}, {2}, {}, 2});
  EXPECT_LT(principal_angles(c, span.basis[0]).maxCoeff(), 0.01);
  const Score score = model.score(data);
  const RestartReport& report = fit.reports()[0];
  EXPECT_NEAR(score.objective, report.objective, 1e-4 * report.objective);
  EXPECT_EQ(score.accuracy, report.accuracy);
  EXPECT_EQ(report.accuracy, report.test_accuracy);
}

TEST(Search, FindsASignalHiddenByStrongDirections) {
  Matrix plane = Matrix::Zero(20, 2);
  plane(0, 0) = plane(2, 1) = 1;
  for (uint64_t seed : {11, 12, 13}) {
    const Dataset<float> data = checkerboard(deviations(20, 5), 0, 2, seed);
    Fit<float> fit(data, nullptr, quick(4));
    train(fit);
    const std::vector<float> c = Model<float>(fit.spec(), fit.best_parameters()).projection(0);
    EXPECT_LT(principal_angles(testing::matrix_of(20, c), plane).maxCoeff(), 15) << seed;
  }
}

/// The response is the sign of the last variable, which has the least variance.
Dataset<float> weak_signal(int variables, uint64_t seed) {
  Dataset<float> data = checkerboard(deviations(variables, 10), 0, 1, seed);
  for (int n = 0; n < data.count; ++n)
    data.labels[n] = data.x[n * variables + variables - 1] > 0 ? 1 : 0;
  return data;
}

TEST(Search, SignalInAWeakDirectionIsFoundByTheLaterRestarts) {
  for (uint64_t seed : {21, 22}) {
    Fit<float> fit(weak_signal(20, seed), nullptr, quick(10));
    train(fit);
    const RestartReport& best = fit.reports()[fit.best()];
    EXPECT_GE(best.restart, kSearchedRestarts) << seed;
    for (const RestartReport& report : fit.reports()) {
      EXPECT_GE(report.ranking, best.ranking);
      const bool later = report.restart >= kSearchedRestarts;
      EXPECT_EQ(report.ranking, report.objective + (later ? 0.03 : 0));
    }
    EXPECT_GT(best.accuracy, 0.95) << seed;
    const std::vector<float> c = Model<float>(fit.spec(), fit.best_parameters()).projection(0);
    EXPECT_GT(c[19 * 2] * c[19 * 2] + c[19 * 2 + 1] * c[19 * 2 + 1], 0.9) << seed;
  }
}

TEST(Search, FewVariablesKeepEveryDirection) {
  for (uint64_t seed : {21, 22}) {
    const Dataset<float> data = weak_signal(12, seed);
    EXPECT_EQ(leading_span(Samples<float>(data, {}), {{12}, {2}, {}, 2}).dims[0], 12);
    Fit<float> fit(data, nullptr, quick(kSearchedRestarts));
    train(fit);
    EXPECT_GT(fit.reports()[fit.best()].accuracy, 0.95) << seed;
  }
}

TEST(Search, MatricesAndSparseSamples) {
  PlantedOptions planted;
  planted.dims = {12, 10};
  planted.count = 200;
  const Planted data = make_planted(planted);
  Options options = quick(8);
  options.ranks = {2, 2};
  options.batch_size = 64;
  options.epochs = 150;
  Fit<float> fit(data.train, &data.test, options);
  train(fit);
  EXPECT_GT(fit.reports()[fit.best()].test_accuracy, 0.9);

  RandomOptions random;
  random.dims = {50, 40};
  random.count = 30;
  random.nonzeros = 20;
  options.epochs = 2;
  Fit<float> sparse(make_random(random), nullptr, options);
  train(sparse);
  EXPECT_EQ(sparse.reports().size(), 8u);
}

TEST(Search, FixedProjectionsHaveNothingToSearch) {
  const Dataset<float> data = checkerboard(deviations(6, 3), 0, 1, 7);
  Options options = quick(2);
  options.method = Method::kPca;
  options.epochs = 5;
  Fit<float> searched(data, nullptr, options);
  train(searched);
  options.search = false;
  Fit<float> plain(data, nullptr, options);
  train(plain);
  EXPECT_EQ(searched.best_parameters(), plain.best_parameters());
}

/// Matrices with strong values in their first 3 rows and 4 columns: the span has as many directions
/// in each mode, the leading one among them.
TEST(Search, SpanOfMatricesHasTheSizesOfTheStrongBlock) {
  for (const bool turned : {false, true}) {
    Random random(31);
    Dataset<float> data;
    data.dims = turned ? std::vector<int>{30, 8} : std::vector<int>{8, 30};
    data.count = 200;
    for (int n = 0; n < data.count; ++n) {
      for (int r = 0; r < data.dims[0]; ++r) {
        for (int c = 0; c < data.dims[1]; ++c) {
          const bool strong = turned ? r < 4 && c < 3 : r < 3 && c < 4;
          data.x.push_back(static_cast<float>((strong ? 1 : 0.01) * random.normal()));
        }
      }
    }
    const Samples<float> samples(data, {});
    const Span span = leading_span(samples, {data.dims, {1, 1}, {}, 1});
    EXPECT_EQ(span.dims, turned ? (std::vector<int>{4, 3}) : (std::vector<int>{3, 4}));
    for (int k = 0; k < 2; ++k) {
      const Matrix axes = Matrix::Identity(data.dims[k], span.dims[k]);
      EXPECT_LT(principal_angles(span.basis[k], axes).maxCoeff(), 1);
    }
  }
}

/// Classes or two responses of samples with small integers as values, so that many distances are
/// equal.
Dataset<double> coarse_data(Random& random, int count, bool classes) {
  Dataset<double> data;
  data.dims = {4};
  data.count = count;
  data.task = classes ? Task::kClassification : Task::kRegression;
  data.classes = classes ? 2 : 0;
  data.responses = classes ? 1 : 2;
  for (int i = 0; i < 4 * count; ++i) data.x.push_back(random.below(4));
  for (int n = 0; n < count; ++n) {
    data.weights.push_back(1 + n % 3);
    if (classes) data.labels.push_back(static_cast<int>(random.below(2)));
    for (int r = 0; !classes && r < 2; ++r) data.targets.push_back(random.below(5));
  }
  return data;
}

/// The rating of sample order[a] by its five nearest neighbours in the first `width` variables, the
/// earlier one in the order among equals.
double rating_of(const Dataset<double>& data, const std::vector<int>& order, size_t a, int width) {
  std::vector<std::pair<double, size_t>> others;
  for (size_t b = 0; b < order.size(); ++b) {
    double square = 0;
    for (int i = 0; i < width; ++i) {
      const double step = data.x[order[a] * 4 + i] - data.x[order[b] * 4 + i];
      square += step * step;
    }
    if (b != a) others.push_back({square, b});
  }
  std::sort(others.begin(), others.end());
  if (others.size() > 5) others.resize(5);
  const double found = static_cast<double>(others.size());
  double rating = 0;
  for (const auto& [square, b] : others) {
    if (!data.labels.empty()) rating += (data.labels[order[b]] == data.labels[order[a]]) / found;
  }
  for (int r = 0; data.labels.empty() && r < 2; ++r) {
    double error = -data.targets[order[a] * 2 + r];
    for (const auto& [square, b] : others) error += data.targets[order[b] * 2 + r] / found;
    rating -= error * error;
  }
  return rating;
}

/// All pairs of at most 256 samples; the judge's random order decides between equal distances.
TEST(Search, JudgeRatesByFiveNearestNeighbours) {
  Random random(41);
  for (const int count : {2, 4, 40, 300}) {
    for (const bool classes : {true, false}) {
      const Dataset<double> data = coarse_data(random, count, classes);
      Random own(5, count), copy = own;
      const Judge judge(testing::pack(data), {4}, classes, own);
      std::vector<int> order(count);
      std::iota(order.begin(), order.end(), 0);
      copy.shuffle(order);
      order.resize(std::min(count, 256));
      for (const int width : {1, 2, 3}) {
        double total = 0, weights = 0;
        for (size_t a = 0; a < order.size(); ++a) {
          total += data.weights[order[a]] * rating_of(data, order, a, width);
          weights += data.weights[order[a]];
        }
        EXPECT_NEAR(judge({Matrix(Matrix::Identity(4, width))}), total / weights, 1e-12)
            << count << " samples, width " << width;
      }
    }
  }
}

/// Up to 16 variables (prod I) every direction is kept; with 17 the four strong ones.
TEST(Search, SixteenVariablesKeepEveryDirection) {
  const auto dims = [](int variables) {
    const Dataset<float> data = checkerboard(deviations(variables, 4), 0, 1, 9);
    return leading_span(Samples<float>(data, {}), {{variables}, {2}, {}, 2}).dims[0];
  };
  EXPECT_EQ(dims(16), 16);
  EXPECT_EQ(dims(17), 4);
}

/// Every second sample has weight 1 and is strong in the variables 0 to 3; the others are ten times
/// as large in the variables 10 to 13, and of weight 1e-3: their mean square there is 0.1 of 4.6
/// / 20.
TEST(Search, SpanCountsSamplesByTheirWeights) {
  Random random(42);
  Dataset<float> data;
  data.dims = {20};
  data.count = 400;
  for (int n = 0; n < data.count; ++n) {
    const bool heavy = n % 2 == 0;
    data.weights.push_back(heavy ? 1 : 1e-3);
    for (int i = 0; i < 20; ++i) {
      const double deviation = heavy && i < 4 ? 1 : !heavy && i >= 10 && i < 14 ? 10 : 0.1;
      data.x.push_back(static_cast<float>(deviation * random.normal()));
    }
  }
  const Span span = leading_span(Samples<float>(data, {}), {{20}, {2}, {}, 1});
  ASSERT_EQ(span.dims, std::vector<int>{4});
  EXPECT_LT(principal_angles(span.basis[0], Matrix::Identity(20, 4)).maxCoeff(), 5);
}

TEST(Search, EachProjectionStartsTwoRestarts) {
  const Dataset<float> data = checkerboard(deviations(20, 4), 0, 1, 8);
  Options options = quick(kSearchedRestarts);
  options.epochs = 0;
  Fit<float> fit(data, nullptr, options);
  std::vector<std::vector<float>> c;
  do {
    const std::vector<float> all = fit.parameters();
    c.emplace_back(all.begin(), all.begin() + 20 * 2);
  } while (fit.next_restart());
  ASSERT_EQ(c.size(), 8u);
  for (int r = 0; r < 4; ++r) {
    EXPECT_EQ(c[r], c[r + 4]) << r;
    for (int s = 0; s < r; ++s) EXPECT_NE(c[r], c[s]) << r;
  }
}

}  // namespace
}  // namespace trip
