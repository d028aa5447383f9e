// Paper, section 3. With A = dE/dC, B = C^T A - A^T C and Z = P S Q^T the gradient
//   f(A, Z) = P [ (P^T A Q - Q^T A^T P) ./ (S 1 + 1 S) ] Q^T + (I - P P^T) A Q S^-1 Q^T
// becomes, with P = C Q, f = C K + (A - C C^T A) (Q S^-1 Q^T), K = Q [ Q^T B Q ./ (s_i + s_j) ]
// Q^T: two products of an I x J with a J x J matrix. Divisors are sums of singular values, so equal
// singular values are harmless.
//
// With many columns C = Z H is not computed. Samples are projected on Z and then multiplied by H =
// (Z^T Z)^(-1/2), and the chain rule goes through both factors. With N = dE/dH,
//   dE/dZ = dE/dZ at constant H + Z M, M = -Q [ Q^T (N + N^T) Q ./ (s_i s_j (s_i + s_j)) ] Q^T.
// Only Z^T Z and Z M still cost O(I J^2), a third of the work.

#include "orthonormal.h"

#include <trip/linear_algebra.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "columns.h"
#include "eigenrows.h"

namespace trip {
namespace {

/// out[a][b] = sum_k left[a][k] right[k][b], k ascending. Rows are padded to a multiple of the
/// lanes, and the number of rows to an even number.
[[gnu::noinline]] void product(int n, const Buffer<double>& left, const Buffer<double>& right,
                               Buffer<double>& out) {
  const int stride = padded(n);
  for (int a = 0; a < n; a += 2) {
    const double *first = &left[a * stride], *second = first + stride;
    for (int b = 0; b < n; b += kLanes) {
      Lanes<double> total[2] = {};
      for (int k = 0; k < n; ++k) {
        const Lanes<double> row = load(&right[k * stride + b]);
        total[0] += row * first[k];
        total[1] += row * second[k];
      }
      store<double>(&out[a * stride + b], total[0]);
      store<double>(&out[(a + 1) * stride + b], total[1]);
    }
  }
}

}  // namespace

template <class T>
TRIP_COLD Polar<T>::Polar(int rows, int columns, PolarRoute route)
    : rows_(rows),
      columns_(columns),
      stride_(padded(rows)),
      small_stride_(padded(columns)),
      route_(route),
      s_(columns) {
  for (auto* m : {&q_, &qt_, &inverse_, &gram_, &work_, &skew_})
    m->assign((columns + columns % 2) * small_stride_, 0);  // product() works on pairs of rows
  for (auto* m : {&root_, &weight_}) m->assign(q_.size(), 0);
  if (columns > kFewColumns) panel_.assign(small_stride_ * kPanel, 0);
  space_.assign(eigenrows_space(small_stride_), 0);
}

template <class T>
bool Polar<T>::keeps_rank() const {
  const double high = *std::max_element(s_.begin(), s_.end()),
               low = *std::min_element(s_.begin(), s_.end());
  const double limit =
      8 * static_cast<double>(std::numeric_limits<T>::epsilon()) * std::max(rows_, columns_);
  return std::isfinite(high) && low > limit * high;  // false for not-a-number
}

/// inverse_ = Q S^-1 Q^T
template <class T>
void Polar<T>::inverse_root() {
  for (int a = 0; a < columns_; ++a) {
    for (int k = 0; k < columns_; ++k)
      work_[a * small_stride_ + k] = q_[a * small_stride_ + k] / s_[k];
  }
  product(columns_, work_, qt_, inverse_);
}

template <class T>
bool Polar<T>::forward(const T* z, T* c) {
  if (route_ == PolarRoute::kAccurate) return accurate(z, c);
  if (!factor(z)) return false;
  if (squared_too_far()) return accurate(z, c);
  if (columns_ == 2) {
    two_columns_times<false, T>(z, root_.data(), nullptr, root_.data(), stride_, c);
  } else {
    multiply(z, root_, false, c);
  }
  return true;
}

/// gram_ = Z^T Z
template <class T>
void Polar<T>::form_gram(const T* z) {
  const int j = columns_, n = small_stride_;
  if (j == 2) return dots_of_two<true>(z, z, stride_, gram_.data(), n);
  if (j <= kFewColumns) {
    for (int a = 0; a < j; ++a) {
      for (int b = a; b < j; ++b)
        gram_[a * n + b] = gram_[b * n + a] = dot(z + a * stride_, z + b * stride_, stride_);
    }
    return;
  }
  column_products(z, j, stride_, panel_.data(), gram_.data());
  for (int a = 0; a < j; ++a) {
    for (int b = 0; b < a; ++b) gram_[a * n + b] = gram_[b * n + a];
  }
}

/// Computes Q, S and Q S^-1 Q^T from gram_, which is overwritten. False like forward().
template <class T>
bool Polar<T>::decompose() {
  const int j = columns_, n = small_stride_;
  for (double value : gram_) {
    if (!std::isfinite(value)) return false;
  }
  eigenrows(j, gram_.data(), qt_.data(), s_.data(), space_.data());
  for (int a = 0; a < j; ++a) {
    for (int b = 0; b < j; ++b) q_[a * n + b] = qt_[b * n + a];
  }
  for (double& value : s_) value = std::sqrt(std::max(0.0, value));
  if (!keeps_rank()) return false;
  inverse_root();
  return true;
}

/// S and Q S^-1 Q^T of two columns in closed form: with r = sqrt(det) = s1 s2 and t = s1 + s2 =
/// sqrt(trace + 2 r), (Z^T Z)^(1/2) = (Z^T Z + r 1) / t.
template <class T>
void Polar<T>::root_of_two() {
  double *first = inverse_.data(), *second = first + small_stride_;
  const double a = gram_[0], b = gram_[1], d = gram_[small_stride_ + 1];
  const double r = std::sqrt(a * d - b * b), t = std::sqrt(a + d + 2 * r);
  s_[0] = (t + std::sqrt(std::max(0.0, t * t - 4 * r))) / 2;
  s_[1] = r / s_[0];
  const double scale = 1 / (t * r);
  first[0] = (d + r) * scale;
  first[1] = second[0] = -b * scale;
  second[1] = (a + r) * scale;
}

template <class T>
bool Polar<T>::factor(const T* z) {
  form_gram(z);
  if (columns_ > 2) {
    if (!decompose()) return false;
  } else {
    if (columns_ == 2) {
      root_of_two();
    } else {
      s_[0] = std::sqrt(gram_[0]);
      inverse_[0] = 1 / s_[0];
    }
    if (!keeps_rank()) return false;
  }
  if (squared_too_far()) return accurate(z, nullptr);
  narrow(inverse_, root_);
  return true;
}

/// True when squaring Z has lost too many digits.
template <class T>
bool Polar<T>::squared_too_far() const {
  const auto [low, high] = std::minmax_element(s_.begin(), s_.end());
  return *low < 1e-4 * *high;
}

/// Z = P S Q^T by Jacobi rotations, which keep the digits of small singular values.
template <class T>
TRIP_COLD bool Polar<T>::accurate(const T* z, T* c) {
  using Eigen::MatrixXd;
  const int j = columns_, n = small_stride_;
  const MatrixXd matrix =
      Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>, 0, Eigen::OuterStride<>>(
          z, rows_, j, Eigen::OuterStride<>(stride_))
          .template cast<double>();
  if (!matrix.allFinite()) return false;
  const Qr qr(matrix);
  const Svd parts = svd(square_factor(qr), Eigen::ComputeFullU | Eigen::ComputeFullV);
  std::copy_n(parts.singularValues().data(), j, s_.begin());
  if (!keeps_rank()) return false;
  for (int a = 0; a < j; ++a) {
    for (int b = 0; b < j; ++b) q_[a * n + b] = qt_[b * n + a] = parts.matrixV()(a, b);
  }
  inverse_root();
  narrow(inverse_, root_);
  if (!c) return true;
  const MatrixXd rotation = parts.matrixU().lazyProduct(parts.matrixV().transpose());
  for (int b = 0; b < j; ++b) {  // one column at a time, since Eigen multiplies several in blocks
    Vector column = Vector::Zero(rows_);
    column.head(j) = rotation.col(b);
    column.applyOnTheLeft(qr.householderQ());
    for (int i = 0; i < rows_; ++i) c[b * stride_ + i] = static_cast<T>(column(i));
  }
  return true;
}

template <class T>
void Polar<T>::narrow(const Buffer<double>& m, Buffer<T>& factor) {
  for (size_t i = 0; i < m.size(); ++i) factor[i] = static_cast<T>(m[i]);
}

/// out (I x J) = [out +] in (I x J) m (J x J)
template <class T>
void Polar<T>::multiply(const T* in, const Buffer<T>& m, bool add, T* out) const {
  const auto rows = [&](auto vectors, int i) {
    for (int b = 0; b < columns_; b += 2)
      columns_times<vectors>(in + i, {columns_, stride_}, &m[b], b + 1 < columns_, add,
                             out + b * stride_ + i);
  };
  int i = 0;
  for (; i + 4 * kLanes <= stride_; i += 4 * kLanes) rows(std::integral_constant<int, 4>(), i);
  for (; i < stride_; i += kLanes) rows(std::integral_constant<int, 1>(), i);
}

/// skew_ = Q [ Q^T skew_ Q ./ w ] Q^T with w_ab = s_a + s_b or, for the root, s_a s_b (s_a + s_b)
template <class T>
void Polar<T>::divide_in_eigenbasis(bool for_root) {
  const int j = columns_, n = small_stride_;
  product(j, skew_, q_, work_);
  product(j, qt_, work_, skew_);
  for (int a = 0; a < j; ++a) {
    for (int b = 0; b < j; ++b) {
      const double weight = s_[a] + s_[b];
      skew_[a * n + b] /= for_root ? s_[a] * s_[b] * weight : weight;
    }
  }
  product(j, q_, skew_, work_);
  product(j, work_, qt_, skew_);
}

template <class T>
void Polar<T>::backward(const T* c, const T* dc, T* dz) {
  const int j = columns_, n = small_stride_;
  Buffer<double>& cross = gram_;  // C^T A
  if (j == 2) {
    dots_of_two<false>(c, dc, stride_, cross.data(), n);
  } else {
    for (int a = 0; a < j; ++a) {
      for (int b = 0; b < j; ++b)
        cross[a * n + b] = dot(c + a * stride_, dc + b * stride_, stride_);
    }
  }
  if (j <=
      2) {  // Q^T B Q = +-B for a 2 x 2 rotation or reflection Q; the outer Q restores the sign
    const double k = j == 2 ? (cross[1] - cross[n]) / (s_[0] + s_[1]) : 0;
    clear(skew_);
    if (j == 2) {
      skew_[1] = k;
      skew_[n] = -k;
    }
  } else {
    for (int a = 0; a < j; ++a) {  // B
      for (int b = 0; b < j; ++b) skew_[a * n + b] = cross[a * n + b] - cross[b * n + a];
    }
    divide_in_eigenbasis(false);  // K
  }
  product(j, cross, inverse_, work_);
  // C is multiplied by K - C^T A S^-1
  for (size_t i = 0; i < skew_.size(); ++i) skew_[i] -= work_[i];
  narrow(skew_, weight_);
  if (j == 2) return two_columns_times<true>(dc, root_.data(), c, weight_.data(), stride_, dz);
  multiply(dc, root_, false, dz);
  multiply(c, weight_, true, dz);
}

template <class T>
void Polar<T>::backward_root(const T* z, const T* droot, T* dz) {
  const int j = columns_, n = small_stride_;
  for (int a = 0; a < j; ++a) {
    for (int b = 0; b < j; ++b)
      skew_[a * n + b] = -(static_cast<double>(droot[a * n + b]) + droot[b * n + a]);
  }
  divide_in_eigenbasis(true);
  narrow(skew_, weight_);
  multiply(z, weight_, true, dz);
}

template class Polar<float>;
template class Polar<double>;

}  // namespace trip
