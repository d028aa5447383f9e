#pragma once
// Sorting indices. Ties keep their order, so that the result is the same with every compiler.

#include <functional>
#include <vector>

namespace trip {

/// Sorts `items` stably by less(a, b). All callers share one instance of std::stable_sort to keep
/// the code small.
void sort_stably(std::vector<int>& items, const std::function<bool(int, int)>& less);

/// first, first + 1, .. of the given length.
std::vector<int> consecutive(int count, int first = 0);

/// 0 .. values.size() - 1 by ascending value; ties keep the lower position first. NaN
/// counts as larger than all numbers.
std::vector<int> rising(const std::vector<double>& values);

/// As rising(), by descending value.
std::vector<int> falling(const std::vector<double>& values);

}  // namespace trip
