// Jacobi rotations against Eigen's solvers: symmetric eigenvalues, thin SVD with small singular
// values to full accuracy.

#include <trip/decompositions.h>
#include <trip/eigenrows.h>
#include <trip/simd.h>

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

#include "support.h"

namespace trip {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

class Symmetric : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Sizes, Symmetric, ::testing::Range(1, 9));

TEST_P(Symmetric, EigenvaluesAreThoseOfEigen) {
  const int n = GetParam();
  Random random(n);
  for (int trial = 0; trial < 20; ++trial) {
    Eigen::MatrixXd root(n, n);
    for (int i = 0; i < n * n; ++i) root.data()[i] = random.normal();
    // Semidefinite of rank n, n - 1, ..: what Z^T Z looks like
    const int rank = std::max(1, n - trial % 3);
    const Eigen::MatrixXd matrix = root.leftCols(rank).lazyProduct(root.leftCols(rank).transpose());
    std::vector<double> a(matrix.data(), matrix.data() + n * n), v(n * n), values(n);
    symmetric_eigen(n, a.data(), v.data(), values.data());
    const Eigen::Map<const RowMajor> vectors(v.data(), n, n);
    const Eigen::VectorXd diagonal = Eigen::Map<Eigen::VectorXd>(values.data(), n);
    const double scale = matrix.norm();
    EXPECT_LT((vectors.transpose() * vectors - Eigen::MatrixXd::Identity(n, n)).norm(), 1e-13);
    EXPECT_LT((matrix * vectors - vectors * diagonal.asDiagonal()).norm(), 1e-13 * scale);
    std::sort(values.begin(), values.end());
    const Eigen::VectorXd expected =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix).eigenvalues();
    for (int i = 0; i < n; ++i) EXPECT_NEAR(values[i], expected(i), 1e-13 * scale);
  }
}

TEST(Symmetric, DiagonalAndZeroMatricesStayAsTheyAre) {
  std::vector<double> a = {3, 0, 0, 0, 1, 0, 0, 0, 2}, v(9), values(3);
  symmetric_eigen(3, a.data(), v.data(), values.data());
  EXPECT_EQ(values, (std::vector<double>{3, 1, 2}));
  EXPECT_EQ(v, (std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1}));
  a.assign(9, 0);
  symmetric_eigen(3, a.data(), v.data(), values.data());
  EXPECT_EQ(values, (std::vector<double>{0, 0, 0}));
}

/// The same as rows; beyond sizes of the lanes, with equal and with zero eigenvalues.
TEST(Eigenrows, EigenvaluesAreThoseOfEigen) {
  for (int n : {1, 2, 3, 4, 5, 8, 13, 20, 33}) {
    const int stride = padded(n);
    Random random(n, 2);
    for (int rank : {n, std::max(1, n / 2)}) {
      Eigen::MatrixXd root(n, rank);
      for (int i = 0; i < n * rank; ++i) root.data()[i] = random.normal();
      Eigen::MatrixXd matrix = root.lazyProduct(root.transpose());
      if (rank < n) matrix.diagonal().array() += 3;  // n - rank times the eigenvalue 3
      std::vector<double> a(n * stride), v(n * stride, 7), values(n),
          space(eigenrows_space(stride));
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) a[i * stride + j] = matrix(i, j);
      }
      eigenrows(n, a.data(), v.data(), values.data(), space.data());
      Eigen::MatrixXd rows(n, n);
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) rows(i, j) = v[i * stride + j];
        for (int j = n; j < stride; ++j) EXPECT_EQ(v[i * stride + j], 0);
      }
      const Eigen::VectorXd diagonal = Eigen::Map<Eigen::VectorXd>(values.data(), n);
      const double scale = matrix.norm();
      EXPECT_LT((rows * rows.transpose() - Eigen::MatrixXd::Identity(n, n)).norm(), 1e-13);
      EXPECT_LT((rows * matrix - diagonal.asDiagonal() * rows).norm(), 1e-13 * scale);
      std::sort(values.begin(), values.end());
      const Eigen::VectorXd expected =
          Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix).eigenvalues();
      for (int i = 0; i < n; ++i) EXPECT_NEAR(values[i], expected(i), 1e-13 * scale);
    }
  }
}

TEST(Eigenrows, DiagonalMatricesStayAsTheyAre) {
  for (double factor : {1.0, 0.0}) {
    std::vector<double> a(5 * 8), v(a.size()), values(5), space(eigenrows_space(8));
    std::vector<double> expected;
    for (int i = 0; i < 5; ++i) {
      a[i * 8 + i] = factor * (i + 1);
      expected.push_back(factor * (i + 1));
    }
    eigenrows(5, a.data(), v.data(), values.data(), space.data());
    EXPECT_EQ(values, expected);
    for (int i = 0; i < 5; ++i) {
      for (int j = 0; j < 8; ++j) EXPECT_EQ(v[i * 8 + j], i == j ? 1 : 0);
    }
  }
}

class ThinSvd : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Sizes, ThinSvd, ::testing::Range(1, 9));

TEST_P(ThinSvd, FactorsAreThoseOfEigen) {
  const int n = GetParam();
  Random random(n, 1);
  for (int rows : {n, n + 1, 50}) {
    for (int trial = 0; trial < 5; ++trial) {
      Eigen::MatrixXd matrix(rows, n);
      for (int i = 0; i < rows * n; ++i) matrix.data()[i] = random.normal();
      std::vector<double> us(matrix.data(), matrix.data() + rows * n), v(n * n), s(n);
      thin_svd(rows, n, us.data(), v.data(), s.data());
      const Eigen::Map<const RowMajor> right(v.data(), n, n);
      const Eigen::Map<const Eigen::MatrixXd> left(us.data(), rows, n);
      const double scale = matrix.norm();
      EXPECT_LT((right.transpose() * right - Eigen::MatrixXd::Identity(n, n)).norm(), 1e-13);
      EXPECT_LT((left * right.transpose() - matrix).norm(), 1e-13 * scale);
      Eigen::MatrixXd gram = left.transpose() * left;
      for (int j = 0; j < n; ++j) gram(j, j) -= s[j] * s[j];
      EXPECT_LT(gram.norm(), 1e-13 * scale * scale);
      std::sort(s.rbegin(), s.rend());
      const Eigen::VectorXd expected = Eigen::JacobiSVD<Eigen::MatrixXd>(matrix).singularValues();
      for (int j = 0; j < n; ++j) EXPECT_NEAR(s[j], expected(j), 1e-13 * scale);
    }
  }
}

/// Columns of very different length: every singular value keeps its relative accuracy, where a
/// method of normwise accuracy would lose the small ones.
TEST(ThinSvd, KeepsSmallSingularValuesOfScaledColumns) {
  constexpr int kRows = 6, kColumns = 3;
  Random random(5);
  const Matrix q = random_rotation(random, kRows);
  std::vector<double> matrix, v(kColumns * kColumns), s(kColumns);
  const double sizes[kColumns] = {1, 1e-9, 1e-18};
  for (int j = 0; j < kColumns; ++j) {
    for (int i = 0; i < kRows; ++i) matrix.push_back(q(i, j) * sizes[j]);
  }
  thin_svd(kRows, kColumns, matrix.data(), v.data(), s.data());
  for (int j = 0; j < kColumns; ++j) EXPECT_NEAR(s[j], sizes[j], 1e-14 * sizes[j]);
}

TEST(ThinSvd, ZeroAndEqualColumns) {
  std::vector<double> zero(8), v(4), s(2);
  thin_svd(4, 2, zero.data(), v.data(), s.data());
  EXPECT_EQ(s, (std::vector<double>{0, 0}));
  std::vector<double> equal = {1, 2, 3, 4, 1, 2, 3, 4};
  thin_svd(4, 2, equal.data(), v.data(), s.data());
  std::sort(s.begin(), s.end());
  EXPECT_NEAR(s[0], 0, 1e-15);
  EXPECT_NEAR(s[1], std::sqrt(60.0), 1e-14);
}

}  // namespace
}  // namespace trip
