// Folds: every sample is held out once, sizes and classes are balanced, and only the seed matters.
// Draws with replacement are uniform and independent.

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

/// Computed with a second implementation of the generator (Python).
TEST(Validation, FoldsAndDrawsNeverChange) {
  EXPECT_EQ(assign_folds(12, {}, 5, 7), (std::vector<int>{4, 2, 0, 4, 3, 3, 1, 1, 2, 1, 0, 0}));
  EXPECT_EQ(assign_folds(12, {0, 1, 0, 1, 1, 0, 2, 2, 0, 1, 2, 0}, 3, 7),
            (std::vector<int>{0, 2, 0, 1, 0, 2, 2, 0, 1, 2, 1, 1}));
  EXPECT_EQ(draw(8, 100, 7), (std::vector<int>{37, 12, 15, 47, 74, 86, 96, 87}));
}

TEST(Validation, RefusesImpossibleFolds) {
  testing::expect_error("option", {"folds", "from 2 to 5", "got 6"},
                        [] { assign_folds(5, {}, 6, 1); });
  testing::expect_error("option", {"folds", "got 1"}, [] { assign_folds(5, {}, 1, 1); });
  testing::expect_error("shape", {"folds of 5 samples", "labels, got 4"}, [] {
    assign_folds(5, {0, 1, 0, 1}, 2, 1);
  });
}

TEST(Draw, IsUniform) {
  constexpr int kCount = 60000, kBelow = 12;
  std::vector<int> counts(kBelow), pairs(kBelow * kBelow);
  const std::vector<int> drawn = draw(kCount, kBelow, 4);
  for (int i = 0; i < kCount; ++i) {
    ASSERT_TRUE(drawn[i] >= 0 && drawn[i] < kBelow);
    ++counts[drawn[i]];
    if (i % 2 == 1) ++pairs[drawn[i - 1] * kBelow + drawn[i]];
  }
  // Chi-squared with 11 and 143 degrees of freedom; the bounds are quantiles 0.9999.
  const auto chi_squared = [](const std::vector<int>& seen, double total) {
    const double expected = total / static_cast<double>(seen.size());
    double sum = 0;
    for (const int count : seen) sum += (count - expected) * (count - expected) / expected;
    return sum;
  };
  EXPECT_LT(chi_squared(counts, kCount), 37.4);
  EXPECT_LT(chi_squared(pairs, kCount / 2), 214.6);
}

TEST(Draw, DependsOnTheSeedAndBeginsAlike) {
  const std::vector<int> one = draw(40, 7, 1);
  EXPECT_EQ(one, draw(40, 7, 1));
  EXPECT_NE(one, draw(40, 7, 2));
  const std::vector<int> longer = draw(50, 7, 1);
  EXPECT_TRUE(std::equal(one.begin(), one.end(), longer.begin()));
  EXPECT_TRUE(draw(0, 7, 1).empty());
  EXPECT_EQ(draw(3, 1, 1), (std::vector<int>{0, 0, 0}));
}

TEST(Draw, RefusesNothingToDrawFrom) {
  testing::expect_error("option", {"draw", "got 3 and 0"}, [] { draw(3, 0, 1); });
  testing::expect_error("option", {"got -1 and 2"}, [] { draw(-1, 2, 1); });
}

}  // namespace
}  // namespace trip
