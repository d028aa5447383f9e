// Training: the same bits for any slicing, independent restarts, the lowest objective kept,
// history, reports and frames.

#include "fits.h"

namespace trip {
namespace {

using testing::finish;
using testing::quick;
using testing::same_bits;
using testing::small_spiral;

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

void expect_no_bits_changed_by_slicing(LearningRateDecay decay) {
  const Spiral spiral = small_spiral();
  Options options = quick();
  options.learning_rate_decay = decay;
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

TEST(Trainer, SlicingChangesNoBits) {
  expect_no_bits_changed_by_slicing(LearningRateDecay::kNone);
  expect_no_bits_changed_by_slicing(LearningRateDecay::kCosine);
}

/// Step t of T with the share (1 + cos(pi t / T)) / 2: of two steps the first is whole and the
/// second half as long, each restart from its beginning.
TEST(Trainer, CosineShortensTheStepsOfEachRestart) {
  Random random(8, 0);
  const Dataset<double> data =
      testing::random_dataset<double>(random, {5}, 30, Task::kRegression, 1);
  const auto after = [&](int epochs, int until, LearningRateDecay decay) {
    Options options = quick(epochs);
    options.method = Method::kPca;  // nothing but the network moves
    options.batch_size = 30;
    options.restarts = 2;
    options.learning_rate_decay = decay;
    Fit<double> fit(data, nullptr, options);
    fit.run_until(epochs);
    fit.next_restart();
    fit.run_until(until);
    return testing::vector_of(fit.parameters());
  };
  const auto none = LearningRateDecay::kNone, cosine = LearningRateDecay::kCosine;
  const Vector one = after(2, 1, none);
  EXPECT_EQ(after(2, 1, cosine), one);
  EXPECT_LT((after(2, 2, cosine) - (one + after(2, 2, none)) / 2).norm(), 1e-15);
  EXPECT_NE(after(2, 2, cosine), one);
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

/// Rounded: 10/3 and 20/3, and 5/2 upwards.
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
  EXPECT_EQ(frames_of(4, 10), (std::vector<int>{0, 3, 7, 10}));
  EXPECT_EQ(frames_of(3, 5), (std::vector<int>{0, 3, 5}));
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

/// Test and validation set differ, so that no column equals another one.
TEST(Trainer, ColumnsOfTheHistoryAreItsRows) {
  const Spiral spiral = small_spiral(), other = make_spiral({4, 20, 2, 5});
  Fit<float> fit(spiral.train, &spiral.test, quick(), &other.test);
  finish(fit);
  const std::vector<HistoryRow>& rows = fit.history();
  const auto expect_rows = [&](const HistoryColumns& c, size_t first) {
    ASSERT_EQ(c.loss.size(), rows.size() - first);
    for (size_t e = first; e < rows.size(); ++e) {
      const size_t at = e - first;
      EXPECT_EQ(c.loss[at], rows[e].loss);
      EXPECT_EQ(c.reconstruction[at], rows[e].reconstruction);
      EXPECT_EQ(c.objective[at], rows[e].objective);
      EXPECT_EQ(c.accuracy[at], rows[e].accuracy);
      EXPECT_EQ(c.test_loss[at], rows[e].test_loss);
      EXPECT_EQ(c.test_accuracy[at], rows[e].test_accuracy);
      EXPECT_EQ(c.validation_loss[at], rows[e].validation_loss);
      EXPECT_EQ(c.validation_accuracy[at], rows[e].validation_accuracy);
    }
  };
  expect_rows(fit.history_from(-3), 0);
  expect_rows(fit.history_from(5), 5);
  expect_rows(fit.history_from(12), 12);
  expect_rows(fit.history_from(1000), 12);
  expect_rows(fit.best_columns(), 0);
}

}  // namespace
}  // namespace trip
