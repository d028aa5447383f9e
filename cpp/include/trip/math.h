#pragma once
// Elementary functions with the same bits on every platform, where those of the C library differ.
// Only + - * / and exact bit operations are used. The double versions are accurate to about one
// unit in the last place.

#include <trip/simd.h>

namespace trip {

/// e^x; 0 below -745, infinity above 709.8, not-a-number passes through.
double exp(double x);
/// Natural logarithm; -infinity at 0, not-a-number below.
double log(double x);
/// Sine and cosine for |x| up to 1e5 (beyond, the argument reduction loses digits).
double sin(double x);
double cos(double x);

/// e^x in each lane, relative error below 2e-7; 0 below -87, x is clamped above 88, not-a-number
/// passes through.
Lanes<float> exp(Lanes<float> x);
Lanes<double> exp(Lanes<double> x);
/// Natural logarithm in each lane for normal positive numbers, absolute error below 2e-7 times
/// max(1, |log x|); not-a-number passes through, other arguments give not-a-number.
Lanes<float> log(Lanes<float> x);
Lanes<double> log(Lanes<double> x);

}  // namespace trip
