#pragma once
// E = (1 / sum_n w_n) sum_n w_n [ L_n + lambda ||X_n - Xbar_n x_k C^(k)T||^2 ] over a batch, and
// all its gradients (paper, section 3, equations 4 to 8, where each weight w_n is 1). Columns of C
// are orthonormal, so the second term is ||X_n||^2 - ||Xbar_n||^2.

#include <trip/dataset.h>
#include <trip/means.h>
#include <trip/parameters.h>

#include <memory>
#include <span>
#include <vector>

#include "network.h"
#include "projector.h"

namespace trip {

/// Weighted sums over samples.
struct Totals {
  double weight = 0;  // of all samples: their number if no weights are given
  double loss = 0, reconstruction = 0;
  double correct = 0;

  void add(const Totals& other);
};

/// The objective of training and scoring; only this class knows lambda.
template <class T>
class Objective {
 public:
  Objective(const Architecture& architecture, Task task, double lambda, ProjectionMode mode,
            PolarRoute route = PolarRoute::kFast);
  Objective(const Objective&) = delete;  // the projector points to the parameters
  Objective& operator=(const Objective&) = delete;

  const Architecture& architecture() const { return a_; }
  const Layout& layout() const { return layout_; }
  /// Z (C if the projection is fixed), G, b, W at the positions of layout(). update() must be
  /// called after a change.
  std::span<T> parameters() { return parameters_; }
  std::span<const T> gradient() const { return gradient_; }
  /// Makes dE/dZ^(k) zero if J_k = I_k, so that an optimiser does not change Z^(k). C^(k) is then a
  /// rotation: G^(k) absorbs it, and the residual does not depend on it. Learning it has no benefit
  /// and may fail, since Z must become singular before the determinant of C changes its sign.
  void hold_square_modes();
  /// C^(k) at the positions of layout().projection. Latent samples do not need it.
  std::span<const T> projection() {
    return {projector_->projection(), static_cast<size_t>(layout_.network_begin)};
  }
  /// Sets the fixed C^(k), each I_k x J_k row-major.
  void set_projection(const Factors& factors);
  /// All parameters in outside order, with C in place of Z.
  std::vector<T> outside_parameters();

  /// Computes C from Z and the first layer's weights from G. False when a Z has lost its rank; C is
  /// then unchanged.
  bool update();
  /// Computes E and gradient() over the samples order[first .. first + batch), or first, first + 1,
  /// .. when order is null. A batch of weight 0 leaves the gradient zero.
  Totals batch_gradient(const Samples<T>& samples, const int* order, int first, int batch);
  /// Computes E over all samples, without the gradient.
  Totals evaluate(const Samples<T>& samples);
  /// Converts sums to means, which include E.
  Means means(const Totals& totals) const;
  /// Xbar of all samples, N x P row-major.
  std::vector<T> project(const Samples<T>& samples);
  /// Visits tiles: visit(first sample, count, xbar: P x kTile, outputs: c x kTile).
  template <class Visit>
  void for_each_tile(const Samples<T>& samples, Visit visit) {
    for (int first = 0; first < samples.count(); first += kTile) {
      tile_.fill(samples, nullptr, first, samples.count() - first);
      projector_->project(samples, tile_, xbar_.data());
      visit(first, tile_.count, xbar_.data(),
            network_.forward(parameters_.data(), xbar_.data(), tile_));
    }
  }

 private:
  double weight_of(const Samples<T>& samples, const int* order, int first, int batch) const;
  void add_tile(const Samples<T>& samples, const T* out, T scale, T* dout, Totals& totals);
  void add_reconstruction_gradient(T scale);

  Architecture a_;
  Task task_;
  double lambda_;
  bool learned_;  // whether the projection is learned
  Layout layout_;
  Buffer<T> parameters_, gradient_;
  std::unique_ptr<Projector<T>> projector_;
  Network<T> network_;
  Tile tile_;
  Buffer<T> xbar_, dxbar_;  // padded(P) x kTile
  Buffer<T> dout_;          // padded(c) x kTile
  Buffer<T> response_;      // responses x kTile
  alignas(64) T weight_[kTile] = {};
};

}  // namespace trip
