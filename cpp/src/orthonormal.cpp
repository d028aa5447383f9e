// Paper, section 3. With A = dE/dC, B = C^T A - A^T C and Z = P S Q^T the gradient
//   f(A, Z) = P [ (P^T A Q - Q^T A^T P) ./ (S 1 + 1 S) ] Q^T + (I - P P^T) A Q S^-1 Q^T
// becomes, with P = C Q, f = C K + (A - C C^T A) (Q S^-1 Q^T), K = Q [ Q^T B Q ./ (s_i + s_j) ]
// Q^T: two products of an I x J with a J x J matrix. Only sums of singular values are divided by,
// so equal ones are harmless.

#include <trip/decompositions.h>
#include <trip/orthonormal.h>
#include <trip/simd.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace trip {
namespace {

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

}  // namespace

template <class T>
Polar<T>::Polar(int rows, int columns, PolarRoute route)
    : rows_(rows), columns_(columns), stride_(padded(rows)), route_(route), s_(columns) {
  for (auto* m : {&q_, &inverse_, &gram_, &work_, &skew_}) m->assign(columns * columns, 0);
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
  const int j = columns_;
  for (int a = 0; a < j; ++a) {
    for (int b = 0; b < j; ++b) {
      double value = 0;
      for (int k = 0; k < j; ++k) value += q_[a * j + k] / s_[k] * q_[b * j + k];
      inverse_[a * j + b] = value;
    }
  }
}

template <class T>
bool Polar<T>::forward(const T* z, T* c) {
  if (route_ == PolarRoute::kAccurate) return accurate(z, c);
  return fast(z, c);
}

template <class T>
bool Polar<T>::fast(const T* z, T* c) {
  const int j = columns_;
  for (int a = 0; a < j; ++a) {
    for (int b = a; b < j; ++b)
      gram_[a * j + b] = gram_[b * j + a] = dot(z + a * stride_, z + b * stride_, stride_);
  }
  if (j == 1) {
    q_[0] = 1;
    s_[0] = std::sqrt(gram_[0]);
    if (!keeps_rank()) return false;
    inverse_[0] = 1 / s_[0];
  } else if (j == 2) {
    // Closed form: with r = sqrt(det) = s1 s2 and t = s1 + s2 = sqrt(trace + 2 r), (Z^T Z)^(1/2) =
    // (Z^T Z + r 1) / t.
    const double a = gram_[0], b = gram_[1], d = gram_[3];
    const double r = std::sqrt(a * d - b * b), t = std::sqrt(a + d + 2 * r);
    s_[0] = (t + std::sqrt(std::max(0.0, t * t - 4 * r))) / 2;
    s_[1] = r / s_[0];
    if (!keeps_rank()) return false;
    const double scale = 1 / (t * r);
    inverse_[0] = (d + r) * scale;
    inverse_[1] = inverse_[2] = -b * scale;
    inverse_[3] = (a + r) * scale;
  } else {
    for (double value : gram_) {
      if (!std::isfinite(value)) return false;
    }
    symmetric_eigen(j, gram_.data(), q_.data(), s_.data());
    for (double& value : s_) value = std::sqrt(std::max(0.0, value));
    if (!keeps_rank()) return false;
    inverse_root();
  }
  const auto [low, high] = std::minmax_element(s_.begin(), s_.end());
  if (*low < 1e-4 * *high) return accurate(z, c);  // squaring has cost too many digits
  multiply(z, inverse_, c, false);
  return true;
}

template <class T>
bool Polar<T>::accurate(const T* z, T* c) {
  const int j = columns_;
  std::vector<double> us(z, z + j * stride_);  // Z, then U S, column by column; the padding is zero
  for (double value : us) {
    if (!std::isfinite(value)) return false;
  }
  thin_svd(stride_, j, us.data(), q_.data(), s_.data());
  if (!keeps_rank()) return false;
  inverse_root();
  for (int b = 0; b < j; ++b) {
    for (int i = 0; i < stride_; ++i) {
      double value = 0;  // U Q^T
      for (int k = 0; k < j; ++k) value += us[k * stride_ + i] / s_[k] * q_[b * j + k];
      c[b * stride_ + i] = static_cast<T>(value);
    }
  }
  return true;
}

/// out (I x J) = in (I x J) m (J x J), or added to it; the factor is rounded to T first.
template <class T>
void Polar<T>::multiply(const T* in, const std::vector<double>& m, T* out, bool add) const {
  const int j = columns_;
  for (int b = 0; b < j; ++b) {
    for (int i = 0; i < stride_; i += kLanes) {
      Lanes<T> total = add ? load(out + b * stride_ + i) : Lanes<T>{};
      for (int a = 0; a < j; ++a)
        total += load(in + a * stride_ + i) * static_cast<T>(m[a * j + b]);
      store<T>(out + b * stride_ + i, total);
    }
  }
}

template <class T>
void Polar<T>::backward(const T* c, const T* dc, T* dz) {
  const int j = columns_;
  std::vector<double>& cross = gram_;  // C^T A
  for (int a = 0; a < j; ++a) {
    for (int b = 0; b < j; ++b) cross[a * j + b] = dot(c + a * stride_, dc + b * stride_, stride_);
  }
  if (j <= 2) {  // Q^T B Q = +-B for a 2 x 2 rotation or reflection Q, and the sign returns with
                 // the outer Q
    const double k = j == 2 ? (cross[1] - cross[2]) / (s_[0] + s_[1]) : 0;
    clear(skew_);
    if (j == 2) {
      skew_[1] = k;
      skew_[2] = -k;
    }
  } else {
    for (int a = 0; a < j; ++a) {  // work = B Q
      for (int b = 0; b < j; ++b) {
        double value = 0;
        for (int k = 0; k < j; ++k) value += (cross[a * j + k] - cross[k * j + a]) * q_[k * j + b];
        work_[a * j + b] = value;
      }
    }
    for (int a = 0; a < j; ++a) {  // skew = Q^T work ./ (s_a + s_b)
      for (int b = 0; b < j; ++b) {
        double value = 0;
        for (int k = 0; k < j; ++k) value += q_[k * j + a] * work_[k * j + b];
        skew_[a * j + b] = value / (s_[a] + s_[b]);
      }
    }
    for (int a = 0; a < j; ++a) {  // work = Q skew
      for (int b = 0; b < j; ++b) {
        double value = 0;
        for (int k = 0; k < j; ++k) value += q_[a * j + k] * skew_[k * j + b];
        work_[a * j + b] = value;
      }
    }
    for (int a = 0; a < j; ++a) {  // skew = K = work Q^T
      for (int b = 0; b < j; ++b) {
        double value = 0;
        for (int k = 0; k < j; ++k) value += work_[a * j + k] * q_[b * j + k];
        skew_[a * j + b] = value;
      }
    }
  }
  for (int a = 0; a < j; ++a) {  // K - C^T A S^-1 is what C is multiplied with
    for (int b = 0; b < j; ++b) {
      double value = 0;
      for (int k = 0; k < j; ++k) value += cross[a * j + k] * inverse_[k * j + b];
      skew_[a * j + b] -= value;
    }
  }
  multiply(dc, inverse_, dz, false);
  multiply(c, skew_, dz, true);
}

template class Polar<float>;
template class Polar<double>;

}  // namespace trip
