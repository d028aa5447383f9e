#pragma once
// Mode products of sparse samples: time O(stored values * prod J), memory O(sum I_k J_k), never
// O(prod I) (paper, section 3).

#include <vector>

#include "projection.h"

namespace trip {

/// Rows of the C^(k) of a mode and of their gradients; stride: distance between rows.
template <class T>
struct ModeRows {
  int mode, rank;
  size_t stride;
  const T* c;
  T* dc;
};

/// Work space of a pass over one sample with a mode in lanes (sparse_lanes.h).
template <class T>
struct LaneSpace {
  std::vector<ModeRows<T>> rows;  // the mode in lanes comes last; without one, in order
  bool twos = true;               // all other modes have rank 2
  int count = 0;                  // number of planes
  Buffer<T> planes;               // Xbar or its gradient
  std::vector<int> places;        // position in the planes of each value of Xbar
  // S_{m+1} .. S_1 and A_1 .. A_m of the m other modes, of four stored values
  Buffer<T> products, contracted;

  /// Must be called once; the rows must not be moved afterwards.
  void prepare(const std::vector<ModeRows<T>>& modes, int lane_mode, int latent_size);

  /// Copies the planes to sample n of a tile, which starts at `xbar` = tile + n.
  [[gnu::noinline]] void store_sample(T* xbar) const {
    for (int place : places) {
      *xbar = planes[place];
      xbar += kTile;
    }
  }
  /// Copies sample n of a tile to the planes.
  [[gnu::noinline]] void load_sample(const T* xbar) {
    for (int place : places) {
      planes[place] = *xbar;
      xbar += kTile;
    }
  }
};

/// Works on copies of the C^(k) and their gradients that have one row per index (I_k x J_k), since
/// stored values access rows in random order.
template <class T>
class SparseProducts {
 public:
  explicit SparseProducts(const Architecture& architecture);
  SparseProducts(const SparseProducts&) = delete;  // lanes_ points to rows_
  SparseProducts& operator=(const SparseProducts&) = delete;

  /// Copies the rows of C. Must be called after C has changed.
  void load(const T* c);
  /// xbar: P x kTile.
  void forward(const Samples<T>& samples, const Tile& tile, T* xbar);
  /// Accumulates dE/dC for the tile; dxbar: P x kTile.
  void backward(const Samples<T>& samples, const Tile& tile, const T* dxbar);
  /// Moves the gradients accumulated by backward() to `dc`.
  void finish(T* dc);

 private:
  std::vector<Block> blocks_;            // of the C^(k)
  bool in_lanes_;                        // the mode of highest rank is processed in lanes
  std::vector<int> strides_;             // J_k, padded for that mode
  std::vector<Buffer<T>> rows_, drows_;  // one buffer per mode, I_k rows of strides_[k]
  LaneSpace<T> lanes_;
};

}  // namespace trip
