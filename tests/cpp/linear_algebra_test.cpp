// Compares solvers with their definitions: equal eigenvalues at every scale, reported failures,
// Gram-Schmidt with dependent columns, signs.

#include <trip/linear_algebra.h>

#include <Eigen/QR>

#include "support.h"

namespace trip {
namespace {

using Eigen::MatrixXd;
using testing::expect_near;
using testing::expect_orthonormal;

MatrixXd normal_matrix(Random& random, int rows, int columns) {
  return testing::matrix_of(rows, testing::normal_values<double>(random, rows * columns));
}

class Scales : public ::testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Scales, Scales, ::testing::Values(1e-20, 1e-3, 1.0, 1e6, 1e20));

/// V D V^T with several equal eigenvalues, like the covariance of data in a subspace.
TEST_P(Scales, EqualEigenvaluesAreFound) {
  Random random(1);
  for (int n : {1, 2, 9, 60}) {
    SCOPED_TRACE(n);
    Vector values(n);
    for (int i = 0; i < n; ++i) values(i) = GetParam() * (i < n / 3 ? 2 : i < 2 * n / 3 ? 1 : 0);
    const Matrix q = random_rotation(random, n);
    const MatrixXd matrix = q * values.asDiagonal() * q.transpose();
    const Eigenpairs seen = eigenpairs(matrix.triangularView<Eigen::Lower>());
    expect_orthonormal(seen.vectors, 1e-13);
    expect_near(seen.values, values, 1e-14 * n * GetParam(), "values");
    expect_near(matrix * seen.vectors, seen.vectors * values.asDiagonal(), 1e-13 * GetParam(),
                "A V");
  }
}

TEST(LinearAlgebra, FailureIsReported) {
  const MatrixXd undefined = MatrixXd::Constant(3, 3, NAN);
  testing::expect_error("value", {"eigenvalues", "3 rows"}, [&] { eigenpairs(undefined); });
  testing::expect_error("value", {"singular values", "3 rows"}, [&] { svd(undefined); });
}

TEST(LinearAlgebra, WideMatricesHaveAllRightSingularVectors) {
  Random random(2);
  const MatrixXd matrix = normal_matrix(random, 2, 5);
  const auto parts = svd(matrix, Eigen::ComputeThinV);
  expect_orthonormal(parts.matrixV(), 1e-14);
  const Vector squares = parts.singularValues().array().square();
  expect_near(matrix.transpose() * matrix,
              parts.matrixV() * squares.asDiagonal() * parts.matrixV().transpose(), 1e-13, "A^T A");
}

/// More than the 32 columns from which Eigen's own factorization works on blocks.
TEST(LinearAlgebra, OrthonormalizedIsTheFirstFactorOfQr) {
  Random random(3);
  for (int columns : {1, 5, 40}) {
    const MatrixXd v = normal_matrix(random, 40, columns);
    const Eigen::HouseholderQR<MatrixXd> qr(v);
    const MatrixXd q = qr.householderQ() * MatrixXd::Identity(40, columns);
    const Vector diagonal = qr.matrixQR().diagonal();
    expect_near(orthonormalized(v), q * diagonal.cwiseSign().asDiagonal(), 1e-13, "Q");
  }
}

TEST(LinearAlgebra, DependentColumnsAreReplaced) {
  Random random(4);
  MatrixXd v = normal_matrix(random, 8, 6);
  v.col(1).setZero();
  v.col(3) = 2 * v.col(0) - v.col(2);
  const MatrixXd q = orthonormalized(v);
  expect_orthonormal(q, 1e-14);
  const MatrixXd rest = v - q * (q.transpose() * v);
  EXPECT_LT(rest.cwiseAbs().maxCoeff(), 1e-13);
  expect_orthonormal(orthonormalized(MatrixXd::Zero(4, 3)), 0);
}

TEST(LinearAlgebra, LargestEntriesDecideTheSigns) {
  const Matrix columns{{1, -1, -2, 0}, {-3, 1, 2, 0}};
  EXPECT_EQ(column_signs(columns), (Vector{{-1, -1, -1, 1}}));
}

/// Numbers that are not finite come from the caller's samples, so they are no internal error.
TEST(LinearAlgebra, NumbersThatAreNotFiniteAreAnErrorOfTheValues) {
  for (double value : {HUGE_VAL, -HUGE_VAL, std::nan("")}) {
    Eigen::MatrixXd m = Eigen::MatrixXd::Identity(3, 3);
    m(1, 0) = value;
    testing::expect_error("value", {"3 rows", "too large"}, [&] { eigenpairs(m); });
    testing::expect_error("value", {"3 rows", "too large"}, [&] { svd(m); });
  }
}

}  // namespace
}  // namespace trip
