#pragma once
// The predictor on projected samples (paper, section 3): a first layer with a low-rank weight
// tensor W[m, j_1 .. j_K] = prod_k G^(k)[j_k, m], hidden ReLU layers, a linear output layer.
// Forward and backward come in pairs, one tile (kTile samples, feature by feature) at a time.

#include <trip/parameters.h>

#include <vector>

#include "projection.h"

namespace trip {

/// A dense layer as its kernels read it: W is out x in with padded rows, b has `out` entries.
template <class T>
struct Layer {
  int out, in;
  const T *w, *b;
  bool hidden;  // ReLU follows
  bool first;   // the input is Xbar and not the output of a ReLU
};

template <class T>
class Network {
 public:
  explicit Network(const Architecture& architecture);

  /// Composes W of the first layer from the G^(k). Must be called after the parameters have
  /// changed, before the tiles of a step.
  void prepare(const T* parameters);
  /// Outputs (logits or prediction), outputs x kTile. xbar: padded(P) x kTile with zero rows beyond
  /// P.
  const T* forward(const T* parameters, const T* xbar, const Tile& tile);
  /// Adds the gradients of biases and weights to `gradient`, accumulates the gradient of the first
  /// layer's W, and writes dE/dXbar (P x kTile) unless dxbar is null. `dout` may be overwritten.
  void backward(const T* parameters, const T* xbar, T* dout, const Tile& tile, T* gradient,
                T* dxbar);
  /// Adds the gradients of the G^(k). Must be called after the tiles of a step.
  void finish(const T* parameters, T* gradient);

 private:
  bool composed() const { return a_.modes() > 1; }
  int layers() const { return static_cast<int>(h_.size()); }
  Layer<T> layer(int l, const T* parameters) const;

  Architecture a_;
  Layout layout_;
  int latent_;                     // P
  std::vector<Buffer<T>> h_, dh_;  // activations of each layer and their gradients,
                                   // padded(width) x kTile
  Buffer<T> w1_, dw1_;             // first layer composed from factors, M x padded(P); K > 1 only
};

}  // namespace trip
