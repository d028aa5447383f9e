#include <trip/decompositions.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace trip {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
constexpr int kMaxSweeps = 60;  // ten are plenty; the bound is for input that is not a number

struct Rotation {
  double c, s;
};

/// The rotation that makes the off-diagonal entry of [[app, apq], [apq, aqq]] zero, the smaller of
/// the two angles.
Rotation rotation(double app, double apq, double aqq) {
  const double theta = (aqq - app) / (2 * apq);
  const double t = (theta >= 0 ? 1 : -1) / (std::fabs(theta) + std::sqrt(theta * theta + 1));
  const double c = 1 / std::sqrt(t * t + 1);
  return {c, t * c};
}

/// (a, b) <- (c a - s b, s a + c b) over n pairs with the given steps.
void rotate(Rotation r, int n, double* a, double* b, int step) {
  for (int k = 0; k < n; ++k) {
    const double x = a[k * step], y = b[k * step];
    a[k * step] = r.c * x - r.s * y;
    b[k * step] = r.s * x + r.c * y;
  }
}

void set_identity(int n, double* m) {
  std::fill_n(m, n * n, 0.0);
  for (int i = 0; i < n; ++i) m[i * n + i] = 1;
}

/// Repeats pair(p, q) -> rotated? over all p < q until a whole sweep rotates nothing.
template <class Pair>
void sweep(int n, Pair pair) {
  bool rotated = true;
  for (int count = 0; rotated && count < kMaxSweeps; ++count) {
    rotated = false;
    for (int p = 0; p < n; ++p) {
      for (int q = p + 1; q < n; ++q) rotated |= pair(p, q);
    }
  }
}

/// sum_i a[i] b[i], i ascending.
double dot(int n, const double* a, const double* b) {
  double total = 0;
  for (int i = 0; i < n; ++i) total += a[i] * b[i];
  return total;
}

}  // namespace

void symmetric_eigen(int n, double* a, double* vectors, double* values) {
  set_identity(n, vectors);
  sweep(n, [&](int p, int q) {
    const double app = a[p * n + p], apq = a[p * n + q], aqq = a[q * n + q];
    if (!(std::fabs(apq) > kEps * std::sqrt(std::fabs(app)) * std::sqrt(std::fabs(aqq))))
      return false;
    const Rotation r = rotation(app, apq, aqq);
    rotate(r, n, a + p, a + q, n);          // columns
    rotate(r, n, a + p * n, a + q * n, 1);  // rows
    rotate(r, n, vectors + p, vectors + q, n);
    return true;
  });
  for (int i = 0; i < n; ++i) values[i] = a[i * n + i];
}

void thin_svd(int rows, int columns, double* matrix, double* vectors, double* values) {
  set_identity(columns, vectors);
  sweep(columns, [&](int p, int q) {
    double *a = matrix + p * rows, *b = matrix + q * rows;
    const double aa = dot(rows, a, a), ab = dot(rows, a, b), bb = dot(rows, b, b);
    if (!(std::fabs(ab) > kEps * std::sqrt(aa) * std::sqrt(bb))) return false;
    const Rotation r = rotation(aa, ab, bb);
    rotate(r, rows, a, b, 1);
    rotate(r, columns, vectors + p, vectors + q, columns);
    return true;
  });
  for (int j = 0; j < columns; ++j)
    values[j] = std::sqrt(dot(rows, matrix + j * rows, matrix + j * rows));
}

}  // namespace trip
