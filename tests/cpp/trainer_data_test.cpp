// Training on unusual data: divergence, tiny sets, constant and huge columns, regression, matrices.

#include "fits.h"

namespace trip {
namespace {

using testing::expect_error;
using testing::finish;
using testing::quick;
using testing::small_spiral;

TEST(Trainer, DivergenceKeepsTheLastFiniteState) {
  const Spiral spiral = small_spiral();
  for (Task task : {Task::kClassification, Task::kRegression}) {
    Dataset<float> train = spiral.train;
    train.task = task;
    if (task == Task::kRegression) {
      train.targets.assign(train.labels.begin(), train.labels.end());
      train.labels.clear();
    }
    for (double rate : {1e10, 1e30}) {
      Options options = quick(50);
      options.hidden = {10, 10, 10};
      options.learning_rate = rate;
      options.restarts = 2;
      Fit<float> fit(train, nullptr, options);
      finish(fit);
      ASSERT_EQ(fit.reports().size(), 2u);
      for (const RestartReport& report : fit.reports()) {
        EXPECT_TRUE(report.diverged) << rate;
        EXPECT_TRUE(std::isfinite(report.objective));
      }
      for (float value : fit.best_parameters()) ASSERT_TRUE(std::isfinite(value));
      EXPECT_TRUE(std::isfinite(Model<float>(fit.spec(), fit.best_parameters()).score(train).loss));
    }
  }
}

TEST(Trainer, DivergedRestartsComeLast) {
  const Spiral spiral = small_spiral();
  Options options = quick(20);
  options.hidden = {10, 10, 10};
  options.restarts = 3;
  options.learning_rate = 1e30;
  Fit<float> fit(spiral.train, nullptr, options);
  fit.stop();  // the first restart ends before it can diverge, with a higher objective
  const double untrained = fit.reports()[0].objective;
  EXPECT_TRUE(std::isfinite(untrained));
  while (fit.next_restart()) fit.run_until(20);
  EXPECT_TRUE(fit.reports()[1].diverged);
  EXPECT_TRUE(fit.reports()[2].diverged);
  EXPECT_EQ(fit.best(), 0);
}

/// Training sets of every small size; a batch is never larger than the set.
TEST(Trainer, SetsOfOneToTwelveSamples) {
  Random random(2);
  for (int count = 1; count <= 12; ++count) {
    const auto regression =
        testing::random_dataset<float>(random, {3}, count, Task::kRegression, 0);
    for (Method method : {Method::kTrip, Method::kPca}) {
      for (bool standardize : {false, true}) {
        Options options = quick(5);
        options.method = method;
        options.standardize = standardize;
        Fit<float> fit(regression, &regression, options);
        finish(fit);
        EXPECT_FALSE(fit.reports()[0].diverged) << count;
        EXPECT_EQ(fit.steps_per_epoch(), 1);
      }
    }
    const auto classes =
        testing::random_dataset<float>(random, {3}, count, Task::kClassification, 2);
    if (count == 1) {
      expect_error("value", {"one class"}, [&] { Fit<float>(classes, nullptr, quick()); });
      continue;
    }
    for (Method method : {Method::kTrip, Method::kPca, Method::kLda}) {
      for (bool standardize : {false, true}) {
        Options options = quick(5);
        options.method = method;
        options.standardize = standardize;
        options.batch_size = 1 + count % 4;
        Fit<float> fit(classes, nullptr, options);
        finish(fit);
        EXPECT_FALSE(fit.reports()[0].diverged) << count;
      }
    }
  }
}

TEST(Trainer, ConstantAndDuplicatedColumns) {
  Spiral spiral = small_spiral();
  for (int n = 0; n < spiral.train.count; ++n) {
    spiral.train.x[n * 8] = 5;
    spiral.train.x[n * 8 + 1] = spiral.train.x[n * 8 + 2];
  }
  for (Method method : {Method::kTrip, Method::kPca, Method::kLda}) {
    for (bool standardize : {false, true}) {
      for (int rank : {2, 8}) {  // also J = I
        Options options = quick();
        options.method = method;
        options.standardize = standardize;
        options.ranks = {rank};
        Fit<float> fit(spiral.train, nullptr, options);
        finish(fit);
        EXPECT_FALSE(fit.reports()[0].diverged);
        EXPECT_TRUE(std::isfinite(fit.reports()[0].objective));
      }
    }
  }
}

TEST(Trainer, AllVariablesConstant) {
  Spiral spiral = small_spiral();
  std::fill(spiral.train.x.begin(), spiral.train.x.end(), 2.0f);
  for (Method method : {Method::kTrip, Method::kPca, Method::kLda}) {
    Options options = quick();
    options.method = method;
    options.standardize = true;
    Fit<float> fit(spiral.train, nullptr, options);
    finish(fit);
    EXPECT_TRUE(std::isfinite(fit.reports()[0].objective));
    EXPECT_NEAR(fit.reports()[0].accuracy, 0.5, 1e-12);
  }
}

TEST(Trainer, WholeSpaceReconstructsEverything) {
  const Spiral spiral = small_spiral();
  Options options = quick();
  options.ranks = {8};
  Fit<float> fit(spiral.train, nullptr, options);
  finish(fit);
  EXPECT_NEAR(fit.reports()[0].reconstruction, 0, 1e-4);
}

TEST(Trainer, HugeValuesEndInAReport) {
  Spiral spiral = small_spiral();
  for (float& value : spiral.train.x) value *= 1e25f;  // squares overflow single precision
  Fit<float> fit(spiral.train, nullptr, quick());
  finish(fit);
  EXPECT_TRUE(fit.reports()[0].diverged);
  Options options = quick();
  options.standardize = true;  // the remedy
  Fit<float> scaled(spiral.train, nullptr, options);
  finish(scaled);
  EXPECT_FALSE(scaled.reports()[0].diverged);
}

TEST(Trainer, AnObjectiveThatIsInfiniteFromTheStartIsDivergence) {
  Dataset<float> train = small_spiral().train;
  train.task = Task::kRegression;
  for (int label : train.labels) train.targets.push_back(label == 0 ? 3e38f : -3e38f);
  train.labels.clear();
  Options options = quick();
  options.standardize_target = false;  // the square of an error overflows, its gradient does not
  Fit<float> fit(train, nullptr, options);
  finish(fit);
  EXPECT_TRUE(fit.reports()[0].diverged);
  EXPECT_EQ(fit.reports()[0].epochs, 0);
}

TEST(Trainer, RegressionLearnsALine) {
  Random random(3);
  auto data = testing::random_dataset<float>(random, {6}, 80, Task::kRegression, 0);
  for (int n = 0; n < 80; ++n) data.targets[n] = 1000 + 50 * data.x[n * 6];
  Options options = quick(400);
  options.hidden = {};
  options.ranks = {1};
  options.lambda = 0;
  options.learning_rate = 0.02;
  Fit<float> fit(data, &data, options);
  finish(fit);
  const RestartReport& report = fit.reports()[0];
  EXPECT_TRUE(std::isnan(report.accuracy));
  EXPECT_TRUE(std::isnan(report.test_accuracy));
  EXPECT_NEAR(report.test_loss, report.loss, 1e-6);
  const Score score = Model<float>(fit.spec(), fit.best_parameters()).score(data);
  EXPECT_LT(score.rmse, 2);  // the deviation is 50
  EXPECT_GT(score.pearson, 0.999);
  EXPECT_TRUE(std::isnan(score.accuracy));
}

TEST(Trainer, TargetsAreScaledUnlessSwitchedOff) {
  Random random(4);
  auto data = testing::random_dataset<float>(random, {3}, 20, Task::kRegression, 0);
  for (double& y : data.targets) y = 7 + 2 * y;
  Options options = quick(0);
  const ModelSpec scaled = Fit<float>(data, nullptr, options).spec();
  EXPECT_NEAR(scaled.target.mean[0], 7, 1.5);
  EXPECT_NEAR(scaled.target.scale[0], 2, 1);
  options.standardize_target = false;
  const ModelSpec plain = Fit<float>(data, nullptr, options).spec();
  EXPECT_EQ(plain.target.mean[0], 0);
  EXPECT_EQ(plain.target.scale[0], 1);
  std::fill(data.targets.begin(), data.targets.end(), 3.0f);  // constant
  options.standardize_target = true;
  EXPECT_EQ(Fit<float>(data, nullptr, options).spec().target.scale[0], 1);
}

TEST(Trainer, MatricesAndCubesTrain) {
  Random random(5);
  for (const std::vector<int>& dims : {std::vector<int>{5, 4}, {3, 4, 2}}) {
    const auto data = testing::random_dataset<float>(random, dims, 60, Task::kClassification, 3);
    Options options = quick(40);
    options.ranks.assign(dims.size(), 2);
    options.learning_rate = 0.01;
    Fit<float> fit(data, nullptr, options);
    const double before = fit.evaluate().train.objective;
    finish(fit);
    EXPECT_LT(fit.reports()[0].objective, before);
  }
}

TEST(Trainer, DoubleTrainsToo) {
  Random random(6);
  const auto data = testing::random_dataset<double>(random, {5}, 30, Task::kClassification, 2);
  Fit<double> fit(data, nullptr, quick());
  finish(fit);
  EXPECT_TRUE(std::isfinite(fit.reports()[0].objective));
}

/// One epoch of one batch: no later batch sees that the step was too long. Only the network moves,
/// so that no projection can lose its rank instead; its output bias alone becomes +-1e10.
TEST(Trainer, ADivergenceInTheLastStepIsFound) {
  const Spiral spiral = small_spiral();
  Options options = quick(1);
  options.method = Method::kPca;
  options.batch_size = 1000;
  options.learning_rate = 1e10;
  Fit<float> fit(spiral.train, nullptr, options);
  const std::vector<float> start = fit.parameters();
  finish(fit);
  EXPECT_TRUE(fit.reports()[0].diverged);
  EXPECT_EQ(fit.reports()[0].epochs, 0);
  EXPECT_TRUE(fit.history().empty());
  EXPECT_TRUE(testing::same_bits(fit.best_parameters(), start));
}

}  // namespace
}  // namespace trip
