#pragma once
// Helpers of the tests: random inputs, comparisons with a given bound, and expected errors.

#include <gtest/gtest.h>
#include <trip/dataset.h>
#include <trip/error.h>
#include <trip/matrix.h>
#include <trip/random.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "objective.h"

namespace trip::testing {

/// Long tests try `all` seeds natively, and `some` in WebAssembly and under sanitizers, which are
/// slow: the bits are the same in every build.
constexpr int seeds([[maybe_unused]] int all, [[maybe_unused]] int some) {
#if defined(__SANITIZE_ADDRESS__) || defined(__EMSCRIPTEN__)
  return some;
#else
  return all;
#endif
}

/// `count` values N(0, scale^2).
template <class T>
std::vector<T> normal_values(Random& random, size_t count, double scale = 1) {
  std::vector<T> values(count);
  for (T& value : values) value = static_cast<T>(scale * random.normal());
  return values;
}

template <class T, class From>
std::vector<T> cast(const From& values) {
  return std::vector<T>(values.begin(), values.end());
}

/// A copy of a range of an array.
template <class T>
std::vector<std::remove_const_t<T>> copy(std::span<T> values) {
  return {values.begin(), values.end()};
}

/// Largest magnitude.
template <class Values>
double largest(const Values& values) {
  double result = 0;
  for (auto value : values) result = std::max(result, std::fabs(static_cast<double>(value)));
  return result;
}

/// Every entry within `bound` of the expected one (so no entry is not-a-number).
template <class Seen, class Expected>
requires(!std::is_base_of_v<Eigen::EigenBase<Seen>, Seen>) void expect_near(
    const Seen& seen, const Expected& expected, double bound, const std::string& name) {
  ASSERT_EQ(seen.size(), expected.size()) << name;
  double worst = 0;
  size_t at = 0;
  for (size_t i = 0; i < seen.size(); ++i) {
    const double error = std::fabs(static_cast<double>(seen[i]) - static_cast<double>(expected[i]));
    if (error <= worst) continue;  // false for not-a-number
    worst = error;
    at = i;
    if (error != error) break;
  }
  EXPECT_TRUE(worst <= bound) << name << "[" << at << "] is " << seen[at] << ", expected "
                              << expected[at] << ", error " << worst << ", bound " << bound;
}

/// The same for matrices, which must have one shape.
inline void expect_near(const Matrix& seen, const Matrix& expected, double bound,
                        const std::string& name) {
  ASSERT_EQ(seen.rows(), expected.rows()) << name;
  ASSERT_EQ(seen.cols(), expected.cols()) << name;
  const auto flat = [](const Matrix& m) {
    return std::vector<double>(m.data(), m.data() + m.size());
  };
  expect_near(flat(seen), flat(expected), bound, name);
}

/// Columns are orthonormal.
inline void expect_orthonormal(const Matrix& c, double bound) {
  expect_near(Matrix(c.transpose() * c), Matrix::Identity(c.cols(), c.cols()), bound, "C^T C");
}

/// Equal to the last bit, not-a-number included.
template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

inline bool same_bits(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

/// A matrix from its rows, one after the other.
template <class T>
Matrix matrix_of(int rows, const std::vector<T>& values) {
  using RowMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const RowMajor>(values.data(), rows, values.size() / rows)
      .template cast<double>();
}

template <class T>
Vector vector_of(const std::vector<T>& values) {
  return Eigen::Map<const Eigen::VectorX<T>>(values.data(), values.size()).template cast<double>();
}

/// `action` throws Error with this code, and a message that has all these parts.
template <class Action>
void expect_error(const std::string& code, const std::vector<std::string>& parts, Action action) {
  try {
    action();
    ADD_FAILURE() << "no error; expected one with code " << code;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    for (const std::string& part : parts) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos)
          << "\"" << error.what() << "\" lacks \"" << part << "\"";
    }
  }
}

/// Random samples with a response; classes alternate.
template <class T>
Dataset<T> random_dataset(Random& random, const std::vector<int>& dims, int count, Task task,
                          int classes) {
  Dataset<T> data;
  data.dims = dims;
  data.count = count;
  data.x = normal_values<T>(random, static_cast<size_t>(count) * data.features());
  data.task = task;
  if (task == Task::kClassification) {
    data.classes = classes;
    for (int n = 0; n < count; ++n) data.labels.push_back(n % classes);
  } else if (task == Task::kRegression) {
    data.targets = cast<double>(normal_values<T>(random, count));
  }
  return data;
}

/// The data in the packed form of the kernels, not scaled.
template <class T>
Samples<T> pack(const Dataset<T>& data) {
  return Samples<T>(data, Standardizer());
}

/// Values of one block of a buffer in outside order (C: I x J, G: J x M), row-major.
template <class Values>
auto block_values(const Block& block, const Values& buffer) {
  const int outer = block.transposed ? block.cols : block.rows;
  const int inner = block.transposed ? block.rows : block.cols;
  std::vector<std::decay_t<decltype(buffer[0])>> values;
  for (int i = 0; i < outer; ++i) {
    for (int j = 0; j < inner; ++j) {
      const int row = block.transposed ? j : i, col = block.transposed ? i : j;
      values.push_back(buffer[block.offset + row * block.stride + col]);
    }
  }
  return values;
}

/// The inverse of block_values().
template <class From, class Buffer>
void set_block(const Block& block, const std::vector<From>& values, Buffer&& buffer) {
  const int inner = block.transposed ? block.rows : block.cols;
  ASSERT_EQ(values.size(), static_cast<size_t>(block.rows) * block.cols);
  for (size_t at = 0; at < values.size(); ++at) {
    const int i = static_cast<int>(at) / inner, j = static_cast<int>(at) % inner;
    const int row = block.transposed ? j : i, col = block.transposed ? i : j;
    buffer[block.offset + row * block.stride + col] =
        static_cast<std::decay_t<decltype(buffer[0])>>(values[at]);
  }
}

/// Projected samples and outputs of an objective, N x P and N x c.
template <class T>
struct Forward {
  std::vector<T> xbar, out;
};

template <class T>
Forward<T> run_forward(Objective<T>& objective, const Samples<T>& samples) {
  const int latent = objective.architecture().latent_size();
  const int outputs = objective.architecture().outputs;
  Forward<T> result;
  objective.for_each_tile(samples, [&](int, int count, const T* xbar, const T* out) {
    for (int n = 0; n < count; ++n) {
      for (int p = 0; p < latent; ++p) result.xbar.push_back(xbar[p * kTile + n]);
      for (int c = 0; c < outputs; ++c) result.out.push_back(out[c * kTile + n]);
    }
  });
  return result;
}

}  // namespace trip::testing
