#pragma once
// Cross validation: assigns samples to folds.

#include <cstdint>
#include <vector>

namespace trip {

/// Fold 0..folds-1 of each sample. With labels, every class is spread evenly over the folds
/// (stratified); without labels, all samples are. Sizes of folds differ by at most one, within each
/// class and overall. The random order depends on the seed alone. Throws Error("option") unless 2
/// <= folds <= count.
std::vector<int> assign_folds(int count, const std::vector<int>& labels, int folds, uint64_t seed);

}  // namespace trip
