// Eigenvalues and eigenvectors of the small symmetric matrices of each step, against Eigen's.

#include "eigenrows.h"

#include <Eigen/Eigenvalues>

#include "simd.h"
#include "support.h"

namespace trip {
namespace {

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

TEST(Eigenrows, DiagonalMatricesAreUnchanged) {
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

}  // namespace
}  // namespace trip
