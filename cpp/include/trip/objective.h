#pragma once
// E = (1/B) sum_n [ L_n + lambda ||X_n - Xbar_n x_k C^(k)T||^2 ] over a batch, and all its
// gradients (paper, section 3, equations 4 to 8). Columns of C are orthonormal, so the second term
// is ||X_n||^2 - ||Xbar_n||^2.

#include <trip/dataset.h>
#include <trip/network.h>
#include <trip/orthonormal.h>
#include <trip/parameters.h>
#include <trip/projection.h>
#include <trip/sparse_projection.h>

#include <memory>
#include <vector>

namespace trip {

/// Sums over samples.
struct Totals {
  int count = 0;
  double loss = 0, reconstruction = 0;
  int correct = 0;

  double mean_loss() const { return loss / count; }
  double mean_reconstruction() const { return reconstruction / count; }
  double objective(double lambda) const { return mean_loss() + lambda * mean_reconstruction(); }
  double accuracy() const { return static_cast<double>(correct) / count; }
};

/// Whether C is learned through Z or stays as it was given.
enum class ProjectionMode { kLearned, kFixed };

template <class T>
class Objective {
 public:
  Objective(const Architecture& architecture, Task task, double lambda, ProjectionMode mode,
            PolarRoute route = PolarRoute::kFast);

  const Architecture& architecture() const { return a_; }
  const Layout& layout() const { return layout_; }
  /// Z, G, b, W in the positions of layout(). Call update() after a change.
  std::vector<T>& parameters() { return parameters_; }
  /// C^(k) in the positions of layout().projection. Not read for samples that are latent.
  std::vector<T>& projection() {
    rows_of_ = nullptr;
    return form_projection();
  }
  /// Sets C^(k), each I_k x J_k.
  void set_projection(const Factors& factors);
  const std::vector<T>& gradient() const { return gradient_; }

  /// C from Z and the first layer's weights from G. False when a Z has lost its rank (C is then the
  /// old one).
  bool update();
  /// E and gradient() over samples order[0 .. batch); order null: samples first, first + 1, ..
  Totals batch_gradient(const Samples<T>& samples, const int* order, int first, int batch);
  /// E over all samples, no gradient.
  Totals evaluate(const Samples<T>& samples);
  /// Xbar of all samples, N x P row-major.
  std::vector<T> project(const Samples<T>& samples);
  /// Frees what was made for the kind of samples that came; it is made again when it is needed.
  void forget_workspace() {
    project_.reset();
    project_sparse_.reset();
    rows_of_ = nullptr;
  }
  /// Visits tiles: visit(first sample, count, xbar: P x kTile, outputs: c x kTile).
  template <class Visit>
  void for_each_tile(const Samples<T>& samples, Visit visit) {
    for (int first = 0; first < samples.count(); first += kTile) {
      const T* out = forward(samples, nullptr, first, samples.count() - first, false);
      visit(first, tile_.count, xbar_.data(), out);
    }
  }

 private:
  /// A mode of a training whose C = Z H is not formed: in x_k H is the next one's, at last Xbar.
  struct Turn {
    int mode, before, after;  // sizes of Xbar's modes before and after it
    Block root;
    std::vector<T> in, din;  // P x kTile
    std::vector<T> droot;
  };

  std::vector<T>& form_projection();
  const T* forward(const Samples<T>& samples, const int* order, int first, int available,
                   bool training);
  void add_tile(const Samples<T>& samples, const T* out, T scale, T* dout, Totals& totals);

  Architecture a_;
  Task task_;
  T lambda_;
  Layout layout_;
  std::unique_ptr<Projection<T>> project_;               // made when the first dense samples come
  std::unique_ptr<SparseProjection<T>> project_sparse_;  // made when the first sparse samples come
  const T* rows_of_ = nullptr;                           // what project_sparse_ has loaded
  Network<T> network_;
  std::vector<Polar<T>> polar_;
  std::vector<Turn> turns_;
  std::vector<T> parameters_, gradient_, c_, dc_;
  std::vector<T> factors_;  // where there are turns: their Z, and C of other modes
  bool formed_ = true;      // c_ is up to date
  Tile tile_;
  std::vector<T> xbar_, dxbar_;  // padded(P) x kTile
  std::vector<T> dout_;          // padded(c) x kTile
  T response_[kTile] = {};
};

}  // namespace trip
