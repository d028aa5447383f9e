#pragma once
// Sorting by one merge sort for all: each instance of std::stable_sort costs four kilobytes of
// WebAssembly. Ties keep their order, so that the result is the same with every compiler.

#include <vector>

namespace trip {

/// Sorts `items` stably; `less(context, a, b)` compares two of them.
void sort_stably(std::vector<int>& items, bool (*less)(const void* context, int a, int b),
                 const void* context);

/// The same for less(a, b).
template <class Less>
void sort_stably(std::vector<int>& items, const Less& less) {
  sort_stably(
      items,
      [](const void* context, int a, int b) { return (*static_cast<const Less*>(context))(a, b); },
      &less);
}

/// first, first + 1, .. of the given length.
std::vector<int> consecutive(int count, int first = 0);

/// 0 .. values.size() - 1 by falling value, ties to the lower position.
std::vector<int> falling(const std::vector<double>& values);

}  // namespace trip
