#include "eigenrows.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "simd.h"

namespace trip {
namespace {

using Vector = Lanes<double>;

double dot(const double* a, const double* b, int begin, int end) {
  Vector total{};
  for (int i = begin; i < end; i += kLanes) total += load(a + i) * load(b + i);
  return sum<double>(total);
}

/// a -= f b
void subtract(double f, const double* b, int begin, int end, double* a) {
  for (int i = begin; i < end; i += kLanes) store<double>(a + i, load(a + i) - load(b + i) * f);
}

/// (a, b) <- (c a - s b, s a + c b)
void rotate(double c, double s, double* a, double* b, int end) {
  for (int i = 0; i < end; i += kLanes) {
    const Vector x = load(a + i), y = load(b + i);
    store<double>(a + i, x * c - y * s);
    store<double>(b + i, x * s + y * c);
  }
}

/// Q^T A Q = T by reflections 1 - v v^T / h. The vectors v remain in the rows of `a`: row k has
/// v_k, with zeros up to entry k. d and e: diagonal and subdiagonal of T; p: work space.
void tridiagonalize(int n, double* a, double* d, double* e, double* h, double* p) {
  const int stride = padded(n);
  for (int k = 0; k < n; ++k) {
    double* v = a + k * stride;
    d[k] = v[k];
    const int first = (k + 1) / kLanes * kLanes;  // vectors before this one are all zero
    std::fill(v, v + k + 1, 0.0);
    h[k] = 0;
    if (k + 1 >= n) return;
    const double head = v[k + 1], square = dot(v, v, first, stride);
    e[k] = head;
    if (square <= head * head) continue;  // already reduced
    e[k] = head > 0 ? -std::sqrt(square) : std::sqrt(square);
    v[k + 1] = head - e[k];
    h[k] = square - head * e[k];
    for (int i = first; i < stride; ++i)
      p[i] = i > k && i < n ? dot(a + i * stride, v, first, stride) / h[k] : 0;
    subtract(dot(p, v, first, stride) / (2 * h[k]), v, first, stride, p);
    for (int i = k + 1; i < n; ++i) {
      double* row = a + i * stride;
      const double vi = v[i], pi = p[i];
      for (int j = first; j < stride; j += kLanes)
        store<double>(row + j, load(row + j) - (load(p + j) * vi + load(v + j) * pi));
    }
  }
}

/// Computes Q^T from the reflections.
void accumulate(int n, const double* a, const double* h, double* q) {
  const int stride = padded(n);
  std::fill(q, q + n * stride, 0.0);
  for (int i = 0; i < n; ++i) q[i * stride + i] = 1;
  for (int k = n - 3; k >= 0; --k) {
    if (h[k] == 0) continue;
    const double* v = a + k * stride;
    const int first = (k + 1) / kLanes * kLanes;
    for (int i = k + 1; i < n; ++i) {
      double* row = q + i * stride;
      subtract(dot(row, v, first, stride) / h[k], v, first, stride, row);
    }
  }
}

/// One implicit QL step on rows l .. m of T; the rotations are applied to the rows of q.
void ql_step(int l, int m, int stride, double* d, double* e, double* q) {
  double g = (d[l + 1] - d[l]) / (2 * e[l]);
  const double root = std::sqrt(g * g + 1);
  g = d[m] - d[l] + e[l] / (g < 0 ? g - root : g + root);
  double s = 1, c = 1, p = 0;
  for (int i = m - 1; i >= l; --i) {
    const double f = s * e[i], b = c * e[i], r = std::sqrt(f * f + g * g);
    e[i + 1] = r;
    if (r == 0) {  // T splits into two blocks here
      d[i + 1] -= p;
      e[m] = 0;
      return;
    }
    s = f / r;
    c = g / r;
    const double shifted = d[i + 1] - p, t = (d[i] - shifted) * s + 2 * c * b;
    p = s * t;
    d[i + 1] = shifted + p;
    g = c * t - b;
    rotate(c, s, q + i * stride, q + (i + 1) * stride, stride);
  }
  d[l] -= p;
  e[l] = g;
  e[m] = 0;
}

}  // namespace

void eigenrows(int n, double* matrix, double* vectors, double* values, double* space) {
  const int stride = padded(n);
  double *e = space, *h = e + stride, *p = h + stride, *d = p + stride;
  tridiagonalize(n, matrix, d, e, h, p);
  accumulate(n, matrix, h, vectors);
  constexpr double kEps = std::numeric_limits<double>::epsilon();
  constexpr int kMaxSteps = 60;  // usually two; the limit ends the loop for not-a-number input
  for (int l = 0; l < n; ++l) {
    for (int step = 0; step < kMaxSteps; ++step) {
      int m = l;
      while (m + 1 < n && std::fabs(e[m]) > kEps * (std::fabs(d[m]) + std::fabs(d[m + 1]))) ++m;
      if (m == l) break;
      ql_step(l, m, stride, d, e, vectors);
    }
  }
  std::copy(d, d + n, values);
}

}  // namespace trip
