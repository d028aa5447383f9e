// Folds: every sample is held out once, sizes and classes are balanced, and only the seed matters.

#include <trip/validation.h>

#include <algorithm>

#include "support.h"

namespace trip {
namespace {

class Folds : public ::testing::TestWithParam<int> {};

TEST_P(Folds, SpreadEveryClassEvenly) {
  const int folds = GetParam(), count = 97, classes = 3;
  std::vector<int> labels;
  for (int n = 0; n < count; ++n) labels.push_back(n < 50 ? 0 : n < 90 ? 1 : 2);
  const std::vector<int> fold = assign_folds(count, labels, folds, 5);
  ASSERT_EQ(fold.size(), static_cast<size_t>(count));
  const auto spread = [&](auto counts) {  // largest minus smallest fold
    std::vector<int> size(folds);
    for (int n = 0; n < count; ++n) {
      ASSERT_TRUE(fold[n] >= 0 && fold[n] < folds);
      size[fold[n]] += counts(n);
    }
    const auto [low, high] = std::minmax_element(size.begin(), size.end());
    EXPECT_LE(*high - *low, 1);
  };
  spread([](int) { return 1; });
  for (int c = 0; c < classes; ++c) spread([&](int n) { return labels[n] == c ? 1 : 0; });
}

INSTANTIATE_TEST_SUITE_P(Numbers, Folds, ::testing::Values(2, 3, 5, 10, 97));

TEST(Validation, SeedDecides) {
  const std::vector<int> one = assign_folds(60, {}, 10, 1), two = assign_folds(60, {}, 10, 2);
  EXPECT_EQ(one, assign_folds(60, {}, 10, 1));
  EXPECT_NE(one, two);
  EXPECT_EQ(std::count(two.begin(), two.end(), 3), 6);
}

TEST(Validation, RefusesImpossibleFolds) {
  testing::expect_error("option", {"folds", "from 2 to 5", "got 6"},
                        [] { assign_folds(5, {}, 6, 1); });
  testing::expect_error("option", {"folds", "got 1"}, [] { assign_folds(5, {}, 1, 1); });
}

}  // namespace
}  // namespace trip
