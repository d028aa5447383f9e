#pragma once
// Rates projections of a search by the responses of nearest neighbours. In a file of its own, which
// is compiled for speed: a search rates 360 projections by all samples.

#include <trip/dataset.h>
#include <trip/matrix.h>
#include <trip/random.h>

#include <vector>

#include "samples.h"

namespace trip {

class Judge {
 public:
  template <class T>
  Judge(const Samples<T>& samples, const std::vector<int>& dims, bool classes, Random& random);

  /// Weighted mean over the samples: the share of neighbours of the same class, or minus the
  /// squared error of their mean, summed over the responses.
  double operator()(const Factors& factors) const;

 private:
  int count() const { return sizes_[0]; }

  bool classes_;
  int responses_;
  std::vector<int> sizes_;  // N, d_1, ..
  std::vector<double> x_, response_, weight_;
};

}  // namespace trip
