// Early stopping: the state with the lowest validation loss is kept in each restart and decides
// between restarts. Every check repeats the training without a validation set.

#include <cmath>
#include <limits>
#include <numeric>

#include "fits.h"

namespace trip {
namespace {

using testing::expect_error;
using testing::finish;
using testing::quick;
using testing::same_bits;

/// Overfits: four samples in each class of twelve variables, and a validation set of the same kind.
Options overfitting(int epochs, int patience = 0) {
  Options options = quick(epochs);
  options.learning_rate = 0.02;
  options.patience = patience;
  return options;
}

std::vector<uint64_t> seeds_from(uint64_t first) {
  std::vector<uint64_t> seeds(testing::seeds(12, 3));
  std::iota(seeds.begin(), seeds.end(), first);
  return seeds;
}

struct Sets {
  Dataset<float> train, validation;
};

Sets random_sets(uint64_t seed, const std::vector<int>& dims = {12},
                 Task task = Task::kClassification) {
  Random random(seed, 0);
  Sets sets;
  sets.train = testing::random_dataset<float>(random, dims, 24, task, 2);
  sets.validation = testing::random_dataset<float>(random, dims, 30, task, 2);
  return sets;
}

Means means_on(const ModelSpec& spec, const std::vector<float>& parameters,
               const Dataset<float>& data) {
  const Score score = Model<float>(spec, parameters).score(data);
  return {score.loss, score.reconstruction, score.objective, score.accuracy};
}

/// The kept state of each restart is, bit for bit, the state of a training of that many epochs.
TEST(EarlyStopping, KeepsTheStateOfItsBestEpoch) {
  for (const uint64_t seed : seeds_from(501)) {
    for (Method method : {Method::kTrip, Method::kPca}) {
      for (bool search : {false, true}) {
        const Sets sets = random_sets(seed);
        Options options = overfitting(60, 12);
        options.method = method;
        options.search = search;
        options.standardize = seed % 2 == 0;
        options.restarts = 3;
        options.start_seed = seed;
        Fit<float> fit(sets.train, nullptr, options, &sets.validation);
        do {
          fit.run_until(options.epochs);
          const RestartReport& report = fit.reports().back();
          Options alone = options;
          alone.restarts = 1;
          alone.first_restart = report.restart;
          alone.epochs = report.best_epoch;
          Fit<float> one(sets.train, nullptr, alone);
          finish(one);
          EXPECT_TRUE(same_bits(one.best_parameters(), fit.parameters()));
          EXPECT_EQ(one.reports()[0].objective, report.objective);
          const Means means = means_on(fit.spec(), fit.parameters(), sets.validation);
          EXPECT_NEAR(means.loss, report.validation_loss, 1e-6 * means.loss);
          EXPECT_EQ(means.accuracy, report.validation_accuracy);
        } while (fit.next_restart());
      }
    }
  }
}

/// The best epoch, the epoch of the stop, and the kept restart follow from the validation losses of
/// the history by the rule in the documentation.
TEST(EarlyStopping, FollowsItsRule) {
  int stopped = 0;
  for (const uint64_t seed : seeds_from(601)) {
    for (double min_delta : {0.0, 0.01}) {
      for (int patience : {0, 1, 7}) {
        const Sets sets = random_sets(seed);
        Options options = overfitting(80, patience);
        options.min_delta = min_delta;
        options.restarts = 2;
        options.start_seed = seed;
        Fit<float> fit(sets.train, nullptr, options, &sets.validation);
        do {
          fit.run_until(options.epochs);
          const RestartReport& report = fit.reports().back();
          const std::vector<HistoryRow>& rows = fit.history();
          ASSERT_EQ(static_cast<int>(rows.size()), report.epochs);
          float lowest = std::numeric_limits<float>::infinity();
          double reference = lowest;
          int best = 0, improved = 0, end = 0;
          for (int epoch = 1; epoch <= report.epochs && end == 0; ++epoch) {
            const float loss = rows[epoch - 1].validation_loss;
            if (loss < lowest) best = epoch;
            lowest = std::min(lowest, loss);
            if (loss < reference - min_delta) {
              reference = loss;
              improved = epoch;
            }
            if (patience > 0 && epoch - improved >= patience) end = epoch;
          }
          EXPECT_EQ(report.best_epoch, best);
          EXPECT_EQ(static_cast<float>(report.validation_loss), lowest);
          EXPECT_EQ(report.stopped_epoch, report.epochs < options.epochs ? report.epochs : 0);
          EXPECT_EQ(report.epochs, end == 0 ? options.epochs : end);
          stopped += report.stopped_epoch > 0;
        } while (fit.next_restart());
        const std::vector<RestartReport>& reports = fit.reports();
        EXPECT_EQ(fit.best(), reports[1].validation_loss < reports[0].validation_loss ? 1 : 0);
      }
    }
  }
  EXPECT_GT(stopped, testing::seeds(12, 3));
}

/// Slices change no bits, and neither does a test set.
TEST(EarlyStopping, SlicingChangesNoBits) {
  const Sets sets = random_sets(701);
  Options options = overfitting(60, 5);
  options.restarts = 3;
  Fit<float> whole(sets.train, nullptr, options, &sets.validation);
  finish(whole);
  for (int slice : {1, 3, 1000}) {
    Fit<float> fit(sets.train, &sets.validation, options, &sets.validation);
    do {
      while (fit.advance(slice, options.epochs) > 0) fit.evaluate();
    } while (fit.next_restart());
    EXPECT_EQ(fit.best(), whole.best());
    EXPECT_TRUE(same_bits(fit.best_parameters(), whole.best_parameters()));
    for (int r = 0; r < 3; ++r) {
      const RestartReport &a = fit.reports()[r], &b = whole.reports()[r];
      EXPECT_EQ(a.validation_loss, b.validation_loss);
      EXPECT_EQ(a.validation_loss, a.test_loss);
      EXPECT_EQ(a.epochs, b.epochs);
      EXPECT_EQ(a.best_epoch, b.best_epoch);
    }
  }
}

/// A validation set changes no step: as many epochs have the same history of the training set.
TEST(EarlyStopping, ChangesNoStep) {
  const Sets sets = random_sets(801);
  const Options options = overfitting(40);
  Fit<float> with(sets.train, nullptr, options, &sets.validation),
      without(sets.train, nullptr, options);
  finish(with);
  finish(without);
  for (int epoch = 0; epoch < options.epochs; ++epoch) {
    EXPECT_EQ(with.history()[epoch].objective, without.history()[epoch].objective);
    EXPECT_TRUE(std::isnan(without.history()[epoch].validation_loss));
  }
  EXPECT_EQ(without.reports()[0].best_epoch, options.epochs);
  EXPECT_TRUE(std::isnan(without.reports()[0].validation_loss));
}

/// Matrices, sparse samples and regressions have a validation set too; a training that is stopped
/// from outside keeps its best state.
TEST(EarlyStopping, WorksForEveryKindOfData) {
  for (Task task : {Task::kClassification, Task::kRegression}) {
    const Sets sets = random_sets(901, {5, 4}, task);
    Options options = overfitting(30, 10);
    options.ranks = {2, 2};
    for (Method method : {Method::kTrip, Method::kTucker}) {
      options.method = method;
      Fit<float> fit(sets.train, nullptr, options, &sets.validation);
      fit.run_until(9);
      fit.stop();
      const RestartReport& report = fit.reports()[0];
      EXPECT_EQ(report.stopped_epoch, 0);
      EXPECT_EQ(report.epochs, 9);
      for (const HistoryRow& row : fit.history())
        EXPECT_LE(static_cast<float>(report.validation_loss), row.validation_loss);
    }
  }
}

/// A restart that diverges keeps its last finite state, and is kept only if all others diverge too.
TEST(EarlyStopping, DivergedRestartsAreNotKept) {
  const Sets sets = random_sets(1001);
  Options options = overfitting(2000);
  options.learning_rate = 1e15;
  options.restarts = 2;
  Fit<float> fit(sets.train, nullptr, options, &sets.validation);
  finish(fit);
  for (const RestartReport& report : fit.reports()) {
    EXPECT_TRUE(report.diverged);
    EXPECT_EQ(report.best_epoch, report.epochs);
    EXPECT_EQ(report.stopped_epoch, 0);
  }
  EXPECT_EQ(fit.history().size(), static_cast<size_t>(fit.reports()[1].epochs));
}

/// Values beyond single precision have no loss; the last state is then kept.
TEST(EarlyStopping, LossesThatAreNotNumbersAreNeverLower) {
  Sets sets = random_sets(1101);
  for (float& value : sets.validation.x) value = 3e38f;
  const Options options = overfitting(5, 1);
  Fit<float> fit(sets.train, nullptr, options, &sets.validation);
  finish(fit);
  EXPECT_EQ(fit.reports()[0].best_epoch, 5);
  EXPECT_EQ(fit.reports()[0].ranking, std::numeric_limits<double>::infinity());
}

TEST(EarlyStopping, RefusesOtherSamples) {
  const Sets sets = random_sets(1), other = random_sets(1, {11});
  expect_error("shape", {"validation", "another shape"},
               [&] { Fit<float>(sets.train, nullptr, quick(), &other.validation); });
}

}  // namespace
}  // namespace trip
