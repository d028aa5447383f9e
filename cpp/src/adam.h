#pragma once
// Adam (Kingma and Ba 2015) in one sweep over all parameters.

#include <trip/options.h>

#include <span>

#include "simd.h"

namespace trip {

/// The share of the learning rate for a step when the share `done` of all steps of the restart came
/// before it: (1 + cos(pi done)) / 2 for kCosine, otherwise 1.
double learning_rate_share(LearningRateDecay decay, double done);

/// beta 0.9 / 0.999; epsilon 1e-8 is added to the root of the bias-corrected second moment. Moments
/// below 1e-30 in magnitude become 0, since the denormal numbers of inactive units would slow every
/// later step.
template <class T>
class Adam {
 public:
  Adam(int size, double learning_rate)
      : learning_rate_(learning_rate), moments_(size_t{2} * size, T(0)) {}

  void reset();
  /// Updates parameters[begin .. size) with `share` of the learning rate; begin a multiple of the
  /// lanes.
  void step(std::span<const T> gradient, std::span<T> parameters, int begin, double share = 1);

  /// Passes everything that the next step depends on to an archive.
  template <class Archive>
  void visit_state(Archive& archive) {
    archive.number(power1_);
    archive.number(power2_);
    archive.array(moments_);
  }

 private:
  double learning_rate_;
  double power1_ = 1, power2_ = 1;  // beta1^t, beta2^t
  Buffer<T> moments_;               // four first moments, four second moments, and so on
};

}  // namespace trip
