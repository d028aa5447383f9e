// With c_k the row of C^(k) that a stored value v picks, its share of Xbar is v c_1 o .. o c_K.
// Products are built from the last mode on: S_k = c_k o .. o c_K v. Backward, A_k is dE/dXbar
// contracted with c_1 .. c_{k-1}, so that the gradient of row c_k is A_k contracted with S_{k+1}.
// That goes for a chain of all modes when their ranks are 2, the paper's. Else the mode l of
// highest rank runs in lanes: Xbar and dE/dXbar of a sample lie in planes of J_l values, one for
// each place in the chain of the others, whose S_1 and A_1 meet the lanes.

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

/// Modes whose products are built one by one: kModes modes of rank 2, where that is known to the
/// compiler, which is to say not negative. kBesideLanes: they are those beside the mode in lanes.
template <bool kBesideLanes, int kModes>
struct Chain {
  static constexpr bool kKnown = kModes >= 0, kInLanes = kBesideLanes;
  static constexpr int kSize = kKnown ? 1 << kModes : 0;
  static constexpr bool kOnly = kInLanes && kModes == 0;  // nothing beside the mode in lanes

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
template <class T, class C>
inline const T* suffixes(const C& chain, T value, const T* const* c, T* suffix, const T** s) {
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
template <class T, class C>
inline void add_row_gradients(const C& chain, const T* now, const T* const* c, const T* const* s,
                              T* a, T* const* dc) {
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
template <class C, class Kernel>
inline void in_blocks_of_planes(const C& chain, Kernel kernel) {
  if constexpr (C::kKnown) {
    kernel(std::integral_constant<int, C::kSize>(), 0);
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

/// V vectors of sum_e v_e row(e) over the stored values of a sample of one mode, in registers.
template <int V, class T>
inline void sum_columns(const Samples<T>& samples, int sample, const T* rows, int plane, T* sum) {
  Lanes<T> total[V] = {};
  for (int e = samples.begin(sample); e < samples.begin(sample + 1); ++e) {
    const T* row = rows + static_cast<size_t>(*samples.index(e)) * plane;
    const T value = samples.value(e);
    TRIP_UNROLL for (int v = 0; v < V; ++v) total[v] += load(row + v * kLanes) * value;
  }
  TRIP_UNROLL for (int v = 0; v < V; ++v) store<T>(sum + v * kLanes, total[v]);
}

/// All of them.
template <class T>
void sum_rows(const Samples<T>& samples, int sample, const T* rows, int plane, T* sum) {
  int j = 0;
  const auto blocks_of = [&](auto vectors) {
    for (; j + vectors * kLanes <= plane; j += vectors * kLanes)
      sum_columns<vectors>(samples, sample, rows + j, plane, sum + j);
  };
  blocks_of(std::integral_constant<int, 4>());
  blocks_of(std::integral_constant<int, 2>());
  blocks_of(std::integral_constant<int, 1>());
}

/// dc += sum_w d[w] s[w] and, unless the mode is the only one, a[w] = d[w] . c.
template <int W, bool kOnly, class T>
inline void add_gradient_in_lanes(const T* d, const T* c, const T* s, int plane, T* dc, T* a) {
  Lanes<T> contracted[W] = {};
  for (int j = 0; j < plane; j += kLanes) {
    const Lanes<T> row = load(c + j);
    Lanes<T> share[W];
    TRIP_UNROLL for (int w = 0; w < W; ++w) {
      const Lanes<T> gradient = load(d + w * plane + j);
      share[w] = gradient * s[w];
      if constexpr (!kOnly) contracted[w] += gradient * row;
    }
    if constexpr (W == 4) share[2] += share[3];
    if constexpr (W > 1) share[0] += share[1];
    if constexpr (W > 2) share[0] += share[2];
    store<T>(dc + j, load(dc + j) + share[0]);
  }
  if constexpr (kOnly) {
    return;
  } else if constexpr (W == 4) {
    store<T>(a, sum4<T>(contracted[0], contracted[1], contracted[2], contracted[3]));
  } else {
    TRIP_UNROLL for (int w = 0; w < W; ++w) a[w] = sum<T>(contracted[w]);
  }
}

/// Work space of one sample without lanes and of one stored value: on the stack, and so in
/// registers, where the sizes are known.
template <class T, class C, bool kKnown = C::kKnown>
struct Work {
  T sample[C::kSize], suffix[2 * C::kSize], first[C::kSize], a[C::kSize];
  Work(std::vector<T>&, const C&) {}
};
template <class T, class C>
struct Work<T, C, false> {
  T *suffix, *first, *a, *sample = nullptr;
  Work(std::vector<T>& space, const C& chain)
      : suffix(space.data()),
        first(suffix + (chain.modes() + 1) * chain.size()),
        a(first + chain.size()) {}
};

bool all_two(const std::vector<int>& ranks) {
  return std::all_of(ranks.begin(), ranks.end(), [](int rank) { return rank == 2; });
}

/// Calls visit(Chain) with these ranks.
template <class Visit>
void with_chain(bool in_lanes, const std::vector<int>& ranks, Visit visit) {
  const int modes = static_cast<int>(ranks.size());
  const auto call = [&](auto chain) { visit(decltype(chain){modes, ranks.data()}); };
  if (!in_lanes && modes == 1) return call(Chain<false, 1>());
  if (!in_lanes && modes == 2) return call(Chain<false, 2>());
  if (!in_lanes) return call(Chain<false, 3>());
  if (!all_two(ranks) || modes > 2) return call(Chain<true, -1>());
  if (modes == 0) return call(Chain<true, 0>());
  if (modes == 1) return call(Chain<true, 1>());
  call(Chain<true, 2>());
}

/// Sample n of Xbar, at xbar + n, from its planes.
template <class T>
[[gnu::noinline]] void from_planes(const std::vector<int>& places, const T* planes, T* xbar) {
  for (int place : places) {
    *xbar = planes[place];
    xbar += kTile;
  }
}

/// And back.
template <class T>
[[gnu::noinline]] void into_planes(const std::vector<int>& places, const T* xbar, T* planes) {
  for (int place : places) {
    planes[place] = *xbar;
    xbar += kTile;
  }
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
[[gnu::cold]] SparseProjection<T>::SparseProjection(const Architecture& architecture)
    : a_(architecture) {
  in_lanes_ = a_.modes() > 3 || !all_two(a_.ranks);
  const auto highest = std::max_element(a_.ranks.begin(), a_.ranks.end());
  lane_mode_ = static_cast<int>(highest - a_.ranks.begin());
  for (int k = 0; k < a_.modes(); ++k) {
    if (in_lanes_ && k == lane_mode_) {
      strides_.push_back(padded(a_.ranks[k]));
    } else {
      strides_.push_back(a_.ranks[k]);
      chain_modes_.push_back(k);
      chain_ranks_.push_back(a_.ranks[k]);
    }
    // Whole squares of four rows are written.
    rows_.emplace_back(static_cast<size_t>(padded(a_.dims[k])) * strides_[k], T(0));
    drows_.push_back(rows_.back());
  }
  if (!in_lanes_) return;
  // Planes of one sample; S_1 .. S_{m+1} and A_1 .. A_m of a chain of m modes for a stored value:
  // each has at most as many values as there are planes, and where ranks are 1 they do not shrink.
  const int columns = *highest, planes = a_.latent_size() / columns;
  planes_.assign(planes * padded(columns), 0);
  space_.assign(2 * a_.modes() * planes, 0);
  places_.assign(columns * planes, 0);
  int after = 1;
  for (int k = lane_mode_ + 1; k < a_.modes(); ++k) after *= a_.ranks[k];
  for (int p = 0; p < columns * planes; ++p) {
    const int before = p / (columns * after), j = p / after % columns;
    places_[p] = (before * after + p % after) * padded(columns) + j;
  }
}

template <class T>
void SparseProjection<T>::load(const Layout& layout, const T* c) {
  for (int k = 0; k < a_.modes(); ++k) {
    const Block& block = layout.projection[k];
    transpose(c + block.offset, block.stride, rows_[k].data(), strides_[k], block.rows,
              block.stride);
  }
}

template <class T>
void SparseProjection<T>::forward(const Samples<T>& samples, const Tile& tile, T* xbar) {
  with_chain(in_lanes_, chain_ranks_, [&](auto chain) {
    constexpr bool kInLanes = decltype(chain)::kInLanes, kOnly = decltype(chain)::kOnly;
    Work<T, decltype(chain)> work(space_, chain);
    const T *c[kMaxModes], *s[kMaxModes + 1];
    const int columns = kInLanes ? a_.ranks[lane_mode_] : 1;
    const int plane = kInLanes ? padded(columns) : 1, planes = chain.size();
    T* sum = kInLanes ? planes_.data() : work.sample;
    for (int n = 0; n < padded(tile.count); ++n) {
      if constexpr (kOnly) {
        sum_rows(samples, tile.sample[n], rows_[0].data(), plane, sum);
      } else {
        std::fill_n(sum, planes * plane, T(0));
        for (int e = samples.begin(tile.sample[n]); e < samples.begin(tile.sample[n] + 1); ++e) {
          const int* index = samples.index(e);
          chain.each_mode([&](int k) {
            const int mode = kInLanes ? chain_modes_[k] : k;
            c[k] = rows_[mode].data() + static_cast<size_t>(index[mode]) * chain.rank(k);
          });
          const T* share = suffixes(chain, samples.value(e), c, work.suffix, s);
          if constexpr (kInLanes) {
            const T* row =
                rows_[lane_mode_].data() + static_cast<size_t>(index[lane_mode_]) * plane;
            in_blocks_of_planes(chain, [&](auto width, int w) {
              add_shares<width>(row, share + w, plane, sum + w * plane);
            });
          } else {
            for (int w = 0; w < planes; ++w) sum[w] += share[w];
          }
        }
      }
      if constexpr (kInLanes) {
        from_planes(places_, sum, xbar + n);
      } else {
        for (int p = 0; p < planes; ++p) xbar[p * kTile + n] = sum[p];
      }
    }
  });
}

template <class T>
void SparseProjection<T>::backward(const Samples<T>& samples, const Tile& tile, const T* dxbar) {
  with_chain(in_lanes_, chain_ranks_, [&](auto chain) {
    constexpr bool kInLanes = decltype(chain)::kInLanes, kOnly = decltype(chain)::kOnly;
    Work<T, decltype(chain)> work(space_, chain);
    const T *c[kMaxModes], *s[kMaxModes + 1];
    T* dc[kMaxModes];
    const int columns = kInLanes ? a_.ranks[lane_mode_] : 1;
    const int plane = kInLanes ? padded(columns) : 1, planes = chain.size();
    T* d = kInLanes ? planes_.data() : work.sample;
    std::fill_n(d, planes * plane, T(0));  // what stands beyond a row has no gradient
    for (int n = 0; n < tile.count; ++n) {
      if constexpr (kInLanes) {
        into_planes(places_, dxbar + n, d);
      } else {
        for (int p = 0; p < planes; ++p) d[p] = dxbar[p * kTile + n];
      }
      for (int e = samples.begin(tile.sample[n]); e < samples.begin(tile.sample[n] + 1); ++e) {
        const int* index = samples.index(e);
        chain.each_mode([&](int k) {
          const int mode = kInLanes ? chain_modes_[k] : k;
          const size_t at = static_cast<size_t>(index[mode]) * chain.rank(k);
          c[k] = rows_[mode].data() + at;
          dc[k] = drows_[mode].data() + at;
        });
        const T* share = suffixes(chain, samples.value(e), c, work.suffix, s);
        if constexpr (kInLanes) {
          const size_t at = static_cast<size_t>(index[lane_mode_]) * plane;
          const T* row = rows_[lane_mode_].data() + at;
          T* drow = drows_[lane_mode_].data() + at;
          in_blocks_of_planes(chain, [&](auto width, int w) {
            add_gradient_in_lanes<width, kOnly>(d + w * plane, row, share + w, plane, drow,
                                                work.first + w);
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
    transpose(drows_[k].data(), strides_[k], dc + block.offset, block.stride, block.stride,
              block.rows);
    clear(drows_[k]);
  }
}

template class SparseProjection<float>;
template class SparseProjection<double>;

}  // namespace trip
