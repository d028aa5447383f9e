// Training: the same bits for any slicing, independent restarts, the lowest objective kept,
// history, frames, divergence, and input that is refused or unusual.

#include <trip/generators.h>
#include <trip/trainer.h>

#include <limits>

#include "support.h"

namespace trip {
namespace {

using testing::expect_error;
using testing::same_bits;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Spiral small_spiral() { return make_spiral({3, 20, 2, 5}); }

Options quick(int epochs = 12) {
  Options options;
  options.epochs = epochs;
  options.hidden = {6, 5};
  options.standardize = false;
  return options;
}

/// Runs all restarts to their end.
template <class T>
void finish(Fit<T>& fit) {
  do fit.run_until(1 << 30);
  while (fit.next_restart());
}

/// All results of a fit; a column that does not apply is not-a-number.
std::vector<float> result_of(const Fit<float>& fit) {
  std::vector<float> all = fit.best_parameters();
  for (const HistoryRow& row : fit.best_history()) {
    all.insert(all.end(), {row.loss, row.reconstruction, row.objective, row.accuracy, row.test_loss,
                           row.test_accuracy});
  }
  const Frames<float>& frames = fit.best_frames();
  all.insert(all.end(), frames.epochs.begin(), frames.epochs.end());
  all.insert(all.end(), frames.parameters.begin(), frames.parameters.end());
  for (const RestartReport& report : fit.reports()) {
    for (double value : {report.objective, report.loss, report.reconstruction, report.accuracy,
                         report.test_accuracy, report.test_loss})
      all.push_back(static_cast<float>(value));
    all.insert(all.end(), {static_cast<float>(report.restart), static_cast<float>(report.epochs),
                           static_cast<float>(report.diverged)});
  }
  all.push_back(static_cast<float>(fit.best()));
  return all;
}

/// The parameters of a fit as Options::start.
template <class T>
std::vector<float> start_of(const Fit<T>& fit) {
  return {fit.best_parameters().begin(), fit.best_parameters().end()};
}

TEST(Trainer, BeginsAtAStart) {
  Random random(5, 0);
  for (const std::vector<int>& dims : {std::vector<int>{6}, {4, 3}}) {
    const Dataset<double> data =
        testing::random_dataset<double>(random, dims, 40, Task::kRegression, 1);
    for (Method method : {Method::kTrip, dims.size() == 1 ? Method::kPca : Method::kTucker}) {
      Options options = quick(30);
      options.method = method;
      options.ranks.assign(dims.size(), 2);
      options.learning_rate = 0.01;
      Fit<double> first(data, nullptr, options);
      finish(first);
      const double reached = first.reports()[0].objective;

      options.start = start_of(first);
      options.start_seed = 99;  // only the order is random
      Fit<double> on(data, nullptr, options);
      EXPECT_NEAR(on.evaluate().train.objective, reached, 1e-5);
      finish(on);
      EXPECT_LT(on.reports()[0].objective, reached);

      options.epochs = 0;  // the result is the start
      Fit<double> still(data, nullptr, options);
      const std::vector<double> after = still.parameters();
      ASSERT_EQ(options.start.size(), after.size());
      for (size_t i = 0; i < after.size(); ++i) EXPECT_NEAR(options.start[i], after[i], 1e-6);
    }
  }
}

TEST(Trainer, RefusesAStartThatDoesNotFit) {
  const Spiral spiral = small_spiral();
  Fit<float> first(spiral.train, nullptr, quick(1));
  finish(first);
  const auto refused = [&](auto change, const std::string& seen) {
    Options options = quick();
    options.start = start_of(first);
    change(options);
    expect_error("option", {"start must be", seen},
                 [&] { Fit<float>(spiral.train, nullptr, options); });
  };
  refused([](Options& o) { o.start.pop_back(); }, "for 1 restarts");
  refused([](Options& o) { o.hidden = {6, 6}; }, "parameters");
  refused([](Options& o) { o.restarts = 2; }, "for 2 restarts");
  refused([](Options& o) { o.search = true; }, "without search");
}

TEST(Trainer, SlicingChangesNoBits) {
  const Spiral spiral = small_spiral();
  Options options = quick();
  options.restarts = 3;
  options.record = 5;
  Fit<float> whole(spiral.train, &spiral.test, options);
  finish(whole);
  for (int slice : {1, 2, 3, 7, 1000}) {
    Fit<float> fit(spiral.train, &spiral.test, options);
    int steps = 0, taken;
    do {
      while ((taken = fit.advance(slice, options.epochs)) > 0) {
        EXPECT_LE(taken, slice);
        steps += taken;
      }
      EXPECT_TRUE(fit.at_end());
    } while (fit.next_restart());
    EXPECT_EQ(steps, 3 * options.epochs * fit.steps_per_epoch());
    EXPECT_TRUE(same_bits(result_of(fit), result_of(whole))) << "slices of " << slice;
  }
  Fit<float> by_epoch(spiral.train, &spiral.test, options);
  do {
    for (int epoch = 1; epoch <= options.epochs; ++epoch) {
      by_epoch.advance(1, epoch);  // a slice that ends in mid-epoch
      by_epoch.run_until(epoch);
      EXPECT_EQ(by_epoch.epoch(), epoch);
      by_epoch.evaluate();  // evaluating changes nothing
      by_epoch.parameters();
    }
  } while (by_epoch.next_restart());
  EXPECT_TRUE(same_bits(result_of(by_epoch), result_of(whole)));
}

TEST(Trainer, AdvanceStopsAtItsLimits) {
  const Spiral spiral = small_spiral();
  Fit<float> fit(spiral.train, nullptr, quick());
  EXPECT_EQ(fit.steps_per_epoch(), 3);  // 44 samples by 20
  EXPECT_EQ(fit.advance(0, 10), 0);
  EXPECT_EQ(fit.advance(100, 0), 0);
  EXPECT_EQ(fit.advance(2, 10), 2);
  EXPECT_EQ(fit.epoch(), 0);
  EXPECT_EQ(fit.advance(100, 2), 4);
  EXPECT_EQ(fit.epoch(), 2);
  EXPECT_FALSE(fit.at_end());
  EXPECT_EQ(fit.advance(100, 1000), 30);
  EXPECT_TRUE(fit.at_end());
  EXPECT_EQ(fit.advance(100, 1000), 0);
  EXPECT_FALSE(fit.next_restart());
}

TEST(Trainer, RestartAloneEqualsRestartAmongMany) {
  const Spiral spiral = small_spiral();
  for (Method method : {Method::kTrip, Method::kPca, Method::kLda}) {
    Options options = quick();
    options.method = method;
    options.restarts = 4;
    Fit<float> many(spiral.train, &spiral.test, options);
    std::vector<std::vector<float>> parameters;
    do {
      many.run_until(options.epochs);
      parameters.push_back(many.parameters());
    } while (many.next_restart());
    ASSERT_EQ(many.reports().size(), 4u);
    for (int r = 0; r < 4; ++r) {
      Options alone = options;
      alone.first_restart = r;
      alone.restarts = 1;
      Fit<float> one(spiral.train, &spiral.test, alone);
      EXPECT_EQ(one.restart(), r);
      finish(one);
      EXPECT_TRUE(same_bits(one.best_parameters(), parameters[r])) << r;
      EXPECT_EQ(one.reports()[0].objective, many.reports()[r].objective);
      EXPECT_EQ(one.reports()[0].restart, r);
      for (int s = 0; s < r; ++s) EXPECT_NE(parameters[s], parameters[r]);
    }
  }
}

TEST(Trainer, LowestObjectiveIsKept) {
  const Spiral spiral = small_spiral();
  Options options = quick(30);
  options.restarts = 6;
  Fit<float> fit(spiral.train, nullptr, options);
  std::vector<std::vector<float>> parameters;
  do {
    fit.run_until(options.epochs);
    parameters.push_back(fit.parameters());
  } while (fit.next_restart());
  const std::vector<RestartReport>& reports = fit.reports();
  for (const RestartReport& report : reports)
    EXPECT_GE(report.objective, reports[fit.best()].objective);
  EXPECT_TRUE(same_bits(fit.best_parameters(), parameters[fit.best()]));
  EXPECT_EQ(fit.best_history().size(), 30u);
}

/// Targets are so large that rounding hides every prediction, so all restarts have the same
/// objective.
TEST(Trainer, TiesGoToTheLowestIndex) {
  Random random(8);
  auto data = testing::random_dataset<float>(random, {3}, 9, Task::kRegression, 0);
  std::fill(data.targets.begin(), data.targets.end(), 1e15f);
  Options options = quick(0);
  options.lambda = 0;
  options.standardize_target = false;
  options.restarts = 4;
  Fit<float> fit(data, nullptr, options);
  const std::vector<float> first = fit.parameters();
  finish(fit);
  for (const RestartReport& report : fit.reports())
    EXPECT_EQ(report.objective, fit.reports()[0].objective);
  EXPECT_EQ(fit.best(), 0);
  EXPECT_TRUE(same_bits(fit.best_parameters(), first));
}

TEST(Trainer, SeedsDecideStartAndOrder) {
  const Spiral spiral = small_spiral();
  const auto parameters = [&](uint64_t start, uint64_t order, int epochs) {
    Options options = quick(epochs);
    options.start_seed = start;
    options.order_seed = order;
    Fit<float> fit(spiral.train, nullptr, options);
    finish(fit);
    return fit.best_parameters();
  };
  EXPECT_TRUE(same_bits(parameters(1, 2, 3), parameters(1, 2, 3)));
  EXPECT_NE(parameters(1, 2, 3), parameters(2, 2, 3));
  EXPECT_NE(parameters(1, 2, 3), parameters(1, 1, 3));
  EXPECT_TRUE(same_bits(parameters(1, 2, 0), parameters(1, 1, 0)));  // the order is not yet used
  EXPECT_NE(parameters(kMaxSeed, 2, 0), parameters(0, 2, 0));
}

TEST(Trainer, AllMethodsStartWithTheSameNetwork) {
  const Spiral spiral = small_spiral();
  std::vector<std::vector<float>> networks;
  for (Method method : {Method::kTrip, Method::kPca, Method::kLda}) {
    Options options = quick(0);
    options.method = method;
    Fit<float> fit(spiral.train, nullptr, options);
    const std::vector<float> all = fit.parameters();
    networks.emplace_back(all.begin() + 8 * 2, all.end());
  }
  EXPECT_TRUE(same_bits(networks[0], networks[1]));
  EXPECT_TRUE(same_bits(networks[0], networks[2]));
}

TEST(Trainer, InitialValuesHaveTheirBounds) {
  Random random(1);
  const auto data = testing::random_dataset<float>(random, {30, 20}, 4, Task::kClassification, 2);
  Options options = quick(0);
  options.ranks = {3, 2};
  options.hidden = {200, 50};
  Fit<float> fit(data, nullptr, options);
  const Layout layout(fit.spec().architecture);
  std::vector<float> inside(layout.size);
  layout.from_outside(fit.parameters().data(), inside.data());
  const auto expect_bound = [&](const Block& block, double bound) {
    const double high = testing::largest(testing::block_values(block, inside));
    EXPECT_LE(high, bound * (1 + 1e-6));
    EXPECT_GT(high, 0.8 * bound);
  };
  for (const Block& g : layout.factor) expect_bound(g, std::pow(3, 0.25) * std::pow(6, -0.25));
  expect_bound(layout.bias[0], 1 / std::sqrt(6.0));
  expect_bound(layout.weight[0], 1 / std::sqrt(200.0));
  expect_bound(layout.bias[1], 1 / std::sqrt(200.0));
  expect_bound(layout.weight[1], 1 / std::sqrt(50.0));
}

TEST(Trainer, HistoryHoldsTheMeansOfAnEpoch) {
  const Spiral spiral = small_spiral();
  Options options = quick();
  options.batch_size = 1000;  // full batches: the mean is E before the step
  Fit<float> fit(spiral.train, &spiral.test, options);
  for (int epoch = 0; epoch < 5; ++epoch) {
    const Evaluation before = fit.evaluate();
    fit.run_until(epoch + 1);
    const Evaluation after = fit.evaluate();
    ASSERT_EQ(fit.history().size(), static_cast<size_t>(epoch) + 1);
    const HistoryRow& row = fit.history().back();
    EXPECT_NEAR(row.loss, before.train.loss, 1e-5);
    EXPECT_NEAR(row.reconstruction, before.train.reconstruction, 1e-4);
    EXPECT_NEAR(row.objective, before.train.objective, 1e-5);
    EXPECT_FLOAT_EQ(row.accuracy, static_cast<float>(before.train.accuracy));
    EXPECT_FLOAT_EQ(row.test_loss, static_cast<float>(after.test.loss));
    EXPECT_FLOAT_EQ(row.test_accuracy, static_cast<float>(after.test.accuracy));
  }
}

TEST(Trainer, TestSetDoesNotChangeTheTraining) {
  const Spiral spiral = small_spiral();
  Fit<float> with(spiral.train, &spiral.test, quick()), without(spiral.train, nullptr, quick());
  finish(with);
  finish(without);
  EXPECT_TRUE(same_bits(with.best_parameters(), without.best_parameters()));
  EXPECT_TRUE(std::isnan(without.history()[0].test_loss));
  EXPECT_TRUE(std::isnan(without.history()[0].test_accuracy));
  EXPECT_TRUE(std::isnan(without.reports()[0].test_accuracy));
  EXPECT_FALSE(without.evaluate().has_test);
}

TEST(Trainer, TrainingLowersTheObjective) {
  const Spiral spiral = small_spiral();
  for (Method method : {Method::kTrip, Method::kPca, Method::kLda}) {
    for (const std::vector<int>& hidden : {std::vector<int>{}, {10}, {10, 10, 10, 10}}) {
      Options options = quick(60);
      options.method = method;
      options.hidden = hidden;
      Fit<float> fit(spiral.train, nullptr, options);
      const double before = fit.evaluate().train.objective;
      finish(fit);
      EXPECT_LT(fit.reports()[0].objective, before);
    }
  }
}

TEST(Trainer, BaselinesKeepTheirProjection) {
  const Spiral spiral = small_spiral();
  for (Method method : {Method::kPca, Method::kLda}) {
    Options options = quick();
    options.method = method;
    Fit<float> fit(spiral.train, nullptr, options);
    const std::vector<float> before = fit.parameters();
    finish(fit);
    const std::vector<float> after = fit.parameters();
    EXPECT_TRUE(std::equal(before.begin(), before.begin() + 16, after.begin()));
    EXPECT_NE(before, after);
  }
}

TEST(Trainer, ReportIsTheEvaluationOfTheModel) {
  const Spiral spiral = small_spiral();
  for (Method method : {Method::kTrip, Method::kPca, Method::kLda}) {
    Options options = quick();
    options.method = method;
    options.standardize = true;
    Fit<float> fit(spiral.train, &spiral.test, options);
    finish(fit);
    Model<float> model(fit.spec(), fit.best_parameters());
    const Score train = model.score(spiral.train), test = model.score(spiral.test);
    const RestartReport& report = fit.reports()[0];
    EXPECT_NEAR(train.objective, report.objective, 1e-6 * report.objective);
    EXPECT_NEAR(train.loss, report.loss, 1e-6);
    EXPECT_EQ(train.accuracy, report.accuracy);
    EXPECT_EQ(test.accuracy, report.test_accuracy);
    EXPECT_NEAR(test.loss, report.test_loss, 1e-6);
    EXPECT_EQ(report.epochs, options.epochs);
    EXPECT_FALSE(report.diverged);
  }
}

TEST(Trainer, FramesAreSpreadOverTheEpochs) {
  const Spiral spiral = small_spiral();
  const auto frames_of = [&](int record, int epochs) {
    Options options = quick(epochs);
    options.record = record;
    Fit<float> fit(spiral.train, nullptr, options);
    std::vector<float> parameters = fit.parameters();
    finish(fit);
    const Frames<float> frames = fit.best_frames();
    EXPECT_EQ(frames.parameters.size(), frames.epochs.size() * parameters.size());
    if (!frames.epochs.empty()) {
      const std::vector<float> last(frames.parameters.end() - parameters.size(),
                                    frames.parameters.end());
      EXPECT_TRUE(same_bits(last, fit.parameters()));
      if (record > 1) {
        const std::vector<float> first(frames.parameters.begin(),
                                       frames.parameters.begin() + parameters.size());
        EXPECT_TRUE(same_bits(first, parameters));
      }
    }
    return frames.epochs;
  };
  EXPECT_EQ(frames_of(0, 12), std::vector<int>{});
  EXPECT_EQ(frames_of(1, 12), std::vector<int>{12});
  EXPECT_EQ(frames_of(2, 12), (std::vector<int>{0, 12}));
  EXPECT_EQ(frames_of(5, 12), (std::vector<int>{0, 3, 6, 9, 12}));
  EXPECT_EQ(frames_of(3, 1), (std::vector<int>{0, 1}));
  EXPECT_EQ(frames_of(3, 0), std::vector<int>{0});
}

TEST(Trainer, StopReportsTheRestartAsItIs) {
  const Spiral spiral = small_spiral();
  Options options = quick();
  options.restarts = 2;
  Fit<float> fit(spiral.train, nullptr, options);
  fit.run_until(4);
  fit.advance(1, 12);
  const std::vector<float> parameters = fit.parameters();
  fit.stop();
  fit.stop();
  ASSERT_EQ(fit.reports().size(), 1u);
  EXPECT_EQ(fit.reports()[0].epochs, 4);
  EXPECT_EQ(fit.history().size(), 4u);
  EXPECT_TRUE(fit.at_end());
  EXPECT_EQ(fit.advance(10, 12), 0);
  EXPECT_TRUE(same_bits(fit.best_parameters(), parameters));
  EXPECT_TRUE(fit.next_restart());
  EXPECT_FALSE(fit.at_end());
  EXPECT_EQ(fit.restart(), 1);
}

TEST(Trainer, NoEpochsGiveTheInitialModel) {
  const Spiral spiral = small_spiral();
  Options options = quick(0);
  options.restarts = 3;
  Fit<float> fit(spiral.train, nullptr, options);
  EXPECT_TRUE(fit.at_end());
  EXPECT_EQ(fit.advance(10, 10), 0);
  finish(fit);
  EXPECT_EQ(fit.reports().size(), 3u);
  EXPECT_TRUE(fit.best_history().empty());
  Model<float>(fit.spec(), fit.best_parameters()).score(spiral.train);
}

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
  EXPECT_NEAR(scaled.target_mean, 7, 1.5);
  EXPECT_NEAR(scaled.target_scale, 2, 1);
  options.standardize_target = false;
  const ModelSpec plain = Fit<float>(data, nullptr, options).spec();
  EXPECT_EQ(plain.target_mean, 0);
  EXPECT_EQ(plain.target_scale, 1);
  std::fill(data.targets.begin(), data.targets.end(), 3.0f);  // constant
  options.standardize_target = true;
  EXPECT_EQ(Fit<float>(data, nullptr, options).spec().target_scale, 1);
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

struct BadOption {
  const char* name;
  void (*change)(Options&);
  std::vector<std::string> message;
};

void PrintTo(const BadOption& option, std::ostream* out) { *out << option.name; }

class BadOptions : public ::testing::TestWithParam<BadOption> {};
INSTANTIATE_TEST_SUITE_P(
    Options, BadOptions,
    ::testing::Values(
        BadOption{"lambda_negative", [](Options& o) { o.lambda = -0.1; }, {"lambda", "-0.1"}},
        BadOption{"lambda_nan", [](Options& o) { o.lambda = kNaN; }, {"lambda", "NaN"}},
        BadOption{
            "lambda_infinite", [](Options& o) { o.lambda = kInfinity; }, {"lambda", "Infinity"}},
        BadOption{"rate_zero", [](Options& o) { o.learning_rate = 0; }, {"learningRate", "0"}},
        BadOption{"rate_nan", [](Options& o) { o.learning_rate = kNaN; }, {"learningRate", "NaN"}},
        BadOption{"epochs_negative", [](Options& o) { o.epochs = -1; }, {"epochs", "-1"}},
        BadOption{"epochs_many", [](Options& o) { o.epochs = 1000001; }, {"epochs", "1000001"}},
        BadOption{"batch_zero", [](Options& o) { o.batch_size = 0; }, {"batchSize", "0"}},
        BadOption{"restarts_zero", [](Options& o) { o.restarts = 0; }, {"restarts", "0"}},
        BadOption{
            "first_restart", [](Options& o) { o.first_restart = -2; }, {"firstRestart", "-2"}},
        BadOption{"record_negative", [](Options& o) { o.record = -3; }, {"record", "-3"}},
        BadOption{"hidden_zero",
                  [](Options& o) {
                    o.hidden = {10, 0};
                  },
                  {"hidden", "0"}},
        BadOption{"hidden_wide", [](Options& o) { o.hidden = {5000}; }, {"hidden", "5000"}},
        BadOption{
            "hidden_deep", [](Options& o) { o.hidden.assign(17, 2); }, {"hidden", "16", "17"}},
        BadOption{"rank_zero", [](Options& o) { o.ranks = {0}; }, {"ranks[0]", "0"}},
        BadOption{"rank_above_size", [](Options& o) { o.ranks = {9}; }, {"ranks[0]", "8", "9"}},
        BadOption{"ranks_missing", [](Options& o) { o.ranks = {}; }, {"ranks", "1", "0"}},
        BadOption{"ranks_for_matrices",
                  [](Options& o) {
                    o.ranks = {2, 2};
                  },
                  {"ranks", "2"}}),
    [](const auto& option) { return std::string(option.param.name); });

TEST_P(BadOptions, AreNamedWithTheValueSeen) {
  const Spiral spiral = small_spiral();
  Options options = quick();
  GetParam().change(options);
  expect_error("option", GetParam().message, [&] { Fit<float>(spiral.train, nullptr, options); });
}

TEST(BadData, IsRefusedBeforeTraining) {
  const Spiral good = small_spiral();
  Spiral bad = good;
  bad.train.x[17] = std::nanf("");
  expect_error("value", {"train", "x[2, 1]", "NaN"},
               [&] { Fit<float>(bad.train, nullptr, quick()); });
  bad.test.x[8] = std::numeric_limits<float>::infinity();
  expect_error("value", {"test", "x[1, 0]", "Infinity"},
               [&] { Fit<float>(good.train, &bad.test, quick()); });
  bad = good;
  bad.train.x.pop_back();
  expect_error("shape", {"train"}, [&] { Fit<float>(bad.train, nullptr, quick()); });
  bad = good;
  std::fill(bad.train.labels.begin(), bad.train.labels.end(), 1);
  expect_error("value", {"44 samples", "one class"},
               [&] { Fit<float>(bad.train, nullptr, quick()); });
  bad = good;
  bad.train.task = Task::kNone;
  bad.train.labels.clear();
  expect_error("value", {"y is missing"}, [&] { Fit<float>(bad.train, nullptr, quick()); });
}

TEST(BadData, TestSetMustFitTheTrainingSet) {
  const Spiral spiral = small_spiral();
  const Spiral wider = make_spiral({3, 20, 2, 6});
  expect_error("shape", {"test"}, [&] { Fit<float>(spiral.train, &wider.test, quick()); });
  Dataset<float> other = spiral.test;
  other.classes = 3;
  expect_error("value", {"test"}, [&] { Fit<float>(spiral.train, &other, quick()); });
}

TEST(BadData, BaselinesNameTheSamplesTheyNeed) {
  Random random(7);
  const auto matrices =
      testing::random_dataset<float>(random, {4, 3}, 10, Task::kClassification, 2);
  const auto numbers = testing::random_dataset<float>(random, {4}, 10, Task::kRegression, 0);
  Options options = quick();
  options.method = Method::kLda;
  expect_error("option", {"lda", "classes"}, [&] { Fit<float>(numbers, nullptr, options); });
  options.ranks = {2, 2};
  expect_error("option", {"lda", "vectors"}, [&] { Fit<float>(matrices, nullptr, options); });
  options.method = Method::kPca;
  expect_error("option", {"pca", "vectors"}, [&] { Fit<float>(matrices, nullptr, options); });
}

}  // namespace
}  // namespace trip
