#pragma once
// Mode products of sparse samples: time O(stored values * prod J), memory O(sum I_k J_k), never
// O(prod I) (paper, section 3).

#include <trip/projection.h>

#include <vector>

namespace trip {

/// Works on copies of the C^(k) and their gradients with one row an index (I_k x J_k), since stored
/// values pick rows at random.
template <class T>
class SparseProjection {
 public:
  explicit SparseProjection(const Architecture& architecture);

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
  std::vector<int> strides_;                  // J_k, padded for the mode in lanes
  std::vector<std::vector<T>> rows_, drows_;  // a mode each, I_k rows of strides_[k]
  bool in_lanes_;                             // the mode of highest rank is
  int lane_mode_;
  std::vector<int> chain_modes_, chain_ranks_;
  std::vector<T> planes_;    // Xbar or its gradient of one sample, where a mode is in lanes
  std::vector<int> places_;  // there, of each value of Xbar
  std::vector<T> space_;     // of one stored value, where a mode is in lanes
};

}  // namespace trip
