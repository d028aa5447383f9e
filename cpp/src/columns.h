#pragma once
// Kernels on the columns of Z, C and their gradients, which are stored one after another: products
// of columns, summed in double, and columns times a small matrix.

#include <algorithm>
#include <cstring>

#include "simd.h"

namespace trip {

/// sum of a[i] b[i] in double, four partial sums.
template <class T>
double dot(const T* a, const T* b, int stride) {
  Lanes<double> total{};
  for (int i = 0; i < stride; i += kLanes) {
    total += __builtin_convertvector(load(a + i), Lanes<double>) *
             __builtin_convertvector(load(b + i), Lanes<double>);
  }
  return sum<double>(total);
}

template <class T>
TRIP_INLINE Lanes<double> load_wide(const T* p) {
  return __builtin_convertvector(load(p), Lanes<double>);
}

/// out[a][b] = sum_i x[a][i] y[b][i] for two columns of each, in double, four partial sums. Lanes:
/// four rows i. kSame: x = y, and out[1][0] = out[0][1].
template <bool kSame, class T>
void dots_of_two(const T* x, const T* y, int stride, double* out, int out_stride) {
  Lanes<double> total[2][2] = {};
  for (int i = 0; i < stride; i += kLanes) {
    const Lanes<double> x0 = load_wide(x + i), x1 = load_wide(x + stride + i);
    const Lanes<double> y0 = kSame ? x0 : load_wide(y + i),
                        y1 = kSame ? x1 : load_wide(y + stride + i);
    total[0][0] += x0 * y0;
    total[0][1] += x0 * y1;
    if (!kSame) total[1][0] += x1 * y0;
    total[1][1] += x1 * y1;
  }
  out[0] = sum<double>(total[0][0]);
  out[1] = sum<double>(total[0][1]);
  out[out_stride] = kSame ? out[1] : sum<double>(total[1][0]);
  out[out_stride + 1] = sum<double>(total[1][1]);
}

/// Number of rows in a partial sum. J columns of that length fit into the cache.
constexpr int kPanel = 128;

/// Two lanes of double: one register on every target.
typedef double Pair __attribute__((vector_size(16)));

/// out[a][b] += sum_i x[a][i] y[b][i] for two columns of x and B columns of y.
template <int B>
TRIP_INLINE void add_dots(const double* x, const double* y, int rows, double* out, int stride) {
  const auto at = [](const double* p) {
    Pair v;
    std::memcpy(&v, p, sizeof v);
    return v;
  };
  Pair total[2][B] = {};
  for (int i = 0; i < rows; i += 2) {
    const Pair x0 = at(x + i), x1 = at(x + rows + i);
    TRIP_UNROLL for (int b = 0; b < B; ++b) {
      const Pair column = at(y + b * rows + i);
      total[0][b] += x0 * column;
      total[1][b] += x1 * column;
    }
  }
  TRIP_UNROLL for (int b = 0; b < B; ++b) {
    out[b] += total[0][b][0] + total[0][b][1];
    out[stride + b] += total[1][b][0] + total[1][b][1];
  }
}

/// out (J x J, rows padded) = z^T z, the diagonal and the upper triangle. `panel`: work space for
/// kPanel rows.
template <class T>
void column_products(const T* z, int columns, int stride, double* panel, double* out) {
  const int size = padded(columns);
  std::fill_n(out, (columns + columns % 2) * size, 0.0);
  for (int first = 0; first < stride; first += kPanel) {
    const int rows = std::min(kPanel, stride - first);
    for (int a = 0; a < columns; ++a) {
      for (int i = 0; i < rows; i += kLanes)
        store<double>(panel + a * rows + i,
                      __builtin_convertvector(load(z + a * stride + first + i), Lanes<double>));
    }
    std::fill_n(panel + columns * rows, (size - columns) * rows, 0.0);
    for (int a = 0; a < columns; a += 2) {
      const double* left = panel + a * rows;
      int b = a;
      for (; b + 2 < columns; b += 4)
        add_dots<4>(left, panel + b * rows, rows, out + a * size + b, size);
      if (b < columns) add_dots<2>(left, panel + b * rows, rows, out + a * size + b, size);
    }
  }
}

/// The number of columns of a matrix and the distance between them.
struct Columns {
  int count, stride;
};

/// out[.][b] = [out[.][b] +] sum_a in[a][.] m[a][b] for V vectors of rows and two columns b (one
/// unless `both`); a ascending.
template <int V, class T>
void columns_times(const T* in, Columns shape, const T* m, bool both, bool add, T* out) {
  const auto [columns, column] = shape;
  Lanes<T> total[2][V] = {};
  if (add) {
    TRIP_UNROLL for (int v = 0; v < V; ++v) {
      total[0][v] = load(out + v * kLanes);
      if (both) total[1][v] = load(out + column + v * kLanes);
    }
  }
  for (int a = 0; a < columns; ++a, in += column, m += padded(columns)) {
    const Lanes<T> left = splat(m[0]), right = splat(m[1]);
    TRIP_UNROLL for (int v = 0; v < V; ++v) {
      const Lanes<T> rows = load(in + v * kLanes);
      total[0][v] += rows * left;
      total[1][v] += rows * right;
    }
  }
  TRIP_UNROLL for (int v = 0; v < V; ++v) store<T>(out + v * kLanes, total[0][v]);
  if (!both) return;
  TRIP_UNROLL for (int v = 0; v < V; ++v) store<T>(out + column + v * kLanes, total[1][v]);
}

/// out (I x 2) = in m [+ more n], with the 2 x 2 matrices m and n: for each row i, out[b] = in[0]
/// m[0][b] + in[1] m[1][b] + more[0] n[0][b] + more[1] n[1][b], in this order. Lanes: four rows i.
/// A null `more` is left out.
template <bool kMore, class T>
void two_columns_times(const T* in, const T* m, const T* more, const T* n, int stride, T* out) {
  const Lanes<T> m00 = splat(m[0]), m01 = splat(m[1]), m10 = splat(m[kLanes]),
                 m11 = splat(m[kLanes + 1]);
  const Lanes<T> n00 = splat(n[0]), n01 = splat(n[1]), n10 = splat(n[kLanes]),
                 n11 = splat(n[kLanes + 1]);
  for (int i = 0; i < stride; i += kLanes) {
    const Lanes<T> first = load(in + i), second = load(in + stride + i);
    Lanes<T> left{}, right{};
    left += first * m00;
    right += first * m01;
    left += second * m10;
    right += second * m11;
    if constexpr (kMore) {
      const Lanes<T> third = load(more + i), fourth = load(more + stride + i);
      left += third * n00;
      right += third * n01;
      left += fourth * n10;
      right += fourth * n11;
    }
    store<T>(out + i, left);
    store<T>(out + stride + i, right);
  }
}

}  // namespace trip
