#include "order.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>

namespace trip {
namespace {

/// Fewer values are sorted by comparisons, which is then less work than counting digits.
constexpr size_t kFew = 2000;

/// An integer in the order of the doubles; -0 equals 0, and NaN is the largest.
uint64_t key_of(double value) {
  if (std::isnan(value)) return ~uint64_t{0};
  uint64_t bits;
  const double normal = value + 0.0;
  std::memcpy(&bits, &normal, sizeof bits);
  constexpr uint64_t kSign = uint64_t{1} << 63;
  return bits & kSign ? ~bits : bits | kSign;
}

/// Sorts positions stably by their keys, by one digit of 11 bits after the other.
std::vector<int> by_digits(const std::vector<uint64_t>& keys) {
  constexpr int kBits = 11;
  std::vector<int> order = consecutive(static_cast<int>(keys.size())), next(keys.size());
  for (int shift = 0; shift < 64; shift += kBits) {
    const auto digit = [&](int item) { return keys[item] >> shift & ((1 << kBits) - 1); };
    std::array<int, 1 << kBits> place = {};
    for (int item : order) ++place[digit(item)];
    std::exclusive_scan(place.begin(), place.end(), place.begin(), 0);
    for (int item : order) next[place[digit(item)]++] = item;
    order.swap(next);
  }
  return order;
}

/// Positions by the values; `descending`: from the largest on.
std::vector<int> sorted(const std::vector<double>& values, bool descending) {
  std::vector<uint64_t> keys(values.size());
  std::transform(values.begin(), values.end(), keys.begin(),
                 [&](double value) { return descending ? ~key_of(value) : key_of(value); });
  if (values.size() >= kFew) return by_digits(keys);
  std::vector<int> order = consecutive(static_cast<int>(values.size()));
  sort_stably(order, [&](int a, int b) { return keys[a] < keys[b]; });
  return order;
}

}  // namespace

void sort_stably(std::vector<int>& items, const std::function<bool(int, int)>& less) {
  std::stable_sort(items.begin(), items.end(), [&](int a, int b) { return less(a, b); });
}

std::vector<int> consecutive(int count, int first) {
  std::vector<int> items(count);
  std::iota(items.begin(), items.end(), first);
  return items;
}

std::vector<int> rising(const std::vector<double>& values) { return sorted(values, false); }

std::vector<int> falling(const std::vector<double>& values) { return sorted(values, true); }

}  // namespace trip
