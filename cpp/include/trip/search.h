#pragma once
// Search for initial projections (beyond the paper), since a single random start often converges to
// a poor local minimum. Training runs inside the span of the leading directions and starts from
// projections in which nearest neighbours already have similar responses.

#include <trip/dataset.h>
#include <trip/matrix.h>
#include <trip/options.h>
#include <trip/parameters.h>

#include <cstdint>
#include <vector>

namespace trip {

/// Options::search: the number of restarts that start from searched projections, two from each.
inline constexpr int kSearchedRestarts = 8;
inline bool is_searched(const Options& options, int restart) {
  return options.search && restart < kSearchedRestarts;
}

/// The leading d_k directions of each mode.
struct Span {
  std::vector<int> dims;  // d_k, J_k < d_k unless J_k = I_k; empty: too many for a search
  Factors basis;          // U^(k), I_k x d_k, orthonormal columns

  /// Converts parameters learned inside the span to all dimensions, in outside order: C^(k) = U^(k)
  /// times the factor (d_k x J_k) in `parameters`.
  template <class T>
  std::vector<T> expand(const std::vector<int>& ranks, const std::vector<T>& parameters) const;
};

/// Directions of the HOSVD that hold more than 1 / I_k of the sum of squares in their mode (Kaiser
/// 1960). Data are not centred, as in the reconstruction term. A mode keeps at least J_k + 1 and at
/// most about a dozen directions. Data with at most 16 variables (prod I) keep all directions,
/// since omitting some saves nothing.
template <class T>
Span leading_span(const Samples<T>& samples, const Architecture& architecture);

/// The samples in the coordinates of the span, N x d_1 x .., with the norms, responses and weights
/// of the original samples.
template <class T>
Samples<T> within(const Samples<T>& samples, const std::vector<int>& dims, const Span& span);

/// `count` (at most 4) projections, best first, each with one factor per mode (d_k x J_k,
/// orthonormal columns). They are the random projections whose projected samples are most similar
/// in the response to their nearest neighbours, improved by random steps. The criterion uses at
/// most 256 samples; a sample is not its own neighbour.
template <class T>
std::vector<Factors> neighbour_starts(const Samples<T>& samples, const std::vector<int>& dims,
                                      const std::vector<int>& ranks, bool classes, int count,
                                      uint64_t seed);

}  // namespace trip
