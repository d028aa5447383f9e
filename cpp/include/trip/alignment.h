#pragma once
// Planes of several models compared: turned to one another, their mean, and random planes. A plane
// is the column space of an orthonormal basis, I x J.

#include <trip/matrix.h>

#include <cstdint>
#include <vector>

namespace trip {

/// The orthogonal R, J x J, that minimises ||A R - B|| (Schonemann 1966): U V^T of the singular
/// value decomposition U S V^T of A^T B. R may be a reflection, since the signs of axes are
/// arbitrary. Where the product A^T B is singular (relative cutoff 1e-12), several R are equally
/// good, and the one nearest to the identity is taken: axes that nothing determines stay in place.
Matrix procrustes(const Matrix& a, const Matrix& b);

/// The same for projected matrices and cubes: orthogonal R^(k), J_k x J_k, one a mode, for which
/// ||A x_1 R^(1)T .. x_K R^(K)T - B|| is small. A and B: N x J_1 x .. x J_K row-major. The modes
/// are improved in turn, each by procrustes() with the others fixed, until a sweep changes no entry
/// by more than 1e-12, at most 200 times. The result is the global minimum for one mode, and a
/// minimum near `start` for several (all R^(k), one after the other, row-major; empty: identities).
/// Throws Error("shape") when sizes disagree, or prod J is above kMaxLatentSize.
std::vector<Matrix> align(const std::vector<double>& a, const std::vector<double>& b,
                          const std::vector<int>& ranks, const std::vector<double>& start = {});

/// The plane nearest to several planes: an orthonormal basis, I x J, of the leading eigenvectors of
/// the mean of their projectors C C^T, in descending order of the eigenvalues; the entry of largest
/// magnitude of each column is positive. `bases`: one C (rows x columns, row-major) after the
/// other. The eigenvectors are found by the locally optimal block method of conjugate gradients
/// (Knyazev 2001), which needs products with the mean projector alone, up to residuals of 1e-13;
/// the mean of planes without a common direction may be less exact, since its eigenvalues are
/// nearly equal.
Matrix mean_plane(const std::vector<double>& bases, int rows, int columns);

/// The largest principal angle in degrees between a fixed plane and each of `count` random planes
/// (Haar measure). It does not depend on the fixed plane, for which the first axes are taken.
Vector random_angles(int rows, int columns, int count, uint64_t seed);

}  // namespace trip
