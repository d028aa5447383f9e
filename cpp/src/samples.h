#pragma once
// Samples in the packed form that the kernels read.

#include <trip/dataset.h>

#include <vector>

#include "simd.h"

namespace trip {

/// Each innermost row (mode K) is padded to a multiple of the lanes. An all-zero sample at the end
/// fills unused lanes. Squared norms and responses are stored in arrays of their own.
template <class T>
class Samples {
 public:
  Samples() = default;
  /// Standardised samples of `data`; responses are class indices, or targets scaled by `target`.
  explicit Samples(const Dataset<T>& data, const Standardizer& scaling = {},
                   const Standardizer& target = {});
  /// Projected samples Xbar (N x P row-major), with the squared norms, responses and weights of
  /// `source` unless it is null.
  Samples(const std::vector<T>& latent, int size, const Samples* source);
  /// Other coordinates (N x dims row-major) of the samples of `source`, with its norms, responses
  /// and weights.
  Samples(const std::vector<T>& values, const std::vector<int>& dims, const Samples& source);

  int count() const { return count_; }
  /// The rows hold Xbar, not X.
  bool latent() const { return latent_; }
  bool sparse() const { return !offsets_.empty(); }
  /// prod of I_1 .. I_{K-1}: number of rows of one sample.
  int rows() const { return rows_; }
  /// I_K
  int width() const { return width_; }
  const T* row(int sample, int row) const {
    return &x_[(static_cast<size_t>(sample) * rows_ + row) * stride_];
  }
  /// Stored values of a sparse sample: value(e) at index(e)[0 .. K), e from begin(sample) to
  /// begin(sample + 1). Three zeros follow the last value, since kernels read four at a time.
  int begin(int sample) const { return offsets_[sample]; }
  T value(int e) const { return x_[e]; }
  const T* values(int e) const { return &x_[e]; }
  const int* index(int e) const { return &index_[static_cast<size_t>(e) * modes_]; }
  T squared_norm(int sample) const { return squared_norm_[sample]; }
  /// Number of responses of a sample: 1 for classes.
  int responses() const { return responses_; }
  /// Class index or scaled target; 0 for the all-zero sample.
  T response(int sample, int r = 0) const {
    return response_[static_cast<size_t>(sample) * responses_ + r];
  }
  /// Whether the weights differ. If not, each is 1.
  bool weighted() const { return weighted_; }
  /// The weight relative to the others; 0 for the all-zero sample.
  T weight(int sample) const { return weight_[sample]; }
  /// Index of the all-zero sample.
  int zero_sample() const { return count_; }

 private:
  void fill_sparse(const Dataset<T>& data);
  template <class From>
  void fill_dense(const std::vector<From>& values, const std::vector<int>& dims,
                  const Standardizer& scaling);
  void fill_rows(const std::vector<T>& values);
  void reset_responses();
  void copy_responses(const Samples& source);

  int count_ = 0, modes_ = 0, rows_ = 0, width_ = 0, stride_ = 0, responses_ = 1;
  bool latent_ = false, weighted_ = false;
  Buffer<T> x_;               // (N + 1) x rows x stride; sparse: the stored values and three zeros
  std::vector<int> offsets_;  // N + 2, sparse only
  std::vector<int> index_;    // (stored values + 3) x K
  std::vector<T> squared_norm_;  // N + 1
  std::vector<T> response_;      // (N + 1) x responses
  std::vector<T> weight_;        // N + 1
};

}  // namespace trip
