#pragma once
// Reduces a least squares problem with many rows and few unknowns to one with as many rows as
// unknowns, block by block. Householder reflections keep the accuracy of the rows: normal equations
// would lose directions whose singular value is below 1e-8 of the largest, while the fits keep
// those above 1e-10.

#include <trip/matrix.h>

#include "simd.h"

namespace trip {

/// ||M v - y||^2 = ||R v - q||^2 + rest for every v.
struct Reduced {
  Matrix r;  // V x V for V unknowns
  Vector q;
  double rest = 0;
};

/// Rows of a block of a tall problem: 32 columns of 128 doubles fill 32 kB.
inline constexpr int kBlock = 128;
/// Rows of a step. Two vectors of sums let the additions of one overlap those of the other.
inline constexpr int kStep = 2 * kLanes;

/// Rows begin .. end - 1 of columns, and zeros up to whole steps.
struct Rows {
  int begin, end;
};
double dot(const double* a, const double* b, Rows rows);

/// The rows (M, y^(1) .. y^(S)) of S problems with one matrix M. Layout: V + S columns, in each the
/// V rows of the reduced problem, then the rows of the next block, then zeros, which let a
/// reflection begin at any row and read whole vectors. The columns of a block stay in the cache.
class TallProblem {
 public:
  TallProblem(int unknowns, int sides);

  /// Most rows of a block.
  int capacity() const { return capacity_; }
  /// The next block: columns of M, then right-hand sides, one row after another.
  double* block(int column) { return (*this)[column] + unknowns_; }
  /// Adds the block's first `rows` rows to the reduced problem.
  void add(int rows);
  Reduced reduced(int side) const;

 private:
  double* operator[](int column) { return values_.data() + column * stride_; }
  int pivot(int k);
  void lift(int k, int rows);
  void reflect(int k, int rows);

  int unknowns_, count_, capacity_;
  size_t stride_;
  Buffer<double> values_;
  std::vector<int> order_;       // the column at each position; right-hand sides stay in place
  std::vector<double> squares_;  // of each column, over the rows that no pivot has taken
  std::vector<double> rest_;
};

/// The problem of one matrix and one right-hand side.
Reduced reduced(const Eigen::MatrixXd& matrix, const Vector& side);

}  // namespace trip
