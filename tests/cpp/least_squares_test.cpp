// Reduced least squares problems against the residuals and singular values of the whole matrix.

#include "least_squares.h"

#include <trip/linear_algebra.h>

#include <algorithm>

#include "support.h"

namespace trip {
namespace {

Eigen::MatrixXd random_matrix(int rows, int columns, Random& random) {
  return testing::matrix_of(
      rows, testing::normal_values<double>(random, static_cast<size_t>(rows) * columns));
}

Vector random_vector(int size, Random& random) {
  return testing::vector_of(testing::normal_values<double>(random, size));
}

/// The squared error is the same for any v.
void expect_same_errors(const Reduced& seen, const Eigen::MatrixXd& m, const Vector& y,
                        Random& random) {
  for (int repeat = 0; repeat < 3; ++repeat) {
    const Vector v = repeat * random_vector(static_cast<int>(m.cols()), random);
    const double expected = (m * v - y).squaredNorm();
    EXPECT_NEAR((seen.r * v - seen.q).squaredNorm() + seen.rest, expected, 1e-13 * expected);
  }
}

TEST(LeastSquares, ReducedProblemsHaveTheSameErrors) {
  Random random(1);
  for (int rows : {1, 2, 3, 4, 5, 7, 8, 63, 128, 129, 300}) {
    for (int unknowns : {1, 2, 3, 5, 9}) {
      SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(unknowns));
      const Eigen::MatrixXd m = random_matrix(rows, unknowns, random);
      const Vector y = random_vector(rows, random);
      expect_same_errors(reduced(m, y), m, y, random);
    }
  }
}

/// Columns of zeros, equal columns, and a right-hand side of zeros.
TEST(LeastSquares, DependentColumnsAreAccepted) {
  Random random(2);
  Eigen::MatrixXd m = random_matrix(30, 5, random);
  m.col(0).setZero();
  m.col(3) = m.col(2);
  for (const Vector& y : {random_vector(30, random), Vector::Zero(30).eval()})
    expect_same_errors(reduced(m, y), m, y, random);
  const Reduced none = reduced(Eigen::MatrixXd::Zero(6, 2), Vector::Ones(6));
  EXPECT_EQ(none.r, Matrix::Zero(2, 2));
  EXPECT_NEAR(none.q.squaredNorm() + none.rest, 6, 1e-15);
}

/// Normal equations would leave no correct digit of the smallest singular value.
TEST(LeastSquares, SmallSingularValuesKeepTheirDigits) {
  Random random(3);
  const Eigen::MatrixXd left = orthonormalized(random_matrix(500, 3, random));
  const Eigen::MatrixXd right = orthonormalized(random_matrix(3, 3, random));
  const Vector values{{1, 1e-5, 1e-10}};
  const Eigen::MatrixXd m = left * values.asDiagonal() * right.transpose();
  const Vector seen = svd(reduced(m, random_vector(500, random)).r).singularValues();
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(seen(k), values(k), 1e-15) << k;
}

/// A problem of several right-hand sides gives each the bits of its own problem.
TEST(LeastSquares, RightHandSidesDoNotInfluenceEachOther) {
  Random random(4);
  const int rows = 41, unknowns = 3, sides = 3;
  const Eigen::MatrixXd all = random_matrix(rows, unknowns + sides, random);
  TallProblem problem(unknowns, sides);
  for (int j = 0; j < all.cols(); ++j) std::copy_n(all.col(j).data(), rows, problem.block(j));
  problem.add(rows);
  for (int side = 0; side < sides; ++side) {
    const Reduced seen = problem.reduced(side);
    const Reduced own = reduced(all.leftCols(unknowns), all.col(unknowns + side));
    EXPECT_EQ(seen.r, own.r);
    EXPECT_EQ(seen.q, own.q);
    EXPECT_EQ(seen.rest, own.rest);
  }
}

/// Two rows 2^50 times as long as thirty others, which all fit v: without exchanged rows a rest of
/// about 3 remains.
TEST(LeastSquares, LightRowsKeepTheirDigitsBesideHeavyOnes) {
  const Vector v{{1, 2, -3}};
  const double heavy = 0x1p50;
  for (const int place : {0, 15, 30}) {
    Eigen::MatrixXd m(32, 3);
    for (int row = 0, i = 0; row < 32; ++row) {
      if (row == place) {
        m.row(row) << heavy, heavy, heavy;
      } else if (row == place + 1) {
        m.row(row) << heavy, -heavy, 2 * heavy;
      } else {
        m.row(row) << 5 * i % 11 - 5, 3 * i * i % 7 - 3, 1;
        ++i;
      }
    }
    const Reduced seen = reduced(m, m * v);  // sums of a few integers: exact
    EXPECT_LT(seen.rest, 1e-20) << place;
    for (int row = 0; row < 3; ++row)
      EXPECT_NEAR(seen.r.row(row).dot(v), seen.q(row), 1e-12 * seen.r.row(row).norm()) << place;
  }
}

}  // namespace
}  // namespace trip
