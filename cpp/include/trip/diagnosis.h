#pragma once
// How a sample lies to the plane of a model: its squared distance from the plane, its distance
// within the plane, limits for both from the training samples, and the variables that contribute.

#include <trip/matrix.h>
#include <trip/parameters.h>

#include <vector>

namespace trip {

/// The distribution of the training samples about the plane. All arrays are empty for fewer than
/// three samples and for more than kMostDiagnosed projected dimensions.
struct Reference {
  std::vector<double> mean;              // of Xbar, P
  std::vector<double> covariance;        // of Xbar, P x P, unbiased
  std::vector<double> residual_limits;   // of the residual ||X||^2 - ||Xbar||^2, at 95 % and 99 %
  std::vector<double> hotelling_limits;  // of Hotelling's T^2, at 95 % and 99 %
};

inline constexpr int kMostDiagnosed = 64;

/// A sample counts by its weight.
/// A limit is the larger of two: the weighted quantile of the training values, and that of a scaled
/// chi-squared distribution with their mean and variance (Box 1954). The training values are
/// corrected first, since the plane was found on them. With n, the effective number of samples
/// (sum w)^2 / sum w^2, and P projected dimensions: residuals are multiplied by (n + 1) / (n - 1 -
/// P) if the variables were centred and by n / (n - P) otherwise, with a divisor of at least n / 2.
/// T^2 becomes that of the sample left out of mean and covariance.
template <class T>
class Samples;
template <class T>
Reference reference_of(const Samples<T>& samples, const std::vector<T>& latent, int size,
                       bool centred);

/// Of each sample. Contributions are sorted within each sample and mode, N x K x `most`; an index
/// of -1 fills the places of modes with fewer variables.
struct Diagnosis {
  std::vector<double> residual;   // N, training units
  std::vector<double> hotelling;  // N
  /// Variables with the largest shares of the residual: the sum of X - Xbar C^T over all elements
  /// of the variable, and the share of its squares.
  std::vector<int> residual_index;
  std::vector<double> residual_value, residual_share;
  /// Variables with the largest shares of T^2: the deviation from the training mean, and its share,
  /// which may be negative. Vectors with a known mean: X - mean; otherwise its part in the plane.
  std::vector<int> hotelling_index;
  std::vector<double> hotelling_value, hotelling_share;
};

/// The plane of a model, and the training samples about it.
struct Plane {
  const Architecture& architecture;
  const Factors& projections;
  const Reference& reference;
  const std::vector<double>& center;  // mean of each variable in training units, or empty
};

/// T^2 leaves out directions in which the variance of the training samples is at most 1e-10 of the
/// largest. `most`: number of contributions of each mode.
template <class T>
Diagnosis diagnose(const Samples<T>& samples, const std::vector<T>& latent, const Plane& plane,
                   int most);

}  // namespace trip
