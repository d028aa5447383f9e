#include "order.h"

#include <gtest/gtest.h>
#include <trip/random.h>

#include <algorithm>
#include <limits>

namespace trip {
namespace {

using Values = std::vector<double>;

/// Numbers of all magnitudes and signs, among them many equal ones, both zeros and infinities.
Values numbers(int count, uint64_t seed) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double some[] = {0.0, -0.0, 5e-324, -5e-324, kInfinity, -kInfinity, 1.0, 1.0 + 0x1p-52};
  Random random(seed);
  Values values(count);
  for (double& value : values) {
    const int kind = static_cast<int>(4 * random.uniform());
    value = kind == 0   ? some[static_cast<int>(8 * random.uniform())]
            : kind == 1 ? std::floor(20 * random.normal())
                        : random.normal() * std::exp(100 * random.normal());
  }
  return values;
}

class Order : public testing::TestWithParam<int> {};

TEST_P(Order, IsThatOfAStableSortByComparisons) {
  for (const uint64_t seed : {3, 17, 91}) {
    const Values values = numbers(GetParam(), seed);
    std::vector<int> wanted = consecutive(GetParam());
    std::stable_sort(wanted.begin(), wanted.end(),
                     [&](int a, int b) { return values[a] < values[b]; });
    EXPECT_EQ(rising(values), wanted);
    std::vector<int> from_largest = consecutive(GetParam());
    std::stable_sort(from_largest.begin(), from_largest.end(),
                     [&](int a, int b) { return values[a] > values[b]; });
    EXPECT_EQ(falling(values), from_largest);
  }
}

INSTANTIATE_TEST_SUITE_P(Counts, Order, testing::Values(2, 100, 1999, 2000, 2001, 30000));

TEST(OrderOfNaN, IsThatOfTheLargestNumber) {
  for (const int count : {5, 3000}) {
    Values values = numbers(count, 7);
    values[1] = std::numeric_limits<double>::quiet_NaN();
    values[3] = -std::numeric_limits<double>::quiet_NaN();
    const std::vector<int> order = rising(values);
    EXPECT_EQ(order[count - 2], 1);
    EXPECT_EQ(order[count - 1], 3);
    EXPECT_EQ(falling(values)[0], 1);
    EXPECT_EQ(falling(values)[1], 3);
  }
}

TEST(OrderOfNothing, IsEmpty) {
  EXPECT_TRUE(rising({}).empty());
  EXPECT_EQ(falling({4}), std::vector<int>{0});
}

}  // namespace
}  // namespace trip
