#pragma once
// Mode products of sparse samples: time O(stored values * prod J), memory O(sum I_k J_k), never
// O(prod I) (paper, section 3).

#include <trip/projection.h>

#include <vector>

namespace trip {

/// Rows of the C^(k) of a mode and of their gradients; stride: from one row to the next.
template <class T>
struct ModeRows {
  int mode, rank;
  size_t stride;
  const T* c;
  T* dc;
};

/// What passes over one sample with a mode in lanes need (sparse_lanes.h).
template <class T>
struct LaneSpace {
  std::vector<ModeRows<T>> rows;  // the mode in lanes comes last
  bool twos = true;               // the others have rank 2
  int count = 0;                  // of planes
  std::vector<T> planes;          // Xbar or its gradient
  std::vector<int> places;        // there, of each value of Xbar
  // S_{m+1} .. S_1 and A_1 .. A_m of the m other modes, of four stored values
  std::vector<T> products, contracted;

  /// Once; the rows must stay where they are.
  void prepare(const std::vector<ModeRows<T>>& modes, int lane_mode, int latent_size);

  /// Sample n of a tile, at xbar + n, from its planes.
  [[gnu::noinline]] void give(T* xbar) const {
    for (int place : places) {
      *xbar = planes[place];
      xbar += kTile;
    }
  }
  /// And back.
  [[gnu::noinline]] void take(const T* xbar) {
    for (int place : places) {
      planes[place] = *xbar;
      xbar += kTile;
    }
  }
};

/// Works on copies of the C^(k) and their gradients with one row an index (I_k x J_k), since stored
/// values pick rows at random.
template <class T>
class SparseProjection {
 public:
  explicit SparseProjection(const Architecture& architecture);
  SparseProjection(const SparseProjection&) = delete;  // lanes_ points to rows_
  SparseProjection& operator=(const SparseProjection&) = delete;

  /// The rows of C; call when C has changed.
  void load(const Layout& layout, const T* c);
  /// xbar: P x kTile.
  void forward(const Samples<T>& samples, const Tile& tile, T* xbar);
  /// Collects dE/dC for the tile; dxbar: P x kTile.
  void backward(const Samples<T>& samples, const Tile& tile, const T* dxbar);
  /// Writes what backward() has collected to `dc` and forgets it.
  void finish(const Layout& layout, T* dc);

 private:
  Architecture a_;
  bool in_lanes_;                             // the mode of highest rank is
  std::vector<int> strides_;                  // J_k, padded for that mode
  std::vector<std::vector<T>> rows_, drows_;  // a mode each, I_k rows of strides_[k]
  LaneSpace<T> lanes_;
};

}  // namespace trip
