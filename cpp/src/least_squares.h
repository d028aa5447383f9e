#pragma once
// Reduces a least squares problem with many rows and few unknowns to one with as many rows as
// unknowns. Householder reflections keep the accuracy of the rows: normal equations would lose
// directions whose singular value is below 1e-8 of the largest, while the fits keep those above
// 1e-10.

#include <trip/matrix.h>

#include "simd.h"

namespace trip {

/// ||M v - y||^2 = ||R v - q||^2 + rest for every v.
struct Reduced {
  Matrix r;  // V x V for V unknowns
  Vector q;
  double rest = 0;
};

/// M (N x V) and S right-hand sides y as V + S columns, one after another. Zeros behind each column
/// let a reflection begin at any row and read whole lanes.
class TallProblem {
 public:
  TallProblem(int rows, int unknowns, int sides);

  double* operator[](int column) { return values_.data() + column * stride_; }
  int rows() const { return rows_; }
  int unknowns() const { return unknowns_; }
  int count() const { return count_; }

 private:
  int rows_, unknowns_, count_;
  size_t stride_;
  Buffer<double> values_;
};

/// One reduced problem for each right-hand side. The reflections overwrite the columns.
std::vector<Reduced> reduced(TallProblem& columns);
/// The same for one right-hand side.
Reduced reduced(const Eigen::MatrixXd& matrix, const Vector& side);

}  // namespace trip
