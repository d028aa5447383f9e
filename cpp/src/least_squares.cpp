// Householder QR with column pivoting (Golub and Van Loan, Matrix Computations, section 5.4.2). A
// reflection H = I - v v^T / (beta (beta - c)) maps rows k, k + 1, .. of the pivot column, whose
// first entry is c and whose length is |beta|, to (beta, 0, ..), v = (c - beta, entries below).
// Every reflection also sums the squares of the rows below k, so that each pivot and the rest come
// from sums of the entries themselves.

#include "least_squares.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace trip {
namespace {

/// Rows begin .. end - 1 of columns, and zeros up to whole lanes.
struct Rows {
  int begin, end;
};

double dot(const double* a, const double* b, Rows rows) {
  Lanes<double> total{};
  for (int i = rows.begin; i < rows.end; i += kLanes) total += load(a + i) * load(b + i);
  return sum<double>(total);
}

/// a -= factor v; the sum of the squares of a.
double subtract(double* a, double factor, const double* v, Rows rows) {
  Lanes<double> total{};
  const Lanes<double> factors = splat(factor);
  for (int i = rows.begin; i < rows.end; i += kLanes) {
    const Lanes<double> next = load(a + i) - factors * load(v + i);
    store<double>(a + i, next);
    total += next * next;
  }
  return sum<double>(total);
}

/// The factorisation of a problem, one reflection after another.
class Reflections {
 public:
  explicit Reflections(TallProblem& problem)
      : problem_(problem),
        order_(problem.count()),
        squares_(problem.count()),
        diagonal_(problem.unknowns()) {
    std::iota(order_.begin(), order_.end(), 0);
    for (int j = 0; j < problem.count(); ++j)
      squares_[j] = dot(problem[j], problem[j], {0, problem.rows()});
    for (int k = 0; k < problem.unknowns(); ++k) reflect(k);
  }

  /// The problem of right-hand side `side`.
  Reduced problem(int side) {
    const int unknowns = problem_.unknowns(), column = unknowns + side;
    Reduced result{Matrix::Zero(unknowns, unknowns), Vector(unknowns), squares_[column]};
    for (int k = 0; k < unknowns; ++k) {
      result.q(k) = problem_[column][k];
      result.r(k, order_[k]) = diagonal_[k];
      for (int j = k + 1; j < unknowns; ++j) result.r(k, order_[j]) = problem_[order_[j]][k];
    }
    return result;
  }

 private:
  /// Moves the longest of the remaining columns to position k.
  int pivot(int k) {
    for (int j = k + 1; j < problem_.unknowns(); ++j) {
      if (squares_[order_[j]] > squares_[order_[k]]) std::swap(order_[j], order_[k]);
    }
    return order_[k];
  }

  /// Reflection k, on the columns after position k. A column without length is not reflected.
  void reflect(int k) {
    const int chosen = pivot(k);
    double* const v = problem_[chosen];
    const double square = squares_[chosen], first = v[k];
    const bool any = square > std::numeric_limits<double>::min();
    const double beta = any ? std::copysign(std::sqrt(square), -first) : first;
    v[k] -= beta;
    diagonal_[k] = beta;
    const Rows below{k + 1, problem_.rows()};
    for (int j = k + 1; j < problem_.count(); ++j) {
      double* const a = problem_[order_[j]];
      const double product = any ? v[k] * a[k] + dot(v, a, below) : 0;
      const double factor = any ? product / (beta * (beta - first)) : 0;
      a[k] -= factor * v[k];
      squares_[order_[j]] = subtract(a, factor, v, below);
    }
  }

  TallProblem& problem_;
  std::vector<int> order_;        // the column at each position; right-hand sides stay in place
  std::vector<double> squares_;   // of the rows that no pivot has taken
  std::vector<double> diagonal_;  // of R
};

}  // namespace

TallProblem::TallProblem(int rows, int unknowns, int sides)
    : rows_(std::max(rows, unknowns)),
      unknowns_(unknowns),
      count_(unknowns + sides),
      stride_(padded(rows_) + kLanes),
      values_(stride_ * count_) {}

std::vector<Reduced> reduced(TallProblem& columns) {
  Reflections reflections(columns);
  std::vector<Reduced> result;
  for (int side = 0; side < columns.count() - columns.unknowns(); ++side)
    result.push_back(reflections.problem(side));
  return result;
}

Reduced reduced(const Eigen::MatrixXd& matrix, const Vector& side) {
  const int unknowns = static_cast<int>(matrix.cols());
  TallProblem columns(static_cast<int>(matrix.rows()), unknowns, 1);
  for (int j = 0; j < unknowns; ++j) std::copy_n(matrix.col(j).data(), matrix.rows(), columns[j]);
  std::copy_n(side.data(), side.size(), columns[unknowns]);
  return reduced(columns)[0];
}

}  // namespace trip
