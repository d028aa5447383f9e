// exp, log, sin and cos: range reduction with a constant in two or three parts (Cody and Waite
// 1980), then a polynomial. Lanes in single precision use the coefficients of the Cephes library
// (Moshier 1989).

#include <limits>

#include "lane_math.h"

namespace trip {
namespace {

// ln 2 and pi/2, split so that n times a leading part is exact for every n that occurs.
constexpr double kLn2High = 6.93147180369123816490e-01;
constexpr double kLn2Low = 1.90821492927058770002e-10;
constexpr double kHalfPi1 = 1.57079632673412561417e+00;
constexpr double kHalfPi2 = 6.07710050630396597660e-11;
constexpr double kHalfPi3 = 2.02226624879595063154e-21;

/// Sum of the terms r^k / k! for k, k + 2, .. with alternating signs: the series of sin and cos,
/// |r| <= pi/4.
double alternating_series(double first_term, double r, int k) {
  const double r2 = r * r;
  double term = first_term, total = 0;
  double terms[10];
  for (int i = 0; i < 10; ++i) {
    terms[i] = term;
    term = -term * r2 / ((k + 1) * (k + 2));
    k += 2;
  }
  for (int i = 9; i >= 0; --i) total += terms[i];  // small terms first
  return total;
}

/// Reduces x to |r| <= pi/4 and returns the quadrant 0..3.
int reduce(double x, double& r) {
  const double n = std::floor(x * 0.636619772367581343 + 0.5);
  r = ((x - n * kHalfPi1) - n * kHalfPi2) - n * kHalfPi3;
  const double quadrant = n - 4 * std::floor(n / 4);
  return quadrant >= 0 && quadrant < 4 ? static_cast<int>(quadrant) : 0;  // n may be not-a-number
}

double sine_of_quadrant(double r, int quadrant) {
  const double value =
      quadrant % 2 == 0 ? alternating_series(r, r, 1) : alternating_series(1.0, r, 0);
  return quadrant < 2 ? value : -value;
}

}  // namespace

double exp(double x) {
  if (x != x) return x;
  if (x > 709.782712893384) return std::numeric_limits<double>::infinity();
  if (x < -745.2) return 0;
  const double n = std::floor(x * 1.44269504088896338700 + 0.5);
  const double r = (x - n * kLn2High) - n * kLn2Low;
  double series = 1;
  for (int k = 14; k >= 1; --k)
    series = 1 + series * r / k;             // |r| <= 0.35: the next term is below 1e-19
  const int half = static_cast<int>(n) / 2;  // two steps, so that neither factor overflows
  return std::ldexp(std::ldexp(series, half), static_cast<int>(n) - half);
}

double log(double x) {
  if (!(x > 0)) {
    return x == 0 ? -std::numeric_limits<double>::infinity()
                  : std::numeric_limits<double>::quiet_NaN();
  }
  if (x > std::numeric_limits<double>::max()) return x;
  int exponent;
  double m = std::frexp(x, &exponent);
  if (m < 0.70710678118654752440) {
    m *= 2;
    --exponent;
  }
  // log m = 2 atanh(s), |s| <= 0.172
  const double s = (m - 1) / (m + 1), s2 = s * s;
  double series = 0;
  for (int k = 23; k >= 3; k -= 2) series = (series + 1.0 / k) * s2;
  return exponent * kLn2High + (2 * (s + s * series) + exponent * kLn2Low);
}

double log1p(double x) {
  const double sum = 1 + x, rounded = sum - 1;
  // log(sum) / (sum - 1) changes slowly, so that the rounding of the sum cancels (Goldberg 1991).
  return rounded == 0 || sum == std::numeric_limits<double>::infinity() ? x
                                                                        : log(sum) * (x / rounded);
}

std::vector<double> log1p_each(const std::vector<double>& values) {
  std::vector<double> logs;
  logs.reserve(values.size());
  for (double value : values) logs.push_back(log1p(value));
  return logs;
}

double sin(double x) {
  double r;
  const int quadrant = reduce(x, r);
  return sine_of_quadrant(r, quadrant);
}

double cos(double x) {
  double r;
  const int quadrant = reduce(x, r);
  return sine_of_quadrant(r, (quadrant + 1) & 3);
}

Lanes<float> exp(Lanes<float> x) {
  typedef uint32_t Bits __attribute__((vector_size(16)));
  const Lanes<float> clamped = x > splat(88.0f) ? splat(88.0f) : x;
  // Adding 1.5 * 2^23 rounds to an integer and puts it into the low bits.
  const Lanes<float> shifted = clamped * 1.44269504f + 12582912.0f;
  const Lanes<float> n = shifted - 12582912.0f;
  const Lanes<float> r = (clamped - n * 0.693359375f) - n * -2.12194440e-4f;
  Lanes<float> p = splat(1.9875691500e-4f);
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = (p * (r * r) + r) + 1.0f;
  const Bits power = ((Bits)shifted << 23) + 0x3f800000u;
  return x < splat(-87.0f) ? splat(0.0f) : p * (Lanes<float>)power;
}

Lanes<float> log(Lanes<float> x) {
  typedef int32_t Int __attribute__((vector_size(16)));
  const Int bits = (Int)x;
  Int exponent = (bits >> 23) - 126;
  Lanes<float> m = (Lanes<float>)((bits & 0x007fffff) | 0x3f000000);  // in [0.5, 1)
  const Int small = m < splat(0.707106781f);
  exponent += small;  // a true comparison is -1
  m = (small ? m + m : m) - 1.0f;
  const Lanes<float> e = __builtin_convertvector(exponent, Lanes<float>);
  const Lanes<float> m2 = m * m;
  Lanes<float> p = splat(7.0376836292e-2f);
  p = p * m - 1.1514610310e-1f;
  p = p * m + 1.1676998740e-1f;
  p = p * m - 1.2420140846e-1f;
  p = p * m + 1.4249322787e-1f;
  p = p * m - 1.6668057665e-1f;
  p = p * m + 2.0000714765e-1f;
  p = p * m - 2.4999993993e-1f;
  p = p * m + 3.3333331174e-1f;
  const Lanes<float> tail = ((p * m) * m2 + e * -2.12194440e-4f) - m2 * 0.5f;
  const Lanes<float> value = (m + tail) + e * 0.693359375f;
  const Lanes<float> bad = splat(std::numeric_limits<float>::quiet_NaN());
  const Int valid = (x >= splat(std::numeric_limits<float>::min())) &
                    (x <= splat(std::numeric_limits<float>::max()));
  return valid ? value : bad;
}

Lanes<double> exp(Lanes<double> x) {
  return Lanes<double>{exp(x[0]), exp(x[1]), exp(x[2]), exp(x[3])};
}

Lanes<double> exp_of_negative(Lanes<double> x) {
  constexpr double kRound = 6755399441055744.0;  // 1.5 * 2^52: adding it rounds to an integer
  const Lanes<double> shifted = x * 1.44269504088896338700 + kRound, n = shifted - kRound;
  const Lanes<double> r = (x - n * kLn2High) - n * kLn2Low;  // at most log(2) / 2
  constexpr double kInverseFactorials[] = {
      1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040,
      1.0 / 720,       1.0 / 120,      1.0 / 24,      1.0 / 6,      1.0 / 2,     1.0};
  Lanes<double> series = splat(1.0 / 6227020800);
  for (const double coefficient : kInverseFactorials) series = series * r + coefficient;
  series = series * r + 1.0;
  const Mask<double> power = ((Mask<double>)shifted << 52) + 0x3ff0000000000000;
  return series * (Lanes<double>)power;
}

Lanes<double> log(Lanes<double> x) {
  return Lanes<double>{log(x[0]), log(x[1]), log(x[2]), log(x[3])};
}

}  // namespace trip
