// Each factor is the leading eigenspace of Y Y^T, where Y is the unfolding of the data along mode k
// after the other modes have been projected. Y is stored as blocks of rows: a dense sample is one
// block of all I_k rows, a sparse sample a block of its nonzero rows. Y Y^T is computed for small
// modes; for large modes subspace iteration applies it as an operator.

#include <trip/linear_algebra.h>
#include <trip/random.h>
#include <trip/tensor.h>
#include <trip/tucker.h>

#include <algorithm>
#include <cmath>

#include "order.h"
#include "samples.h"

namespace trip {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

constexpr int kLargestGram =
    256;  // beyond it, the I_k x I_k matrix is neither computed nor decomposed

/// The unfolding as blocks of rows with `columns` columns: block b has the rows rows[begin[b] ..
/// begin[b + 1]) of Y, and row r of values() belongs to rows[r].
struct Unfolding {
  int columns = 1;
  std::vector<int> begin = {0};
  std::vector<int> rows;
  std::vector<double> flat;

  int blocks() const { return static_cast<int>(begin.size()) - 1; }
  Eigen::Map<const Matrix> values() const {
    return {flat.data(), static_cast<Index>(rows.size()), columns};
  }
  void end_block() { begin.push_back(static_cast<int>(rows.size())); }
};

/// A sample times the root of its weight has its weight in sums of squares.
template <class T>
double root_weight(const Samples<T>& samples, int sample) {
  return std::sqrt(static_cast<double>(samples.weight(sample)));
}

/// Appends one dense sample, unfolded along `mode` after the other modes have been contracted with
/// their factors. An empty factor leaves its mode unchanged.
template <class T>
void append_dense(const Samples<T>& samples, int sample, const std::vector<int>& dims, int mode,
                  const Factors& factors, Unfolding& y) {
  const double root = root_weight(samples, sample);
  std::vector<double> tensor;
  for (int r = 0; r < samples.rows(); ++r) {
    for (int i = 0; i < samples.width(); ++i) tensor.push_back(root * samples.row(sample, r)[i]);
  }
  std::vector<int> sizes = dims;
  for (int k = static_cast<int>(dims.size()) - 1; k >= 0; --k) {
    if (k != mode && factors[k].size() > 0) tensor = contract(tensor, sizes, k, factors[k]);
  }
  int before = 1;
  for (int l = 0; l < mode; ++l) before *= sizes[l];
  const int size = sizes[mode], after = product(sizes) / before / size;
  y.columns = before * after;
  for (int i = 0; i < size; ++i) {
    y.rows.push_back(i);
    for (int b = 0; b < before; ++b) {
      const double* in = &tensor[(static_cast<size_t>(b) * size + i) * after];
      y.flat.insert(y.flat.end(), in, in + after);
    }
  }
  y.end_block();
}

/// Stored values of a sample, sorted by the indices of the given modes.
template <class T>
std::vector<int> ordered(const Samples<T>& samples, int sample, const std::vector<int>& modes) {
  std::vector<int> order =
      consecutive(samples.begin(sample + 1) - samples.begin(sample), samples.begin(sample));
  sort_stably(order, [&](int a, int b) {
    for (int k : modes) {
      if (samples.index(a)[k] != samples.index(b)[k])
        return samples.index(a)[k] < samples.index(b)[k];
    }
    return false;
  });
  return order;
}

std::vector<int> other_modes(int modes, int mode) {
  std::vector<int> others;
  for (int k = 0; k < modes; ++k) {
    if (k != mode) others.push_back(k);
  }
  return others;
}

/// Appends one sparse sample with all other modes projected: its nonzero rows, whose width is the
/// product of the other ranks.
template <class T>
void append_sparse_projected(const Samples<T>& samples, int sample, int mode,
                             const Factors& factors, Unfolding& y) {
  const std::vector<int> others = other_modes(static_cast<int>(factors.size()), mode);
  std::vector<double> share, next;
  for (int e : ordered(samples, sample, {mode})) {
    const int* index = samples.index(e);
    share.assign(1, root_weight(samples, sample) * samples.value(e));
    for (int k : others) {
      next.clear();
      for (double s : share) {
        for (double c : factors[k].row(index[k])) next.push_back(s * c);
      }
      share.swap(next);
    }
    if (static_cast<int>(y.rows.size()) == y.begin.back() || y.rows.back() != index[mode]) {
      y.rows.push_back(index[mode]);
      y.flat.insert(y.flat.end(), y.columns, 0.0);
    }
    double* row = &y.flat[y.flat.size() - y.columns];
    for (int q = 0; q < y.columns; ++q) row[q] += share[q];
  }
  y.end_block();
}

/// Appends one sparse sample without projection: a block with one column for every combination of
/// the other indices that occurs.
template <class T>
void append_sparse(const Samples<T>& samples, int sample, int modes, int mode, Unfolding& y) {
  const std::vector<int> others = other_modes(modes, mode);
  const int* last = nullptr;
  for (int e : ordered(samples, sample, others)) {
    const int* index = samples.index(e);
    const bool same = last && std::all_of(others.begin(), others.end(),
                                          [&](int k) { return index[k] == last[k]; });
    if (last && !same) y.end_block();
    last = index;
    y.rows.push_back(index[mode]);
    y.flat.push_back(root_weight(samples, sample) * samples.value(e));
  }
  y.end_block();
}

template <class T>
Unfolding unfold(const Samples<T>& samples, const std::vector<int>& dims, int mode,
                 const Factors& factors) {
  Unfolding y;
  const bool projected =
      std::all_of(factors.begin(), factors.end(), [](const Matrix& c) { return c.size() > 0; });
  if (projected) {
    for (int k : other_modes(static_cast<int>(dims.size()), mode))
      y.columns *= static_cast<int>(factors[k].cols());
  }
  for (int n = 0; n < samples.count(); ++n) {
    if (!samples.sparse()) {
      append_dense(samples, n, dims, mode, factors, y);
    } else if (projected) {
      append_sparse_projected(samples, n, mode, factors, y);
    } else {
      append_sparse(samples, n, static_cast<int>(dims.size()), mode, y);
    }
  }
  return y;
}

/// Y Y^T V. Y is read twice for any number of columns of V.
Matrix apply(const Unfolding& y, const Matrix& v) {
  const auto values = y.values();
  Matrix result = Matrix::Zero(v.rows(), v.cols()), inner(y.columns, v.cols());
  for (int b = 0; b < y.blocks(); ++b) {
    inner.setZero();
    for (int r = y.begin[b]; r < y.begin[b + 1]; ++r) {
      for (int q = 0; q < y.columns; ++q) inner.row(q) += values(r, q) * v.row(y.rows[r]);
    }
    for (int r = y.begin[b]; r < y.begin[b + 1]; ++r) {
      for (int q = 0; q < y.columns; ++q) result.row(y.rows[r]) += values(r, q) * inner.row(q);
    }
  }
  return result;
}

/// Leading eigenvectors of Y Y^T from the complete matrix.
MatrixXd leading_of_matrix(const Unfolding& y, int size, int count) {
  const auto values = y.values();
  MatrixXd gram = MatrixXd::Zero(size, size);  // its lower triangle
  for (int block = 0; block < y.blocks(); ++block) {
    for (int a = y.begin[block]; a < y.begin[block + 1]; ++a) {
      for (int b = y.begin[block]; b <= a; ++b)
        gram(std::max(y.rows[a], y.rows[b]), std::min(y.rows[a], y.rows[b])) +=
            values.row(a).dot(values.row(b));
    }
  }
  return eigenpairs(gram).vectors.leftCols(count);
}

/// Stopping rule of subspace iteration: no wanted direction turns by more than `tolerance` radians,
/// or max_iterations are done.
struct Effort {
  double tolerance;
  int max_iterations;
};

/// Subspace iteration with Rayleigh-Ritz (Golub and Van Loan, section 8.2.4) with a few more
/// columns than wanted. The first columns are `start` (I_k x J_k, may be empty), the others are
/// random with a fixed seed.
MatrixXd leading_of_operator(const Unfolding& y, int size, int count, const Matrix& start,
                             Effort effort) {
  Random random(0, static_cast<uint64_t>(size));
  MatrixXd v(size, std::min(size, count + 8));
  v.leftCols(start.cols()) = start;
  for (double& value : v.rightCols(v.cols() - start.cols()).reshaped()) value = random.normal();
  v = orthonormalized(v);
  MatrixXd small(v.cols(), v.cols());  // V^T Y Y^T V, its lower triangle
  for (int iteration = 0; iteration < effort.max_iterations; ++iteration) {
    const MatrixXd w = apply(y, v);
    small.triangularView<Eigen::Lower>() = v.transpose().lazyProduct(w);
    const MatrixXd rotation = eigenpairs(small).vectors, now = times(v, rotation);
    double change = 0;  // of the wanted directions, up to sign
    for (int j = 0; j < count; ++j) {
      const double sign = v.col(j).dot(now.col(j)) < 0 ? -1 : 1;
      change = std::max(change, (now.col(j) - sign * v.col(j)).norm());
    }
    if (iteration > 0 && change < effort.tolerance) return now.leftCols(count);
    v = orthonormalized(times(w, rotation));
  }
  return v.leftCols(count);
}

/// C of one mode with its signs fixed; `start` as in leading_of_operator().
Matrix leading_factor(const Unfolding& y, int size, int count, const Matrix& start, Effort effort) {
  const MatrixXd c = size <= kLargestGram ? leading_of_matrix(y, size, count)
                                          : leading_of_operator(y, size, count, start, effort);
  return c * column_signs(c).asDiagonal();
}

/// ||X x_k C^(k)||^2 / ||X||^2 from an unfolding with the other modes projected.
template <class T>
double fit_of(const Samples<T>& samples, const Unfolding& y, const Matrix& c) {
  double core = 0, total = 0;
  Matrix block(y.columns, c.cols());  // the projected sample
  for (int b = 0; b < y.blocks(); ++b) {
    block.setZero();
    for (int r = y.begin[b]; r < y.begin[b + 1]; ++r)
      block.noalias() += y.values().row(r).transpose() * c.row(y.rows[r]);
    core += block.squaredNorm();
  }
  for (int n = 0; n < samples.count(); ++n)
    total += static_cast<double>(samples.weight(n)) * samples.squared_norm(n);
  return total > 0 ? core / total : 0;
}

template <class T>
Tucker start(const Samples<T>& samples, const std::vector<int>& dims, const std::vector<int>& ranks,
             Effort effort) {
  Tucker result;
  const int modes = static_cast<int>(dims.size());
  const Factors none(modes);
  for (int k = 0; k < modes; ++k) {
    const Unfolding y = unfold(samples, dims, k, none);
    result.c.push_back(leading_factor(y, dims[k], ranks[k], Matrix(dims[k], 0), effort));
  }
  result.fit = fit_of(samples, unfold(samples, dims, modes - 1, result.c), result.c.back());
  return result;
}

}  // namespace

template <class T>
Tucker hosvd(const Samples<T>& samples, const std::vector<int>& dims,
             const std::vector<int>& ranks) {
  return start(samples, dims, ranks, {1e-7, 200});
}

template <class T>
Tucker hooi(const Samples<T>& samples, const std::vector<int>& dims, const std::vector<int>& ranks,
            double tolerance, int max_sweeps) {
  // An inexact start is enough, since the sweeps refine it.
  Tucker result = start(samples, dims, ranks, {tolerance, 12});
  const Effort effort{tolerance / 10, 20};
  const int modes = static_cast<int>(dims.size());
  double change = 1;
  while (change > tolerance && result.sweeps < max_sweeps) {
    ++result.sweeps;
    change = 0;
    for (int k = 0; k < modes; ++k) {
      const Unfolding y = unfold(samples, dims, k, result.c);
      const Matrix c = leading_factor(y, dims[k], ranks[k], result.c[k], effort);
      // J - ||C_old^T C||^2 is zero if both subspaces are equal.
      const double kept = result.c[k].transpose().lazyProduct(c).squaredNorm();
      change = std::max(change, std::sqrt(std::max(0.0, ranks[k] - kept)));
      result.c[k] = c;
      if (k == modes - 1) result.fit = fit_of(samples, y, c);
    }
  }
  return result;
}

#define TRIP_INSTANTIATE(T)                                                                   \
  template Tucker hosvd(const Samples<T>&, const std::vector<int>&, const std::vector<int>&); \
  template Tucker hooi(const Samples<T>&, const std::vector<int>&, const std::vector<int>&,   \
                       double, int);
TRIP_INSTANTIATE(float)
TRIP_INSTANTIATE(double)
#undef TRIP_INSTANTIATE

}  // namespace trip
