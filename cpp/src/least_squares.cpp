// Householder QR with column pivoting (Golub and Van Loan, Matrix Computations, section 5.4.2). A
// reflection H = I - v v^T / (beta (beta - c)) maps rows k, k + 1, .. of the pivot column, whose
// first entry is c and whose length is |beta|, to (beta, 0, ..), v = (c - beta, entries below).
// Every reflection also sums the squares of the rows below k, so that each pivot and the rest come
// from sums of the entries themselves. Each block is reduced together with the reduced problem of
// the rows before it (Demmel et al. 2012, SIAM J. Sci. Comput. 34, the sequential TSQR), always in
// the same order. Weights differ by many orders of magnitude. Rows of small weight keep their own
// relative accuracy, since columns and rows are pivoted (Cox and Higham 1998, BIT 38).

#include "least_squares.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace trip {
double dot(const double* a, const double* b, Rows rows) {
  Lanes<double> even{}, odd{};
  for (int i = rows.begin; i < rows.end; i += kStep) {
    even += load(a + i) * load(b + i);
    odd += load(a + i + kLanes) * load(b + i + kLanes);
  }
  return sum<double>(even + odd);
}

namespace {

/// a -= factor v; the sum of the squares of a.
double subtract(double* a, double factor, const double* v, Rows rows) {
  Lanes<double> even{}, odd{};
  const Lanes<double> factors = splat(factor);
  for (int i = rows.begin; i < rows.end; i += kStep) {
    const Lanes<double> first = load(a + i) - factors * load(v + i);
    const Lanes<double> second = load(a + i + kLanes) - factors * load(v + i + kLanes);
    store<double>(a + i, first);
    store<double>(a + i + kLanes, second);
    even += first * first;
    odd += second * second;
  }
  return sum<double>(even + odd);
}

}  // namespace

TallProblem::TallProblem(int unknowns, int sides)
    : unknowns_(unknowns),
      count_(unknowns + sides),
      capacity_(std::max(kBlock, 4 * unknowns)),
      stride_(padded(unknowns + capacity_ + kStep)),
      values_(stride_ * count_),
      order_(count_),
      squares_(count_),
      rest_(sides) {
  std::iota(order_.begin(), order_.end(), 0);
}

void TallProblem::add(int rows) {
  for (int j = 0; j < count_; ++j) {
    double* const column = (*this)[j];
    std::fill_n(column + unknowns_ + rows, kStep, 0.0);
    squares_[j] = dot(column, column, {0, unknowns_ + rows});
  }
  for (int k = 0; k < unknowns_; ++k) reflect(k, unknowns_ + rows);
  for (size_t side = 0; side < rest_.size(); ++side) rest_[side] += squares_[unknowns_ + side];
}

/// Moves the longest of the remaining columns to position k.
int TallProblem::pivot(int k) {
  for (int j = k + 1; j < unknowns_; ++j) {
    if (squares_[order_[j]] > squares_[order_[k]]) std::swap(order_[j], order_[k]);
  }
  return order_[k];
}

/// Swaps row k with the row that is largest in the pivot column.
void TallProblem::lift(int k, int rows) {
  const double* const v = (*this)[order_[k]];
  int largest = k;
  for (int i = k + 1; i < rows; ++i) {
    if (std::fabs(v[i]) > std::fabs(v[largest])) largest = i;
  }
  for (int j = k; j < count_; ++j) {
    double* const column = (*this)[order_[j]];
    std::swap(column[k], column[largest]);
  }
}

/// Reflection k, on the columns after position k. A column without length is not reflected.
void TallProblem::reflect(int k, int rows) {
  const int chosen = pivot(k);
  lift(k, rows);
  double* const v = (*this)[chosen];
  const double square = squares_[chosen], first = v[k];
  const bool any = square > std::numeric_limits<double>::min();
  const double beta = any ? std::copysign(std::sqrt(square), -first) : first;
  v[k] -= beta;
  const Rows below{k + 1, rows};
  for (int j = k + 1; j < count_; ++j) {
    double* const a = (*this)[order_[j]];
    const double product = any ? v[k] * a[k] + dot(v, a, below) : 0;
    const double factor = any ? product / (beta * (beta - first)) : 0;
    a[k] -= factor * v[k];
    squares_[order_[j]] = subtract(a, factor, v, below);
  }
  v[k] = beta;
  std::fill(v + k + 1, v + unknowns_, 0.0);
}

Reduced TallProblem::reduced(int side) const {
  const Eigen::Map<const Eigen::MatrixXd, 0, Eigen::OuterStride<>> top(
      values_.data(), unknowns_, count_, Eigen::OuterStride<>(stride_));
  return {top.leftCols(unknowns_), top.col(unknowns_ + side), rest_[side]};
}

Reduced reduced(const Eigen::MatrixXd& matrix, const Vector& side) {
  const int rows = static_cast<int>(matrix.rows()), unknowns = static_cast<int>(matrix.cols());
  TallProblem problem(unknowns, 1);
  for (int first = 0; first < rows; first += problem.capacity()) {
    const int next = std::min(problem.capacity(), rows - first);
    for (int j = 0; j < unknowns; ++j)
      std::copy_n(matrix.col(j).data() + first, next, problem.block(j));
    std::copy_n(side.data() + first, next, problem.block(unknowns));
    problem.add(next);
  }
  return problem.reduced(0);
}

}  // namespace trip
