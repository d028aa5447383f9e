#pragma once
// Eigenvalues and eigenvectors of large symmetric matrices, as covariances are.

#include <Eigen/Core>

namespace trip {

/// V D V^T of a symmetric matrix of any size, eigenvalues ascending: reduction to a tridiagonal
/// matrix and implicit QR (Golub and Van Loan, Matrix Computations, section 8.3).
struct Eigenpairs {
  Eigen::MatrixXd vectors;  // columns
  Eigen::VectorXd values;

  explicit Eigenpairs(const Eigen::MatrixXd& matrix);
};

}  // namespace trip
