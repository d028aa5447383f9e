// Successive halving: the comparisons, the choice, and restarts that go on with the bits of
// uninterrupted ones.

#include <trip/halving.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "fits.h"

namespace trip {
namespace {

using testing::expect_error;
using testing::finish;
using testing::quick;
using testing::same_bits;
using testing::small_spiral;

Options halving(int epochs, int restarts, bool search = false) {
  Options options;
  options.epochs = epochs;
  options.restarts = restarts;
  options.search = search;
  options.halving = true;
  return options;
}

using Epochs = std::vector<int>;

/// The comparisons of a fit whose restarts are one group.
Epochs comparisons_of(const Options& options) {
  const std::vector<Group> groups = groups_of(options, 1);
  EXPECT_EQ(groups.size(), 1u);
  return groups[0].comparisons;
}

TEST(Halving, ComparesAfterATenthAndAFifth) {
  EXPECT_EQ(comparisons_of(halving(2000, 12)), (Epochs{200, 400}));
  EXPECT_EQ(comparisons_of(halving(44, 12)), (Epochs{5, 9}));
  EXPECT_EQ(comparisons_of(halving(1000000, 2)), (Epochs{100000, 200000}));
}

TEST(Halving, HasFewerComparisonsForFewEpochs) {
  EXPECT_EQ(comparisons_of(halving(0, 12)), Epochs{});
  EXPECT_EQ(comparisons_of(halving(1, 12)), Epochs{});
  EXPECT_EQ(comparisons_of(halving(2, 12)), Epochs{1});
  EXPECT_EQ(comparisons_of(halving(3, 12)), Epochs{1});
  EXPECT_EQ(comparisons_of(halving(5, 12)), Epochs{1});
  EXPECT_EQ(comparisons_of(halving(6, 12)), (Epochs{1, 2}));
  EXPECT_EQ(comparisons_of(halving(2000, 1)), Epochs{});
  Options options = halving(2000, 12);
  options.halving = false;
  EXPECT_EQ(comparisons_of(options), Epochs{});
}

TEST(Halving, SearchedAndPlainRestartsAreGroups) {
  const auto expect_groups = [](const Options& options,
                                const std::vector<std::pair<int, int>>& expected) {
    const std::vector<Group> groups = groups_of(options, 1);
    ASSERT_EQ(groups.size(), expected.size());
    for (size_t g = 0; g < groups.size(); ++g)
      EXPECT_EQ(std::pair(groups[g].begin, groups[g].end), expected[g]);
  };
  expect_groups(halving(100, 12), {{0, 12}});
  expect_groups(halving(100, 12, true), {{0, 8}, {8, 12}});
  expect_groups(halving(100, 8, true), {{0, 8}});
  expect_groups(halving(100, 3, true), {{0, 3}});
  Options options = halving(100, 4, true);
  options.first_restart = 6;
  expect_groups(options, {{6, 8}, {8, 10}});
  options.first_restart = 8;
  expect_groups(options, {{8, 12}});
}

/// Beside a search plain restarts make 2000 steps before the first comparison.
TEST(Halving, PlainRestartsOfASearchAreComparedLater) {
  const auto expect_plain = [](int steps_per_epoch, const Epochs& expected) {
    const std::vector<Group> groups = groups_of(halving(100, 12, true), steps_per_epoch);
    ASSERT_EQ(groups.size(), 2u);
    EXPECT_EQ(groups[0].comparisons, (Epochs{10, 20}));
    EXPECT_EQ(groups[1].comparisons, expected) << steps_per_epoch;
  };
  expect_plain(100000, {10, 20});
  expect_plain(200, {10, 20});
  expect_plain(199, {11, 22});
  expect_plain(100, {20, 40});
  expect_plain(41, {49, 98});
  expect_plain(40, {50});
  expect_plain(21, {96});
  expect_plain(20, {});
  expect_plain(1, {});
  // A single restart has no other to be compared with.
  const std::vector<Group> nine = groups_of(halving(100, 9, true), 1000);
  EXPECT_EQ(nine[0].comparisons, (Epochs{10, 20}));
  EXPECT_EQ(nine[1].comparisons, Epochs{});
}

using Restarts = std::vector<int>;

Group group_of(int restarts) { return {0, restarts, {10, 20}}; }

TEST(Halving, AThirdGoesOnThenAnEighth) {
  const Restarts twelve = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  const std::vector<double> falling = {11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
  EXPECT_EQ(going_on(group_of(12), 0, twelve, falling), (Restarts{8, 9, 10, 11}));
  EXPECT_EQ(going_on(group_of(12), 1, {8, 9, 10, 11}, {3, 2, 2, 5}), (Restarts{9, 10}));
  EXPECT_EQ(going_on({8, 12, {10}}, 0, {8, 9, 10, 11}, {3, 2, 4, 5}), (Restarts{8, 9}));
  for (int restarts : {2, 3}) {
    EXPECT_EQ(going_on(group_of(restarts), 0, {0, 1}, {2, 1}), Restarts{1});
    EXPECT_EQ(going_on(group_of(restarts), 1, {1}, {1}), Restarts{1});
  }
}

TEST(Halving, TiesGoToTheLowerIndexAndNotANumberComesLast) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const Group six = group_of(6);  // two go on
  EXPECT_EQ(going_on(six, 0, {0, 1, 2, 3}, {3, 1, 2, 0}), (Restarts{1, 3}));
  EXPECT_EQ(going_on(six, 0, {0, 1, 2, 3}, {1, 1, 1, 1}), (Restarts{0, 1}));
  EXPECT_EQ(going_on(six, 0, {0, 1, 2, 3}, {2, 1, 2, 2}), (Restarts{0, 1}));
  EXPECT_EQ(going_on(six, 0, {0, 1, 4, 5}, {kNan, kInfinity, 5, kNan}), (Restarts{1, 4}));
  EXPECT_EQ(going_on(six, 0, {1, 2, 5}, {kNan, kNan, 5}), (Restarts{1, 5}));
  EXPECT_EQ(going_on(six, 0, {3}, {kNan}), Restarts{3});
  EXPECT_EQ(going_on(six, 0, {}, {}), Restarts{});
}

/// Parameters, history and frames of a fit of one restart.
std::vector<float> record_of(const std::vector<float>& parameters,
                             const std::vector<HistoryRow>& history, const Frames<float>& frames) {
  std::vector<float> all = parameters;
  for (const HistoryRow& row : history) {
    all.insert(all.end(), {row.loss, row.reconstruction, row.objective, row.accuracy, row.test_loss,
                           row.test_accuracy, row.validation_loss, row.validation_accuracy});
  }
  all.insert(all.end(), frames.epochs.begin(), frames.epochs.end());
  all.insert(all.end(), frames.parameters.begin(), frames.parameters.end());
  return all;
}

std::vector<float> record_of(const Fit<float>& fit) {
  return record_of(fit.best_parameters(), fit.best_history(), fit.best_frames());
}

struct Setting {
  const char* name;
  bool search = false, validation = false;
  LearningRateDecay decay = LearningRateDecay::kNone;
  Method method = Method::kTrip;
  int patience = 0, batch_size = 20;
};

void PrintTo(const Setting& setting, std::ostream* out) { *out << setting.name; }

class HalvingSettings : public ::testing::TestWithParam<Setting> {
 protected:
  HalvingSettings() {
    const Setting& setting = GetParam();
    options.restarts = 12;
    options.first_restart = setting.search ? 0 : 3;
    options.search = setting.search;
    options.halving = true;
    options.record = 4;
    options.learning_rate = 0.01;
    options.learning_rate_decay = setting.decay;
    options.method = setting.method;
    options.patience = setting.patience;
    options.batch_size = setting.batch_size;
  }
  const Dataset<float>* held_out() const { return GetParam().validation ? &data.test : nullptr; }

  const Spiral data = small_spiral();
  Options options = quick(40);
};
INSTANTIATE_TEST_SUITE_P(
    Settings, HalvingSettings,
    ::testing::Values(
        Setting{"plain"}, Setting{"searched", true}, Setting{"validated", true, true},
        Setting{"impatient", false, true, LearningRateDecay::kNone, Method::kTrip, 3},
        Setting{"cosine", true, false, LearningRateDecay::kCosine},
        Setting{"pca", false, false, LearningRateDecay::kNone, Method::kPca},
        // 2000 steps within 40 epochs, so that plain restarts of the search are compared
        Setting{"single", true, false, LearningRateDecay::kNone, Method::kTrip, 0, 1}),
    [](const auto& setting) { return std::string(setting.param.name); });

/// Each restart, trained alone for as many epochs as the fit gave it.
TEST_P(HalvingSettings, RestartsThatGoOnHaveTheBitsOfUninterruptedOnes) {
  Fit<float> fit(data.train, &data.test, options, held_out());
  finish(fit);
  ASSERT_EQ(fit.reports().size(), 12u);
  for (size_t r = 0; r < 12; ++r) {
    const RestartReport& report = fit.reports()[r];
    EXPECT_EQ(report.restart, options.first_restart + static_cast<int>(r));
    Options alone = options;
    alone.halving = false;
    alone.restarts = 1;
    alone.first_restart = report.restart;
    Fit<float> whole(data.train, &data.test, alone, held_out());
    whole.run_until(report.epochs);
    if (!whole.at_end()) whole.halt();
    const RestartReport& own = whole.reports()[0];
    EXPECT_EQ(own.objective, report.objective);
    EXPECT_EQ(own.test_loss, report.test_loss);
    EXPECT_EQ(own.epochs, report.epochs);
    EXPECT_EQ(own.best_epoch, report.best_epoch);
    EXPECT_EQ(own.stopped_epoch, report.stopped_epoch);
    EXPECT_EQ(own.halted_epoch, report.halted_epoch);
    if (static_cast<int>(r) != fit.best()) continue;
    EXPECT_TRUE(same_bits(record_of(whole), record_of(fit)));
  }
}

/// The choice repeated from the histories of whole trainings.
TEST_P(HalvingSettings, TheLowestStandingsGoOn) {
  Fit<float> fit(data.train, &data.test, options, held_out());
  finish(fit);
  std::vector<int> halted(12);
  for (const Group& group : groups_of(options, fit.steps_per_epoch())) {
    std::vector<int> going(group.end - group.begin);
    std::iota(going.begin(), going.end(), group.begin);
    int at = 0;
    for (int epoch : group.comparisons) {
      Restarts rested;
      std::vector<double> standings;
      for (int restart : going) {
        Options alone = options;
        alone.halving = false;
        alone.restarts = 1;
        alone.first_restart = restart;
        Fit<float> whole(data.train, &data.test, alone, held_out());
        whole.run_until(epoch);
        if (whole.at_end()) continue;
        rested.push_back(restart);
        float lowest = std::numeric_limits<float>::infinity();
        for (const HistoryRow& row : whole.history())
          lowest = std::min(lowest, row.validation_loss);
        EXPECT_EQ(static_cast<float>(whole.standing()),
                  held_out() ? lowest : whole.history().back().objective);
        standings.push_back(whole.standing());
      }
      going = going_on(group, at++, rested, standings);
      for (int restart : rested)
        if (!std::binary_search(going.begin(), going.end(), restart))
          halted[restart - options.first_restart] = epoch;
    }
  }
  for (size_t r = 0; r < 12; ++r) EXPECT_EQ(fit.reports()[r].halted_epoch, halted[r]) << r;
}

TEST_P(HalvingSettings, SlicingChangesNoBits) {
  Fit<float> whole(data.train, &data.test, options, held_out());
  finish(whole);
  for (int slice : {1, 3, 1000}) {
    Fit<float> fit(data.train, &data.test, options, held_out());
    do {
      while (fit.advance(slice, options.epochs) > 0) {
      }
      EXPECT_TRUE(fit.at_end());
    } while (fit.next_restart());
    EXPECT_EQ(fit.best(), whole.best());
    EXPECT_TRUE(same_bits(record_of(fit), record_of(whole))) << "slices of " << slice;
  }
}

/// A state moves to a fit that has trained something else in between.
TEST_P(HalvingSettings, AnotherFitGoesOnFromAState) {
  options.halving = false;
  Fit<float> one(data.train, &data.test, options, held_out());
  Fit<float> other(data.train, &data.test, options, held_out());
  one.next_restart();
  one.run_until(2);
  const RestartState<float> state = one.state();
  while (other.next_restart()) other.run_until(3);
  other.resume(state);
  EXPECT_EQ(other.restart(), one.restart());
  EXPECT_EQ(other.epoch(), 2);
  EXPECT_EQ(other.standing(), one.standing());
  for (Fit<float>* fit : {&one, &other}) fit->run_until(options.epochs);
  EXPECT_EQ(one.epoch(), other.epoch());
  EXPECT_TRUE(same_bits(record_of(one), record_of(other)));
}

/// Squared gradients beyond single precision make moments infinite, and such parameters rest.
TEST(Halving, RestartsOfHugeValuesGoOn) {
  for (const double size : {1e3, 1e12, 1e17}) {
    Dataset<float> data;
    data.dims = {3};
    data.count = 24;
    data.task = Task::kRegression;
    data.responses = 1;
    for (int n = 0; n < data.count; ++n) {
      for (const double value : {size + n, n % 5 * 1.0, n % 3 * 1.0})
        data.x.push_back(static_cast<float>(value));
      data.targets.push_back(n + n % 5);
    }
    Options options = quick(20);
    options.restarts = 6;
    options.halving = true;
    Fit<float> fit(data, nullptr, options);
    finish(fit);
    ASSERT_EQ(fit.reports().size(), 6u);
    options.halving = false;
    options.restarts = 1;
    options.first_restart = fit.reports()[fit.best()].restart;
    Fit<float> alone(data, nullptr, options);
    alone.run_until(fit.reports()[fit.best()].epochs);
    if (!alone.at_end()) alone.halt();
    EXPECT_TRUE(same_bits(alone.best_parameters(), fit.best_parameters())) << size;
  }
}

/// The best epoch of a restart whose validation loss rises is part of its state.
TEST(Halving, AStateHasTheBestEpoch) {
  const Spiral data = small_spiral();
  Options options = quick(60);
  options.learning_rate = 0.1;
  options.restarts = 6;
  int earlier = 0;
  Fit<float> one(data.train, nullptr, options, &data.test);
  Fit<float> other(data.train, nullptr, options, &data.test);
  do {
    one.run_until(30);
    other.resume(one.state());
    for (Fit<float>* fit : {&one, &other}) fit->halt();
    const RestartReport &own = one.reports().back(), &report = other.reports().back();
    EXPECT_EQ(own.best_epoch, report.best_epoch);
    EXPECT_EQ(own.objective, report.objective);
    earlier += report.best_epoch < 30;
  } while (one.next_restart());
  EXPECT_GT(earlier, 0);
}

TEST(Halving, EndedRestartsTakeNoPlace) {
  const Spiral data = small_spiral();
  Options options = quick(20);
  options.restarts = 4;
  options.halving = true;
  options.learning_rate = 1e30;  // diverges at once
  Fit<float> fit(data.train, nullptr, options);
  finish(fit);
  ASSERT_EQ(fit.reports().size(), 4u);
  for (const RestartReport& report : fit.reports()) {
    EXPECT_TRUE(report.diverged);
    EXPECT_EQ(report.halted_epoch, 0);
    EXPECT_FALSE(report.better_than(fit.reports()[fit.best()]));
  }
}

TEST(Halving, OneEpochAndOneRestartAreTrainedAsWithoutIt) {
  const Spiral data = small_spiral();
  for (const auto& [epochs, restarts] : {std::pair{0, 5}, {1, 5}, {30, 1}}) {
    Options options = quick(epochs);
    options.restarts = restarts;
    Fit<float> without(data.train, nullptr, options);
    options.halving = true;
    Fit<float> fit(data.train, nullptr, options);
    finish(without);
    finish(fit);
    EXPECT_EQ(fit.best(), without.best());
    EXPECT_TRUE(same_bits(record_of(fit), record_of(without)));
    for (const RestartReport& report : fit.reports()) EXPECT_EQ(report.halted_epoch, 0);
  }
}

TEST(Halving, StopReportsTheRestartsThatWait) {
  const Spiral data = small_spiral();
  Options options = quick(40);
  options.restarts = 6;
  options.halving = true;
  Fit<float> fit(data.train, nullptr, options);
  for (int restart = 0; restart < 3; ++restart) {
    fit.run_until(40);
    EXPECT_EQ(fit.restart(), restart);
    EXPECT_EQ(fit.epoch(), 4);
    EXPECT_TRUE(fit.at_end());
    // Two of six go on, so that the third to rest ends another one.
    EXPECT_TRUE(fit.reports().empty());
    ASSERT_TRUE(fit.next_restart());
  }
  fit.run_until(2);
  fit.stop();
  ASSERT_EQ(fit.reports().size(), 4u);
  int halted = 0;
  for (int restart = 0; restart < 4; ++restart) {
    const RestartReport& report = fit.reports()[restart];
    EXPECT_EQ(report.restart, restart);
    EXPECT_EQ(report.epochs, restart < 3 ? 4 : 2);
    halted += report.halted_epoch > 0;
    EXPECT_FALSE(report.better_than(fit.reports()[fit.best()]));
  }
  EXPECT_EQ(halted, 1);
}

TEST(Halving, ForeignStatesAreRefused) {
  const Spiral data = small_spiral();
  Options options = quick(10);
  options.restarts = 2;
  Fit<float> fit(data.train, nullptr, options);
  fit.run_until(4);
  const RestartState<float> state = fit.state();
  const auto refused = [&](auto change) {
    RestartState<float> changed = state;
    change(changed);
    Fit<float> other(data.train, nullptr, options);
    expect_error("value", {"the state of a restart does not belong to this training"},
                 [&] { other.resume(changed); });
  };
  refused([](auto& own) { own = {}; });
  refused([](auto& own) { own.values.pop_back(); });
  refused([](auto& own) { own.values.push_back(0); });
  refused([](auto& own) { own.exact.clear(); });
  refused([](auto& own) { own.counts.pop_back(); });
  refused([](auto& own) { own.counts[0] = 2; });
  refused([](auto& own) { own.counts[0] = -1; });
  refused([](auto& own) { own.counts[1] = 11; });
  refused([](auto& own) { own.counts[1] = -3; });
  // The best epoch and the last improvement lie within the four epochs.
  refused([](auto& own) { own.counts.back() = 5; });
  refused([](auto& own) { own.counts.back() = std::numeric_limits<int>::min(); });
  refused([](auto& own) { own.counts.end()[-2] = 5; });
  refused([](auto& own) { own.counts.end()[-2] = -2; });
  refused([](auto& own) { own.values[0] = std::numeric_limits<float>::quiet_NaN(); });
  refused([](auto& own) { own.values[0] = std::numeric_limits<float>::infinity(); });
  // A sample twice, or beyond the last one.
  for (int sample : {-1, 1 << 20}) {
    refused([&](auto& own) {
      for (size_t at = 11; at < own.counts.size(); ++at) own.counts[at] = sample;
    });
  }
  refused([](auto& own) { own.counts[11] = own.counts[12]; });
  // A projection without rank.
  refused([](auto& own) { std::fill(own.values.begin(), own.values.end(), 0.0f); });
  options.hidden = {3};
  Fit<float> smaller(data.train, nullptr, options);
  expect_error("value", {"the state of a restart"}, [&] { smaller.resume(state); });
}

TEST(Halving, OtherComparisonsAreRefused) {
  const Group six = group_of(6);
  for (int at : {-1, 2})
    expect_error("value", {"comparison", "of 1 restarts"}, [&] { going_on(six, at, {0}, {1}); });
  expect_error("value", {"2 restarts with 1"}, [&] { going_on(six, 0, {0, 1}, {1}); });
}

/// Two of six restarts go on after epoch 4. The training is stopped when the first of them has been
/// resumed, or when it rests at epoch 8.
TEST(Halving, StopReportsTheRestartsThatHaveWon) {
  const Spiral data = small_spiral();
  Options options = quick(40);
  options.restarts = 6;
  options.halving = true;
  for (const bool later : {false, true}) {
    Fit<float> fit(data.train, nullptr, options);
    for (int restart = 0; restart < 6; ++restart) {
      fit.run_until(40);
      ASSERT_TRUE(fit.next_restart());
    }
    EXPECT_EQ(fit.epoch(), 4);
    EXPECT_EQ(fit.reports().size(), 4u);
    if (later) {
      fit.run_until(40);
      EXPECT_EQ(fit.epoch(), 8);
      ASSERT_TRUE(fit.next_restart());
    }
    fit.stop();
    ASSERT_EQ(fit.reports().size(), 6u);
    int halted = 0, eight = 0;
    for (int restart = 0; restart < 6; ++restart) {
      const RestartReport& report = fit.reports()[restart];
      EXPECT_EQ(report.restart, restart);
      halted += report.halted_epoch > 0;
      eight += report.epochs == 8;
    }
    EXPECT_EQ(halted, 4);
    EXPECT_EQ(eight, later ? 1 : 0);
    EXPECT_FALSE(fit.next_restart());
  }
}

TEST(Halving, AfterAStopTheNextRestartIsANewOne) {
  const Spiral data = small_spiral();
  Options options = quick(40);
  options.restarts = 6;
  options.halving = true;
  Fit<float> fit(data.train, nullptr, options);
  for (int restart = 0; restart < 3; ++restart) {
    fit.run_until(40);
    ASSERT_TRUE(fit.next_restart());
  }
  fit.stop();  // in restart 3
  ASSERT_TRUE(fit.next_restart());
  EXPECT_EQ(fit.restart(), 4);
  finish(fit);
  ASSERT_EQ(fit.reports().size(), 6u);
  for (int restart = 0; restart < 6; ++restart) EXPECT_EQ(fit.reports()[restart].restart, restart);
}

}  // namespace
}  // namespace trip
