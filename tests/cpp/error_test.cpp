// Messages are built from texts and numbers; numbers are short.

#include <trip/error.h>

#include <limits>

#include "support.h"

namespace trip {
namespace {

/// The text of a number in a message.
std::string text(double value) {
  try {
    fail("value", {value});
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(Error, IsBuiltFromParts) {
  const std::string name = "lambda";
  testing::expect_error("option", {"lambda must be at least 0, got -0.5"}, [&] {
    fail("option", {name, " must be at least ", 0, ", got ", -0.5});
  });
}

TEST(Error, IsThrownOnlyWhereTheConditionFails) {
  require(true, "value", {"never"});
  testing::expect_error("value", {"3 of 4"}, [] {
    require(false, "value", {3, " of ", size_t{4}});
  });
}

TEST(ErrorText, IntegersHaveNoFraction) {
  EXPECT_EQ(text(0), "0");
  EXPECT_EQ(text(7), "7");
  EXPECT_EQ(text(-12), "-12");
  EXPECT_EQ(text(1000000), "1000000");
  EXPECT_EQ(text(9007199254740991), "9007199254740991");
}

TEST(ErrorText, FractionsAreShort) {
  EXPECT_EQ(text(0.1), "0.1");
  EXPECT_EQ(text(-0.25), "-0.25");
  EXPECT_EQ(text(1.5), "1.5");
  EXPECT_EQ(text(123.456), "123.456");
  EXPECT_EQ(text(0.001), "0.001");
}

TEST(ErrorText, OtherNumbersReadBackToSixDigits) {
  Random random(1);
  for (int trial = 0; trial < 2000; ++trial) {
    const double value = random.normal() * std::pow(10.0, random.uniform(-30, 30));
    EXPECT_NEAR(std::stod(text(value)), value, 6e-6 * std::fabs(value)) << text(value);
  }
  for (double value : {9.9999999, 99999.99, 999999.6, 0.99999999, 9.9999996e-7, 1e300, 1e-300})
    EXPECT_NEAR(std::stod(text(value)), value, 6e-6 * value) << text(value);
}

TEST(ErrorText, SpecialValuesHaveNames) {
  EXPECT_EQ(text(std::numeric_limits<double>::quiet_NaN()), "NaN");
  EXPECT_EQ(text(std::numeric_limits<double>::infinity()), "Infinity");
  EXPECT_EQ(text(-std::numeric_limits<double>::infinity()), "-Infinity");
}

}  // namespace
}  // namespace trip
