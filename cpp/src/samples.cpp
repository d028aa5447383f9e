#include "samples.h"

#include <algorithm>

namespace trip {

template <class T>
Samples<T>::Samples(const Dataset<T>& data, const Standardizer& scaling, const Standardizer& target)
    : count_(data.count),
      modes_(data.modes()),
      responses_(data.task == Task::kRegression ? data.responses : 1) {
  reset_responses();
  const std::vector<double> weights = relative_weights(data.weights);
  weighted_ = !weights.empty();
  std::transform(weights.begin(), weights.end(), weight_.begin(),
                 [](double weight) { return static_cast<T>(weight); });
  if (data.sparse) {
    fill_sparse(data);
  } else {
    visit_values(data, [&](const auto& values) { fill_dense(values, data.dims, scaling); });
  }
  for (int n = 0; n < count_; ++n) {
    if (data.task == Task::kClassification) response_[n] = static_cast<T>(data.labels[n]);
    if (data.task == Task::kRegression) {
      for (int r = 0; r < responses_; ++r) {
        const size_t at = static_cast<size_t>(n) * responses_ + r;
        response_[at] = static_cast<T>(target.apply(data.targets[at], r));
      }
    }
  }
}

template <class T>
template <class From>
void Samples<T>::fill_dense(const std::vector<From>& values, const std::vector<int>& dims,
                            const Standardizer& scaling) {
  const int features = static_cast<int>(values.size() / count_);
  width_ = dims.back();
  stride_ = padded(width_);
  rows_ = features / width_;
  x_.assign(static_cast<size_t>(count_ + 1) * rows_ * stride_, 0);
  for (int n = 0; n < count_; ++n) {
    const From* in = &values[static_cast<size_t>(n) * features];
    double norm = 0;
    for (int r = 0; r < rows_; ++r) {
      T* out = &x_[(static_cast<size_t>(n) * rows_ + r) * stride_];
      for (int i = 0; i < width_; ++i) {
        out[i] = static_cast<T>(scaling.apply(in[r * width_ + i], r * width_ + i));
        norm += static_cast<double>(out[i]) * out[i];
      }
    }
    squared_norm_[n] = static_cast<T>(norm);
  }
}

template <class T>
void Samples<T>::fill_sparse(const Dataset<T>& data) {
  constexpr int kMore = kLanes - 1;  // reserving them avoids a second copy
  x_.reserve(data.x.size() + kMore);
  x_.assign(data.x.begin(), data.x.end());
  x_.resize(data.x.size() + kMore);
  index_.reserve(data.index.size() + kMore * modes_);
  index_ = data.index;
  index_.resize(data.index.size() + kMore * modes_);
  offsets_ = data.offsets;
  offsets_.push_back(offsets_.back());  // the all-zero sample
  for (int n = 0; n < count_; ++n) {
    double norm = 0;
    for (int e = begin(n); e < begin(n + 1); ++e) norm += static_cast<double>(x_[e]) * x_[e];
    squared_norm_[n] = static_cast<T>(norm);
  }
}

template <class T>
Samples<T>::Samples(const std::vector<T>& latent, int size, const Samples* source)
    : count_(static_cast<int>(latent.size()) / size),
      modes_(1),
      rows_(1),
      width_(size),
      stride_(padded(size)),
      latent_(true) {
  fill_rows(latent);
  if (source) {
    copy_responses(*source);
  } else {
    reset_responses();
  }
}

template <class T>
Samples<T>::Samples(const std::vector<T>& values, const std::vector<int>& dims,
                    const Samples& source)
    : count_(source.count_),
      modes_(static_cast<int>(dims.size())),
      width_(dims.back()),
      stride_(padded(width_)) {
  rows_ = 1;
  for (int k = 0; k + 1 < modes_; ++k) rows_ *= dims[k];
  fill_rows(values);
  copy_responses(source);
}

/// Sets squared norms and responses to 0, and weights to 1 except that of the all-zero sample.
template <class T>
void Samples<T>::reset_responses() {
  squared_norm_.assign(count_ + 1, 0);
  response_.assign(static_cast<size_t>(count_ + 1) * responses_, 0);
  weight_.assign(count_ + 1, 1);
  weight_.back() = 0;
}

/// Copies squared norms, responses and weights.
template <class T>
void Samples<T>::copy_responses(const Samples& source) {
  squared_norm_ = source.squared_norm_;
  responses_ = source.responses_;
  response_ = source.response_;
  weighted_ = source.weighted_;
  weight_ = source.weight_;
}

/// Copies unpadded rows to padded ones.
template <class T>
void Samples<T>::fill_rows(const std::vector<T>& values) {
  const size_t rows = static_cast<size_t>(count_) * rows_;
  x_.assign((rows + rows_) * stride_, 0);
  for (size_t r = 0; r < rows; ++r) std::copy_n(&values[r * width_], width_, &x_[r * stride_]);
}

template class Samples<float>;
template class Samples<double>;

}  // namespace trip
