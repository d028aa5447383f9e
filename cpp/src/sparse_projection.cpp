// With c_k the row of C^(k) that a stored value v picks, its share of Xbar is v c_1 o .. o c_K.
// Products are built from the last mode on: S_k = c_k o .. o c_K v. Backward, A_k is dE/dXbar
// contracted with c_1 .. c_{k-1}, so that the gradient of row c_k is A_k contracted with S_{k+1}.

#include <trip/sparse_projection.h>

#include <algorithm>

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

/// Sizes of the modes; kModes modes of kRank each where they are known to the compiler, which
/// unrolls everything then.
template <int kModes, int kRank>
struct Sizes {
  int modes_given;
  const int* ranks;

  constexpr int modes() const { return kModes > 0 ? kModes : modes_given; }
  constexpr int rank(int k) const { return kRank > 0 ? kRank : ranks[k]; }
};

/// S_1 .. S_K of one stored value, S_k at suffix + start of k; returns S_1. start[k] and length[k]
/// describe the S_k.
template <class T, class S>
inline const T* suffixes(const S& sizes, T value, const T* const* c, T* suffix, const T** s) {
  int length = 1;
  suffix[0] = value;
  s[sizes.modes()] = suffix;
  for (int k = sizes.modes() - 1; k >= 0; --k) {
    const T* tail = suffix;
    suffix += length;
    const int rank = sizes.rank(k);
    for (int j = 0; j < rank; ++j) {
      for (int i = 0; i < length; ++i) suffix[j * length + i] = c[k][j] * tail[i];
    }
    length *= rank;
    s[k] = suffix;
  }
  return suffix;
}

/// Adds the gradients of the rows of one stored value; a: work space, d: dE/dXbar of the sample.
template <class T, class S>
inline void add_row_gradients(const S& sizes, const T* d, const T* const* c, const T* const* s,
                              int latent, T* a, T* const* dc) {
  const T* now = d;
  int length = latent;
  for (int k = 0; k < sizes.modes(); ++k) {
    const int rank = sizes.rank(k);
    length /= rank;
    for (int j = 0; j < rank; ++j) dc[k][j] += dot(now + j * length, s[k + 1], length);
    if (k + 1 == sizes.modes()) return;
    for (int i = 0; i < length; ++i) {
      T total = c[k][0] * now[i];
      for (int j = 1; j < rank; ++j) total += c[k][j] * now[j * length + i];
      a[i] = total;
    }
    now = a;
    a += length;
  }
}

constexpr int kMaxModes = 8;

/// Calls work(Sizes) with sizes known to the compiler for one to three modes of rank 2, the
/// paper's.
template <class Work>
void with_sizes(const std::vector<int>& ranks, Work work) {
  const int modes = static_cast<int>(ranks.size());
  const bool pairs = std::all_of(ranks.begin(), ranks.end(), [](int rank) { return rank == 2; });
  if (pairs && modes == 1) return work(Sizes<1, 2>{modes, ranks.data()});
  if (pairs && modes == 2) return work(Sizes<2, 2>{modes, ranks.data()});
  if (pairs && modes == 3) return work(Sizes<3, 2>{modes, ranks.data()});
  return work(Sizes<0, 0>{modes, ranks.data()});
}

}  // namespace

template <class T>
SparseProjection<T>::SparseProjection(const Architecture& architecture)
    : a_(architecture), latent_(architecture.latent_size()) {
  for (int k = 0; k < a_.modes(); ++k) {
    rows_.emplace_back(static_cast<size_t>(a_.dims[k]) * a_.ranks[k], T(0));
    drows_.push_back(rows_.back());
  }
  // Each S_k and A_k has at most P values, and where ranks are 1 they do not shrink.
  suffix_.assign((a_.modes() + 1) * latent_, 0);
  prefix_.assign(a_.modes() * latent_, 0);
  sample_.assign(latent_, 0);
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
    const T *c[kMaxModes], *s[kMaxModes + 1];
    for (int n = 0; n < padded(tile.count); ++n) {
      std::fill(sample_.begin(), sample_.end(), T(0));
      for (int e = samples.begin(tile.sample[n]); e < samples.begin(tile.sample[n] + 1); ++e) {
        const int* index = samples.index(e);
        for (int k = 0; k < sizes.modes(); ++k)
          c[k] = &rows_[k][static_cast<size_t>(index[k]) * sizes.rank(k)];
        const T* share = suffixes(sizes, samples.value(e), c, suffix_.data(), s);
        for (int p = 0; p < latent_; ++p) sample_[p] += share[p];
      }
      for (int p = 0; p < latent_; ++p) xbar[p * kTile + n] = sample_[p];
    }
  });
}

template <class T>
void SparseProjection<T>::backward(const Samples<T>& samples, const Tile& tile, const T* dxbar) {
  with_sizes(a_.ranks, [&](auto sizes) {
    const T *c[kMaxModes], *s[kMaxModes + 1];
    T* dc[kMaxModes];
    for (int n = 0; n < tile.count; ++n) {
      for (int p = 0; p < latent_; ++p) sample_[p] = dxbar[p * kTile + n];
      for (int e = samples.begin(tile.sample[n]); e < samples.begin(tile.sample[n] + 1); ++e) {
        const int* index = samples.index(e);
        for (int k = 0; k < sizes.modes(); ++k) {
          const size_t at = static_cast<size_t>(index[k]) * sizes.rank(k);
          c[k] = &rows_[k][at];
          dc[k] = &drows_[k][at];
        }
        suffixes(sizes, samples.value(e), c, suffix_.data(), s);
        add_row_gradients(sizes, sample_.data(), c, s, latent_, prefix_.data(), dc);
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
