#pragma once
// The predictor on projected samples (paper, section 3): a first layer with a low-rank weight
// tensor W[m, j_1 .. j_K] = prod_k G^(k)[j_k, m], hidden ReLU layers, a linear output layer.
// Forward and backward come in pairs, one tile (kTile samples, feature by feature) at a time.

#include <trip/parameters.h>
#include <trip/projection.h>

#include <vector>

namespace trip {

template <class T>
class Network {
 public:
  explicit Network(const Architecture& architecture);

  /// Call when the parameters have changed and before the tiles of a step: composes W of the first
  /// layer from the G^(k).
  void prepare(const Layout& layout, const T* parameters);
  /// Outputs (logits or prediction), outputs x kTile. xbar: padded(P) x kTile with zero rows beyond
  /// P.
  const T* forward(const Layout& layout, const T* parameters, const T* xbar, const Tile& tile);
  /// Adds the gradients of biases and weights to `gradient`, collects that of W of the first layer,
  /// and writes dE/dXbar (P x kTile) unless dxbar is null. `dout` may be overwritten.
  void backward(const Layout& layout, const T* parameters, const T* xbar, T* dout, const Tile& tile,
                T* gradient, T* dxbar);
  /// Call after the tiles of a step: adds the gradients of the G^(k).
  void finish(const Layout& layout, const T* parameters, T* gradient);

 private:
  bool composed() const { return a_.modes() > 1; }
  const T* first_weight(const Layout& layout, const T* parameters) const;

  Architecture a_;
  int latent_;  // P
  std::vector<std::vector<T>> h_,
      dh_;                   // activations of each layer and their gradients, padded(width) x kTile
  std::vector<T> w1_, dw1_;  // first layer composed from factors, M x padded(P); K > 1 only
};

}  // namespace trip
