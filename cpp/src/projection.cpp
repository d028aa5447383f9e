#include "projection.h"

#include <trip/error.h>

#include <algorithm>
#include <limits>
#include <type_traits>

namespace trip {

template <class T>
void Tile::fill(const Samples<T>& samples, const int* order, int first, int available) {
  count = std::min(kTile, available);
  for (int i = 0; i < count; ++i) sample[i] = order ? order[first + i] : first + i;
  for (int i = count; i < padded(count); ++i) sample[i] = samples.zero_sample();
}

namespace {

/// Brings a cache line near the processor. WebAssembly has no such instruction, only loads.
template <class T>
TRIP_INLINE void fetch(const T* p) {
#if defined(__wasm__)
  asm volatile("" : : "r"(*p));
#else
  __builtin_prefetch(p);
#endif
}

/// Asks for rows before they are read: samples come in random order, which the processor's own
/// prefetching cannot foresee. The rows of a group of four are requested while those of the group
/// before are multiplied.
template <class T>
void fetch_rows(const Samples<T>& samples, const int* four, int row) {
  constexpr int kLine = 64 / sizeof(T);
  for (int n = 0; n < kLanes; ++n) {
    const T* x = samples.row(four[n], row);
    for (int i = 0; i < samples.width(); i += kLine) fetch(x + i);
  }
}

/// Columns J0 .. J0 + B of C^T times one row of four samples: out[b][0..3] = sum_i x[n][i] C[i][J0
/// + b].
template <int B, class T>
void rows_times_columns(const T* const x[4], const T* c, int stride, T* out) {
  Lanes<T> total[B][4] = {};
  for (int i = 0; i < stride; i += kLanes) {
    const Lanes<T> x0 = load(x[0] + i), x1 = load(x[1] + i), x2 = load(x[2] + i),
                   x3 = load(x[3] + i);
    TRIP_UNROLL for (int b = 0; b < B; ++b) {
      const Lanes<T> column = load(c + b * stride + i);
      total[b][0] += x0 * column;
      total[b][1] += x1 * column;
      total[b][2] += x2 * column;
      total[b][3] += x3 * column;
    }
  }
  TRIP_UNROLL for (int b = 0; b < B; ++b)
      store<T>(out + b * kTile, sum4<T>(total[b][0], total[b][1], total[b][2], total[b][3]));
}

/// dC[J0 + b][i] += x[0][i] d[b][0] + .. + x[3][i] d[b][3], in this order. Lanes: four i. The
/// d[b][n] are spread over the lanes before the loop, since a store to dC could change them.
template <int B, class T>
void rows_times_gradients(const T* const x[4], const T* d, T* dc, int stride) {
  Lanes<T> factor[B][4];
  TRIP_UNROLL for (int b = 0; b < B; ++b) {
    TRIP_UNROLL for (int n = 0; n < 4; ++n) factor[b][n] = splat(d[b * kTile + n]);
  }
  const T *const x0 = x[0], *const x1 = x[1], *const x2 = x[2], *const x3 = x[3];
  for (int i = 0; i < stride; i += kLanes) {
    const Lanes<T> row[4] = {load(x0 + i), load(x1 + i), load(x2 + i), load(x3 + i)};
    TRIP_UNROLL for (int b = 0; b < B; ++b) {
      Lanes<T> total = load(dc + b * stride + i);
      TRIP_UNROLL for (int n = 0; n < 4; ++n) total += row[n] * factor[b][n];
      store<T>(dc + b * stride + i, total);
    }
  }
}

/// Calls kernel<B>(first column) over `columns` in blocks of 3, 2, 1. The blocks change the speed,
/// never the bits.
template <class Kernel>
void in_column_blocks(int columns, Kernel kernel) {
  int j = 0;
  for (; columns - j >= 5 || columns - j == 3; j += 3) kernel(std::integral_constant<int, 3>(), j);
  for (; columns - j >= 2; j += 2) kernel(std::integral_constant<int, 2>(), j);
  if (j < columns) kernel(std::integral_constant<int, 1>(), j);
}

int product(const std::vector<int>& sizes, int first, int last) {
  int result = 1;
  for (int k = first; k < last; ++k) result *= sizes[k];
  return result;
}

}  // namespace

template <class T>
void contract(const ModeSlice& slice, int vectors, const T* in, const T* c, T* out) {
  const auto [before, size, after, columns] = slice;
  const int stride = padded(size);
  for (int a = 0; a < before; ++a) {
    for (int j = 0; j < columns; ++j) {
      for (int b = 0; b < after; ++b) {
        T* o = out + ((a * columns + j) * after + b) * kTile;
        for (int v = 0; v < vectors * kLanes; v += kLanes) {
          Lanes<T> total{};
          for (int i = 0; i < size; ++i)
            total += load(in + ((a * size + i) * after + b) * kTile + v) * c[j * stride + i];
          store<T>(o + v, total);
        }
      }
    }
  }
}

template <class T>
void contract_backward(const ModeSlice& slice, int vectors, const T* dout, WithGradient<T> in,
                       WithGradient<T> c) {
  const auto [before, size, after, columns] = slice;
  const int stride = padded(size);
  const auto tile = [inner = after](auto* tensor, int a, int middle, int i, int b) {
    return tensor + ((a * middle + i) * inner + b) * kTile;
  };
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < columns; ++j) {
      Lanes<T> total{};
      for (int a = 0; a < before; ++a) {
        for (int b = 0; b < after; ++b) {
          const T *x = tile(in.value, a, size, i, b), *d = tile(dout, a, columns, j, b);
          for (int v = 0; v < vectors * kLanes; v += kLanes) total += load(x + v) * load(d + v);
        }
      }
      c.gradient[j * stride + i] += sum<T>(total);
    }
    for (int a = 0; a < before; ++a) {
      for (int b = 0; b < after; ++b) {
        T* x = tile(in.gradient, a, size, i, b);
        for (int v = 0; v < vectors * kLanes; v += kLanes) {
          Lanes<T> total{};
          for (int j = 0; j < columns; ++j)
            total += load(tile(dout, a, columns, j, b) + v) * c.value[j * stride + i];
          store<T>(x + v, total);
        }
      }
    }
  }
}

template <class T>
TRIP_COLD DenseProducts<T>::DenseProducts(const Architecture& a)
    : inner_(Layout(a).projection.back()) {
  for (int k = 0; k + 1 < a.modes(); ++k) {
    const ModeSlice slice{product(a.dims, 0, k), a.dims[k], product(a.ranks, k + 1, a.modes()),
                          a.ranks[k]};
    const size_t size = static_cast<size_t>(slice.before) * slice.size * slice.after * kTile;
    levels_.push_back({slice, Layout(a).projection[k].offset, Buffer<T>(size), Buffer<T>(size)});
  }
}

/// Calls visit(x, position, columns, j) for every row of four samples and every block of columns of
/// C^(K). The rows are x[0 .. 4), the block has `columns` columns from j on, and their products are
/// stored in T_{K-1} at `position`. `ahead`: the next rows are not in the cache yet.
template <class T>
template <class Visit>
TRIP_INLINE void DenseProducts<T>::each_row(const Samples<T>& samples, const Tile& tile, bool ahead,
                                            Visit visit) const {
  for (int r = 0; r < samples.rows(); ++r) {
    for (int n = 0; n < padded(tile.count); n += kLanes) {
      const int* s = tile.sample + n;
      if (ahead && n + kLanes < tile.count) fetch_rows(samples, s + kLanes, r);
      const T* const x[4] = {samples.row(s[0], r), samples.row(s[1], r), samples.row(s[2], r),
                             samples.row(s[3], r)};
      in_column_blocks(inner_.rows, [&](auto columns, int j) {
        visit(x, (static_cast<size_t>(r) * inner_.rows + j) * kTile + n, columns, j);
      });
    }
  }
}

template <class T>
void DenseProducts<T>::forward(const Samples<T>& samples, const Tile& tile, const T* c, T* xbar) {
  T* first = levels_.empty() ? xbar : levels_.back().in.data();
  each_row(samples, tile, true, [&](const T* const* x, size_t at, auto columns, int j) {
    rows_times_columns<columns>(x, c + inner_.offset + j * inner_.stride, inner_.stride,
                                first + at);
  });
  for (size_t k = levels_.size(); k-- > 0;) {
    const Level& level = levels_[k];
    contract(level.slice, tile.vectors(), level.in.data(), c + level.offset,
             k == 0 ? xbar : levels_[k - 1].in.data());
  }
}

template <class T>
void DenseProducts<T>::backward(const Samples<T>& samples, const Tile& tile, const T* dxbar,
                                WithGradient<T> c) {
  const T* dout = dxbar;
  for (Level& level : levels_) {
    contract_backward<T>(level.slice, tile.vectors(), dout, {level.in.data(), level.din.data()},
                         {c.value + level.offset, c.gradient + level.offset});
    dout = level.din.data();
  }
  each_row(samples, tile, false, [&](const T* const* x, size_t at, auto columns, int j) {
    rows_times_gradients<columns>(x, dout + at, c.gradient + inner_.offset + j * inner_.stride,
                                  inner_.stride);
  });
}

template <class T>
TRIP_COLD std::vector<T> reconstruct(const Architecture& a, const Layout& layout, const T* c,
                                     const T* xbar) {
  const int modes = a.modes();
  double elements = 1;
  for (const int dim : a.dims) elements *= dim;
  // Every tensor on the way is smaller, since J_k <= I_k.
  require(elements <= std::numeric_limits<int>::max(), "shape",
          {"a reconstructed sample may have at most 2^31 - 1 elements, got ", elements});
  std::vector<T> tensor(xbar, xbar + a.latent_size());
  for (int k = 0; k < modes; ++k) {  // J_k becomes I_k
    const Block& block = layout.projection[k];
    const int before = product(a.dims, 0, k), after = product(a.ranks, k + 1, modes);
    std::vector<T> next(static_cast<size_t>(before) * block.cols * after, T(0));
    for (int left = 0; left < before; ++left) {
      for (int i = 0; i < block.cols; ++i) {
        for (int j = 0; j < block.rows; ++j) {
          const T weight = c[block.offset + j * block.stride + i];
          const T* in = &tensor[(static_cast<size_t>(left) * block.rows + j) * after];
          T* out = &next[(static_cast<size_t>(left) * block.cols + i) * after];
          for (int right = 0; right < after; ++right) out[right] += in[right] * weight;
        }
      }
    }
    tensor = std::move(next);
  }
  return tensor;
}

template <class T>
void gather(const Samples<T>& latent, const Tile& tile, T* xbar) {
  for (int n = 0; n < padded(tile.count); ++n) {
    const T* x = latent.row(tile.sample[n], 0);
    for (int p = 0; p < latent.width(); ++p) xbar[p * kTile + n] = x[p];
  }
}

#define TRIP_INSTANTIATE(T)                                                                    \
  template void Tile::fill(const Samples<T>&, const int*, int, int);                           \
  template class DenseProducts<T>;                                                             \
  template void contract(const ModeSlice&, int, const T*, const T*, T*);                       \
  template void contract_backward(const ModeSlice&, int, const T*, WithGradient<T>,            \
                                  WithGradient<T>);                                            \
  template std::vector<T> reconstruct(const Architecture&, const Layout&, const T*, const T*); \
  template void gather(const Samples<T>&, const Tile&, T*);
TRIP_INSTANTIATE(float)
TRIP_INSTANTIATE(double)
#undef TRIP_INSTANTIATE

}  // namespace trip
