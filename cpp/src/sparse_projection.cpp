// With c_k the row of C^(k) that a stored value v picks, its share of Xbar is v c_1 o .. o c_K.
// Products are built from the last mode on: S_k = c_k o .. o c_K v. Backward, A_k is dE/dXbar
// contracted with c_1 .. c_{k-1}, so that the gradient of row c_k is A_k contracted with S_{k+1}.

#include <trip/sparse_projection.h>

#include <algorithm>
#include <utility>

namespace trip {
namespace {

/// sum_i a[i] b[i]; four partial sums where the length is a multiple of four.
template <class T>
inline T dot(const T* a, const T* b, int n) {
  if (n % kLanes == 0) {
    Lanes<T> total{};
    for (int i = 0; i < n; i += kLanes) total += load(a + i) * load(b + i);
    return sum<T>(total);
  }
  T total = 0;
  for (int i = 0; i < n; ++i) total += a[i] * b[i];
  return total;
}

/// Sizes of the modes; kModes modes whose ranks are kFirst for the first and kRest for the others,
/// where these are known to the compiler, which is to say not 0.
template <int kModes, int kFirst, int kRest>
struct Sizes {
  /// prod J where it is known, else 0.
  static constexpr int kLatent = kModes == 0   ? 0
                                 : kModes == 1 ? kFirst
                                 : kModes == 2 ? kFirst * kRest
                                               : kFirst * kRest * kRest;

  int modes_given;
  const int* ranks;

  constexpr int modes() const { return kModes > 0 ? kModes : modes_given; }
  constexpr int rank(int k) const {
    const int known = k == 0 ? kFirst : kRest;
    return known > 0 ? known : ranks[k];
  }
  /// Product of the ranks of the modes after k.
  constexpr int behind(int k) const {
    int product = 1;
    for (int l = k + 1; l < modes(); ++l) product *= rank(l);
    return product;
  }

  /// visit(0) .. visit(K - 1), written out where K is known, so that all that depends on k is a
  /// constant.
  template <class Visit>
  inline void each_mode(Visit visit) const {
    if constexpr (kModes > 0) {
      [&]<int... k>(std::integer_sequence<int, k...>) {
        (visit(std::integral_constant<int, k>()), ...);
      }
      (std::make_integer_sequence<int, kModes>());
    } else {
      for (int k = 0; k < modes_given; ++k) visit(k);
    }
  }
};

/// S_1 .. S_{K+1} of one stored value, S_{k+1} at s[k]; returns S_1. suffix: work space.
template <class T, class S>
inline const T* suffixes(const S& sizes, T value, const T* const* c, T* suffix, const T** s) {
  int length = 1;
  suffix[0] = value;
  s[sizes.modes()] = suffix;
  sizes.each_mode([&](int from_end) {
    const int k = sizes.modes() - 1 - from_end, rank = sizes.rank(k);
    const T* tail = suffix;
    suffix += length;
    for (int j = 0; j < rank; ++j) {
      for (int i = 0; i < length; ++i) suffix[j * length + i] = c[k][j] * tail[i];
    }
    length *= rank;
    s[k] = suffix;
  });
  return suffix;
}

/// Adds the gradients of the rows of one stored value; a: work space, d: dE/dXbar of the sample.
template <class T, class S>
inline void add_row_gradients(const S& sizes, const T* d, const T* const* c, const T* const* s,
                              T* a, T* const* dc) {
  const T* now = d;
  sizes.each_mode([&](int k) {
    const int rank = sizes.rank(k), length = sizes.behind(k);
    for (int j = 0; j < rank; ++j) dc[k][j] += dot(now + j * length, s[k + 1], length);
    if (k + 1 == sizes.modes()) return;
    for (int i = 0; i < length; ++i) {
      T total = c[k][0] * now[i];
      for (int j = 1; j < rank; ++j) total += c[k][j] * now[j * length + i];
      a[i] = total;
    }
    now = a;
    a += length;
  });
}

/// Work space of one sample: on the stack, and so in registers, where the sizes are known.
template <class T, class S, bool kKnown = (S::kLatent > 0)>
struct Work {
  T sample[S::kLatent], suffix[(kMaxModes + 1) * S::kLatent], prefix[kMaxModes * S::kLatent];
  explicit Work(std::vector<T>&, int, int) {}
};
template <class T, class S>
struct Work<T, S, false> {
  T *sample, *suffix, *prefix;
  Work(std::vector<T>& space, int latent, int modes)
      : sample(space.data()), suffix(sample + latent), prefix(suffix + (modes + 1) * latent) {}
};

/// Calls work(Sizes) with sizes known to the compiler for one to three modes of rank 2, the
/// paper's, and where the first of two or three has another rank.
template <class Work>
void with_sizes(const std::vector<int>& ranks, Work work) {
  const int modes = static_cast<int>(ranks.size());
  const auto call = [&](auto sizes) { return work(decltype(sizes){modes, ranks.data()}); };
  if (modes > 3 || !std::all_of(ranks.begin() + 1, ranks.end(), [](int rank) { return rank == 2; }))
    return call(Sizes<0, 0, 0>());
  if (ranks[0] == 2) {
    if (modes == 1) return call(Sizes<1, 2, 2>());
    if (modes == 2) return call(Sizes<2, 2, 2>());
    return call(Sizes<3, 2, 2>());
  }
  if (modes == 2) return call(Sizes<2, 0, 2>());
  if (modes == 3) return call(Sizes<3, 0, 2>());
  return call(Sizes<0, 0, 0>());
}

}  // namespace

template <class T>
SparseProjection<T>::SparseProjection(const Architecture& architecture)
    : a_(architecture), latent_(architecture.latent_size()) {
  for (int k = 0; k < a_.modes(); ++k) {
    rows_.emplace_back(static_cast<size_t>(a_.dims[k]) * a_.ranks[k], T(0));
    drows_.push_back(rows_.back());
  }
  // One sample, S_1 .. S_{K+1} and A_1 .. A_K: each has at most P values, and where ranks are 1
  // they do not shrink.
  space_.assign((2 * a_.modes() + 2) * latent_, 0);
}

template <class T>
void SparseProjection<T>::load(const Layout& layout, const T* c) {
  for (int k = 0; k < a_.modes(); ++k) {
    const Block& block = layout.projection[k];
    for (int j = 0; j < block.rows; ++j) {
      for (int i = 0; i < block.cols; ++i) {
        rows_[k][static_cast<size_t>(i) * block.rows + j] = c[block.offset + j * block.stride + i];
      }
    }
  }
}

template <class T>
void SparseProjection<T>::forward(const Samples<T>& samples, const Tile& tile, T* xbar) {
  with_sizes(a_.ranks, [&](auto sizes) {
    using S = decltype(sizes);
    const int latent = S::kLatent > 0 ? S::kLatent : latent_;
    Work<T, S> work(space_, latent_, sizes.modes());
    const T *c[kMaxModes], *s[kMaxModes + 1];
    for (int n = 0; n < padded(tile.count); ++n) {
      for (int p = 0; p < latent; ++p) work.sample[p] = 0;
      for (int e = samples.begin(tile.sample[n]); e < samples.begin(tile.sample[n] + 1); ++e) {
        const int* index = samples.index(e);
        sizes.each_mode(
            [&](int k) { c[k] = rows_[k].data() + static_cast<size_t>(index[k]) * sizes.rank(k); });
        const T* share = suffixes(sizes, samples.value(e), c, work.suffix, s);
        for (int p = 0; p < latent; ++p) work.sample[p] += share[p];
      }
      for (int p = 0; p < latent; ++p) xbar[p * kTile + n] = work.sample[p];
    }
  });
}

template <class T>
void SparseProjection<T>::backward(const Samples<T>& samples, const Tile& tile, const T* dxbar) {
  with_sizes(a_.ranks, [&](auto sizes) {
    using S = decltype(sizes);
    const int latent = S::kLatent > 0 ? S::kLatent : latent_;
    Work<T, S> work(space_, latent_, sizes.modes());
    const T *c[kMaxModes], *s[kMaxModes + 1];
    T* dc[kMaxModes];
    for (int n = 0; n < tile.count; ++n) {
      for (int p = 0; p < latent; ++p) work.sample[p] = dxbar[p * kTile + n];
      for (int e = samples.begin(tile.sample[n]); e < samples.begin(tile.sample[n] + 1); ++e) {
        const int* index = samples.index(e);
        sizes.each_mode([&](int k) {
          const size_t at = static_cast<size_t>(index[k]) * sizes.rank(k);
          c[k] = rows_[k].data() + at;
          dc[k] = drows_[k].data() + at;
        });
        suffixes(sizes, samples.value(e), c, work.suffix, s);
        add_row_gradients(sizes, work.sample, c, s, work.prefix, dc);
      }
    }
  });
}

template <class T>
void SparseProjection<T>::finish(const Layout& layout, T* dc) {
  for (int k = 0; k < a_.modes(); ++k) {
    const Block& block = layout.projection[k];
    for (int j = 0; j < block.rows; ++j) {
      for (int i = 0; i < block.cols; ++i) {
        T& gradient = drows_[k][static_cast<size_t>(i) * block.rows + j];
        dc[block.offset + j * block.stride + i] += gradient;
        gradient = 0;
      }
    }
  }
}

template class SparseProjection<float>;
template class SparseProjection<double>;

}  // namespace trip
