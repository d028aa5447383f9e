// A Cholesky factorization of the sums of products, scaled to ones on its diagonal (Golub and Van
// Loan, Matrix Computations, section 4.2.5). With M^T W M = L L^T, R is L^T, q = L^-1 M^T W y, and
// the rest is sum_n w_n y_n^2 - ||q||^2.

#include "normal_equations.h"

#include <algorithm>
#include <cmath>

namespace trip {
namespace {

/// The smallest square of a pivot of the scaled matrix.
constexpr double kIndependent = 1e-3;

}  // namespace

NormalEquations::NormalEquations(int unknowns, int sides)
    : unknowns_(unknowns),
      count_(unknowns + sides),
      values_(static_cast<size_t>(kRows) * (count_ + 1)),
      weighted_(kRows),
      products_(Matrix::Zero(count_, count_)) {}

void NormalEquations::set(int column, const double* values, int rows, Shift shift) {
  double* const out = block(column);
  const Lanes<double> origin = splat(shift.origin), factor = splat(shift.factor);
  int r = 0;
  for (; r + kLanes <= rows; r += kLanes)
    store<double>(out + r, (load(values + r) - origin) * factor);
  for (; r < rows; ++r) out[r] = (values[r] - shift.origin) * shift.factor;
}

void NormalEquations::add(int rows) {
  if (rows % kStep != 0) {
    std::fill_n(weights() + rows, kLanes, 0.0);
    rows += kLanes;
  }
  for (int i = 0; i < count_; ++i) {
    for (int r = 0; r < rows; r += kLanes)
      store<double>(&weighted_[r], load(weights() + r) * load(block(i) + r));
    for (int j = 0; j < std::min(i, unknowns_); ++j)
      products_(i, j) += dot(weighted_.data(), block(j), {0, rows});
    products_(i, i) += dot(weighted_.data(), block(i), {0, rows});
  }
}

std::vector<Reduced> NormalEquations::reduced(double least) const {
  Matrix lower = products_;
  const Vector diagonal = products_.diagonal().head(unknowns_);
  if (!(diagonal.minCoeff() > least)) return {};
  const Vector lengths = diagonal.cwiseSqrt();
  for (int j = 0; j < unknowns_; ++j) {
    for (int i = j; i < count_; ++i) {
      double rest = products_(i, j) / lengths(j) / (i < unknowns_ ? lengths(i) : 1);
      for (int k = 0; k < j; ++k) rest -= lower(i, k) * lower(j, k);
      if (i == j && !(rest >= kIndependent)) return {};
      lower(i, j) = i == j ? std::sqrt(rest) : rest / lower(j, j);
    }
  }
  Matrix r = Matrix::Zero(unknowns_, unknowns_);
  for (int i = 0; i < unknowns_; ++i) {
    for (int j = 0; j <= i; ++j) r(j, i) = lower(i, j) * lengths(i);
  }
  std::vector<Reduced> problems;
  for (int s = unknowns_; s < count_; ++s) {
    const Vector q = lower.row(s).head(unknowns_).transpose();
    problems.push_back({r, q, std::max(0.0, products_(s, s) - q.squaredNorm())});
  }
  return problems;
}

}  // namespace trip
