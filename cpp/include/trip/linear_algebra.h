#pragma once
// Eigen's solvers for code that runs once a fit, each with its failure told, and forms of products
// and of Gram-Schmidt whose sums do not follow the cache of the machine, whatever the sizes: Eigen
// multiplies large matrices in blocks that do.

#include <trip/matrix.h>

#include <Eigen/QR>
#include <Eigen/SVD>

namespace trip {

/// A B, a column of B at a time.
Eigen::MatrixXd times(const Eigen::Ref<const Eigen::MatrixXd>& a,
                      const Eigen::Ref<const Eigen::MatrixXd>& b);

/// V diag(values) V^T of a symmetric matrix.
struct Eigenpairs {
  Eigen::MatrixXd vectors;  // V, orthonormal columns
  Vector values;            // descending
};
/// Reads the lower triangle.
Eigenpairs eigenpairs(const Eigen::MatrixXd& symmetric);

using Qr = Eigen::ColPivHouseholderQR<Eigen::MatrixXd>;
/// R P^T of A P = Q R, A no wider than high: square, with the singular values and the right
/// singular vectors of A.
Eigen::MatrixXd square_factor(const Qr& qr);

/// Of square matrices: for others Eigen replaces a QR decomposition within the object in a way that
/// frees its memory twice when there is none for the new one.
using Svd = Eigen::JacobiSVD<Eigen::MatrixXd, Eigen::NoQRPreconditioner>;
/// Singular values (descending), and the singular vectors that `options` names as Eigen does; left
/// ones are those of the matrix where it is square.
Svd svd(const Eigen::MatrixXd& matrix, unsigned options = 0);

/// Q of V = Q R, R with a positive diagonal: Gram-Schmidt by Householder reflections (Golub and Van
/// Loan, Matrix Computations, section 5.2.2). V is no wider than high. A column that depends on
/// those before it gives way to a direction orthogonal to them.
Eigen::MatrixXd orthonormalized(Eigen::MatrixXd v);

/// For each column -1 where the entry of largest magnitude (the first of equal ones) is negative,
/// else 1: what turns directions whose sign is free.
Vector column_signs(const Eigen::MatrixXd& columns);

}  // namespace trip
