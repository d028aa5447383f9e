#include <trip/projection.h>

#include <algorithm>

namespace trip {

template <class T>
void Tile::fill(const Samples<T>& samples, const int* order, int first, int available) {
  count = std::min(kTile, available);
  for (int i = 0; i < count; ++i) sample[i] = order ? order[first + i] : first + i;
  for (int i = count; i < padded(count); ++i) sample[i] = samples.zero_sample();
}

namespace {

/// Columns J0 .. J0 + B of C^T against one row of four samples: out[b][0..3] = sum_i x[n][i]
/// C[i][J0 + b].
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

/// dC[J0 + b][i] += x[0][i] d[b][0] + .. + x[3][i] d[b][3], in this order.
template <int B, class T>
void rows_times_gradients(const T* const x[4], const T* d, T* dc, int stride) {
  for (int i = 0; i < stride; i += kLanes) {
    const Lanes<T> x0 = load(x[0] + i), x1 = load(x[1] + i), x2 = load(x[2] + i),
                   x3 = load(x[3] + i);
    TRIP_UNROLL for (int b = 0; b < B; ++b) {
      const T* db = d + b * kTile;
      Lanes<T> total = load(dc + b * stride + i);
      total += x0 * db[0];
      total += x1 * db[1];
      total += x2 * db[2];
      total += x3 * db[3];
      store<T>(dc + b * stride + i, total);
    }
  }
}

/// Calls kernel<B>(first column) over `columns` in blocks of 3, 2, 1: blocks change speed, never
/// bits.
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
void contract(const T* in, const T* c, const Block& block, int before, int after, int vectors,
              T* out) {
  const int columns = block.rows, size = block.cols;
  for (int a = 0; a < before; ++a) {
    for (int j = 0; j < columns; ++j) {
      for (int b = 0; b < after; ++b) {
        T* o = out + ((a * columns + j) * after + b) * kTile;
        for (int v = 0; v < vectors * kLanes; v += kLanes) {
          Lanes<T> total{};
          for (int i = 0; i < size; ++i) {
            total += load(in + ((a * size + i) * after + b) * kTile + v) * c[j * block.stride + i];
          }
          store<T>(o + v, total);
        }
      }
    }
  }
}

template <class T>
void contract_backward(const T* in, const T* c, const Block& block, int before, int after,
                       int vectors, const T* dout, T* dc, T* din) {
  const int columns = block.rows, size = block.cols;
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < columns; ++j) {
      Lanes<T> total{};
      for (int a = 0; a < before; ++a) {
        for (int b = 0; b < after; ++b) {
          const T* x = in + ((a * size + i) * after + b) * kTile;
          const T* d = dout + ((a * columns + j) * after + b) * kTile;
          for (int v = 0; v < vectors * kLanes; v += kLanes) total += load(x + v) * load(d + v);
        }
      }
      dc[j * block.stride + i] += sum<T>(total);
    }
    for (int a = 0; a < before; ++a) {
      for (int b = 0; b < after; ++b) {
        T* x = din + ((a * size + i) * after + b) * kTile;
        for (int v = 0; v < vectors * kLanes; v += kLanes) {
          Lanes<T> total{};
          for (int j = 0; j < columns; ++j) {
            total +=
                load(dout + ((a * columns + j) * after + b) * kTile + v) * c[j * block.stride + i];
          }
          store<T>(x + v, total);
        }
      }
    }
  }
}

template <class T>
TRIP_COLD Projection<T>::Projection(const Architecture& architecture) : a_(architecture) {
  const int modes = a_.modes();
  for (int k = 1; k < modes; ++k) {
    const size_t size =
        static_cast<size_t>(product(a_.dims, 0, k)) * product(a_.ranks, k, modes) * kTile;
    level_.emplace_back(size, T(0));
    dlevel_.emplace_back(size, T(0));
  }
}

template <class T>
void Projection<T>::forward(const Samples<T>& samples, const Tile& tile, const Layout& layout,
                            const T* c, T* xbar) {
  const int modes = a_.modes();
  const Block& inner = layout.projection[modes - 1];
  T* first = modes == 1 ? xbar : level_[modes - 2].data();
  for (int r = 0; r < samples.rows(); ++r) {
    for (int n = 0; n < padded(tile.count); n += kLanes) {
      const int* s = tile.sample + n;
      const T* const x[4] = {samples.row(s[0], r), samples.row(s[1], r), samples.row(s[2], r),
                             samples.row(s[3], r)};
      in_column_blocks(inner.rows, [&](auto columns, int j) {
        rows_times_columns<columns>(x, c + inner.offset + j * inner.stride, inner.stride,
                                    first + (static_cast<size_t>(r) * inner.rows + j) * kTile + n);
      });
    }
  }
  for (int k = modes - 1; k >= 1; --k) {
    const Block& block = layout.projection[k - 1];
    T* out = k == 1 ? xbar : level_[k - 2].data();
    contract(level_[k - 1].data(), c + block.offset, block, product(a_.dims, 0, k - 1),
             product(a_.ranks, k, modes), tile.vectors(), out);
  }
}

template <class T>
void Projection<T>::backward(const Samples<T>& samples, const Tile& tile, const Layout& layout,
                             const T* c, const T* dxbar, T* dc) {
  const int modes = a_.modes();
  const T* dout = dxbar;
  for (int k = 1; k < modes; ++k) {
    const Block& block = layout.projection[k - 1];
    contract_backward(level_[k - 1].data(), c + block.offset, block, product(a_.dims, 0, k - 1),
                      product(a_.ranks, k, modes), tile.vectors(), dout, dc + block.offset,
                      dlevel_[k - 1].data());
    dout = dlevel_[k - 1].data();
  }
  const Block& inner = layout.projection[modes - 1];
  for (int r = 0; r < samples.rows(); ++r) {
    for (int n = 0; n < padded(tile.count); n += kLanes) {
      const int* s = tile.sample + n;
      const T* const x[4] = {samples.row(s[0], r), samples.row(s[1], r), samples.row(s[2], r),
                             samples.row(s[3], r)};
      in_column_blocks(inner.rows, [&](auto columns, int j) {
        rows_times_gradients<columns>(x,
                                      dout + (static_cast<size_t>(r) * inner.rows + j) * kTile + n,
                                      dc + inner.offset + j * inner.stride, inner.stride);
      });
    }
  }
}

template <class T>
TRIP_COLD std::vector<T> reconstruct(const Architecture& a, const Layout& layout, const T* c,
                                     const T* xbar) {
  const int modes = a.modes();
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

#define TRIP_INSTANTIATE(T)                                                                      \
  template void Tile::fill(const Samples<T>&, const int*, int, int);                             \
  template class Projection<T>;                                                                  \
  template void contract(const T*, const T*, const Block&, int, int, int, T*);                   \
  template void contract_backward(const T*, const T*, const Block&, int, int, int, const T*, T*, \
                                  T*);                                                           \
  template std::vector<T> reconstruct(const Architecture&, const Layout&, const T*, const T*);   \
  template void gather(const Samples<T>&, const Tile&, T*);
TRIP_INSTANTIATE(float)
TRIP_INSTANTIATE(double)
#undef TRIP_INSTANTIATE

}  // namespace trip
