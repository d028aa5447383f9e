#pragma once
// Small dense decompositions by Jacobi rotations, in double. They allocate nothing, keep high
// relative accuracy, and give the same bits everywhere; large symmetric matrices have eigenpairs.h.

#include <vector>

namespace trip {

/// sum_i a[i] b[i], i ascending.
double dot(int n, const double* a, const double* b);

/// -1 where the entry of largest magnitude (the first of equal ones) is negative, else 1: what
/// turns a direction whose sign is free. `step`: distance of the entries.
double sign_of_largest(int n, const double* v, int step = 1);

/// Eigenvalues (in no order) and eigenvectors (columns of `vectors`) of a symmetric n x n matrix,
/// row-major. `matrix` is destroyed (Golub and Van Loan, Matrix Computations, section 8.5).
void symmetric_eigen(int n, double* matrix, double* vectors, double* values);

/// Thin SVD of a rows x columns matrix stored column by column, rows >= columns: afterwards the
/// columns are U S, `vectors` (columns x columns, row-major) is V, `values` is S in no order.
/// One-sided Jacobi (Hestenes 1958), which finds small singular values to full relative accuracy
/// where the columns allow it.
void thin_svd(int rows, int columns, double* matrix, double* vectors, double* values);

/// Takes the components along the first `count` columns of `basis` (rows x .., column by column,
/// orthonormal) out of v, twice for the sake of rounding, and normalises it. False, and v not of
/// length 1, when nothing is left of it.
bool orthonormalize(int rows, const double* basis, int count, double* v);

}  // namespace trip
