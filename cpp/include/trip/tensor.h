#pragma once
// Dense tensors, row-major, in double.

#include <trip/matrix.h>

#include <vector>

namespace trip {

int product(const std::vector<int>& sizes);

/// Contracts mode k of `tensor` (shape `sizes`) with a factor (sizes[k] x rank) and sets sizes[k]
/// to the rank.
std::vector<double> contract(const std::vector<double>& tensor, std::vector<int>& sizes, int k,
                             const Matrix& factor);

}  // namespace trip
