// Starts of a training, and the options and data that are refused before it.

#include <limits>

#include "fits.h"

namespace trip {
namespace {

using testing::expect_error;
using testing::finish;
using testing::quick;
using testing::small_spiral;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

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

/// The sine of the largest angle by which the first step turns C.
double turned_by_a_step(const Dataset<double>& data, const Options& options) {
  Fit<double> fit(data, nullptr, options);
  const auto projection = [&] {
    const std::vector<double> all = fit.parameters();
    const int size = data.dims[0] * options.ranks[0];
    return testing::matrix_of(data.dims[0], std::vector<double>{all.begin(), all.begin() + size});
  };
  const Matrix before = projection();
  fit.advance(1, options.epochs);
  const Matrix after = projection();
  return (after - before * (before.transpose() * after)).norm();
}

/// The columns of Z are as long after a warm start as after a random one, so that a step turns the
/// projection as far.
TEST(Trainer, AStepFromAStartTurnsTheProjectionAsFarAsFromARandomOne) {
  Random random(6, 0);
  const auto data = testing::random_dataset<double>(random, {100}, 40, Task::kRegression, 1);
  Options options = quick(5);
  options.learning_rate = 0.01;
  const double random_turn = turned_by_a_step(data, options);
  EXPECT_GT(random_turn, 0.003);
  EXPECT_LT(random_turn, 0.1);
  Options none = options;
  none.epochs = 0;
  Fit<double> first(data, nullptr, none);
  options.start = start_of(first);
  const double warm_turn = turned_by_a_step(data, options);
  EXPECT_LT(warm_turn, 1.3 * random_turn);
  EXPECT_GT(warm_turn, random_turn / 1.3);
  // A given projection has columns of exactly this length.
  options.projection.assign(options.start.begin(), options.start.begin() + 200);
  options.start.clear();
  EXPECT_NEAR(turned_by_a_step(data, options), warm_turn, 1e-4 * warm_turn);
}

TEST(BadData, TuckerNeedsMoreThanVectors) {
  const Spiral spiral = small_spiral();
  Options options = quick();
  options.method = Method::kTucker;
  expect_error("option", {"tucker", "use 'pca'"},
               [&] { Fit<float>(spiral.train, nullptr, options); });
}

TEST(BadData, HeldOutSetsHaveTheSameResponses) {
  Random random(8);
  auto train = testing::random_dataset<float>(random, {4}, 10, Task::kRegression, 0), test = train;
  test.responses = 2;
  test.targets.resize(20);
  expect_error("value", {"test", "another kind"}, [&] { Fit<float>(train, &test, quick()); });
  train.responses = 0;
  train.targets.clear();
  expect_error("shape", {"responses must be at least 1, got 0"},
               [&] { Fit<float>(train, nullptr, quick()); });
}

}  // namespace
}  // namespace trip
