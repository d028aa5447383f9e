#pragma once
// Eigenvalues and eigenvectors of the small symmetric matrices of an optimisation step.

namespace trip {

/// Size of the work space of eigenrows(), in doubles.
constexpr int eigenrows_space(int stride) { return 4 * stride; }

/// V^T D V of a symmetric n x n matrix by reduction to a tridiagonal matrix and implicit QL (Golub
/// and Van Loan, Matrix Computations, section 8.3): about 9 n^3 operations, a sixth of those of
/// Jacobi rotations at n = 20. Errors are small compared with the largest eigenvalue. Eigenvectors
/// are the ROWS of `vectors`, so that all loops run along rows; eigenvalues are not sorted. Rows
/// have a stride of `stride` = padded(n) and zeros in the padding. `matrix` is overwritten.
void eigenrows(int n, double* matrix, double* vectors, double* values, double* space);

}  // namespace trip
