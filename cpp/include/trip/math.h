#pragma once
// Elementary functions with the same bits on every platform; those of the C library differ. They
// use only + - * / and exact bit operations and are accurate to about one unit in the last place.

namespace trip {

/// e^x; 0 below -745, infinity above 709.8, not-a-number passes through.
double exp(double x);
/// Natural logarithm; -infinity at 0, not-a-number for negative arguments.
double log(double x);
/// Sine and cosine for |x| up to 1e5 (beyond, the argument reduction loses digits).
double sin(double x);
double cos(double x);

}  // namespace trip
