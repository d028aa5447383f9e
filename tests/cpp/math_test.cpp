// Compares exp, log, sin and cos with the C library over many arguments, with the error bounds of
// math.h, and at special values.

#include <limits>

#include "lane_math.h"
#include "support.h"

namespace trip {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr int kSteps = 200000;

/// Calls visit(x) for kSteps + 1 values from low to high.
template <class Visit>
void sweep(double low, double high, Visit visit) {
  for (int i = 0; i <= kSteps; ++i) visit(low + (high - low) * i / kSteps);
}

/// Largest error of `seen` relative to `expected`, in units of the last place of 1.
class Worst {
 public:
  void add(double x, double seen, double expected, double scale) {
    const double error = std::fabs(seen - expected) / scale;
    if (error <= error_) return;
    error_ = error;
    at_ = x;
  }
  void expect_below(double bound) const {
    EXPECT_TRUE(error_ <= bound) << "error " << error_ << " at " << at_;
  }

 private:
  double error_ = 0, at_ = 0;
};

TEST(Exp, IsWithinTwoUnitsInTheLastPlace) {
  Worst worst;
  sweep(-708, 709.7, [&](double x) { worst.add(x, trip::exp(x), std::exp(x), std::exp(x)); });
  sweep(-1, 1, [&](double x) { worst.add(x, trip::exp(x), std::exp(x), std::exp(x)); });
  worst.expect_below(4.5e-16);
}

TEST(Log1p, IsWithinThreeUnitsInTheLastPlace) {
  Worst worst;
  const auto add = [&](double x) {
    worst.add(x, trip::log1p(x), std::log1p(x), std::fabs(std::log1p(x)) + 1e-300);
  };
  sweep(-0.999999, 3, add);
  sweep(-1e-8, 1e-8, add);
  sweep(0, 1e12, add);
  for (double x = 1e-300; x < 1e300; x *= 7.3) add(x);
  worst.expect_below(7e-16);
}

TEST(Log1p, SpecialValues) {
  EXPECT_EQ(trip::log1p(0.0), 0);
  EXPECT_EQ(trip::log1p(-1.0), -kInfinity);
  EXPECT_EQ(trip::log1p(kInfinity), kInfinity);
  EXPECT_TRUE(std::isnan(trip::log1p(-1.5)));
  EXPECT_TRUE(std::isnan(trip::log1p(kNaN)));
  EXPECT_EQ(log1p_each({0, 1e-20}), (std::vector<double>{0, 1e-20}));
}

TEST(Exp, ReachesTheDenormalNumbers) {
  sweep(-745.1, -708.4, [](double x) {
    EXPECT_NEAR(trip::exp(x), std::exp(x), 1e-15 * std::exp(x) + 5e-324) << x;
  });
}

TEST(Exp, SpecialValues) {
  EXPECT_EQ(trip::exp(0.0), 1);
  EXPECT_EQ(trip::exp(-0.0), 1);
  EXPECT_EQ(trip::exp(-746.0), 0);
  EXPECT_EQ(trip::exp(-kInfinity), 0);
  EXPECT_EQ(trip::exp(710.0), kInfinity);
  EXPECT_EQ(trip::exp(kInfinity), kInfinity);
  EXPECT_TRUE(std::isnan(trip::exp(kNaN)));
}

TEST(Log, IsWithinTwoUnitsInTheLastPlace) {
  Worst worst;
  const auto add = [&](double x) {
    const double expected = std::log(x);
    worst.add(x, trip::log(x), expected, std::fabs(expected) + 1e-300);
  };
  sweep(-300, 300, [&](double power) { add(std::pow(10.0, power)); });
  sweep(0.25, 4, [&](double x) {
    if (std::fabs(x - 1) > 1e-12) add(x);
  });
  for (double tiny = 1e-15; tiny < 0.1; tiny *= 1.7) {
    add(1 + tiny);
    add(1 - tiny);
  }
  worst.expect_below(4.5e-16);
}

TEST(Log, SpecialValues) {
  EXPECT_EQ(trip::log(1.0), 0);
  EXPECT_EQ(trip::log(0.0), -kInfinity);
  EXPECT_EQ(trip::log(kInfinity), kInfinity);
  EXPECT_NEAR(trip::log(5e-324), std::log(5e-324), 1e-12);
  EXPECT_TRUE(std::isnan(trip::log(-1.0)));
  EXPECT_TRUE(std::isnan(trip::log(-kInfinity)));
  EXPECT_TRUE(std::isnan(trip::log(kNaN)));
}

TEST(Log, UndoesExp) {
  sweep(-700, 700, [](double x) {
    EXPECT_NEAR(trip::log(trip::exp(x)), x, 5e-16 * std::max(1.0, std::fabs(x)));
  });
}

TEST(SinCos, AreAccurateNearZeroAndFarOut) {
  Worst worst;
  const auto add = [&](double x) {
    worst.add(x, trip::sin(x), std::sin(x), 1);
    worst.add(x, trip::cos(x), std::cos(x), 1);
  };
  sweep(-20, 20, add);
  sweep(-1e5, 1e5, add);
  worst.expect_below(2.3e-16);
}

TEST(SinCos, KeepRelativeAccuracyNearTheirZeros) {
  for (int quadrant = -1000; quadrant <= 1000; ++quadrant) {
    const double x = quadrant * 1.5707963267948966;
    const double expected = quadrant % 2 == 0 ? std::sin(x) : std::cos(x);
    const double seen = quadrant % 2 == 0 ? trip::sin(x) : trip::cos(x);
    EXPECT_NEAR(seen, expected, 1e-8 * std::fabs(expected)) << x;
  }
  EXPECT_EQ(trip::sin(0.0), 0);
  EXPECT_EQ(trip::cos(0.0), 1);
  EXPECT_EQ(trip::sin(1e-300), 1e-300);
}

/// Runs four neighbouring values of a table through a lane function: visit(x, f(x)).
template <class T, class Function, class Visit>
void sweep_lanes(double low, double high, Function function, Visit visit) {
  for (int i = 0; i < kSteps; i += kLanes) {
    Lanes<T> x;
    for (int k = 0; k < kLanes; ++k) x[k] = static_cast<T>(low + (high - low) * (i + k) / kSteps);
    const Lanes<T> y = function(x);
    for (int k = 0; k < kLanes; ++k) visit(static_cast<double>(x[k]), static_cast<double>(y[k]));
  }
}

TEST(LanesExp, FloatIsWithin2e7) {
  Worst worst;
  const auto add = [&](double x, double seen) { worst.add(x, seen, std::exp(x), std::exp(x)); };
  const auto function = [](Lanes<float> x) { return exp(x); };
  sweep_lanes<float>(-87, 88, function, add);
  sweep_lanes<float>(-1, 1, function, add);
  worst.expect_below(2e-7);
}

TEST(LanesExp, FloatSpecialValues) {
  const float infinity = std::numeric_limits<float>::infinity();
  const Lanes<float> a = exp(Lanes<float>{0, -0.0f, -88, -infinity});
  EXPECT_EQ(a[0], 1);
  EXPECT_EQ(a[1], 1);
  EXPECT_EQ(a[2], 0);
  EXPECT_EQ(a[3], 0);
  const Lanes<float> b =
      exp(Lanes<float>{88, 1e30f, infinity, std::numeric_limits<float>::quiet_NaN()});
  EXPECT_TRUE(std::isfinite(b[0]));
  EXPECT_EQ(b[1], b[0]);  // clamped
  EXPECT_EQ(b[2], b[0]);
  EXPECT_TRUE(std::isnan(b[3]));
}

TEST(LanesLog, FloatIsWithin2e7) {
  Worst worst;
  const auto function = [](Lanes<float> x) { return log(x); };
  const auto add = [&](double x, double seen) {
    worst.add(x, seen, std::log(x), std::max(1.0, std::fabs(std::log(x))));
  };
  sweep_lanes<float>(1e-3, 10, function, add);
  sweep_lanes<float>(1, 1e6, function, add);
  for (float x = 1.2e-38f; x < 1e38f; x *= 1.37f) {
    const Lanes<float> y = log(splat(x));
    for (int k = 0; k < kLanes; ++k) add(x, y[k]);
  }
  worst.expect_below(2e-7);
}

TEST(LanesLog, FloatSpecialValues) {
  const float infinity = std::numeric_limits<float>::infinity();
  const Lanes<float> bad =
      log(Lanes<float>{0, -1, infinity, std::numeric_limits<float>::quiet_NaN()});
  for (int k = 0; k < kLanes; ++k) EXPECT_TRUE(std::isnan(bad[k])) << k;
  const Lanes<float> good = log(Lanes<float>{1, 2, 0.5f, 1});
  EXPECT_EQ(good[0], 0);
  EXPECT_FLOAT_EQ(good[1], 0.69314718f);
  EXPECT_FLOAT_EQ(good[2], -0.69314718f);
}

TEST(LanesExp, OfNegativeDoublesIsWithinFourUnitsInTheLastPlace) {
  Worst worst;
  const auto add = [&](double x, double seen) { worst.add(x, seen, std::exp(x), std::exp(x)); };
  const auto function = [](Lanes<double> x) { return exp_of_negative(x); };
  for (double low : {-700.0, -60.0, -1.0, -1e-10}) sweep_lanes<double>(low, 0, function, add);
  worst.expect_below(9e-16);
  EXPECT_EQ(exp_of_negative(Lanes<double>{})[0], 1);
}

TEST(LanesDouble, EqualTheScalarFunctions) {
  sweep_lanes<double>(
      -800, 800, [](Lanes<double> x) { return exp(x); },
      [](double x, double y) { EXPECT_EQ(y, trip::exp(x)) << x; });
  sweep_lanes<double>(
      1e-3, 800, [](Lanes<double> x) { return log(x); },
      [](double x, double y) { EXPECT_EQ(y, trip::log(x)) << x; });
}

}  // namespace
}  // namespace trip
