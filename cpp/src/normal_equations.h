#pragma once
// Reduces weighted least squares problems with many rows by their normal equations. These take a
// fraction of the time of reflections (least_squares.h). They square the condition of the columns,
// so that problems with nearly dependent columns have no result.

#include <vector>

#include "least_squares.h"
#include "simd.h"

namespace trip {

/// S problems sum_n w_n (<m_n, v> - y_n^(s))^2 with one matrix M. Layout of a block: the V columns
/// of M, the S right-hand sides, and the weights.
class NormalEquations {
 public:
  /// Most rows of a block.
  static constexpr int kRows = kBlock;

  NormalEquations(int unknowns, int sides);

  /// Columns of M, then right-hand sides, one row after another.
  double* block(int column) { return values_.data() + column * kRows; }
  double* weights() { return block(count_); }
  struct Shift {
    double origin, factor;
  };
  /// Sets the first rows of a column to (values - origin) * factor.
  void set(int column, const double* values, int rows, Shift shift);
  /// Adds the block's first `rows` rows, whole lanes, to the sums. Finite rows of weight 0 count
  /// for nothing.
  void add(int rows);
  /// One problem per right-hand side. The rest loses digits where it is much smaller than
  /// sum_n w_n y_n^2. Empty when a column has a weighted sum of squares of at most `least`, or when
  /// the part of a column that the columns before it do not explain has less than a thousandth of
  /// its squares. For a few columns, solutions then have relative errors of about 1e3 times
  /// rounding.
  std::vector<Reduced> reduced(double least) const;

 private:
  int unknowns_, count_;
  Buffer<double> values_;
  Buffer<double> weighted_;  // a column times the weights
  Matrix products_;          // lower triangle: weighted sums of products of columns
};

}  // namespace trip
