#include <trip/loss.h>
#include <trip/objective.h>

#include <algorithm>

namespace trip {

template <class T>
Objective<T>::Objective(const Architecture& architecture, Task task, double lambda,
                        ProjectionMode mode, PolarRoute route)
    : a_(architecture),
      task_(task),
      lambda_(static_cast<T>(lambda)),
      layout_(architecture),
      network_(architecture),
      parameters_(layout_.size, T(0)),
      gradient_(layout_.size, T(0)),
      c_(layout_.network_begin, T(0)),
      dc_(layout_.network_begin, T(0)),
      xbar_(padded(a_.latent_size()) * kTile, T(0)),
      dxbar_(padded(a_.latent_size()) * kTile, T(0)),
      dout_(padded(a_.outputs) * kTile, T(0)) {
  if (mode == ProjectionMode::kLearned) {
    int before = 1;
    for (int k = 0; k < a_.modes(); ++k) {
      const int rank = a_.ranks[k];
      polar_.emplace_back(a_.dims[k], rank, route);
      if (polar_[k].factored()) {
        const Block root{0, rank, rank, padded(rank), false};
        turns_.push_back({k, before, a_.latent_size() / (before * rank), root, xbar_, xbar_,
                          std::vector<T>(rank * root.stride)});
      }
      before *= rank;
    }
    if (!turns_.empty()) factors_ = c_;
  }
}

template <class T>
void Objective<T>::set_projection(const Factors& factors) {
  for (int k = 0; k < a_.modes(); ++k)
    place(layout_.projection[k], factors[k], 1, projection().data());
}

template <class T>
bool Objective<T>::update() {
  network_.prepare(layout_, parameters_.data());
  if (!polar_.empty()) rows_of_ = nullptr;
  for (size_t k = 0; k < polar_.size(); ++k) {
    const Block& block = layout_.projection[k];
    const T* z = &parameters_[block.offset];
    const bool factored = polar_[k].factored();
    if (!(factored ? polar_[k].factor(z) : polar_[k].forward(z, &c_[block.offset]))) return false;
    if (factored) formed_ = false;
    if (!turns_.empty())
      std::copy_n(factored ? z : &c_[block.offset], block.rows * block.stride,
                  &factors_[block.offset]);
  }
  return true;
}

template <class T>
std::vector<T>& Objective<T>::form_projection() {
  if (formed_) return c_;
  for (const Turn& turn : turns_) {
    const int offset = layout_.projection[turn.mode].offset;
    polar_[turn.mode].forward(&factors_[offset], &c_[offset]);
  }
  formed_ = true;
  return c_;
}

template <class T>
const T* Objective<T>::forward(const Samples<T>& samples, const int* order, int first,
                               int available, bool training) {
  const bool turning = training && !turns_.empty();
  const T* c = turning ? factors_.data() : form_projection().data();
  T* projected = turning ? turns_[0].in.data() : xbar_.data();
  tile_.fill(samples, order, first, available);
  if (samples.latent()) {
    gather(samples, tile_, xbar_.data());
  } else if (samples.sparse()) {
    if (!project_sparse_) project_sparse_ = std::make_unique<SparseProjection<T>>(a_);
    if (rows_of_ != c) project_sparse_->load(layout_, c);
    rows_of_ = c;
    project_sparse_->forward(samples, tile_, projected);
  } else {
    if (!project_) project_ = std::make_unique<Projection<T>>(a_);
    project_->forward(samples, tile_, layout_, c, projected);
  }
  for (size_t i = 0; turning && i < turns_.size(); ++i) {
    const Turn& turn = turns_[i];
    contract(turn.in.data(), polar_[turn.mode].root(), turn.root, turn.before, turn.after,
             tile_.vectors(), i + 1 < turns_.size() ? turns_[i + 1].in.data() : xbar_.data());
  }
  return network_.forward(layout_, parameters_.data(), xbar_.data(), tile_);
}

template <class T>
void Objective<T>::add_tile(const Samples<T>& samples, const T* out, T scale, T* dout,
                            Totals& totals) {
  for (int i = 0; i < padded(tile_.count); ++i) response_[i] = samples.response(tile_.sample[i]);
  const TileLoss loss =
      task_ == Task::kClassification
          ? softmax_cross_entropy(out, a_.outputs, response_, tile_.count, scale, dout)
          : squared_error(out, response_, tile_.count, scale, dout);
  totals.count += tile_.count;
  totals.loss += loss.loss;
  totals.correct += loss.correct;
  Lanes<T> kept{};  // sum of ||Xbar_n||^2
  for (int p = 0; p < a_.latent_size(); ++p) {
    for (int n = 0; n < padded(tile_.count); n += kLanes) {
      const Lanes<T> x = load(&xbar_[p * kTile + n]);
      kept += x * x;
    }
  }
  double norm = 0;
  for (int i = 0; i < tile_.count; ++i) norm += samples.squared_norm(tile_.sample[i]);
  totals.reconstruction += norm - static_cast<double>(sum<T>(kept));
}

template <class T>
Totals Objective<T>::batch_gradient(const Samples<T>& samples, const int* order, int first,
                                    int batch) {
  Totals totals;
  clear(gradient_);
  for (Turn& turn : turns_) clear(turn.droot);
  const T scale = T(1) / static_cast<T>(batch);
  const bool learned = !polar_.empty();
  for (int done = 0; done < batch; done += kTile) {
    const T* out = forward(samples, order, first + done, batch - done, true);
    add_tile(samples, out, scale, dout_.data(), totals);
    network_.backward(layout_, parameters_.data(), xbar_.data(), dout_.data(), tile_,
                      gradient_.data(), learned ? dxbar_.data() : nullptr);
    if (!learned) continue;
    const T pull = T(-2) * lambda_ * scale;  // d/dXbar of -lambda ||Xbar||^2 / B
    for (int i = 0; i < a_.latent_size() * kTile; i += kLanes) {
      store<T>(&dxbar_[i], load(&dxbar_[i]) + load(&xbar_[i]) * pull);
    }
    const T* dprojected = dxbar_.data();
    for (size_t i = turns_.size(); i-- > 0;) {
      Turn& turn = turns_[i];
      contract_backward(turn.in.data(), polar_[turn.mode].root(), turn.root, turn.before,
                        turn.after, tile_.vectors(), dprojected, turn.droot.data(),
                        turn.din.data());
      dprojected = turn.din.data();
    }
    if (samples.sparse()) {
      project_sparse_->backward(samples, tile_, dprojected);
    } else {
      project_->backward(samples, tile_, layout_, turns_.empty() ? c_.data() : factors_.data(),
                         dprojected, gradient_.data());
    }
  }
  if (learned && samples.sparse()) project_sparse_->finish(layout_, gradient_.data());
  network_.finish(layout_, parameters_.data(), gradient_.data());
  for (const Turn& turn : turns_) {
    const int offset = layout_.projection[turn.mode].offset;
    polar_[turn.mode].backward_root(&factors_[offset], turn.droot.data(), &gradient_[offset]);
  }
  for (size_t k = 0; k < polar_.size(); ++k) {
    if (polar_[k].factored()) continue;
    const Block& block = layout_.projection[k];
    T *dc = &dc_[block.offset], *dz = &gradient_[block.offset];
    std::copy_n(dz, block.rows * block.stride, dc);  // so far it is dE/dC
    polar_[k].backward(&c_[block.offset], dc, dz);
  }
  return totals;
}

template <class T>
Totals Objective<T>::evaluate(const Samples<T>& samples) {
  Totals totals;
  for (int first = 0; first < samples.count(); first += kTile) {
    const T* out = forward(samples, nullptr, first, samples.count() - first, false);
    add_tile(samples, out, T(0), nullptr, totals);
  }
  return totals;
}

template <class T>
std::vector<T> Objective<T>::project(const Samples<T>& samples) {
  const int size = a_.latent_size();
  std::vector<T> latent(static_cast<size_t>(samples.count()) * size);
  for_each_tile(samples, [&](int first, int count, const T* xbar, const T*) {
    for (int n = 0; n < count; ++n) {
      for (int p = 0; p < size; ++p)
        latent[static_cast<size_t>(first + n) * size + p] = xbar[p * kTile + n];
    }
  });
  return latent;
}

template class Objective<float>;
template class Objective<double>;

}  // namespace trip
