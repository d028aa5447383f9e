#pragma once
// Mode products of sparse samples: time O(stored values * prod J), memory O(sum I_k J_k), never
// O(prod I) (paper, section 3).

#include <trip/projection.h>
#include <trip/sparse_lanes.h>

#include <vector>

namespace trip {

/// Works on copies of the C^(k) and their gradients with one row an index (I_k x J_k), since stored
/// values pick rows at random.
template <class T>
class SparseProjection {
 public:
  explicit SparseProjection(const Architecture& architecture);
  SparseProjection(const SparseProjection&) = delete;  // lanes_ points to rows_

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
