#pragma once
// Eigen's solvers for code that runs once a fit. Each reports a failure as an Error. Products and
// Gram-Schmidt are written so that the order of their sums does not depend on cache sizes: Eigen
// multiplies large matrices in blocks that do.

#include <trip/matrix.h>

#include <Eigen/QR>
#include <Eigen/SVD>

namespace trip {

/// A B, computed one column of B at a time.
Eigen::MatrixXd times(const Eigen::Ref<const Eigen::MatrixXd>& a,
                      const Eigen::Ref<const Eigen::MatrixXd>& b);

/// V diag(values) V^T of a symmetric matrix.
struct Eigenpairs {
  Eigen::MatrixXd vectors;  // V, orthonormal columns
  Vector values;            // descending
};
/// Reads the lower triangle.
Eigenpairs eigenpairs(const Eigen::MatrixXd& symmetric);

/// With pivots, since Eigen's QR without them sums in blocks from 32 columns on.
using Qr = Eigen::ColPivHouseholderQR<Eigen::MatrixXd>;
/// R P^T of A P = Q R for A with at least as many rows as columns. The result is square and has the
/// singular values and right singular vectors of A.
Eigen::MatrixXd square_factor(const Qr& qr);

/// For square matrices only. For others Eigen reallocates a QR decomposition inside the object and
/// frees its memory twice when the allocation fails.
using Svd = Eigen::JacobiSVD<Eigen::MatrixXd, Eigen::NoQRPreconditioner>;
/// Singular values (descending) and the singular vectors selected by Eigen's flags in `options`.
/// Left singular vectors are valid for square matrices only.
Svd svd(const Eigen::MatrixXd& matrix, unsigned options = 0);

/// Q of V = Q R, R with a positive diagonal: Gram-Schmidt by Householder reflections (Golub and Van
/// Loan, Matrix Computations, section 5.2.2). V has at least as many rows as columns. A column that
/// depends linearly on those before it is replaced by a direction orthogonal to them.
Eigen::MatrixXd orthonormalized(Eigen::MatrixXd v);

/// -1 for each column whose entry of largest magnitude (the first of equal ones) is negative, else
/// 1. Multiplying by it fixes the sign of directions whose sign is arbitrary.
Vector column_signs(const Eigen::MatrixXd& columns);

/// Throws Error(code) unless every product of two columns is within `bound` of 1 for the same and 0
/// for different columns. The message has the name of the matrix, the columns and their product.
/// The default bound accepts the rounding of single precision, the precision of projections.
void require_orthonormal(const char* code, const char* name, const Matrix& m, double bound = 1e-3);

}  // namespace trip
