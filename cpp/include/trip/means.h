#pragma once
// Means over a set of samples.

#include <limits>

namespace trip {

/// Values are in training units. A value that does not apply is not-a-number: accuracy for a
/// regression, every value without samples.
struct Means {
  double loss = std::numeric_limits<double>::quiet_NaN();
  double reconstruction = loss;  // ||X_n - Xbar_n x_k C^(k)T||^2
  double objective = loss;       // loss + lambda times reconstruction
  double accuracy = loss;
};

}  // namespace trip
