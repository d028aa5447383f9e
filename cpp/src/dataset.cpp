#include <trip/dataset.h>
#include <trip/error.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "order.h"

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

/// Converts a flat position in an array of N x dims to its indices, such as "3, 17".
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
  require(data.x.empty() || data.exact.empty(), "shape",
          {name, ": x is given in two precisions; exactly one is accepted"});
  visit_values(data, [&](const auto& values) {
    require(values.size() == expected, "shape",
            {name, ": x has ", values.size(), " values, its shape needs ", expected});
    for (size_t i = 0; i < values.size(); ++i) {
      if (!std::isfinite(values[i])) {
        fail("value",
             {name, ": x[", position(i, data.dims), "] is ", values[i], ", not a finite number"});
      }
    }
  });
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
                     sample, " have the same position; add their values first"});
    }
  }
}

template <class T>
void validate_sparse(const Dataset<T>& data, const std::string& name) {
  const size_t stored = data.x.size(), modes = data.dims.size();
  const size_t offsets = static_cast<size_t>(data.count) + 1;
  require(data.exact.empty(), "shape", {name, ": sparse samples have no values in double"});
  require(data.offsets.size() == offsets && data.index.size() == stored * modes, "shape",
          {name, ": ", stored, " stored values of ", data.count, " samples need ", offsets,
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
  const bool several = data.task == Task::kRegression && data.responses != 1;
  require(data.responses >= 1, "shape",
          {name, ": responses must be at least 1, got ", data.responses});
  require(data.task == Task::kNone ||
              length == static_cast<size_t>(data.count) * (several ? data.responses : 1),
          "shape",
          {name, ": y has ", length, " entries for ", data.count, " samples",
           several ? " of " + std::to_string(data.responses) + " responses" : ""});
  for (size_t n = 0; n < data.labels.size(); ++n) {
    require(data.labels[n] >= 0 && data.labels[n] < data.classes, "value",
            {name, ": class ", data.labels[n], " of sample ", n, " is not one of the ",
             data.classes, " classes from 0 on"});
  }
  for (size_t n = 0; n < data.targets.size(); ++n) {
    require(std::isfinite(data.targets[n]), "value",
            {name, ": y[", n, "] is ", data.targets[n], ", not a finite number"});
  }
}

}  // namespace

void check_weights(const std::vector<double>& weights, size_t count, const std::string& name) {
  if (weights.empty()) return;
  require(weights.size() == count, "shape",
          {name, ": ", weights.size(), " weights for ", count, " samples"});
  for (size_t n = 0; n < weights.size(); ++n) {
    require(weights[n] >= 0 && std::isfinite(weights[n]), "value",
            {name, ": the weight of sample ", n, " is ", weights[n],
             "; finite numbers of at least 0 are accepted"});
  }
  require(std::any_of(weights.begin(), weights.end(), [](double one) { return one > 0; }), "value",
          {name, ": the weight of every sample is 0; at least one must be positive"});
}

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
  check_weights(data.weights, data.count, name);
}

template <class T>
std::optional<Dataset<T>> without_weightless(const Dataset<T>& data) {
  std::vector<int> kept;
  for (int n = 0; n < data.count; ++n) {
    if (data.weights.empty() || data.weights[n] > 0) kept.push_back(n);
  }
  if (static_cast<int>(kept.size()) == data.count) return std::nullopt;
  Dataset<T> part;
  part.dims = data.dims;
  part.count = static_cast<int>(kept.size());
  part.task = data.task;
  part.classes = data.classes;
  part.responses = data.responses;
  part.sparse = data.sparse;
  const auto append = [](auto& to, const auto& from, size_t begin, size_t end) {
    to.insert(to.end(), from.begin() + begin, from.begin() + end);
  };
  // Copies `width` entries of each kept sample; an empty array stays empty.
  const auto copy = [&](auto& to, const auto& from, size_t width) {
    if (from.empty()) return;
    to.reserve(kept.size() * width);
    for (const size_t n : kept) append(to, from, n * width, (n + 1) * width);
  };
  // A response of the other kind is not used, so that its length is not known.
  if (data.task == Task::kClassification) copy(part.labels, data.labels, 1);
  if (data.task == Task::kRegression) copy(part.targets, data.targets, data.responses);
  copy(part.weights, data.weights, 1);
  if (!data.sparse) {
    copy(part.x, data.x, data.features());
    copy(part.exact, data.exact, data.features());
    return part;
  }
  part.offsets = {0};
  for (int n : kept) {
    const size_t begin = data.offsets[n], end = data.offsets[n + 1], modes = data.dims.size();
    append(part.x, data.x, begin, end);
    append(part.index, data.index, begin * modes, end * modes);
    part.offsets.push_back(static_cast<int>(part.x.size()));
  }
  return part;
}

std::vector<double> relative_weights(const std::vector<double>& weights) {
  if (weights.empty()) return {};
  const auto [low, high] = std::minmax_element(weights.begin(), weights.end());
  if (*low == *high) return {};
  std::vector<double> relative;
  const int exponent = std::ilogb(*high);
  for (double weight : weights) relative.push_back(std::scalbn(weight, -exponent));
  return relative;
}

namespace {

/// Weighted sums over the samples for one variable.
struct Column {
  double low, high;
  double mean = 0;       // holds the sum of the values first
  double deviation = 0;  // of value - mean
  double square = 0;     // of (value - mean)^2
};

/// A sum of large values loses the digits of a small spread. The sum of the deviations from the
/// rounded mean has the lost digits and corrects the mean. Variables with a larger spread are not
/// corrected.
void mend_mean(Column& column, double total) {
  const double spread = column.high - column.low;
  if (!(spread < 1e-3 * std::max(std::fabs(column.low), std::fabs(column.high)))) return;
  const double missed = column.deviation / total;
  column.mean += missed;
  column.square = std::max(0.0, column.square - column.deviation * missed);
}

/// The mean of values whose sum would overflow: a sum of shares. Its rounding stays within the
/// values.
template <class T>
double extreme_mean(const T* values, const Column& column, int features,
                    const std::vector<double>& weights, double total) {
  double mean = 0;
  for (size_t n = 0; n < weights.size(); ++n) mean += weights[n] / total * values[n * features];
  return std::clamp(mean, column.low, column.high);
}

/// The squares of a tiny spread would underflow to zero and those of a huge one overflow, so
/// deviations are measured in units of the spread. A spread may overflow too; that of the halves
/// does not.
template <class T>
double extreme_deviation(const T* values, const Column& column, int features,
                         const std::vector<double>& weights) {
  const double part = std::isinf(column.high - column.low) ? 0.5 : 1;
  const double unit = part * column.high - part * column.low;
  double squares = 0, total = 0;
  for (size_t n = 0; n < weights.size(); ++n) {
    const double deviation = (part * values[n * features] - part * column.mean) / unit;
    squares += weights[n] * (deviation * deviation);
    total += weights[n];
  }
  return std::sqrt(squares / total) * unit / part;
}

}  // namespace

template <class T>
Standardizer Standardizer::fit(const std::vector<T>& values, int count, int features,
                               const std::vector<double>& given) {
  // A product with the weight 1 keeps the bits of the value.
  const std::vector<double> weights = given.empty() ? std::vector<double>(count, 1) : given;
  double total = 0;
  for (double weight : weights) total += weight;
  std::vector<Column> columns;
  for (int i = 0; i < features; ++i) columns.push_back({values[i], values[i]});
  const auto each = [&](auto visit) {
    for (int n = 0; n < count; ++n) {
      const T* row = &values[static_cast<size_t>(n) * features];
      for (int i = 0; i < features; ++i) visit(columns[i], static_cast<double>(row[i]), weights[n]);
    }
  };
  each([](Column& c, double value, double weight) {
    c.mean += weight * value;
    c.low = std::min(c.low, value);
    c.high = std::max(c.high, value);
  });
  for (int i = 0; i < features; ++i) {
    Column& c = columns[i];
    c.mean /= total;
    if (!std::isfinite(c.mean)) c.mean = extreme_mean(&values[i], c, features, weights, total);
  }
  each([](Column& c, double value, double weight) {
    const double deviation = value - c.mean;
    c.deviation += weight * deviation;
    c.square += weight * (deviation * deviation);
  });
  Standardizer s;
  constexpr double kUnderflow = 1e-290;
  for (int i = 0; i < features; ++i) {
    Column& c = columns[i];
    mend_mean(c, total);
    const bool extreme = (c.square < kUnderflow || std::isinf(c.square)) && c.low < c.high;
    const double deviation =
        extreme ? extreme_deviation(&values[i], c, features, weights) : std::sqrt(c.square / total);
    s.mean.push_back(c.mean);
    s.scale.push_back(c.low == c.high || !(deviation > 0) ? 1 : deviation);
  }
  return s;
}

#define TRIP_INSTANTIATE(T)                                                 \
  template struct Dataset<T>;                                               \
  template void validate(const Dataset<T>&, const std::string&);            \
  template std::optional<Dataset<T>> without_weightless(const Dataset<T>&); \
  template Standardizer Standardizer::fit(const std::vector<T>&, int, int,  \
                                          const std::vector<double>&);
TRIP_INSTANTIATE(float)
TRIP_INSTANTIATE(double)
#undef TRIP_INSTANTIATE

}  // namespace trip
