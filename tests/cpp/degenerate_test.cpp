// Projections and columns without anything to learn. No seed may diverge at the default learning
// rate.

#include <trip/model.h>
#include <trip/trainer.h>

#include "support.h"

namespace trip {
namespace {

constexpr int kSeeds = testing::seeds(1000, 100);

/// Vectors of two classes; the first value decides.
Dataset<float> two_classes(int features, int count = 60) {
  Random random(5);
  auto data = testing::random_dataset<float>(random, {features}, count, Task::kClassification, 2);
  for (int n = 0; n < count; ++n) data.labels[n] = data.x[n * features] > 0 ? 1 : 0;
  return data;
}

Options with_rank(int rank) {
  Options options;
  options.ranks = {rank};
  options.hidden = {5};
  options.lambda = 0.1;
  options.epochs = 50;
  return options;
}

/// Number of seeds whose restart diverged.
int diverged(const Dataset<float>& data, Options options, int seeds = kSeeds) {
  int count = 0;
  for (int seed = 1; seed <= seeds; ++seed) {
    options.start_seed = seed;
    options.order_seed = seed + 1;
    Fit<float> fit(data, nullptr, options);
    fit.run_until(options.epochs);
    count += fit.reports()[0].diverged;
    EXPECT_GE(fit.reports()[0].reconstruction, 0);
    for (const HistoryRow& row : fit.history()) EXPECT_GE(row.reconstruction, 0);
  }
  return count;
}

TEST(Degenerate, SquareProjectionsOfVectorsNeverDiverge) {
  EXPECT_EQ(diverged(two_classes(1), with_rank(1)), 0);
  EXPECT_EQ(diverged(two_classes(2), with_rank(2)), 0);
  EXPECT_EQ(diverged(two_classes(3), with_rank(3)), 0);
}

TEST(Degenerate, NearlySquareProjectionsNeverDiverge) {
  Options options = with_rank(9);
  options.epochs = 20;
  EXPECT_EQ(diverged(two_classes(10), options), 0);
  EXPECT_EQ(diverged(two_classes(2), with_rank(1)), 0);
  EXPECT_EQ(diverged(two_classes(3), with_rank(2)), 0);
}

TEST(Degenerate, SquareModesOfMatricesNeverDiverge) {
  Dataset<float> data = two_classes(9);
  data.dims = {3, 3};
  for (const std::vector<int>& ranks :
       {std::vector<int>{3, 3}, std::vector<int>{3, 1}, std::vector<int>{2, 3}}) {
    Options options = with_rank(1);
    options.ranks = ranks;
    options.standardize = false;
    options.epochs = 20;
    EXPECT_EQ(diverged(data, options), 0) << ranks[0] << " x " << ranks[1];
  }
}

TEST(Degenerate, ConstantAndDuplicateColumnsNeverDiverge) {
  Dataset<float> data = two_classes(4);
  for (int n = 0; n < data.count; ++n) {
    data.x[n * 4 + 1] = data.x[n * 4];
    data.x[n * 4 + 2] = 3.5f;
  }
  for (int rank : {2, 3, 4}) {
    EXPECT_EQ(diverged(data, with_rank(rank)), 0) << rank;
    Options options = with_rank(rank);
    options.standardize = false;
    EXPECT_EQ(diverged(data, options), 0) << rank << ", not standardised";
  }
}

/// A square mode keeps its initial projection and loses no information.
TEST(Degenerate, SquareModesKeepTheirStart) {
  const Dataset<float> data = two_classes(3);
  Options options = with_rank(3);
  options.epochs = 0;
  Fit<float> start(data, nullptr, options);
  options.epochs = 300;
  options.learning_rate = 0.01;
  Fit<float> fit(data, nullptr, options);
  fit.run_until(300);
  const std::vector<float> before = start.best_parameters(), after = fit.best_parameters();
  EXPECT_TRUE(std::equal(before.begin(), before.begin() + 9, after.begin()));
  EXPECT_FALSE(std::equal(before.begin() + 9, before.end(), after.begin() + 9));
  EXPECT_EQ(fit.reports()[0].reconstruction, 0);
  EXPECT_GT(fit.reports()[0].accuracy, 0.9);
}

/// The gradient of a square Z of tensors with full ranks consists of rounding errors only.
TEST(Degenerate, TheRoundingGradientOfASquareTensorIsHeldAtZero) {
  Random random(7);
  const auto data = testing::random_dataset<float>(random, {2, 2, 2}, 20, Task::kClassification, 2);
  Objective<float> objective({{2, 2, 2}, {2, 2, 2}, {4}, 2}, Task::kClassification, 0.1,
                             ProjectionMode::kLearned);
  for (float& value : objective.parameters()) value = static_cast<float>(random.normal());
  ASSERT_TRUE(objective.update());
  objective.batch_gradient(testing::pack(data), nullptr, 0, 20);
  objective.hold_square_modes();
  const auto gradient = objective.gradient();
  const int network = objective.layout().network_begin;
  EXPECT_EQ(testing::largest(gradient.first(network)), 0);
  EXPECT_GT(testing::largest(gradient.subspan(network)), 1e-3);
}

/// The advice in the message of a divergence helps.
TEST(Degenerate, ASmallerLearningRateHelps) {
  const Dataset<float> data = two_classes(6);
  Options options = with_rank(2);
  options.epochs = 30;
  options.learning_rate = 1e6;
  EXPECT_EQ(diverged(data, options, 5), 5);
  options.learning_rate = 0.01;
  EXPECT_EQ(diverged(data, options, 5), 0);
}

/// A reconstruction error that is not-a-number stays not-a-number.
TEST(Degenerate, SamplesBeyondSinglePrecisionDivergeFromTheStart) {
  Dataset<float> data = two_classes(3);
  for (float& value : data.x) value *= 1e30f;
  for (int rank : {2, 3}) {
    Options options = with_rank(rank);
    options.standardize = false;
    Fit<float> fit(data, nullptr, options);
    fit.run_until(options.epochs);
    EXPECT_TRUE(fit.reports()[0].diverged);
    EXPECT_EQ(fit.reports()[0].epochs, 0);
    EXPECT_FALSE(std::isfinite(fit.reports()[0].objective));
  }
}

TEST(Degenerate, AStartThatIsNotFiniteIsReportedWithoutATraining) {
  const Dataset<float> data = two_classes(3);
  Options options = with_rank(2);
  options.epochs = 0;
  Fit<float> fit(data, nullptr, options);
  options.start = fit.best_parameters();
  EXPECT_FALSE(Fit<float>(data, nullptr, options).reports()[0].diverged);
  options.start.back() = 3e38f;
  options.start[options.start.size() - 2] = -3e38f;
  EXPECT_TRUE(Fit<float>(data, nullptr, options).reports()[0].diverged);
  options.start.assign(options.start.size(), 0);  // a projection without rank
  EXPECT_TRUE(Fit<float>(data, nullptr, options).reports()[0].diverged);
}

}  // namespace
}  // namespace trip
