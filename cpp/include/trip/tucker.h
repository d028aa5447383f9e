#pragma once
// Tucker decomposition of the data stacked along a sample mode that is left free, not centred: the
// projections of TuckerNN (paper, section 5). Dense or sparse; sparse samples are never filled in.

#include <trip/dataset.h>
#include <trip/matrix.h>

#include <vector>

namespace trip {

struct Tucker {
  // C^(k), I_k x J_k: columns by descending eigenvalue, orthonormal, the entry of largest magnitude
  // of each positive.
  Factors c;
  double fit = 0;  // ||core||^2 / ||X||^2 (0 for data that are all zero)
  int sweeps = 0;  // of HOOI
};

/// Leading eigenvectors of the unfolding of each mode (De Lathauwer, De Moor and Vandewalle 2000a).
template <class T>
Tucker hosvd(const Samples<T>& samples, const std::vector<int>& dims,
             const std::vector<int>& ranks);

/// Alternating least squares from a rough HOSVD until no subspace turns by more than `tolerance`
/// radians in a sweep (De Lathauwer, De Moor and Vandewalle 2000b).
template <class T>
Tucker hooi(const Samples<T>& samples, const std::vector<int>& dims, const std::vector<int>& ranks,
            double tolerance = 1e-7, int max_sweeps = 200);

}  // namespace trip
