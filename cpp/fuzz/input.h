#pragma once
// Structured input from the bytes of a fuzzer, and the checks that every target shares.

#include <fuzzer/FuzzedDataProvider.h>
#include <trip/dataset.h>
#include <trip/error.h>
#include <trip/options.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace trip::fuzz {

using Bytes = FuzzedDataProvider;

/// A target reads one input. It throws std::logic_error when the core breaks a promise.
using Target = void (*)(const uint8_t* data, size_t size);
void fit(const uint8_t* data, size_t size);
void model(const uint8_t* data, size_t size);
void surrogate(const uint8_t* data, size_t size);
void sparse(const uint8_t* data, size_t size);
void search(const uint8_t* data, size_t size);

inline void check(bool condition, const std::string& promise) {
  if (!condition) throw std::logic_error("broken promise: " + promise);
}

/// Runs `action`. Errors of the core are accepted, except "internal", which no input may cause.
template <class Action>
bool accepted(Action action) {
  try {
    action();
    return true;
  } catch (const Error& error) {
    check(std::string(error.code()) != "internal", error.what());
    check(std::string(error.what()).size() < 2000, "messages are short");
    return false;
  }
}

template <class Values>
void check_finite(const Values& values, const char* name) {
  for (auto value : values) check(std::isfinite(value), std::string(name) + " is finite");
}

template <class T>
void check_same(const std::vector<T>& a, const std::vector<T>& b, const char* name) {
  check(a.size() == b.size() &&
            (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0),
        std::string(name) + " has the same bits again");
}

/// A number: usually small, sometimes one with which arithmetic or conversions are at their limit.
inline double number(Bytes& bytes) {
  static const double kEdges[] = {0,
                                  -0.0,
                                  1,
                                  -1,
                                  0.5,
                                  2147483647.0,
                                  2147483648.0,
                                  -2147483649.0,
                                  1e-300,
                                  1e-45,
                                  1e-30,
                                  1e19,
                                  1e30,
                                  3.4e38,
                                  -3.4e38,
                                  1e39,
                                  1e155,
                                  1e300,
                                  5e-324,
                                  std::numeric_limits<double>::infinity(),
                                  std::numeric_limits<double>::quiet_NaN()};
  const int kind = bytes.ConsumeIntegralInRange(0, 15);
  if (kind == 0) return bytes.PickValueInArray(kEdges);
  if (kind == 1) return bytes.ConsumeFloatingPointInRange<double>(-1e300, 1e300);
  return bytes.ConsumeIntegralInRange(-128, 127) / 32.0;
}

/// Numbers that are mostly of one kind, so that many samples are valid.
template <class T>
std::vector<T> numbers(Bytes& bytes, size_t count) {
  const bool wild = bytes.ConsumeIntegralInRange(0, 3) == 0;
  std::vector<T> values(count);
  for (T& value : values)
    value = static_cast<T>(wild ? number(bytes) : bytes.ConsumeIntegralInRange(-128, 127) / 32.0);
  return values;
}

inline std::vector<int> sizes(Bytes& bytes, int most_modes, int most) {
  std::vector<int> result(bytes.ConsumeIntegralInRange(1, most_modes));
  for (int& size : result) size = bytes.ConsumeIntegralInRange(1, most);
  return result;
}

/// Samples of the shape with a response; one in eight is changed so that it may be invalid.
template <class T>
Dataset<T> dataset(Bytes& bytes, const std::vector<int>& dims, Task task, int outputs) {
  Dataset<T> data;
  data.dims = dims;
  data.count = bytes.ConsumeIntegralInRange(1, 12);
  const size_t size = static_cast<size_t>(data.count) * data.features();
  data.sparse = bytes.ConsumeIntegralInRange(0, 3) == 0;
  if (data.sparse) {
    data.offsets = {0};
    for (int n = 0; n < data.count; ++n) {
      const int stored = bytes.ConsumeIntegralInRange(0, 4);
      for (int e = 0; e < stored; ++e)
        for (int dim : dims) data.index.push_back(bytes.ConsumeIntegralInRange(0, dim - 1));
      data.offsets.push_back(data.offsets.back() + stored);
    }
    data.x = numbers<T>(bytes, data.offsets.back());
  } else if (bytes.ConsumeIntegralInRange(0, 3) == 0) {
    data.exact = numbers<double>(bytes, size);
  } else {
    data.x = numbers<T>(bytes, size);
  }
  data.task = task;
  if (task == Task::kClassification) {
    data.classes = outputs;
    for (int n = 0; n < data.count; ++n)
      data.labels.push_back(bytes.ConsumeIntegralInRange(0, outputs - 1));
  } else if (task == Task::kRegression) {
    data.responses = outputs;
    data.targets = numbers<double>(bytes, static_cast<size_t>(data.count) * outputs);
  }
  if (bytes.ConsumeIntegralInRange(0, 3) == 0) data.weights = numbers<double>(bytes, data.count);
  if (bytes.ConsumeIntegralInRange(0, 7) == 0) {
    const int at = bytes.ConsumeIntegralInRange(0, data.count);
    const int value = bytes.ConsumeIntegral<int>();
    switch (bytes.ConsumeIntegralInRange(0, 9)) {
      case 0:
        data.count = value;
        break;
      case 1:
        data.dims.assign(at, value);
        break;
      case 2:
        data.x.resize(at);
        break;
      case 3:
        data.labels.resize(at, value);
        break;
      case 4:
        data.targets.resize(at);
        break;
      case 5:
        data.offsets.resize(at, value);
        break;
      case 6:
        if (!data.index.empty()) data.index[at % data.index.size()] = value;
        break;
      case 7:
        data.weights.resize(at);
        break;
      case 8:
        data.responses = value;
        break;
      default:
        data.classes = value;
    }
  }
  return data;
}

inline Options options(Bytes& bytes, const std::vector<int>& dims) {
  Options o;
  o.method = static_cast<Method>(bytes.ConsumeIntegralInRange(0, 4));
  o.ranks.clear();
  for (int dim : dims) o.ranks.push_back(bytes.ConsumeIntegralInRange(1, std::min(dim, 3)));
  o.hidden.resize(bytes.ConsumeIntegralInRange(0, 3));
  for (int& width : o.hidden) width = bytes.ConsumeIntegralInRange(1, 6);
  o.epochs = bytes.ConsumeIntegralInRange(0, 4);
  o.batch_size = bytes.ConsumeIntegralInRange(1, 8);
  o.restarts = bytes.ConsumeIntegralInRange(1, 2);
  o.record = bytes.ConsumeIntegralInRange(0, 3);
  o.patience = bytes.ConsumeIntegralInRange(0, 3);
  o.learning_rate_decay = static_cast<LearningRateDecay>(bytes.ConsumeBool());
  o.standardize = bytes.ConsumeBool();
  o.standardize_target = bytes.ConsumeBool();
  o.search = bytes.ConsumeIntegralInRange(0, 7) == 0;
  o.start_seed = bytes.ConsumeIntegral<uint8_t>();
  if (bytes.ConsumeIntegralInRange(0, 3) > 0) return o;
  o.lambda = number(bytes);
  o.learning_rate = number(bytes);
  o.min_delta = number(bytes);
  o.lda_ridge = number(bytes);
  if (bytes.ConsumeBool()) o.start = numbers<float>(bytes, bytes.ConsumeIntegralInRange(0, 80));
  if (bytes.ConsumeBool())
    o.projection = numbers<double>(bytes, bytes.ConsumeIntegralInRange(0, 20));
  return o;
}

}  // namespace trip::fuzz
