#pragma once
// The functions of math.h, applied to each lane, and a faster exponential.

#include <trip/math.h>

#include "simd.h"

namespace trip {

/// e^x, relative error below 2e-7 in single precision; 0 below -87, x is clamped above 88,
/// not-a-number passes through.
Lanes<float> exp(Lanes<float> x);
Lanes<double> exp(Lanes<double> x);
/// e^x for x in [-700, 0], relative error below 1e-15. It multiplies by the inverse factorials, by
/// which exp() divides, so that their bits differ.
Lanes<double> exp_of_negative(Lanes<double> x);
/// Natural logarithm for normal positive numbers, absolute error below 2e-7 times max(1, |log x|)
/// in single precision; not-a-number passes through, other arguments give not-a-number.
Lanes<float> log(Lanes<float> x);
Lanes<double> log(Lanes<double> x);

}  // namespace trip
