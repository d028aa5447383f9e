#pragma once
// Mode products: Xbar_n = X_n x_1 C^(1) .. x_K C^(K) for a tile of samples, and the gradient of the
// C^(k).

#include <trip/dataset.h>
#include <trip/parameters.h>

#include <vector>

namespace trip {

/// Samples that go through the kernels together. Values of a tile are stored feature by feature,
/// kTile samples each, so that a lane is a sample; unused lanes hold the all-zero sample.
inline constexpr int kTile = 32;

/// One tile: indices into Samples, filled up with the all-zero sample to a multiple of the lanes.
struct Tile {
  int sample[kTile];
  int count;                                              // samples that are real
  int vectors() const { return padded(count) / kLanes; }  // lanes of four in use
  /// Takes up to kTile of the `available` indices in order (or first, first + 1, .. when order is
  /// null).
  template <class T>
  void fill(const Samples<T>& samples, const int* order, int first, int available);
};

/// The innermost mode is contracted first, reading X once; the others follow on ever smaller
/// tensors T_k of size I_1 .. I_k x J_{k+1} .. J_K, T_0 = Xbar. backward() goes the same way back.
template <class T>
class Projection {
 public:
  explicit Projection(const Architecture& architecture);

  /// xbar: P x kTile. `c` holds the C^(k) at the offsets of layout.projection.
  void forward(const Samples<T>& samples, const Tile& tile, const Layout& layout, const T* c,
               T* xbar);
  /// Adds dE/dC^(k) to `dc` (same layout) for the tile of the last forward(); dxbar: P x kTile.
  void backward(const Samples<T>& samples, const Tile& tile, const Layout& layout, const T* c,
                const T* dxbar, T* dc);

 private:
  Architecture a_;
  std::vector<std::vector<T>> level_;   // T_1 .. T_{K-1}
  std::vector<std::vector<T>> dlevel_;  // their gradients
};

/// in (A x I x B) times C along the middle mode: out (A x J x B)[a][j][b] = sum_i in[a][i][b]
/// C[j][i]; each entry is a tile, of which `vectors` are computed. `block` has the shape of C.
template <class T>
void contract(const T* in, const T* c, const Block& block, int before, int after, int vectors,
              T* out);
/// Gradients of contract(): adds to dc, writes din.
template <class T>
void contract_backward(const T* in, const T* c, const Block& block, int before, int after,
                       int vectors, const T* dout, T* dc, T* din);

/// X_n = Xbar_n x_1 C^(1)T .. x_K C^(K)T for one sample; xbar: P, x: prod I.
template <class T>
std::vector<T> reconstruct(const Architecture& architecture, const Layout& layout, const T* c,
                           const T* xbar);

/// Copies projected samples (Samples with one row of P values) to a tile, P x kTile.
template <class T>
void gather(const Samples<T>& latent, const Tile& tile, T* xbar);

}  // namespace trip
