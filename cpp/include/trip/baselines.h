#pragma once
// Projections that are fixed before the network is trained: PCANN and LDANN (paper, section 5), for
// vectors (K = 1) only. Means and scatter matrices count samples by their positive weights.

#include <trip/dataset.h>
#include <trip/matrix.h>

namespace trip {

struct FixedProjection {
  Matrix c;       // I x J, orthonormal columns; the entry of largest magnitude of each is positive
  Vector values;  // PCA: J variances (divided by N), descending; LDA: the c - 1 eigenvalues of
                  // Sb v = e Sw v
};

/// Samples in double precision, for values whose spread is lost in the packed form.
struct ExactSamples {
  Matrix x;                     // N x I
  std::vector<double> weights;  // N
  std::vector<int> labels;      // N; LDA only
};

/// Leading J principal directions of the centred samples.
FixedProjection pca(ExactSamples samples, int columns);
template <class T>
FixedProjection pca(const Samples<T>& samples, int columns);

/// Fisher's discriminant directions, Sb v = e Sw v, orthonormalized in descending order of e.
/// Columns beyond c - 1 are the leading principal directions of the data projected on the
/// orthogonal complement. Variables are divided by their deviation first, so that the directions do
/// not depend on units; ridge * trace(Sw) / I is then added to the diagonal of Sw.
FixedProjection lda(ExactSamples samples, int classes, int columns, double ridge = 1e-8);
template <class T>
FixedProjection lda(const Samples<T>& samples, int classes, int columns, double ridge = 1e-8);

}  // namespace trip
