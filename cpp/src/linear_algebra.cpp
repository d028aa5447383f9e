#include <trip/error.h>
#include <trip/linear_algebra.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace trip {

using Eigen::Index;
using Eigen::MatrixXd;

MatrixXd times(const Eigen::Ref<const MatrixXd>& a, const Eigen::Ref<const MatrixXd>& b) {
  MatrixXd result(a.rows(), b.cols());
  for (Index j = 0; j < b.cols(); ++j) result.col(j).noalias() = a * b.col(j);
  return result;
}

namespace {

/// Solvers converge for finite numbers. Others come from samples whose squares are too large.
void require_converged(Eigen::ComputationInfo info, const char* values, const MatrixXd& matrix) {
  if (info == Eigen::Success) return;
  const bool finite = matrix.allFinite();
  fail(finite ? "internal" : "value",
       {"the ", values, " of a matrix of ", static_cast<int>(matrix.rows()),
        " rows did not converge", finite ? "" : ": the values of the samples are too large"});
}

}  // namespace

Eigenpairs eigenpairs(const MatrixXd& symmetric) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(symmetric);
  require_converged(solver.info(), "eigenvalues", symmetric);
  return {solver.eigenvectors().rowwise().reverse(), solver.eigenvalues().reverse()};
}

MatrixXd square_factor(const Qr& qr) {
  const Index columns = qr.matrixR().cols();
  const MatrixXd r = qr.matrixR().topRows(columns).triangularView<Eigen::Upper>();
  return r * qr.colsPermutation().transpose();
}

Svd svd(const MatrixXd& matrix, unsigned options) {
  const Index rows = matrix.rows(), columns = matrix.cols();
  // Rows of zeros do not change the right singular vectors.
  MatrixXd square = MatrixXd::Zero(columns, columns);
  if (rows > columns) {
    square = square_factor(Qr(matrix));
  } else {
    square.topRows(rows) = matrix;
  }
  Svd result(square, options);
  require_converged(result.info(), "singular values", matrix);
  return result;
}

/// Eigen's HouseholderQR is not used, since it works on blocks from 32 columns on.
MatrixXd orthonormalized(MatrixXd v) {
  const Index rows = v.rows(), columns = v.cols();
  Vector tau(columns), diagonal(columns), work(columns);
  const auto reflect = [&](Index j, auto&& block) {
    block.applyHouseholderOnTheLeft(v.col(j).tail(rows - j - 1), tau(j), work.data());
  };
  for (Index j = 0; j < columns; ++j) {
    v.col(j).tail(rows - j).makeHouseholderInPlace(tau(j), diagonal(j));
    reflect(j, v.bottomRightCorner(rows - j, columns - j - 1));
  }
  MatrixXd q = MatrixXd::Identity(rows, columns);
  for (Index j = columns; j-- > 0;) {
    reflect(j, q.bottomRightCorner(rows - j, columns - j));
    if (diagonal(j) < 0) q.col(j) *= -1;
  }
  return q;
}

Vector column_signs(const MatrixXd& columns) {
  Vector signs(columns.cols());
  for (Index j = 0; j < columns.cols(); ++j) {
    Index largest;
    columns.col(j).cwiseAbs().maxCoeff(&largest);
    signs(j) = columns(largest, j) < 0 ? -1 : 1;
  }
  return signs;
}

void require_orthonormal(const char* code, const char* name, const Matrix& m, double bound) {
  const Matrix products = m.transpose().lazyProduct(m);
  for (int a = 0; a < products.rows(); ++a) {
    for (int b = 0; b <= a; ++b) {
      require(std::fabs(products(a, b) - (a == b)) <= bound, code,
              {name, " must have orthonormal columns, but the product of its columns ", b, " and ",
               a, " is ", products(a, b)});
    }
  }
}

}  // namespace trip
