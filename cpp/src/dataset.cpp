#include <trip/dataset.h>
#include <trip/error.h>
#include <trip/order.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace trip {

template <class T>
int Dataset<T>::features() const {
  int64_t product = 1;
  for (int size : dims) {
    product *= size;
    require(product <= std::numeric_limits<int32_t>::max(), "shape",
            {"the shape of a sample has more than 2^31 - 1 elements; a dense sample must have "
             "fewer"});
  }
  return static_cast<int>(product);
}

namespace {

/// "3, 17": the indices of a flat position in an array of N x dims.
std::string position(size_t flat, const std::vector<int>& dims) {
  std::string indices;
  for (size_t k = dims.size(); k-- > 0;) {
    indices = ", " + std::to_string(flat % dims[k]) + indices;
    flat /= dims[k];
  }
  return std::to_string(flat) + indices;
}

template <class T>
void validate_dense(const Dataset<T>& data, const std::string& name) {
  const size_t expected = static_cast<size_t>(data.count) * data.features();
  require(data.x.size() == expected, "shape",
          {name, ": x has ", data.x.size(), " values, its shape needs ", expected});
  for (size_t i = 0; i < data.x.size(); ++i) {
    if (!std::isfinite(data.x[i])) {
      fail("value",
           {name, ": x[", position(i, data.dims), "] is ", data.x[i], ", not a finite number"});
    }
  }
}

/// Positions of one sample must lie within the shape and differ from each other.
template <class T>
void validate_positions(const Dataset<T>& data, const std::string& name, int sample) {
  const int modes = data.modes(), begin = data.offsets[sample], end = data.offsets[sample + 1];
  const auto at = [&](int e) { return data.index.begin() + static_cast<size_t>(e) * modes; };
  for (int e = begin; e < end; ++e) {
    for (int k = 0; k < modes; ++k) {
      const int i = at(e)[k];
      if (i < 0 || i >= data.dims[k]) {
        fail("value", {name, ": stored value ", e, " of sample ", sample, " has index ", i,
                       " in mode ", k, ", which has size ", data.dims[k]});
      }
    }
  }
  std::vector<int> order = consecutive(end - begin, begin);
  sort_stably(order, [&](int a, int b) {
    return std::lexicographical_compare(at(a), at(a) + modes, at(b), at(b) + modes);
  });
  for (size_t i = 1; i < order.size(); ++i) {
    if (std::equal(at(order[i]), at(order[i]) + modes, at(order[i - 1]))) {
      fail("value", {name, ": stored values ", order[i - 1], " and ", order[i], " of sample ",
                     sample, " have the same position; add them up first"});
    }
  }
}

template <class T>
void validate_sparse(const Dataset<T>& data, const std::string& name) {
  const size_t stored = data.x.size(), modes = data.dims.size();
  require(data.offsets.size() == static_cast<size_t>(data.count) + 1 &&
              data.index.size() == stored * modes,
          "shape",
          {name, ": ", stored, " stored values of ", data.count, " samples need ", data.count + 1,
           " offsets and ", stored * modes, " indices, got ", data.offsets.size(), " and ",
           data.index.size()});
  require(data.offsets.front() == 0 && data.offsets.back() == static_cast<int>(stored) &&
              std::is_sorted(data.offsets.begin(), data.offsets.end()),
          "shape", {name, ": offsets must rise from 0 to the number of stored values, ", stored});
  for (size_t e = 0; e < stored; ++e) {
    if (!std::isfinite(data.x[e])) {
      fail("value", {name, ": stored value ", e, " is ", data.x[e], ", not a finite number"});
    }
  }
  for (int n = 0; n < data.count; ++n) validate_positions(data, name, n);
}

template <class T>
void validate_response(const Dataset<T>& data, const std::string& name) {
  const size_t length =
      data.task == Task::kClassification ? data.labels.size() : data.targets.size();
  require(data.task == Task::kNone || length == static_cast<size_t>(data.count), "shape",
          {name, ": y has ", length, " entries for ", data.count, " samples"});
  for (size_t n = 0; n < data.labels.size(); ++n) {
    require(
        data.labels[n] >= 0 && data.labels[n] < data.classes, "value",
        {name, ": class ", data.labels[n], " of sample ", n, " is not in 0..", data.classes - 1});
  }
  for (size_t n = 0; n < data.targets.size(); ++n) {
    require(std::isfinite(data.targets[n]), "value",
            {name, ": y[", n, "] is ", data.targets[n], ", not a finite number"});
  }
}

}  // namespace

template <class T>
void validate(const Dataset<T>& data, const std::string& name) {
  require(!data.dims.empty() && data.count >= 1, "shape",
          {name, ": needs at least one sample and one mode, got ", data.count, " samples of ",
           data.dims.size(), " modes"});
  for (int size : data.dims) {
    require(size >= 1, "shape", {name, ": every mode needs a size of at least 1, got ", size});
  }
  if (data.sparse) {
    validate_sparse(data, name);
  } else {
    validate_dense(data, name);
  }
  validate_response(data, name);
}

template <class T>
Standardizer Standardizer::fit(const std::vector<T>& values, int count, int features) {
  Standardizer s;
  s.mean.assign(features, 0);
  s.scale.assign(features, 0);
  std::vector<T> low(values.begin(), values.begin() + features), high = low;
  for (int n = 0; n < count; ++n) {
    const T* row = &values[static_cast<size_t>(n) * features];
    for (int i = 0; i < features; ++i) {
      s.mean[i] += row[i];
      low[i] = std::min(low[i], row[i]);
      high[i] = std::max(high[i], row[i]);
    }
  }
  for (double& mean : s.mean) mean /= count;
  for (int n = 0; n < count; ++n) {
    const T* row = &values[static_cast<size_t>(n) * features];
    for (int i = 0; i < features; ++i) {
      const double deviation = row[i] - s.mean[i];
      s.scale[i] += deviation * deviation;
    }
  }
  for (int i = 0; i < features; ++i) {
    const double deviation = std::sqrt(s.scale[i] / count);
    s.scale[i] = low[i] == high[i] || !(deviation > 0) ? 1 : deviation;
  }
  return s;
}

template <class T>
Samples<T>::Samples(const Dataset<T>& data, const Standardizer& scaling, double target_mean,
                    double target_scale)
    : count_(data.count), modes_(data.modes()) {
  squared_norm_.assign(count_ + 1, 0);
  response_.assign(count_ + 1, 0);
  if (data.sparse) {
    fill_sparse(data);
  } else {
    fill_dense(data, scaling);
  }
  for (int n = 0; n < count_; ++n) {
    if (data.task == Task::kClassification) response_[n] = static_cast<T>(data.labels[n]);
    if (data.task == Task::kRegression) {
      response_[n] =
          static_cast<T>((static_cast<double>(data.targets[n]) - target_mean) / target_scale);
    }
  }
}

template <class T>
void Samples<T>::fill_dense(const Dataset<T>& data, const Standardizer& scaling) {
  const int features = data.features();
  width_ = data.dims.back();
  stride_ = padded(width_);
  rows_ = features / width_;
  x_.assign(static_cast<size_t>(count_ + 1) * rows_ * stride_, 0);
  for (int n = 0; n < count_; ++n) {
    const T* in = &data.x[static_cast<size_t>(n) * features];
    double norm = 0;
    for (int r = 0; r < rows_; ++r) {
      T* out = &x_[(static_cast<size_t>(n) * rows_ + r) * stride_];
      for (int i = 0; i < width_; ++i) {
        out[i] = scaling.apply(in[r * width_ + i], r * width_ + i);
        norm += static_cast<double>(out[i]) * out[i];
      }
    }
    squared_norm_[n] = static_cast<T>(norm);
  }
}

template <class T>
void Samples<T>::fill_sparse(const Dataset<T>& data) {
  constexpr int kMore = kLanes - 1;  // reserved, so that no value is copied twice
  x_.reserve(data.x.size() + kMore);
  x_ = data.x;
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
  squared_norm_ = source ? source->squared_norm_ : std::vector<T>(count_ + 1, 0);
  response_ = source ? source->response_ : std::vector<T>(count_ + 1, 0);
}

template <class T>
Samples<T>::Samples(const std::vector<T>& values, const std::vector<int>& dims,
                    const Samples& source)
    : count_(source.count_),
      modes_(static_cast<int>(dims.size())),
      width_(dims.back()),
      stride_(padded(width_)),
      squared_norm_(source.squared_norm_),
      response_(source.response_) {
  rows_ = 1;
  for (int k = 0; k + 1 < modes_; ++k) rows_ *= dims[k];
  fill_rows(values);
}

/// Unpadded rows, one after the other, into padded ones.
template <class T>
void Samples<T>::fill_rows(const std::vector<T>& values) {
  const size_t rows = static_cast<size_t>(count_) * rows_;
  x_.assign((rows + rows_) * stride_, 0);
  for (size_t r = 0; r < rows; ++r) std::copy_n(&values[r * width_], width_, &x_[r * stride_]);
}

#define TRIP_INSTANTIATE(T)                                                 \
  template struct Dataset<T>;                                               \
  template void validate(const Dataset<T>&, const std::string&);            \
  template Standardizer Standardizer::fit(const std::vector<T>&, int, int); \
  template class Samples<T>;
TRIP_INSTANTIATE(float)
TRIP_INSTANTIATE(double)
#undef TRIP_INSTANTIATE

}  // namespace trip
