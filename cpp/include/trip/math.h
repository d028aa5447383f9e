#pragma once
// Elementary functions with the same bits on every platform; those of the C library differ. They
// use only + - * / and exact bit operations and are accurate to about one unit in the last place.

#include <vector>

namespace trip {

/// e^x; 0 below -745, infinity above 709.8, not-a-number passes through.
double exp(double x);
/// Natural logarithm; -infinity at 0, not-a-number for negative arguments.
double log(double x);
/// log(1 + x) without the loss of digits near 0; -infinity at -1, not-a-number below.
double log1p(double x);
/// log1p of each value.
std::vector<double> log1p_each(const std::vector<double>& values);
/// Sine and cosine for |x| up to 1e5 (beyond, the argument reduction loses digits).
double sin(double x);
double cos(double x);

}  // namespace trip
