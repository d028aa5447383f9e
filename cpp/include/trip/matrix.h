#pragma once
// Matrices and vectors for code that runs once a fit. Kernels of the optimisation step have their
// own layouts (parameters.h).

#include <Eigen/Core>
#include <vector>

namespace trip {

/// Row-major, like every matrix that enters or leaves the library.
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;
/// One matrix per mode.
using Factors = std::vector<Matrix>;

/// Converts row-major values to a matrix with `columns` columns.
template <class T>
Matrix matrix_of(const std::vector<T>& values, int columns) {
  using Rows = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto rows = static_cast<Eigen::Index>(values.size()) / columns;
  return Eigen::Map<const Rows>(values.data(), rows, columns).template cast<double>();
}

}  // namespace trip
