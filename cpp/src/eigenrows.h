#pragma once
// Eigenvalues and eigenvectors of the small symmetric matrices of an optimisation step.

namespace trip {

/// Numbers of work space that eigenrows() needs.
constexpr int eigenrows_space(int stride) { return 4 * stride; }

/// V^T D V of a symmetric n x n matrix by reduction to a tridiagonal matrix and implicit QL (Golub
/// and Van Loan, Matrix Computations, section 8.3): about 9 n^3 operations, a sixth of those of
/// Jacobi rotations at n = 20. Errors are small against the largest eigenvalue. Eigenvectors are
/// the ROWS of `vectors`, so that all loops run along rows; eigenvalues come in no order. Rows lie
/// `stride` = padded(n) numbers apart with zeros in the padding. `matrix` is destroyed.
void eigenrows(int n, double* matrix, double* vectors, double* values, double* space);

}  // namespace trip
