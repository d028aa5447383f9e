#pragma once
// Cross validation: which samples are held out when.

#include <cstdint>
#include <vector>

namespace trip {

/// Fold 0..folds-1 of each sample. With labels, every class is spread evenly over the folds
/// (stratified); without, all samples are. Sizes differ by at most one a class and overall. Depends
/// on the seed alone. Throws Error("option") unless 2 <= folds <= count.
std::vector<int> assign_folds(int count, const std::vector<int>& labels, int folds, uint64_t seed);

}  // namespace trip
