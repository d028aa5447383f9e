#pragma once
// The only exception type of the core. A message names the argument, the value seen and the values
// accepted.

#include <initializer_list>
#include <stdexcept>
#include <string>

namespace trip {

/// `code` is stable and meant for programs: "shape", "value", "option", "diverged", "format",
/// "memory"; "internal" reports a bug, since no input should cause it.
class Error : public std::runtime_error {
 public:
  Error(const char* code, const std::string& message) : std::runtime_error(message), code_(code) {}
  const char* code() const { return code_; }

 private:
  const char* code_;
};

/// A piece of a message: text, or a number, which is printed as an integer or with at most six
/// significant digits. A part stores only a pointer to its text, so that a check that passes builds
/// no string.
class Part {
 public:
  Part(const char* text) : text_(text) {}
  Part(const std::string& text) : text_(text.c_str()) {}
  Part(double number) : number_(number) {}
  Part(int number) : number_(number) {}
  Part(size_t number) : number_(static_cast<double>(number)) {}
  void append_to(std::string& message) const;

 private:
  const char* text_ = nullptr;
  double number_ = 0;
};

/// Concatenates the parts.
std::string to_text(std::initializer_list<Part> parts);

/// Throws Error(code, concatenated parts).
[[noreturn]] void fail(const char* code, std::initializer_list<Part> parts);

inline void require(bool condition, const char* code, std::initializer_list<Part> parts) {
  if (!condition) fail(code, parts);
}

}  // namespace trip
