// With c_k the row of C^(k) that a stored value v picks, its share of Xbar is v c_1 o .. o c_K.
// Products are built from the last mode on: S_k = c_k o .. o c_K v. Backward, A_k is dE/dXbar
// contracted with c_1 .. c_{k-1}, so that the gradient of row c_k is A_k contracted with S_{k+1}.
// Unless all ranks are 2, the first mode runs in lanes: Xbar and dE/dXbar of a sample lie in planes
// of J_1 values, one for each of the prod J_k, k > 1, places behind. The other modes form a chain.

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

/// The modes from kFrom on: kModes modes of rank 2, the paper's, where that is known to the
/// compiler, which is to say not negative. Modes before kFrom, at most one, run in lanes.
template <int kFrom, int kModes>
struct Chain {
  static constexpr bool kKnown = kModes >= 0, kInLanes = kFrom > 0;
  static constexpr int kSize = kKnown ? 1 << kModes : 0;

  int modes_given;
  const int* ranks;

  constexpr int modes() const { return kKnown ? kModes : modes_given; }
  constexpr int rank(int k) const { return kKnown ? 2 : ranks[k]; }
  /// Product of the ranks of the modes after k.
  constexpr int behind(int k) const {
    int product = 1;
    for (int l = k + 1; l < modes(); ++l) product *= rank(l);
    return product;
  }
  constexpr int size() const { return behind(-1); }

  /// visit(0) .. visit(modes - 1), written out where their number is known, so that all that
  /// depends on k is a constant.
  template <class Visit>
  inline void each_mode(Visit visit) const {
    if constexpr (kKnown) {
      [&]<int... k>(std::integer_sequence<int, k...>) {
        (visit(std::integral_constant<int, k>()), ...);
      }
      (std::make_integer_sequence<int, kModes>());
    } else {
      for (int k = 0; k < modes_given; ++k) visit(k);
    }
  }
};

/// S_1 .. S_{m+1} of the m modes of a chain, S_{k+1} at s[k]; returns S_1. suffix: work space.
template <class T, class Chain>
inline const T* suffixes(const Chain& chain, T value, const T* const* c, T* suffix, const T** s) {
  int length = 1;
  suffix[0] = value;
  s[chain.modes()] = suffix;
  chain.each_mode([&](int from_end) {
    const int k = chain.modes() - 1 - from_end, rank = chain.rank(k);
    const T* last = suffix;
    suffix += length;
    for (int j = 0; j < rank; ++j) {
      for (int i = 0; i < length; ++i) suffix[j * length + i] = c[k][j] * last[i];
    }
    length *= rank;
    s[k] = suffix;
  });
  return suffix;
}

/// Adds the gradients of a chain's rows of one stored value. now: A of its first mode; a: work
/// space.
template <class T, class Chain>
inline void add_row_gradients(const Chain& chain, const T* now, const T* const* c,
                              const T* const* s, T* a, T* const* dc) {
  chain.each_mode([&](int k) {
    const int rank = chain.rank(k), length = chain.behind(k);
    for (int j = 0; j < rank; ++j) dc[k][j] += dot(now + j * length, s[k + 1], length);
    if (k + 1 == chain.modes()) return;
    for (int i = 0; i < length; ++i) {
      T total = c[k][0] * now[i];
      for (int j = 1; j < rank; ++j) total += c[k][j] * now[j * length + i];
      a[i] = total;
    }
    now = a;
    a += length;
  });
}

/// Calls kernel<W>(first plane) over all planes, four at a time where their number is not known.
template <class Chain, class Kernel>
inline void in_blocks_of_planes(const Chain& chain, Kernel kernel) {
  if constexpr (Chain::kKnown) {
    kernel(std::integral_constant<int, Chain::kSize>(), 0);
  } else {
    const int planes = chain.size();
    int w = 0;
    for (; w + 4 <= planes; w += 4) kernel(std::integral_constant<int, 4>(), w);
    for (; w < planes; ++w) kernel(std::integral_constant<int, 1>(), w);
  }
}

/// xbar[w] += c s[w] for W planes.
template <int W, class T>
inline void add_shares(const T* c, const T* s, int plane, T* xbar) {
  for (int j = 0; j < plane; j += kLanes) {
    const Lanes<T> row = load(c + j);
    TRIP_UNROLL for (int w = 0; w < W; ++w) {
      T* sum = xbar + w * plane + j;
      store<T>(sum, load(sum) + row * s[w]);
    }
  }
}

/// dc += sum_w d[w] s[w] and, where modes follow, a[w] = d[w] . c.
template <int W, bool kLast, class T>
inline void add_first_gradient(const T* d, const T* c, const T* s, int plane, T* dc, T* a) {
  Lanes<T> contracted[W] = {};
  for (int j = 0; j < plane; j += kLanes) {
    const Lanes<T> row = load(c + j);
    Lanes<T> share[W];
    TRIP_UNROLL for (int w = 0; w < W; ++w) {
      const Lanes<T> gradient = load(d + w * plane + j);
      share[w] = gradient * s[w];
      if constexpr (!kLast) contracted[w] += gradient * row;
    }
    if constexpr (W == 4) share[2] += share[3];
    if constexpr (W > 1) share[0] += share[1];
    if constexpr (W > 2) share[0] += share[2];
    store<T>(dc + j, load(dc + j) + share[0]);
  }
  if constexpr (kLast) return;
  if constexpr (W == 4)
    store<T>(a, sum4<T>(contracted[0], contracted[1], contracted[2], contracted[3]));
  else
    TRIP_UNROLL for (int w = 0; w < W; ++w) a[w] = sum<T>(contracted[w]);
}

/// Work space of one sample without lanes and of one stored value: on the stack, and so in
/// registers, where the sizes are known.
template <class T, class Chain, bool kKnown = Chain::kKnown>
struct Work {
  T sample[Chain::kSize], suffix[2 * Chain::kSize], first[Chain::kSize], a[Chain::kSize];
  Work(std::vector<T>&, const Chain&) {}
};
template <class T, class Chain>
struct Work<T, Chain, false> {
  T *suffix, *first, *a, *sample = nullptr;
  Work(std::vector<T>& space, const Chain& chain)
      : suffix(space.data()),
        first(suffix + (chain.modes() + 1) * chain.size()),
        a(first + chain.size()) {}
};

/// Calls work(Chain): up to three modes of rank 2 in one, else the first mode in lanes.
template <class Work>
void with_chain(const std::vector<int>& ranks, Work work) {
  const int modes = static_cast<int>(ranks.size());
  const int* first = ranks.data();
  const auto twos = [&](int from) {
    return std::all_of(first + from, first + modes, [](int rank) { return rank == 2; });
  };
  if (twos(0)) {
    if (modes == 1) return work(Chain<0, 1>{1, first});
    if (modes == 2) return work(Chain<0, 2>{2, first});
    if (modes == 3) return work(Chain<0, 3>{3, first});
  }
  if (twos(1)) {
    if (modes == 1) return work(Chain<1, 0>{0, first + 1});
    if (modes == 2) return work(Chain<1, 1>{1, first + 1});
    if (modes == 3) return work(Chain<1, 2>{2, first + 1});
  }
  work(Chain<1, -1>{modes - 1, first + 1});
}

/// out[j][i] = in[i][j]; four or more rows and columns go in squares of four, of which the last
/// overlap.
template <class T>
[[gnu::noinline]] void transpose(const T* in, int in_stride, T* out, int out_stride, int rows,
                                 int columns) {
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
SparseProjection<T>::SparseProjection(const Architecture& architecture) : a_(architecture) {
  for (int k = 0; k < a_.modes(); ++k) {
    // Lanes reach beyond the last row.
    rows_.emplace_back(static_cast<size_t>(padded(a_.dims[k])) * a_.ranks[k] + kLanes, T(0));
    drows_.push_back(rows_.back());
  }
  // The planes of one sample, S_1 .. S_K and A_2 .. A_K of a stored value: behind the first mode
  // each has at most as many values as there are planes, and where ranks are 1 they do not shrink.
  const int planes = a_.latent_size() / a_.ranks[0];
  planes_.assign(planes * padded(a_.ranks[0]), 0);
  space_.assign(2 * a_.modes() * planes, 0);
}

template <class T>
void SparseProjection<T>::load(const Layout& layout, const T* c) {
  for (int k = 0; k < a_.modes(); ++k) {
    const Block& block = layout.projection[k];
    transpose(c + block.offset, block.stride, rows_[k].data(), block.rows, block.rows,
              block.stride);
  }
}

template <class T>
void SparseProjection<T>::forward(const Samples<T>& samples, const Tile& tile, T* xbar) {
  with_chain(a_.ranks, [&](auto chain) {
    constexpr bool kInLanes = decltype(chain)::kInLanes;
    Work<T, decltype(chain)> work(space_, chain);
    const T *c[kMaxModes], *s[kMaxModes + 1];
    const int columns = kInLanes ? a_.ranks[0] : 1, plane = kInLanes ? padded(columns) : 1;
    const int planes = chain.size();
    T* sum = kInLanes ? planes_.data() : work.sample;
    for (int n = 0; n < padded(tile.count); ++n) {
      std::fill_n(sum, planes * plane, T(0));
      for (int e = samples.begin(tile.sample[n]); e < samples.begin(tile.sample[n] + 1); ++e) {
        const int* index = samples.index(e);
        chain.each_mode([&](int k) {
          const size_t row = index[k + kInLanes];
          c[k] = rows_[k + kInLanes].data() + row * chain.rank(k);
        });
        const T* share = suffixes(chain, samples.value(e), c, work.suffix, s);
        if constexpr (kInLanes) {
          const T* row = rows_[0].data() + static_cast<size_t>(index[0]) * columns;
          in_blocks_of_planes(chain, [&](auto width, int w) {
            add_shares<width>(row, share + w, plane, sum + w * plane);
          });
        } else {
          for (int w = 0; w < planes; ++w) sum[w] += share[w];
        }
      }
      for (int j = 0; j < columns; ++j) {
        for (int w = 0; w < planes; ++w) xbar[(j * planes + w) * kTile + n] = sum[w * plane + j];
      }
    }
  });
}

template <class T>
void SparseProjection<T>::backward(const Samples<T>& samples, const Tile& tile, const T* dxbar) {
  with_chain(a_.ranks, [&](auto chain) {
    constexpr bool kInLanes = decltype(chain)::kInLanes;
    Work<T, decltype(chain)> work(space_, chain);
    const T *c[kMaxModes], *s[kMaxModes + 1];
    T* dc[kMaxModes];
    const int columns = kInLanes ? a_.ranks[0] : 1, plane = kInLanes ? padded(columns) : 1;
    const int planes = chain.size();
    T* d = kInLanes ? planes_.data() : work.sample;
    std::fill_n(d, planes * plane, T(0));  // what stands beyond a row has no gradient
    for (int n = 0; n < tile.count; ++n) {
      for (int j = 0; j < columns; ++j) {
        for (int w = 0; w < planes; ++w) d[w * plane + j] = dxbar[(j * planes + w) * kTile + n];
      }
      for (int e = samples.begin(tile.sample[n]); e < samples.begin(tile.sample[n] + 1); ++e) {
        const int* index = samples.index(e);
        chain.each_mode([&](int k) {
          const size_t row = index[k + kInLanes], at = row * chain.rank(k);
          c[k] = rows_[k + kInLanes].data() + at;
          dc[k] = drows_[k + kInLanes].data() + at;
        });
        const T* share = suffixes(chain, samples.value(e), c, work.suffix, s);
        if constexpr (kInLanes) {
          constexpr bool kLast = decltype(chain)::kSize == 1;
          const size_t at = static_cast<size_t>(index[0]) * columns;
          in_blocks_of_planes(chain, [&](auto width, int w) {
            add_first_gradient<width, kLast>(d + w * plane, rows_[0].data() + at, share + w, plane,
                                             drows_[0].data() + at, work.first + w);
          });
        }
        add_row_gradients(chain, kInLanes ? work.first : d, c, s, work.a, dc);
      }
    }
  });
}

template <class T>
void SparseProjection<T>::finish(const Layout& layout, T* dc) {
  for (int k = 0; k < a_.modes(); ++k) {
    const Block& block = layout.projection[k];
    transpose(drows_[k].data(), block.rows, dc + block.offset, block.stride, block.stride,
              block.rows);
    clear(drows_[k]);
  }
}

template class SparseProjection<float>;
template class SparseProjection<double>;

}  // namespace trip
