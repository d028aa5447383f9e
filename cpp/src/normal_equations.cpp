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
  Vector lengths(unknowns_);
  for (int i = 0; i < unknowns_; ++i) {
    if (!(products_(i, i) > least)) return {};
    lengths(i) = std::sqrt(products_(i, i));
  }
  for (int j = 0; j < unknowns_; ++j) {
    for (int i = j; i < count_; ++i) {
      double rest = products_(i, j) / lengths(j) / (i < unknowns_ ? lengths(i) : 1);
      for (int k = 0; k < j; ++k) rest -= lower(i, k) * lower(j, k);
      if (i == j && !(rest >= kIndependent)) return {};
      lower(i, j) = i == j ? std::sqrt(rest) : rest / lower(j, j);
    }
  }
  std::vector<Reduced> problems(count_ - unknowns_);
  for (int s = unknowns_; s < count_; ++s) {
    Reduced& problem = problems[s - unknowns_];
    problem.r.setZero(unknowns_, unknowns_);
    problem.q.resize(unknowns_);
    double rest = products_(s, s);
    for (int i = 0; i < unknowns_; ++i) {
      for (int j = 0; j <= i; ++j) problem.r(j, i) = lower(i, j) * lengths(i);
      problem.q(i) = lower(s, i);
      rest -= lower(s, i) * lower(s, i);
    }
    problem.rest = std::max(0.0, rest);
  }
  return problems;
}

}  // namespace trip
