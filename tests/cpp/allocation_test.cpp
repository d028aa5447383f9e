// The training loop allocates nothing after the first epoch.

#include <trip/trainer.h>

#include <Eigen/Core>

#include "allocation_counter.h"
#include "support.h"

namespace trip {
namespace {

using testing::count_allocations;

/// Keeps the compiler from removing an allocation.
const void* volatile escaped;

TEST(Allocation, TheCounterSeesContainersAndMatrices) {
  EXPECT_EQ(count_allocations([] {}), 0);
  EXPECT_GT(count_allocations([] { escaped = std::vector<int>(100).data(); }), 0);
  EXPECT_GT(count_allocations([] { escaped = Eigen::MatrixXd(100, 100).data(); }), 0);
}

struct Setting {
  const char* name;
  std::vector<int> dims, ranks, hidden;
  Method method = Method::kTrip;
  Task task = Task::kClassification;
};

void PrintTo(const Setting& setting, std::ostream* out) { *out << setting.name; }

class AllocationSettings : public ::testing::TestWithParam<Setting> {};
INSTANTIATE_TEST_SUITE_P(
    Settings, AllocationSettings,
    ::testing::Values(Setting{"vectors", {20}, {2}, {10, 10, 10}},
                      Setting{"one_column", {20}, {1}, {}},
                      Setting{"five_columns", {20}, {5}, {10}},
                      Setting{"matrices", {6, 5}, {2, 3}, {10}},
                      Setting{"cubes", {4, 3, 5}, {2, 2, 2}, {7, 3}},
                      Setting{"pca", {20}, {2}, {10}, Method::kPca},
                      Setting{"lda", {20}, {2}, {10}, Method::kLda},
                      Setting{"regression", {20}, {2}, {10}, Method::kTrip, Task::kRegression}),
    [](const auto& setting) { return std::string(setting.param.name); });

TEST_P(AllocationSettings, NoneAfterTheFirstEpoch) {
  Random random(1);
  const auto train =
      testing::random_dataset<float>(random, GetParam().dims, 77, GetParam().task, 2);
  const auto test = testing::random_dataset<float>(random, GetParam().dims, 41, GetParam().task, 2);
  Options options;
  options.method = GetParam().method;
  options.ranks = GetParam().ranks;
  options.hidden = GetParam().hidden;
  options.epochs = 40;
  for (const Dataset<float>* held_out : {static_cast<const Dataset<float>*>(nullptr), &test}) {
    Fit<float> fit(train, held_out, options, held_out);
    fit.run_until(1);
    EXPECT_EQ(count_allocations([&] { fit.run_until(options.epochs - 1); }), 0);
    EXPECT_EQ(fit.epoch(), options.epochs - 1);
  }
}

}  // namespace
}  // namespace trip
