// Computing C costs O(I J^2) per step. Training with many columns therefore does not compute C = Z
// H: samples are projected on Z and then multiplied by H, and the chain rule goes through both
// factors (orthonormal.cpp).

#include "projector.h"

#include <algorithm>

namespace trip {

template <class T>
void SampleProducts<T>::forward(const Samples<T>& samples, const Tile& tile, T* xbar) {
  if (samples.latent()) return gather(samples, tile, xbar);
  if (!samples.sparse()) {
    if (!dense_) dense_ = std::make_unique<DenseProducts<T>>(a_);
    return dense_->forward(samples, tile, matrices_, xbar);
  }
  if (!sparse_) sparse_ = std::make_unique<SparseProducts<T>>(a_);
  if (!loaded_) sparse_->load(matrices_);
  loaded_ = true;
  sparse_->forward(samples, tile, xbar);
}

template <class T>
void SampleProducts<T>::backward(const Samples<T>& samples, const Tile& tile, const T* dxbar,
                                 T* gradient) {
  if (samples.sparse()) return sparse_->backward(samples, tile, dxbar);
  dense_->backward(samples, tile, dxbar, {matrices_, gradient});
}

template <class T>
void SampleProducts<T>::finish(const Samples<T>& samples, T* gradient) {
  if (samples.sparse()) sparse_->finish(gradient);
}

namespace {

/// C is stored in the parameters, or is computed from their Z in every step.
template <class T>
class FormedProjector final : public Projector<T> {
 public:
  FormedProjector(const Architecture& a, const T* parameters, ProjectionMode mode, PolarRoute route)
      : blocks_(Layout(a).projection), z_(parameters), products_(a, parameters) {
    if (mode == ProjectionMode::kFixed) return;
    c_.resize(Layout(a).network_begin);
    dc_ = c_;
    products_ = SampleProducts<T>(a, c_.data());
    for (const Block& b : blocks_) polar_.emplace_back(b.cols, b.rows, route);
  }

  bool update() override {
    products_.invalidate();
    for (size_t k = 0; k < polar_.size(); ++k) {
      const int at = blocks_[k].offset;
      if (!polar_[k].forward(z_ + at, &c_[at])) return false;
    }
    return true;
  }
  const T* projection() override { return polar_.empty() ? z_ : c_.data(); }
  void project(const Samples<T>& samples, const Tile& tile, T* xbar) override {
    products_.forward(samples, tile, xbar);
  }
  void forward(const Samples<T>& samples, const Tile& tile, T* xbar) override {
    products_.forward(samples, tile, xbar);
  }
  void backward(const Samples<T>& samples, const Tile& tile, const T* dxbar, T*) override {
    products_.backward(samples, tile, dxbar, dc_.data());
  }
  void finish(const Samples<T>& samples, T* gradient) override {
    products_.finish(samples, dc_.data());
    for (size_t k = 0; k < polar_.size(); ++k) {
      const int at = blocks_[k].offset;
      polar_[k].backward(&c_[at], &dc_[at], gradient + at);
    }
    clear(dc_);
  }

 private:
  std::vector<Block> blocks_;
  const T* z_;        // C when it is fixed
  Buffer<T> c_, dc_;  // empty when C is fixed, like polar_
  SampleProducts<T> products_;
  std::vector<Polar<T>> polar_;
};

/// C = Z H is computed when it is read, but not in a step. Modes with few columns have C in place
/// of Z and no H.
template <class T>
class FactoredProjector final : public Projector<T> {
 public:
  FactoredProjector(const Architecture& a, const T* z)
      : blocks_(Layout(a).projection),
        z_(z),
        factors_(Layout(a).network_begin),
        c_(factors_.size()),
        dc_(factors_.size()),
        through_factors_(a, factors_.data()),
        through_c_(a, c_.data()) {
    int before = 1;
    for (int k = 0; k < a.modes(); ++k) {
      const int rank = a.ranks[k];
      polar_.emplace_back(a.dims[k], rank, PolarRoute::kFast);
      if (factored(k)) {
        const Buffer<T> tile(padded(a.latent_size()) * kTile);
        roots_.push_back({k,
                          {before, rank, a.latent_size() / (before * rank), rank},
                          tile,
                          tile,
                          Buffer<T>(rank * padded(rank))});
      }
      before *= rank;
    }
  }

  bool update() override {
    formed_ = false;
    through_factors_.invalidate();
    for (size_t k = 0; k < blocks_.size(); ++k) {
      const int at = blocks_[k].offset;
      if (!factored(k)) {
        if (!polar_[k].forward(z_ + at, &factors_[at])) return false;
        continue;
      }
      if (!polar_[k].factor(z_ + at)) return false;
      std::copy_n(z_ + at, blocks_[k].rows * blocks_[k].stride, &factors_[at]);
    }
    return true;
  }

  const T* projection() override {
    if (formed_) return c_.data();
    c_ = factors_;
    for (const Root& root : roots_) {
      const int at = blocks_[root.mode].offset;
      polar_[root.mode].forward(&factors_[at], &c_[at]);
    }
    through_c_.invalidate();
    formed_ = true;
    return c_.data();
  }

  void project(const Samples<T>& samples, const Tile& tile, T* xbar) override {
    projection();
    through_c_.forward(samples, tile, xbar);
  }

  void forward(const Samples<T>& samples, const Tile& tile, T* xbar) override {
    through_factors_.forward(samples, tile, roots_[0].in.data());
    for (size_t i = 0; i < roots_.size(); ++i) {
      const Root& root = roots_[i];
      contract(root.slice, tile.vectors(), root.in.data(), polar_[root.mode].root(),
               i + 1 < roots_.size() ? roots_[i + 1].in.data() : xbar);
    }
  }

  void backward(const Samples<T>& samples, const Tile& tile, const T* dxbar, T* gradient) override {
    for (size_t i = roots_.size(); i-- > 0;) {
      Root& root = roots_[i];
      contract_backward<T>(root.slice, tile.vectors(), dxbar, {root.in.data(), root.din.data()},
                           {polar_[root.mode].root(), root.droot.data()});
      dxbar = root.din.data();
    }
    through_factors_.backward(samples, tile, dxbar, gradient);
  }

  void finish(const Samples<T>& samples, T* gradient) override {
    through_factors_.finish(samples, gradient);
    for (Root& root : roots_) {
      const int at = blocks_[root.mode].offset;
      polar_[root.mode].backward_root(&factors_[at], root.droot.data(), gradient + at);
      clear(root.droot);
    }
    for (size_t k = 0; k < blocks_.size(); ++k) {
      if (factored(k)) continue;
      const int at = blocks_[k].offset;
      std::copy_n(gradient + at, blocks_[k].rows * blocks_[k].stride, &dc_[at]);
      polar_[k].backward(&factors_[at], &dc_[at], gradient + at);
    }
  }

 private:
  /// H of a mode. `in` x_k H is the `in` of the next mode; the last one gives Xbar.
  struct Root {
    int mode;
    ModeSlice slice;
    Buffer<T> in, din;  // P x kTile
    Buffer<T> droot;
  };

  bool factored(size_t k) const { return blocks_[k].rows > kFewColumns; }

  std::vector<Block> blocks_;
  const T* z_;
  Buffer<T> factors_;  // Z, and C of the modes that are not factored
  Buffer<T> c_, dc_;
  bool formed_ = false;  // c_ belongs to the current factors_
  SampleProducts<T> through_factors_, through_c_;
  std::vector<Polar<T>> polar_;
  std::vector<Root> roots_;
};

}  // namespace

template <class T>
std::unique_ptr<Projector<T>> make_projector(const Architecture& a, const T* parameters,
                                             ProjectionMode mode, PolarRoute route) {
  const bool many = *std::max_element(a.ranks.begin(), a.ranks.end()) > kFewColumns;
  if (many && mode == ProjectionMode::kLearned && route == PolarRoute::kFast)
    return std::make_unique<FactoredProjector<T>>(a, parameters);
  return std::make_unique<FormedProjector<T>>(a, parameters, mode, route);
}

template class SampleProducts<float>;
template class SampleProducts<double>;
template std::unique_ptr<Projector<float>> make_projector(const Architecture&, const float*,
                                                          ProjectionMode, PolarRoute);
template std::unique_ptr<Projector<double>> make_projector(const Architecture&, const double*,
                                                           ProjectionMode, PolarRoute);

}  // namespace trip
