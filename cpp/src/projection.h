#pragma once
// Mode products: Xbar_n = X_n x_1 C^(1) .. x_K C^(K) for a tile of samples, and the gradient of the
// C^(k).

#include <trip/parameters.h>

#include <vector>

#include "samples.h"

namespace trip {

/// Number of samples that the kernels process together. The values of a tile are stored feature by
/// feature, kTile samples each, so that each lane holds one sample; unused lanes hold the all-zero
/// sample.
inline constexpr int kTile = 32;

/// One tile: indices into Samples, padded with the all-zero sample to a multiple of the lanes.
struct Tile {
  int sample[kTile];
  int count;                                              // samples, without padding
  int vectors() const { return padded(count) / kLanes; }  // vectors of four lanes in use
  /// Copies up to kTile of the `available` indices order[first], order[first + 1], .. (or first,
  /// first + 1, .. when order is null).
  template <class T>
  void fill(const Samples<T>& samples, const int* order, int first, int available);
};

/// The shape of a tensor when one mode is contracted: before x size x after becomes before x
/// columns x after.
struct ModeSlice {
  int before, size, after, columns;
};

/// in (before x size x after) times a matrix C (columns x size, rows padded) along the middle mode:
/// out[a][j][b] = sum_i in[a][i][b] C[j][i]. Each entry is a tile; its first `vectors` vectors are
/// computed.
template <class T>
void contract(const ModeSlice& slice, int vectors, const T* in, const T* c, T* out);
/// Gradients of contract(): writes the gradient of `in` and adds to the gradient of C.
template <class T>
void contract_backward(const ModeSlice& slice, int vectors, const T* dout, WithGradient<T> in,
                       WithGradient<T> c);

/// Mode products of dense samples. The innermost mode is contracted first, which reads X once. The
/// other modes follow on smaller and smaller tensors T_k of size I_1 .. I_k x J_{k+1} .. J_K, T_0 =
/// Xbar. backward() runs in reverse order.
template <class T>
class DenseProducts {
 public:
  explicit DenseProducts(const Architecture& architecture);

  /// xbar: P x kTile. `c` holds the C^(k) at the offsets of Layout::projection.
  void forward(const Samples<T>& samples, const Tile& tile, const T* c, T* xbar);
  /// Adds dE/dC^(k) to the gradient of `c` (same positions) for the tile of the last forward();
  /// dxbar: P x kTile.
  void backward(const Samples<T>& samples, const Tile& tile, const T* dxbar, WithGradient<T> c);

 private:
  /// The contraction of mode k < K - 1 (counted from 0), from T_{k+1} to T_k.
  struct Level {
    ModeSlice slice;
    int offset;         // of C^(k)
    Buffer<T> in, din;  // T_{k+1} and its gradient
  };
  template <class Visit>
  void each_row(const Samples<T>& samples, const Tile& tile, bool ahead, Visit visit) const;

  std::vector<Level> levels_;
  Block inner_;  // C^(K)
};

/// X_n = Xbar_n x_1 C^(1)T .. x_K C^(K)T for one sample; xbar: P, x: prod I.
template <class T>
std::vector<T> reconstruct(const Architecture& architecture, const Layout& layout, const T* c,
                           const T* xbar);

/// Copies projected samples (Samples with one row of P values) to a tile, P x kTile.
template <class T>
void gather(const Samples<T>& latent, const Tile& tile, T* xbar);

}  // namespace trip
