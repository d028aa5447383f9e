#pragma once
// Small dense decompositions by Jacobi rotations, in double. They allocate nothing, keep high
// relative accuracy, and give the same bits everywhere.

namespace trip {

/// Eigenvalues (in no order) and eigenvectors (columns of `vectors`) of a symmetric n x n matrix,
/// row-major. `matrix` is destroyed (Golub and Van Loan, Matrix Computations, section 8.5).
void symmetric_eigen(int n, double* matrix, double* vectors, double* values);

/// Thin SVD of a rows x columns matrix stored column by column, rows >= columns: afterwards the
/// columns are U S, `vectors` (columns x columns, row-major) is V, `values` is S in no order.
/// One-sided Jacobi (Hestenes 1958), which finds small singular values to full relative accuracy
/// where the columns allow it.
void thin_svd(int rows, int columns, double* matrix, double* vectors, double* values);

}  // namespace trip
