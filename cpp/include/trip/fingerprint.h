#pragma once
// A hash that is equal when two results are equal to the last bit.

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace trip {

/// Increases whenever a change of the code changes the bits of any result. Fingerprints can only be
/// compared between equal versions. Version 1 ended when code that runs once a fit moved to Eigen's
/// solvers.
inline constexpr int kResultVersion = 2;

/// 64-bit FNV-1a over named arrays. Each array adds the bytes of its name, its length as 32 bits,
/// then its values, little-endian.
class Fingerprint {
 public:
  template <class T>
  void add(const std::string& name, const std::vector<T>& values) {
    bytes(name.data(), name.size());
    const uint32_t length = static_cast<uint32_t>(values.size());
    bytes(&length, sizeof length);
    bytes(values.data(), values.size() * sizeof(T));
  }
  /// 16 hexadecimal digits.
  std::string hex() const {
    std::string digits(16, '0');
    for (int i = 0; i < 16; ++i) digits[i] = "0123456789abcdef"[(hash_ >> (60 - 4 * i)) & 15];
    return digits;
  }

 private:
  void bytes(const void* data, size_t size) {
    const unsigned char* p = static_cast<const unsigned char*>(data);
    for (size_t i = 0; i < size; ++i) hash_ = (hash_ ^ p[i]) * 0x100000001b3u;
  }
  uint64_t hash_ = 0xcbf29ce484222325u;
};

/// The hash of an array of numbers.
inline std::string fingerprint_of(const std::vector<double>& values) {
  Fingerprint hash;
  hash.add("values", values);
  return hash.hex();
}

}  // namespace trip
