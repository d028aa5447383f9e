#include <trip/error.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace trip {

std::string text(double value) {
  if (value != value) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  char buffer[40];
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
    if (std::strtod(buffer, nullptr) == value) break;
  }
  return buffer;
}

}  // namespace trip
