#include "order.h"

#include <algorithm>
#include <numeric>

namespace trip {

void sort_stably(std::vector<int>& items, const std::function<bool(int, int)>& less) {
  std::stable_sort(items.begin(), items.end(), [&](int a, int b) { return less(a, b); });
}

std::vector<int> consecutive(int count, int first) {
  std::vector<int> items(count);
  std::iota(items.begin(), items.end(), first);
  return items;
}

std::vector<int> falling(const std::vector<double>& values) {
  std::vector<int> order = consecutive(static_cast<int>(values.size()));
  sort_stably(order, [&](int a, int b) { return values[a] > values[b]; });
  return order;
}

}  // namespace trip
