#pragma once
// Where to start when one start is a lottery (beyond the paper): learning inside the span of the
// leading directions, from projections in which nearest neighbours already agree.

#include <trip/dataset.h>
#include <trip/matrix.h>
#include <trip/parameters.h>

#include <cstdint>
#include <vector>

namespace trip {

/// The leading d_k directions of each mode.
struct Span {
  std::vector<int> dims;  // d_k, J_k < d_k unless J_k = I_k; empty: too many for a search
  Factors basis;          // U^(k), I_k x d_k, orthonormal columns

  /// Parameters in outside order with C^(k) = U^(k) times what they have in its place (d_k x J_k).
  template <class T>
  std::vector<T> expand(const std::vector<int>& ranks, const std::vector<T>& parameters) const;
};

/// Directions that hold more than an equal share of the squares in their mode (Kaiser 1960), by
/// HOSVD and so not centred, as in the reconstruction term. At least J_k + 1, at most about a
/// dozen; all of them where the variables (prod I) are at most 16, as leaving out gains nothing.
template <class T>
Span leading_span(const Samples<T>& samples, const Architecture& architecture);

/// The samples in the coordinates of the span, N x d_1 x .., with their own norms and responses.
template <class T>
Samples<T> within(const Samples<T>& samples, const std::vector<int>& dims, const Span& span);

/// `count` (at most 4) projections, best first, each a factor a mode (d_k x J_k, orthonormal
/// columns): random ones whose projected samples resemble their nearest neighbours most in the
/// response, improved by random steps. A sample of at most 256 samples judges, each left out of its
/// own neighbours.
template <class T>
std::vector<Factors> neighbour_starts(const Samples<T>& samples, const std::vector<int>& dims,
                                      const std::vector<int>& ranks, bool classes, int count,
                                      uint64_t seed);

}  // namespace trip
