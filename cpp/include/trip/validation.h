#pragma once
// Cross validation and bootstrap: assigns samples to folds, and draws samples with replacement.

#include <cstdint>
#include <vector>

namespace trip {

/// Fold 0..folds-1 of each sample. With labels, every class is spread evenly over the folds
/// (stratified); without labels, all samples are. Sizes of folds differ by at most one, within each
/// class and overall. The random order depends on the seed alone. Throws Error("option") unless 2
/// <= folds <= count, and Error("shape") unless there are `count` labels or none.
std::vector<int> assign_folds(int count, const std::vector<int>& labels, int folds, uint64_t seed);

/// `count` integers from [0, below), drawn with replacement and independently (Efron 1979). They
/// depend on the seed and `below` alone: a longer draw begins with the shorter one. Throws
/// Error("option") unless count >= 0 and below >= 1.
std::vector<int> draw(int count, int below, uint64_t seed);

}  // namespace trip
