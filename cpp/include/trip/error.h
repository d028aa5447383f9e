#pragma once
// The one exception type of the core. A message names the argument, the value seen and what is
// accepted.

#include <stdexcept>
#include <string>

namespace trip {

/// `code` is stable and meant for programs: "shape", "value", "option", "diverged", "format",
/// "memory".
class Error : public std::runtime_error {
 public:
  Error(const char* code, const std::string& message) : std::runtime_error(message), code_(code) {}
  const char* code() const { return code_; }

 private:
  const char* code_;
};

/// Decimal text for messages: integers whole, others with at most six significant digits.
std::string text(double value);

/// Throws Error(code, message) unless `condition` holds.
template <class Message>
void require(bool condition, const char* code, const Message& message) {
  if (!condition) throw Error(code, message());
}

}  // namespace trip
