#pragma once
// Tucker decomposition of the data, not centred and stacked along a sample mode that is not
// decomposed: the projections of TuckerNN (paper, section 5). Samples are dense or sparse; sparse
// samples are never converted to dense ones. A sample counts by its weight in every sum of squares.

#include <trip/dataset.h>
#include <trip/matrix.h>

#include <vector>

namespace trip {

struct Tucker {
  // C^(k), I_k x J_k: orthonormal columns by descending eigenvalue; the entry of largest magnitude
  // of each is positive.
  Factors c;
  double fit = 0;  // ||core||^2 / ||X||^2 (0 for data that are all zero)
  int sweeps = 0;  // sweeps of HOOI
};

/// Leading eigenvectors of the unfolding of each mode (De Lathauwer, De Moor and Vandewalle 2000a).
template <class T>
Tucker hosvd(const Samples<T>& samples, const std::vector<int>& dims,
             const std::vector<int>& ranks);

/// Alternating least squares, starting from an inexact HOSVD, until no subspace turns by more than
/// `tolerance` radians in a sweep (De Lathauwer, De Moor and Vandewalle 2000b).
template <class T>
Tucker hooi(const Samples<T>& samples, const std::vector<int>& dims, const std::vector<int>& ranks,
            double tolerance = 1e-7, int max_sweeps = 200);

}  // namespace trip
