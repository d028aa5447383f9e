// Each factor is the leading eigenspace of Y Y^T, Y the unfolding of the data along mode k after
// the other modes have been projected. Y is kept as blocks of rows: a dense sample is one block of
// all I_k rows, a sparse sample a block of the rows that it touches. Small modes form the matrix,
// large ones iterate on the operator.

#include <trip/decompositions.h>
#include <trip/eigenpairs.h>
#include <trip/random.h>
#include <trip/tensor.h>
#include <trip/tucker.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "order.h"
#include "samples.h"

namespace trip {
namespace {

using Vector = std::vector<double>;

constexpr int kLargestGram = 256;  // above, I_k x I_k is neither formed nor decomposed

/// The unfolding as blocks of rows, all `columns` wide: block b has the rows rows[begin[b] ..
/// begin[b + 1]), and values[r * columns + q] belongs to rows[r].
struct Unfolding {
  int columns = 1;
  std::vector<int> begin = {0};
  std::vector<int> rows;
  Vector values;

  int blocks() const { return static_cast<int>(begin.size()) - 1; }
  const double* row(int r) const { return &values[static_cast<size_t>(r) * columns]; }
  void end_block() { begin.push_back(static_cast<int>(rows.size())); }
};

/// The factors found so far, I x J row-major; an empty one leaves its mode as it is.
using Factors = std::vector<Vector>;

/// Appends one dense sample, unfolded along `mode` after the other modes have been contracted with
/// their factors.
template <class T>
void append_dense(const Samples<T>& samples, int sample, const std::vector<int>& dims,
                  const std::vector<int>& ranks, int mode, const Factors& factors, Unfolding& y) {
  Vector tensor;
  for (int r = 0; r < samples.rows(); ++r) {
    tensor.insert(tensor.end(), samples.row(sample, r), samples.row(sample, r) + samples.width());
  }
  std::vector<int> sizes = dims;
  for (int k = static_cast<int>(dims.size()) - 1; k >= 0; --k) {
    if (k != mode && !factors[k].empty()) tensor = contract(tensor, sizes, k, factors[k], ranks[k]);
  }
  int before = 1;
  for (int l = 0; l < mode; ++l) before *= sizes[l];
  const int size = sizes[mode], after = product(sizes) / before / size;
  y.columns = before * after;
  for (int i = 0; i < size; ++i) {
    y.rows.push_back(i);
    for (int b = 0; b < before; ++b) {
      const double* in = &tensor[(static_cast<size_t>(b) * size + i) * after];
      y.values.insert(y.values.end(), in, in + after);
    }
  }
  y.end_block();
}

/// Stored values of a sample ordered by the indices of the given modes.
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

/// Appends one sparse sample with all other modes projected: the rows it touches, prod of the other
/// ranks wide.
template <class T>
void append_sparse_projected(const Samples<T>& samples, int sample, const std::vector<int>& ranks,
                             int mode, const Factors& factors, Unfolding& y) {
  const std::vector<int> others = other_modes(static_cast<int>(ranks.size()), mode);
  y.columns = product(ranks) / ranks[mode];
  Vector share, next;
  for (int e : ordered(samples, sample, {mode})) {
    const int* index = samples.index(e);
    share.assign(1, samples.value(e));
    for (int k : others) {
      next.clear();
      for (double s : share) {
        for (int j = 0; j < ranks[k]; ++j) {
          next.push_back(s * factors[k][static_cast<size_t>(index[k]) * ranks[k] + j]);
        }
      }
      share.swap(next);
    }
    if (static_cast<int>(y.rows.size()) == y.begin.back() || y.rows.back() != index[mode]) {
      y.rows.push_back(index[mode]);
      y.values.insert(y.values.end(), y.columns, 0.0);
    }
    double* row = &y.values[(y.rows.size() - 1) * y.columns];
    for (int q = 0; q < y.columns; ++q) row[q] += share[q];
  }
  y.end_block();
}

/// Appends one sparse sample as it is: a block of one column for every combination of the other
/// indices that occurs.
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
    y.values.push_back(samples.value(e));
  }
  y.end_block();
}

template <class T>
Unfolding unfold(const Samples<T>& samples, const std::vector<int>& dims,
                 const std::vector<int>& ranks, int mode, const Factors& factors) {
  Unfolding y;
  const bool projected =
      std::all_of(factors.begin(), factors.end(), [](const Vector& f) { return !f.empty(); });
  for (int n = 0; n < samples.count(); ++n) {
    if (!samples.sparse()) {
      append_dense(samples, n, dims, ranks, mode, factors, y);
    } else if (projected) {
      append_sparse_projected(samples, n, ranks, mode, factors, y);
    } else {
      append_sparse(samples, n, static_cast<int>(dims.size()), mode, y);
    }
  }
  return y;
}

/// Y Y^T v for each column of v (size x width, column by column). Y is read once each way, whatever
/// the width.
Vector apply(const Unfolding& y, int size, const Vector& v, int width) {
  const auto transposed = [](const Vector& m, int rows, int columns) {  // to columns x rows
    Vector result(m.size());
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) {
        result[static_cast<size_t>(j) * rows + i] = m[static_cast<size_t>(i) * columns + j];
      }
    }
    return result;
  };
  const Vector in = transposed(v, width, size);  // a row of `width` values for each row of Y
  Vector out(v.size()), inner(static_cast<size_t>(y.columns) * width);
  for (int b = 0; b < y.blocks(); ++b) {
    std::fill(inner.begin(), inner.end(), 0.0);
    for (int r = y.begin[b]; r < y.begin[b + 1]; ++r) {
      const double* x = &in[static_cast<size_t>(y.rows[r]) * width];
      for (int q = 0; q < y.columns; ++q) {
        const double value = y.row(r)[q];
        for (int j = 0; j < width; ++j) inner[q * width + j] += value * x[j];
      }
    }
    for (int r = y.begin[b]; r < y.begin[b + 1]; ++r) {
      double* x = &out[static_cast<size_t>(y.rows[r]) * width];
      for (int q = 0; q < y.columns; ++q) {
        const double value = y.row(r)[q];
        for (int j = 0; j < width; ++j) x[j] += value * inner[q * width + j];
      }
    }
  }
  return transposed(out, size, width);
}

/// Leading eigenvectors of Y Y^T, column by column.
Vector leading_of_matrix(const Unfolding& y, int size, int count) {
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(size, size);
  for (int block = 0; block < y.blocks(); ++block) {
    for (int a = y.begin[block]; a < y.begin[block + 1]; ++a) {
      for (int b = y.begin[block]; b <= a; ++b) {
        const double value = dot(y.columns, y.row(a), y.row(b));
        gram(y.rows[a], y.rows[b]) += value;
        if (a != b) gram(y.rows[b], y.rows[a]) += value;
      }
    }
  }
  const Eigenpairs pairs(gram);
  Vector result;
  for (int j = 0; j < count; ++j) {
    const double* column = &pairs.vectors(0, size - 1 - j);
    result.insert(result.end(), column, column + size);
  }
  return result;
}

/// Some columns of equal length, one after the other.
struct Columns {
  int size, width;
  Vector data;

  double* operator[](int j) { return &data[static_cast<size_t>(j) * size]; }
  const double* operator[](int j) const { return &data[static_cast<size_t>(j) * size]; }

  /// This times m (width x width, row-major), the columns of m taken in the given order.
  Columns times(const Vector& m, const std::vector<int>& order) const {
    Columns result{size, width, Vector(data.size())};
    for (int j = 0; j < width; ++j) {
      for (int a = 0; a < width; ++a) {
        const double weight = m[a * width + order[j]];
        for (int i = 0; i < size; ++i) result[j][i] += weight * (*this)[a][i];
      }
    }
    return result;
  }

  /// Columns without a direction of their own get a random one.
  void orthonormal(Random& random) {
    for (int j = 0; j < width; ++j) {
      while (!orthonormalize(size, data.data(), j, (*this)[j])) {
        for (int i = 0; i < size; ++i) (*this)[j][i] = random.normal();
      }
    }
  }
};

/// The matrix whose columns are the eigenvectors of v^T w, and their order by descending
/// eigenvalue.
Vector ritz(const Columns& v, const Columns& w, std::vector<int>& order) {
  const int width = v.width;
  Vector small(width * width), vectors(width * width), values(width);
  for (int a = 0; a < width; ++a) {
    for (int b = 0; b <= a; ++b)
      small[a * width + b] = small[b * width + a] = dot(v.size, v[a], w[b]);
  }
  symmetric_eigen(width, small.data(), vectors.data(), values.data());
  order = falling(values);
  return vectors;
}

/// When subspace iteration ends: no wanted direction turns by more than `tolerance` radians, or
/// enough is enough.
struct Effort {
  double tolerance;
  int max_iterations;
};

/// Subspace iteration with Rayleigh-Ritz (Golub and Van Loan, section 8.2.4) on a few columns more
/// than wanted; the first ones start from `start` (size x count row-major, may be empty), the
/// others at random from a fixed seed.
Vector leading_of_operator(const Unfolding& y, int size, int count, const Vector& start,
                           Effort effort) {
  Random random(0, static_cast<uint64_t>(size));
  Columns v{size, std::min(size, count + 8), {}};
  v.data.resize(static_cast<size_t>(size) * v.width);
  for (int j = 0; j < v.width; ++j) {
    const bool given = j < count && !start.empty();
    for (int i = 0; i < size; ++i)
      v[j][i] = given ? start[static_cast<size_t>(i) * count + j] : random.normal();
  }
  v.orthonormal(random);
  for (int iteration = 0; iteration < effort.max_iterations; ++iteration) {
    const Columns w{size, v.width, apply(y, size, v.data, v.width)};
    std::vector<int> order;
    const Vector rotation = ritz(v, w, order);
    const Columns now = v.times(rotation, order);
    double change = 0;  // of the wanted directions, up to sign
    for (int j = 0; j < count; ++j) {
      const double sign = dot(size, v[j], now[j]) < 0 ? -1 : 1;
      double square = 0;
      for (int i = 0; i < size; ++i)
        square += (now[j][i] - sign * v[j][i]) * (now[j][i] - sign * v[j][i]);
      change = std::max(change, std::sqrt(square));
    }
    if (iteration > 0 && change < effort.tolerance) {
      v = now;
      break;
    }
    v = w.times(rotation, order);
    v.orthonormal(random);
  }
  v.data.resize(static_cast<size_t>(count) * size);
  return v.data;
}

/// The factor of one mode, I x J row-major with signs fixed; `start` as in leading_of_operator().
Vector leading_factor(const Unfolding& y, int size, int count, const Vector& start, Effort effort) {
  const Columns columns{size, count,
                        size <= kLargestGram ? leading_of_matrix(y, size, count)
                                             : leading_of_operator(y, size, count, start, effort)};
  Vector factor(static_cast<size_t>(size) * count);
  for (int j = 0; j < count; ++j) {
    const double sign = sign_of_largest(size, columns[j]);
    for (int i = 0; i < size; ++i)
      factor[static_cast<size_t>(i) * count + j] = sign * columns[j][i];
  }
  return factor;
}

/// J - ||C^T C_new||^2: zero for the same subspace.
double subspace_change(const Vector& a, const Vector& b, int size, int rank) {
  double kept = 0;
  for (int j = 0; j < rank; ++j) {
    for (int k = 0; k < rank; ++k) {
      double value = 0;
      for (int i = 0; i < size; ++i)
        value += a[static_cast<size_t>(i) * rank + j] * b[static_cast<size_t>(i) * rank + k];
      kept += value * value;
    }
  }
  return rank - kept;
}

/// ||X x_k C^(k)||^2 / ||X||^2 from an unfolding with the other modes projected.
template <class T>
double fit_of(const Samples<T>& samples, const Unfolding& y, const Vector& factor, int rank) {
  double core = 0, total = 0;
  for (int b = 0; b < y.blocks(); ++b) {
    for (int q = 0; q < y.columns; ++q) {
      for (int j = 0; j < rank; ++j) {
        double value = 0;
        for (int r = y.begin[b]; r < y.begin[b + 1]; ++r) {
          value += y.row(r)[q] * factor[static_cast<size_t>(y.rows[r]) * rank + j];
        }
        core += value * value;
      }
    }
  }
  for (int n = 0; n < samples.count(); ++n) total += samples.squared_norm(n);
  return total > 0 ? core / total : 0;
}

template <class T>
Tucker start(const Samples<T>& samples, const std::vector<int>& dims, const std::vector<int>& ranks,
             Effort effort) {
  Tucker result;
  const int modes = static_cast<int>(dims.size());
  const Factors none(modes);
  for (int k = 0; k < modes; ++k) {
    result.c.push_back(
        leading_factor(unfold(samples, dims, ranks, k, none), dims[k], ranks[k], {}, effort));
  }
  result.fit = fit_of(samples, unfold(samples, dims, ranks, modes - 1, result.c), result.c.back(),
                      ranks.back());
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
  // A rough start is enough: the sweeps refine it, each a little better than the sweep before.
  Tucker result = start(samples, dims, ranks, {tolerance, 12});
  const Effort effort{tolerance / 10, 20};
  const int modes = static_cast<int>(dims.size());
  double change = 1;
  while (change > tolerance && result.sweeps < max_sweeps) {
    ++result.sweeps;
    change = 0;
    for (int k = 0; k < modes; ++k) {
      const Unfolding y = unfold(samples, dims, ranks, k, result.c);
      const Vector factor = leading_factor(y, dims[k], ranks[k], result.c[k], effort);
      const double moved = subspace_change(result.c[k], factor, dims[k], ranks[k]);
      change = std::max(change, std::sqrt(std::max(0.0, moved)));
      result.c[k] = factor;
      if (k == modes - 1) result.fit = fit_of(samples, y, factor, ranks[k]);
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
