#include "order.h"

#include <algorithm>
#include <numeric>

namespace trip {

void sort_stably(std::vector<int>& items, bool (*less)(const void* context, int a, int b),
                 const void* context) {
  const size_t count = items.size();
  std::vector<int> merged(count);
  for (size_t run = 1; run < count; run *= 2) {  // runs of this length are in order
    for (size_t begin = 0; begin < count; begin += 2 * run) {
      const size_t middle = std::min(begin + run, count), end = std::min(middle + run, count);
      size_t left = begin, right = middle;
      for (size_t i = begin; i < end; ++i) {
        const bool take_right =
            right < end && (left == middle || less(context, items[right], items[left]));
        merged[i] = take_right ? items[right++] : items[left++];
      }
    }
    items.swap(merged);
  }
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
