// A stored value v selects a row c_k of each C^(k) and contributes v c_1 o .. o c_K to Xbar.
// Products are built from the last mode on: S_k = c_k o .. o c_K v. Backward, A_k is dE/dXbar
// contracted with c_1 .. c_{k-1}, so that the gradient of row c_k is A_k contracted with S_{k+1}.
// The kernels here process one stored value at a time, for up to three modes of rank 2, as in the
// paper; sparse_lanes.h has the other cases.

#include "sparse_projection.h"

#include <algorithm>
#include <utility>

#include "sparse_lanes.h"

namespace trip {
namespace {

/// Compile-time sizes of K modes of rank 2.
template <int K>
struct Twos {
  static constexpr int kModes = K, kSize = 1 << K;

  /// Number of values of S_{k+1}, counting k from 0. They are stored after the values of S_{k+2}
  /// and the earlier ones.
  static constexpr int length(int k) { return 1 << (K - k); }
  static constexpr int first(int k) { return length(k) - 1; }

  template <class Visit>
  static inline void each_mode(Visit visit) {
    each(visit, std::make_integer_sequence<int, K>());
  }
};

/// s = S_{K+1} .. S_1 of one stored value.
template <class Sizes, class T>
inline void multiply(Sizes sizes, T value, const T* const* c, T* s) {
  s[0] = value;
  sizes.each_mode([&](auto from_end) {
    constexpr int k = Sizes::kModes - 1 - from_end, length = Sizes::length(k + 1);
    const T* last = s + Sizes::first(k + 1);
    T* next = s + Sizes::first(k);
    for (int j = 0; j < 2; ++j) {
      for (int i = 0; i < length; ++i) next[j * length + i] = c[k][j] * last[i];
    }
  });
}

/// sum_i a[i] b[i]; four values use four partial sums.
template <int kLength, class T>
inline T dot(const T* a, const T* b) {
  if constexpr (kLength == kLanes) return sum<T>(trip::load(a) * trip::load(b));
  T total = 0;
  for (int i = 0; i < kLength; ++i) total += a[i] * b[i];
  return total;
}

/// Adds the gradients of the rows of one stored value. d: dE/dXbar.
template <class Sizes, class T>
inline void add_gradients(Sizes sizes, const T* d, const T* const* c, const T* s, T* const* dc) {
  T space[Sizes::kSize];
  T* a = space;
  sizes.each_mode([&](auto k) {
    constexpr int length = Sizes::length(k + 1);
    for (int j = 0; j < 2; ++j) dc[k][j] += dot<length>(d + j * length, s + Sizes::first(k + 1));
    if (k + 1 == Sizes::kModes) return;
    for (int i = 0; i < length; ++i) a[i] = c[k][0] * d[i] + c[k][1] * d[length + i];
    d = a;
    a += length;
  });
}

/// Calls visit(Twos<K>).
template <class Visit>
void with_twos(int modes, Visit visit) {
  if (modes == 1) return visit(Twos<1>());
  if (modes == 2) return visit(Twos<2>());
  visit(Twos<3>());
}

bool all_two(const std::vector<int>& ranks) {
  return std::all_of(ranks.begin(), ranks.end(), [](int rank) { return rank == 2; });
}

/// A row-major matrix with the given stride.
template <class T>
struct Rows {
  const T* data;
  int stride, rows, columns;
};

/// out[j][i] = in[i][j]; four or more rows and columns are copied in squares of four, and the last
/// squares overlap.
template <class T>
[[gnu::noinline]] void transpose(const Rows<T>& matrix, T* out, int out_stride) {
  const auto [in, in_stride, rows, columns] = matrix;
  if (rows < kLanes || columns < kLanes) {
    for (int j = 0; j < columns; ++j) {
      for (int i = 0; i < rows; ++i)
        out[static_cast<size_t>(j) * out_stride + i] = in[static_cast<size_t>(i) * in_stride + j];
    }
    return;
  }
  for (int above = 0; above < rows; above += kLanes) {
    const int i = std::min(above, rows - kLanes);
    for (int before = 0; before < columns; before += kLanes) {
      const int j = std::min(before, columns - kLanes);
      const T* from = in + static_cast<size_t>(i) * in_stride + j;
      T* to = out + static_cast<size_t>(j) * out_stride + i;
      const Lanes<T> a = load(from), b = load(from + in_stride), c = load(from + 2 * in_stride),
                     d = load(from + 3 * in_stride);
      const Lanes<T> ab = __builtin_shufflevector(a, b, 0, 4, 1, 5),
                     cd = __builtin_shufflevector(c, d, 0, 4, 1, 5),
                     more_ab = __builtin_shufflevector(a, b, 2, 6, 3, 7),
                     more_cd = __builtin_shufflevector(c, d, 2, 6, 3, 7);
      store<T>(to, __builtin_shufflevector(ab, cd, 0, 1, 4, 5));
      store<T>(to + out_stride, __builtin_shufflevector(ab, cd, 2, 3, 6, 7));
      store<T>(to + 2 * out_stride, __builtin_shufflevector(more_ab, more_cd, 0, 1, 4, 5));
      store<T>(to + 3 * out_stride, __builtin_shufflevector(more_ab, more_cd, 2, 3, 6, 7));
    }
  }
}

}  // namespace

template <class T>
TRIP_COLD SparseProducts<T>::SparseProducts(const Architecture& a)
    : blocks_(Layout(a).projection),
      in_lanes_(a.modes() > 3 || !all_two(a.ranks)),
      strides_(a.ranks) {
  const auto highest = std::max_element(strides_.begin(), strides_.end());
  if (in_lanes_) *highest = padded(*highest);
  std::vector<ModeRows<T>> modes;
  for (int k = 0; k < a.modes(); ++k) {
    // transpose() writes whole squares of four rows.
    rows_.emplace_back(static_cast<size_t>(padded(a.dims[k])) * strides_[k], T(0));
    drows_.push_back(rows_.back());
    modes.push_back(
        {k, a.ranks[k], static_cast<size_t>(strides_[k]), rows_[k].data(), drows_[k].data()});
  }
  if (in_lanes_)
    lanes_.prepare(modes, static_cast<int>(highest - strides_.begin()), a.latent_size());
}

template <class T>
void SparseProducts<T>::load(const T* c) {
  for (size_t k = 0; k < blocks_.size(); ++k) {
    const Block& b = blocks_[k];
    transpose<T>({c + b.offset, b.stride, b.rows, b.stride}, rows_[k].data(), strides_[k]);
  }
}

template <class T>
void SparseProducts<T>::forward(const Samples<T>& samples, const Tile& tile, T* xbar) {
  if (in_lanes_) {
    return with_lanes(samples, lanes_, [&](auto passes) {
      for (int n = 0; n < padded(tile.count); ++n) {
        clear(lanes_.planes);
        passes.forward(tile.sample[n]);
        lanes_.store_sample(xbar + n);
      }
    });
  }
  with_twos(static_cast<int>(blocks_.size()), [&](auto sizes) {
    constexpr int kSize = decltype(sizes)::kSize;
    for (int n = 0; n < padded(tile.count); ++n) {
      T sum[kSize] = {}, s[2 * kSize];
      const T* c[kMaxModes];
      for (int e = samples.begin(tile.sample[n]); e < samples.begin(tile.sample[n] + 1); ++e) {
        const int* index = samples.index(e);
        sizes.each_mode([&](int k) { c[k] = &rows_[k][static_cast<size_t>(index[k]) * 2]; });
        multiply(sizes, samples.value(e), c, s);
        for (int p = 0; p < kSize; ++p) sum[p] += s[sizes.first(0) + p];
      }
      for (int p = 0; p < kSize; ++p) xbar[p * kTile + n] = sum[p];
    }
  });
}

template <class T>
void SparseProducts<T>::backward(const Samples<T>& samples, const Tile& tile, const T* dxbar) {
  if (in_lanes_) {
    return with_lanes(samples, lanes_, [&](auto passes) {
      clear(lanes_.planes);  // the padding of a plane has no gradient
      for (int n = 0; n < tile.count; ++n) {
        lanes_.load_sample(dxbar + n);
        passes.backward(tile.sample[n]);
      }
    });
  }
  with_twos(static_cast<int>(blocks_.size()), [&](auto sizes) {
    constexpr int kSize = decltype(sizes)::kSize;
    for (int n = 0; n < tile.count; ++n) {
      T d[kSize], s[2 * kSize];
      const T* c[kMaxModes];
      T* dc[kMaxModes];
      for (int p = 0; p < kSize; ++p) d[p] = dxbar[p * kTile + n];
      for (int e = samples.begin(tile.sample[n]); e < samples.begin(tile.sample[n] + 1); ++e) {
        const int* index = samples.index(e);
        sizes.each_mode([&](int k) {
          const size_t at = static_cast<size_t>(index[k]) * 2;
          c[k] = &rows_[k][at];
          dc[k] = &drows_[k][at];
        });
        multiply(sizes, samples.value(e), c, s);
        add_gradients(sizes, d, c, s, dc);
      }
    }
  });
}

template <class T>
void SparseProducts<T>::finish(T* dc) {
  for (size_t k = 0; k < blocks_.size(); ++k) {
    const Block& b = blocks_[k];
    transpose<T>({drows_[k].data(), strides_[k], b.stride, b.rows}, dc + b.offset, b.stride);
    clear(drows_[k]);
  }
}

template class SparseProducts<float>;
template class SparseProducts<double>;

}  // namespace trip
