#pragma once
// Samples as the caller gives them, and the scaling of their variables.

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace trip {

enum class Task { kNone, kClassification, kRegression };

/// N samples X_n of shape I_1 x .. x I_K, dense or sparse, with or without a response y_n.
template <class T>
struct Dataset {
  std::vector<int> dims;  // I_1, .., I_K
  int count = 0;          // N
  std::vector<T> x;       // N x I_1 x .. x I_K, row-major; sparse: the stored values
  Task task = Task::kNone;
  int classes = 0;              // number of classes (classification)
  std::vector<int> labels;      // N, 0..classes-1 (classification)
  std::vector<double> targets;  // N x responses, row-major (regression)

  // Sparse samples: the values of sample n are x[offsets[n] .. offsets[n + 1]), all others are
  // zero.
  bool sparse = false;
  std::vector<int> offsets = {};  // N + 1
  std::vector<int> index = {};    // stored values x K: the position of each

  // Dense samples in double. They replace x, which is then empty, when values are large compared
  // with their spread and T would lose the spread. Only the standardised values are converted to T.
  std::vector<double> exact = {};

  int responses = 1;                 // number of responses of a sample (regression)
  std::vector<double> weights = {};  // N, not negative; empty: all samples have the same weight

  /// prod I; throws Error("shape") when a dense sample would be too large. For dense samples only.
  int features() const;
  int modes() const { return static_cast<int>(dims.size()); }
};

/// Throws Error("shape" or "value") when lengths disagree, a value is not finite, or a label is out
/// of range. Messages begin with `name` ("train", "test", ..).
template <class T>
void validate(const Dataset<T>& data, const std::string& name);

/// Throws Error("shape" or "value") unless there are `count` weights (or none), finite and not
/// negative, of which at least one is positive. Messages begin with `name`.
void check_weights(const std::vector<double>& weights, size_t count, const std::string& name);

/// The samples with a positive weight; no value when all samples are among them.
template <class T>
std::optional<Dataset<T>> without_weightless(const Dataset<T>& data);

/// The weights divided by a power of two, which is exact, so that the largest is in [1, 2). Empty
/// when all samples have the same weight.
std::vector<double> relative_weights(const std::vector<double>& weights);

/// Calls visit(values) with the array that holds the samples, x or exact.
template <class T, class Visit>
auto visit_values(const Dataset<T>& data, Visit visit) {
  return data.exact.empty() ? visit(data.x) : visit(data.exact);
}

/// Mean 0 and population standard deviation 1 for every variable (paper, section 5). A constant
/// variable keeps scale 1.
struct Standardizer {
  std::vector<double> mean;   // prod I, empty: no scaling
  std::vector<double> scale;  // prod I, empty: no scaling

  bool empty() const { return mean.empty(); }
  /// Means and deviations are summed in double, in the order of the samples. `weights`: positive,
  /// one per sample, or empty for equal weights.
  template <class T>
  static Standardizer fit(const std::vector<T>& values, int count, int features,
                          const std::vector<double>& weights = {});
  double apply(double value, int feature) const {
    if (empty()) return value;
    const double deviation = value - mean[feature];  // overflows if the spread does
    return std::isfinite(deviation) ? deviation / scale[feature]
                                    : value / scale[feature] - mean[feature] / scale[feature];
  }
  double invert(double value, int feature) const {
    return empty() ? value : value * scale[feature] + mean[feature];
  }
};

/// The packed form of a dataset that the kernels read (cpp/src/samples.h).
template <class T>
class Samples;

}  // namespace trip
