#pragma once
// Matrices and vectors of the code that runs once a fit. Kernels of the optimisation step have
// their own layouts (parameters.h).

#include <Eigen/Core>
#include <vector>

namespace trip {

/// Row-major, as every matrix is that enters or leaves the library.
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;
/// One matrix a mode.
using Factors = std::vector<Matrix>;

}  // namespace trip
