#include <trip/error.h>

#include <cmath>
#include <cstdint>

namespace trip {

std::string text(double value) {
  if (value != value) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  if (value < 0) return "-" + text(-value);
  if (value < 1e15 && value == std::floor(value))
    return std::to_string(static_cast<int64_t>(value));
  // Six significant digits, without the formatting of the C library, which costs as much space as
  // the whole trainer.
  int exponent = 0;
  for (; value >= 10; value /= 10) ++exponent;
  for (; value < 1; value *= 10) --exponent;
  int64_t digits = static_cast<int64_t>(value * 1e5 + 0.5);
  if (digits >= 1000000) {
    digits /= 10;
    ++exponent;
  }
  std::string mantissa = std::to_string(digits);
  if (exponent >= -5 && exponent < 0) {
    mantissa = "0." + std::string(-exponent - 1, '0') + mantissa;
    exponent = 0;
  } else {
    const int whole = exponent >= 0 && exponent < 6 ? exponent + 1 : 1;
    mantissa.insert(whole, ".");
    if (whole > 1) exponent = 0;
  }
  while (mantissa.back() == '0') mantissa.pop_back();
  if (mantissa.back() == '.') mantissa.pop_back();
  return exponent == 0 ? mantissa : mantissa + "e" + std::to_string(exponent);
}

}  // namespace trip
