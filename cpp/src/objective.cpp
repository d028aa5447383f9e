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
    for (int k = 0; k < a_.modes(); ++k) polar_.emplace_back(a_.dims[k], a_.ranks[k], route);
  }
}

template <class T>
void Objective<T>::set_projection(const std::vector<std::vector<double>>& factors) {
  for (int k = 0; k < a_.modes(); ++k)
    place(layout_.projection[k], factors[k], 1, projection().data());
}

template <class T>
bool Objective<T>::update() {
  network_.prepare(layout_, parameters_.data());
  rows_current_ = rows_current_ && polar_.empty();
  for (size_t k = 0; k < polar_.size(); ++k) {
    const int offset = layout_.projection[k].offset;
    if (!polar_[k].forward(&parameters_[offset], &c_[offset])) return false;
  }
  return true;
}

template <class T>
const T* Objective<T>::forward(const Samples<T>& samples, const int* order, int first,
                               int available) {
  tile_.fill(samples, order, first, available);
  if (samples.latent()) {
    gather(samples, tile_, xbar_.data());
  } else if (samples.sparse()) {
    if (!project_sparse_) project_sparse_ = std::make_unique<SparseProjection<T>>(a_);
    if (!rows_current_) project_sparse_->load(layout_, c_.data());
    rows_current_ = true;
    project_sparse_->forward(samples, tile_, xbar_.data());
  } else {
    if (!project_) project_ = std::make_unique<Projection<T>>(a_);
    project_->forward(samples, tile_, layout_, c_.data(), xbar_.data());
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
  clear(dc_);
  const T scale = T(1) / static_cast<T>(batch);
  const bool learned = !polar_.empty();
  for (int done = 0; done < batch; done += kTile) {
    const T* out = forward(samples, order, first + done, batch - done);
    add_tile(samples, out, scale, dout_.data(), totals);
    network_.backward(layout_, parameters_.data(), xbar_.data(), dout_.data(), tile_,
                      gradient_.data(), learned ? dxbar_.data() : nullptr);
    if (!learned) continue;
    const T pull = T(-2) * lambda_ * scale;  // d/dXbar of -lambda ||Xbar||^2 / B
    for (int i = 0; i < a_.latent_size() * kTile; i += kLanes) {
      store<T>(&dxbar_[i], load(&dxbar_[i]) + load(&xbar_[i]) * pull);
    }
    if (samples.sparse()) {
      project_sparse_->backward(samples, tile_, dxbar_.data());
    } else {
      project_->backward(samples, tile_, layout_, c_.data(), dxbar_.data(), dc_.data());
    }
  }
  if (learned && samples.sparse()) project_sparse_->finish(layout_, dc_.data());
  network_.finish(layout_, parameters_.data(), gradient_.data());
  for (size_t k = 0; k < polar_.size(); ++k) {
    const int offset = layout_.projection[k].offset;
    polar_[k].backward(&c_[offset], &dc_[offset], &gradient_[offset]);
  }
  return totals;
}

template <class T>
Totals Objective<T>::evaluate(const Samples<T>& samples) {
  Totals totals;
  for (int first = 0; first < samples.count(); first += kTile) {
    const T* out = forward(samples, nullptr, first, samples.count() - first);
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
