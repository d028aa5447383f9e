#include <trip/decompositions.h>
#include <trip/eigenpairs.h>

#include <Eigen/Eigenvalues>

namespace trip {

/// Eigen's parts, put together here since SelfAdjointEigenSolver::compute() forms the orthogonal
/// factor Q by blocked products that need 25 kB of WebAssembly. Here its reflections go onto the
/// eigenvectors of the tridiagonal matrix one by one.
Eigenpairs::Eigenpairs(const Eigen::MatrixXd& matrix) {
  const Eigen::Tridiagonalization<Eigen::MatrixXd> reduced(matrix);
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
  solver.computeFromTridiagonal(reduced.diagonal().eval(), reduced.subDiagonal().eval());
  vectors = solver.eigenvectors();
  values = solver.eigenvalues();
  // Reflection k is 1 - h v v^T with v = (0 .. 0, 1, column k of the packed matrix below).
  const int size = static_cast<int>(matrix.rows());
  for (int k = size - 2; k >= 0; --k) {
    const double h = reduced.householderCoefficients()[k];
    const double* v = &reduced.packedMatrix()(0, k);
    for (int j = 0; j < size; ++j) {
      double* x = &vectors(0, j);
      const double along = h * (x[k + 1] + dot(size - k - 2, v + k + 2, x + k + 2));
      x[k + 1] -= along;
      for (int i = k + 2; i < size; ++i) x[i] -= along * v[i];
    }
  }
}

}  // namespace trip
