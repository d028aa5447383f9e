#include <trip/error.h>

#include <cmath>
#include <cstdint>

namespace trip {
namespace {

constexpr double kExact =
    9007199254740992;  // 2^53: every integer up to this one is exact in a double

void append_integer(std::string& message, uint64_t value) {
  char digits[20];
  int count = 0;
  do digits[count++] = static_cast<char>('0' + value % 10);
  while (value /= 10);
  while (count > 0) message.push_back(digits[--count]);
}

/// d.ddddde+x without trailing zeros. The formatting of the C library is not used, since it adds as
/// much code as the trainer.
void append_scientific(std::string& message, double value) {
  int exponent = 0;
  for (; value >= 10; value /= 10) ++exponent;
  for (; value < 1; value *= 10) --exponent;
  uint64_t digits = static_cast<uint64_t>(value * 1e5 + 0.5);
  if (digits >= 1000000) {
    digits /= 10;
    ++exponent;
  }
  const bool plain = exponent >= -4 && exponent < 0;  // 0.000123
  if (plain) {
    message += "0.";
    for (int i = exponent + 1; i < 0; ++i) message.push_back('0');
  }
  const int whole = exponent >= 0 && exponent < 6 ? exponent + 1 : 1;  // digits before the point
  uint64_t unit = 100000;
  for (int i = 0; i < 6 && (digits > 0 || i < whole); ++i, unit /= 10) {
    if (!plain && i == whole) message.push_back('.');
    message.push_back(static_cast<char>('0' + digits / unit));
    digits %= unit;
  }
  if (plain || exponent == whole - 1) return;
  message += exponent < 0 ? "e-" : "e";
  append_integer(message, static_cast<uint64_t>(exponent < 0 ? -exponent : exponent));
}

}  // namespace

void Part::append_to(std::string& message) const {
  if (text_) {
    message += text_;
    return;
  }
  if (number_ != number_) {
    message += "NaN";
    return;
  }
  if (number_ < 0) message.push_back('-');
  const double size = std::fabs(number_);
  if (std::isinf(size)) {
    message += "Infinity";
  } else if (size <= kExact && size == std::floor(size)) {
    append_integer(message, static_cast<uint64_t>(size));
  } else {
    append_scientific(message, size);
  }
}

std::string to_text(std::initializer_list<Part> parts) {
  std::string text;
  for (const Part& part : parts) part.append_to(text);
  return text;
}

void fail(const char* code, std::initializer_list<Part> parts) {
  throw Error(code, to_text(parts));
}

}  // namespace trip
