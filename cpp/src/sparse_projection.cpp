// A stored value v selects a row c_k of each C^(k) and contributes v c_1 o .. o c_K to Xbar.
// Products are built from the last mode on: S_k = c_k o .. o c_K v. Backward, A_k is dE/dXbar
// contracted with c_1 .. c_{k-1}, so that the gradient of row c_k is A_k contracted with S_{k+1}.
// Kernels for up to three modes of rank 2, as in the paper, are in sparse_pairs.h; those of the
// other cases are in sparse_lanes.h.

#include "sparse_projection.h"

#include <algorithm>

#include "sparse_lanes.h"
#include "sparse_pairs.h"

namespace trip {
namespace {

/// Calls visit(InPairs, number of values of Xbar) for these samples.
template <class T, class Visit>
void with_pairs(const Samples<T>& samples, const std::vector<ModeRows<T>>& modes, Visit visit) {
  if (modes.size() == 1) return visit(InPairs<1, T>(samples, modes), 2);
  if (modes.size() == 2) return visit(InPairs<2, T>(samples, modes), 4);
  visit(InPairs<3, T>(samples, modes), 8);
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
  lanes_.rows = modes;
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
  with_pairs(samples, lanes_.rows, [&](auto passes, int size) {
    for (int n = 0; n < padded(tile.count); ++n) {
      Lanes<T> total[2] = {};
      passes.forward(tile.sample[n], total);
      T values[2 * kLanes];
      store<T>(values, total[0]);
      store<T>(values + kLanes, total[1]);
      for (int p = 0; p < size; ++p) xbar[p * kTile + n] = values[p];
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
  with_pairs(samples, lanes_.rows, [&](auto passes, int size) {
    for (int n = 0; n < tile.count; ++n) {
      T values[2 * kLanes] = {};
      for (int p = 0; p < size; ++p) values[p] = dxbar[p * kTile + n];
      passes.backward(tile.sample[n], {trip::load(values), trip::load(values + kLanes)});
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
