#include "objective.h"

#include <algorithm>
#include <cmath>

#include "loss.h"

namespace trip {

void Totals::add(const Totals& other) {
  weight += other.weight;
  loss += other.loss;
  reconstruction += other.reconstruction;
  correct += other.correct;
}

template <class T>
Objective<T>::Objective(const Architecture& architecture, Task task, double lambda,
                        ProjectionMode mode, PolarRoute route)
    : a_(architecture),
      task_(task),
      lambda_(lambda),
      learned_(mode == ProjectionMode::kLearned),
      layout_(architecture),
      parameters_(layout_.size),
      gradient_(layout_.size),
      projector_(make_projector(architecture, parameters_.data(), mode, route)),
      network_(architecture),
      xbar_(padded(a_.latent_size()) * kTile),
      dxbar_(xbar_.size()),
      dout_(padded(a_.outputs) * kTile),
      response_((task == Task::kRegression ? a_.outputs : 1) * kTile) {}

template <class T>
void Objective<T>::set_projection(const Factors& factors) {
  for (int k = 0; k < a_.modes(); ++k)
    place(layout_.projection[k], factors[k], 1, parameters_.data());
  projector_->update();
}

template <class T>
std::vector<T> Objective<T>::outside_parameters() {
  Buffer<T> inside = parameters_;
  std::copy(projection().begin(), projection().end(), inside.begin());
  return layout_.to_outside(inside.data());
}

template <class T>
void Objective<T>::hold_square_modes() {
  for (int k = 0; k < a_.modes(); ++k) {
    const Block& z = layout_.projection[k];
    if (a_.square(k)) std::fill_n(&gradient_[z.offset], z.rows * z.stride, T(0));
  }
}

template <class T>
bool Objective<T>::update() {
  network_.prepare(parameters_.data());
  return projector_->update();
}

/// Adds loss and reconstruction of the tile to `totals`; dout: scale * dL/dout, may be null.
template <class T>
void Objective<T>::add_tile(const Samples<T>& samples, const T* out, T scale, T* dout,
                            Totals& totals) {
  for (int r = 0; r < samples.responses(); ++r) {
    for (int i = 0; i < padded(tile_.count); ++i)
      response_[r * kTile + i] = samples.response(tile_.sample[i], r);
  }
  for (int i = 0; i < padded(tile_.count); ++i) weight_[i] = samples.weight(tile_.sample[i]);
  const TileTruth<T> truth{response_.data(), weight_, tile_.count};
  const TileLoss loss = task_ == Task::kClassification
                            ? softmax_cross_entropy(out, a_.outputs, truth, scale, dout)
                            : squared_error(out, a_.outputs, truth, scale, dout);
  Lanes<T> kept{};  // sum of w_n ||Xbar_n||^2
  for (int p = 0, size = a_.latent_size(); p < size; ++p) {
    for (int n = 0; n < padded(tile_.count); n += kLanes) {
      const Lanes<T> x = load(&xbar_[p * kTile + n]);
      kept += x * x * load(&weight_[n]);
    }
  }
  double norm = 0;
  for (int i = 0; i < tile_.count; ++i)
    norm += static_cast<double>(weight_[i]) * samples.squared_norm(tile_.sample[i]);
  double residual = norm - static_cast<double>(sum<T>(kept));
  // Only rounding makes the residual negative. With a lossless projection rounding is all of it. A
  // residual that is not a number is kept.
  if (residual < 0 || (a_.lossless() && std::isfinite(residual))) residual = 0;
  const double weight = weight_of(samples, tile_.sample, 0, tile_.count);
  totals.add({weight, loss.loss, residual, loss.correct});
}

/// The sum of the weights of a batch.
template <class T>
double Objective<T>::weight_of(const Samples<T>& samples, const int* order, int first,
                               int batch) const {
  if (!samples.weighted()) return batch;
  double total = 0;
  for (int i = first; i < first + batch; ++i) total += samples.weight(order ? order[i] : i);
  return total;
}

/// Adds d/dXbar of -lambda w ||Xbar||^2 / sum of w, for the tile of the last add_tile(); scale: 1 /
/// sum of w.
template <class T>
void Objective<T>::add_reconstruction_gradient(T scale) {
  const int size = a_.latent_size(), end = padded(tile_.count);
  for (int n = 0; n < end; n += kLanes) {
    const Lanes<T> factor = load(&weight_[n]) * (T(-2) * static_cast<T>(lambda_) * scale);
    for (int at = n; at < size * kTile; at += kTile)
      store<T>(&dxbar_[at], load(&dxbar_[at]) + load(&xbar_[at]) * factor);
  }
}

template <class T>
Totals Objective<T>::batch_gradient(const Samples<T>& samples, const int* order, int first,
                                    int batch) {
  Totals totals;
  clear(gradient_);
  const double weight = weight_of(samples, order, first, batch);
  if (weight == 0) return totals;
  const T scale = T(1) / static_cast<T>(weight);
  const T* parameters = parameters_.data();
  T *gradient = gradient_.data(), *xbar = xbar_.data(), *dxbar = dxbar_.data();
  for (int done = 0; done < batch; done += kTile) {
    tile_.fill(samples, order, first + done, batch - done);
    projector_->forward(samples, tile_, xbar);
    const T* out = network_.forward(parameters, xbar, tile_);
    add_tile(samples, out, scale, dout_.data(), totals);
    network_.backward(parameters, xbar, dout_.data(), tile_, gradient, learned_ ? dxbar : nullptr);
    if (!learned_) continue;
    add_reconstruction_gradient(scale);
    projector_->backward(samples, tile_, dxbar, gradient);
  }
  if (learned_) projector_->finish(samples, gradient);
  network_.finish(parameters, gradient);
  return totals;
}

template <class T>
Totals Objective<T>::evaluate(const Samples<T>& samples) {
  Totals totals;
  for_each_tile(samples, [&](int, int, const T*, const T* out) {
    add_tile(samples, out, T(0), nullptr, totals);
  });
  return totals;
}

template <class T>
Means Objective<T>::means(const Totals& totals) const {
  Means means;
  means.loss = totals.loss / totals.weight;
  means.reconstruction = totals.reconstruction / totals.weight;
  means.objective = means.loss + lambda_ * means.reconstruction;
  if (task_ == Task::kClassification) means.accuracy = totals.correct / totals.weight;
  return means;
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
