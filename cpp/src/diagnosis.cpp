#include <trip/diagnosis.h>
#include <trip/linear_algebra.h>
#include <trip/tensor.h>

#include <algorithm>
#include <cmath>

#include "order.h"
#include "samples.h"

namespace trip {
namespace {

/// Standard normal quantiles of the two limits, and their probabilities.
constexpr double kNormal[] = {1.6448536269514722, 2.3263478740408408};
constexpr double kProbability[] = {0.95, 0.99};
/// Residuals up to this share of the mean squared norm are rounding errors of single precision.
constexpr double kRounding = 1e-5;
constexpr double kSingular = 1e-10;

/// Values of the training samples with their weights.
struct Weighted {
  std::vector<double> values, weights;
  double total;      // sum of the weights
  double effective;  // effective number of samples
};

/// Smallest value with a cumulative weight of p (n + 1) / n of the total, or the largest value.
/// `order`: samples by ascending value.
double quantile(const Weighted& sample, const std::vector<int>& order, double p) {
  const double wanted = p * (sample.total + sample.total / sample.effective);
  double sum = 0;
  for (int n : order) {
    sum += sample.weights[n];
    if (sum >= wanted) return sample.values[n];
  }
  return sample.values[order.back()];
}

/// The quantile of g chi^2_h with the mean and the variance of the values; that of chi^2 by Wilson
/// and Hilferty (1931).
double box_quantile(const Weighted& sample, double normal) {
  double mean = 0, variance = 0;
  for (size_t n = 0; n < sample.values.size(); ++n) mean += sample.weights[n] * sample.values[n];
  mean /= sample.total;
  for (size_t n = 0; n < sample.values.size(); ++n) {
    const double deviation = sample.values[n] - mean;
    variance += sample.weights[n] * (deviation * deviation);
  }
  variance *= sample.effective / ((sample.effective - 1) * sample.total);
  if (!(variance > 0) || !(mean > 0)) return mean;
  const double part = variance / (9 * (mean * mean));  // 2 / (9 h) with h = 2 mean^2 / variance
  const double root = std::max(0.0, 1 - part + normal * std::sqrt(part));
  return mean * (root * root * root);  // g h = mean
}

std::vector<double> limits_of(const Weighted& sample) {
  // Weights of equal values are summed from the last sample on.
  std::vector<int> order = falling(sample.values);
  std::reverse(order.begin(), order.end());
  std::vector<double> limits;
  for (int level = 0; level < 2; ++level)
    limits.push_back(std::max(quantile(sample, order, kProbability[level]),
                              box_quantile(sample, kNormal[level])));
  return limits;
}

/// The pseudo-inverse.
Eigen::MatrixXd inverse_of(const std::vector<double>& covariance, int size) {
  const Eigenpairs pairs = eigenpairs(matrix_of(covariance, size));
  Eigen::MatrixXd inverse = Eigen::MatrixXd::Zero(size, size);
  for (int k = 0; k < size; ++k) {
    const double value = pairs.values[k];
    if (!(value > 0) || !(value > kSingular * pairs.values[0])) continue;
    for (int i = 0; i < size; ++i) {
      for (int j = 0; j < size; ++j)
        inverse(i, j) += pairs.vectors(i, k) * pairs.vectors(j, k) / value;
    }
  }
  return inverse;
}

template <class T>
Vector deviation_of(const std::vector<T>& latent, int sample, const std::vector<double>& mean) {
  Vector deviation(static_cast<Eigen::Index>(mean.size()));
  for (size_t p = 0; p < mean.size(); ++p)
    deviation[p] = static_cast<double>(latent[sample * mean.size() + p]) - mean[p];
  return deviation;
}

template <class T>
double residual_of(const Samples<T>& samples, const std::vector<T>& latent, int size, int n) {
  double residual = samples.squared_norm(n);
  for (int p = 0; p < size; ++p) {
    const double z = latent[static_cast<size_t>(n) * size + p];
    residual -= z * z;
  }
  return std::max(0.0, residual);
}

/// T^2 of a training sample left out of the mean and the covariance of n samples.
double left_out(double hotelling, double n) {
  const double leverage = n * hotelling / ((n - 1) * (n - 1));
  const double scale = n / (n - 1);
  return hotelling * (scale * scale) * ((n - 2) / (n - 1)) / std::max(1 - leverage, 1 / n);
}

}  // namespace

namespace {

/// The samples that count, with their residuals.
struct Counted {
  std::vector<int> samples;
  Weighted residuals;
  double norms = 0;  // weighted sum of the squared norms
};

template <class T>
Counted counted_of(const Samples<T>& samples, const std::vector<T>& latent, int size) {
  Counted counted;
  Weighted& residuals = counted.residuals;
  double squares = 0;
  residuals.total = 0;
  for (int n = 0; n < samples.count(); ++n) {
    const double weight = samples.weight(n);
    if (!(weight > 0)) continue;
    counted.samples.push_back(n);
    residuals.weights.push_back(weight);
    residuals.values.push_back(residual_of(samples, latent, size, n));
    residuals.total += weight;
    squares += weight * weight;
    counted.norms += weight * samples.squared_norm(n);
  }
  residuals.effective = residuals.total * residuals.total / squares;
  return counted;
}

/// Sets mean and unbiased covariance of the projected samples.
template <class T>
void set_moments(Reference& reference, const std::vector<T>& latent, const Counted& counted,
                 int size) {
  const auto& [values, weights, total, effective] = counted.residuals;
  reference.mean.resize(size);
  reference.covariance.resize(static_cast<size_t>(size) * size);
  for (size_t c = 0; c < weights.size(); ++c) {
    const size_t row = static_cast<size_t>(counted.samples[c]) * size;
    for (int p = 0; p < size; ++p) reference.mean[p] += weights[c] * latent[row + p];
  }
  for (double& mean : reference.mean) mean /= total;
  for (size_t c = 0; c < weights.size(); ++c) {
    const Vector d = deviation_of(latent, counted.samples[c], reference.mean);
    for (int p = 0; p < size; ++p) {
      for (int q = 0; q < size; ++q)
        reference.covariance[p * size + q] += weights[c] * (d[p] * d[q]);
    }
  }
  for (double& entry : reference.covariance) entry *= effective / ((effective - 1) * total);
}

}  // namespace

template <class T>
Reference reference_of(const Samples<T>& samples, const std::vector<T>& latent, int size,
                       bool centred) {
  if (size > kMostDiagnosed) return {};
  Counted counted = counted_of(samples, latent, size);
  Weighted& residuals = counted.residuals;
  const double effective = residuals.effective;
  const bool few = counted.samples.size() < 3 || !(effective > 2);
  if (few || !std::isfinite(counted.norms)) return {};
  Reference reference;
  set_moments(reference, latent, counted, size);
  const Eigen::MatrixXd inverse = inverse_of(reference.covariance, size);
  const int own = centred ? 1 : 0;
  const double factor = (effective + own) / std::max(effective - size - own, effective / 2);
  Weighted distances = residuals;
  for (size_t c = 0; c < counted.samples.size(); ++c) {
    const Vector d = deviation_of(latent, counted.samples[c], reference.mean);
    distances.values[c] = left_out(d.dot(times(inverse, d).col(0)), effective);
    residuals.values[c] *= factor;
  }
  reference.residual_limits = limits_of(residuals);
  for (double& limit : reference.residual_limits)
    limit = std::max(limit, kRounding * counted.norms / residuals.total);
  reference.hotelling_limits = limits_of(distances);
  return reference;
}

namespace {

/// Quantities of one sample for the variables of each mode.
class Slices {
 public:
  Slices(const Architecture& a, const Factors& c) : a_(a), c_(c) {
    for (const Matrix& own : c_) sums_.push_back(Matrix(own.colwise().sum()));
  }

  /// C^(k) T_(k), I_k x P / J_k, of a latent tensor T.
  Matrix spread(const Vector& latent, int k) const {
    const int rank = a_.ranks[k], stride = stride_of(k);
    Matrix rows = Matrix::Zero(a_.dims[k], latent.size() / rank);
    for (int p = 0; p < latent.size(); ++p) {
      const int column = p / (stride * rank) * stride + p % stride;
      rows.col(column) += latent[p] * c_[k].col(p / stride % rank);
    }
    return rows;
  }
  /// The sum of the tensor spread to all dimensions over the elements of each variable of mode k.
  Vector sums(const Vector& latent, int k) const {
    Vector sum = Vector::Zero(a_.dims[k]);
    for (int p = 0; p < latent.size(); ++p) {
      double factor = latent[p];
      for (int l = 0; l < a_.modes(); ++l)
        if (l != k) factor *= sums_[l](0, column_of(p, l));
      sum += factor * c_[k].col(column_of(p, k));
    }
    return sum;
  }
  /// One element of the tensor spread to all dimensions.
  double at(const Vector& latent, const int* index) const {
    double sum = 0;
    for (int p = 0; p < latent.size(); ++p) {
      double term = latent[p];
      for (int k = 0; k < a_.modes(); ++k) term *= c_[k](index[k], column_of(p, k));
      sum += term;
    }
    return sum;
  }

 private:
  int stride_of(int k) const {
    int stride = 1;
    for (int l = k + 1; l < a_.modes(); ++l) stride *= a_.ranks[l];
    return stride;
  }
  int column_of(int p, int k) const { return p / stride_of(k) % a_.ranks[k]; }

  const Architecture& a_;
  const Factors& c_;
  Factors sums_;
};

/// Calls visit(index, value) for every element of a dense sample and every stored one of a sparse
/// sample.
template <class T, class Visit>
void visit_elements(const Samples<T>& samples, const std::vector<int>& dims, int n, Visit visit) {
  if (samples.sparse()) {
    for (int e = samples.begin(n); e < samples.begin(n + 1); ++e)
      visit(samples.index(e), static_cast<double>(samples.value(e)));
    return;
  }
  std::vector<int> index(dims.size());
  for (int r = 0; r < samples.rows(); ++r) {
    for (int i = 0; i < samples.width(); ++i) {
      visit(index.data(), static_cast<double>(samples.row(n, r)[i]));
      for (int k = static_cast<int>(dims.size()) - 1; k >= 0 && ++index[k] == dims[k]; --k)
        index[k] = 0;
    }
  }
}

/// Where contributions are appended.
struct Contributions {
  std::vector<int>& index;
  std::vector<double>& value;
  std::vector<double>& share;
};

/// Appends the `most` variables with the largest parts of `total`, with their values.
void append_largest(Contributions to, const Vector& parts, const Vector& values, double total,
                    int most) {
  const std::vector<int> order = falling({parts.data(), parts.data() + parts.size()});
  for (int m = 0; m < most; ++m) {
    const bool there = m < static_cast<int>(order.size());
    to.index.push_back(there ? order[m] : -1);
    to.value.push_back(there ? values[order[m]] : 0);
    to.share.push_back(there && total > 0 ? parts[order[m]] / total : 0);
  }
}

/// One sample's part outside of the plane, X - Xbar C^T, for the variables of each mode: squares
/// and sums.
struct Outside {
  std::vector<Vector> squares, sums;
};

template <class T>
Outside outside_of(const Samples<T>& samples, int n, const Vector& z, const Slices& slices,
                   const std::vector<int>& dims) {
  Outside outside;
  const int modes = static_cast<int>(dims.size());
  for (int k = 0; k < modes; ++k) {
    outside.squares.push_back(slices.spread(z, k).rowwise().squaredNorm());
    outside.sums.push_back(-slices.sums(z, k));
  }
  visit_elements(samples, dims, n, [&](const int* index, double value) {
    const double more = value * value - 2 * value * slices.at(z, index);
    for (int k = 0; k < modes; ++k) {
      outside.squares[k][index[k]] += more;
      outside.sums[k][index[k]] += value;
    }
  });
  for (Vector& squares : outside.squares) squares = Vector(squares.cwiseMax(0.0));
  return outside;
}

/// The values of a sample of vectors.
template <class T>
Vector values_of(const Samples<T>& samples, int n, const std::vector<int>& dims) {
  Vector x = Vector::Zero(dims[0]);
  visit_elements(samples, dims, n, [&](const int* index, double value) { x[index[0]] = value; });
  return x;
}

}  // namespace

template <class T>
Diagnosis diagnose(const Samples<T>& samples, const std::vector<T>& latent, const Plane& plane,
                   int most) {
  const auto& [a, projections, reference, center] = plane;
  const int size = a.latent_size();
  const Eigen::MatrixXd inverse = inverse_of(reference.covariance, size);
  const Slices slices(a, projections);
  Diagnosis result;
  const Contributions to_residual{result.residual_index, result.residual_value,
                                  result.residual_share};
  const Contributions to_hotelling{result.hotelling_index, result.hotelling_value,
                                   result.hotelling_share};
  for (int n = 0; n < samples.count(); ++n) {
    const Vector z = deviation_of(latent, n, std::vector<double>(size));
    const Vector d = deviation_of(latent, n, reference.mean);
    const Vector w = times(inverse, d).col(0);
    const double hotelling = d.dot(w);
    result.residual.push_back(residual_of(samples, latent, size, n));
    result.hotelling.push_back(hotelling);
    const Outside outside = outside_of(samples, n, z, slices, a.dims);
    for (int k = 0; k < a.modes(); ++k) {
      const Vector& squares = outside.squares[k];
      append_largest(to_residual, squares, outside.sums[k], squares.sum(), most);
      if (center.empty()) {
        const Vector parts = slices.spread(d, k).cwiseProduct(slices.spread(w, k)).rowwise().sum();
        append_largest(to_hotelling, parts, slices.sums(d, k), hotelling, most);
      } else {
        const Vector x = values_of(samples, n, a.dims);
        const Vector deviation = x - Eigen::Map<const Vector>(center.data(), x.size());
        const Vector parts = deviation.cwiseProduct(slices.spread(w, k).col(0));
        append_largest(to_hotelling, parts, deviation, hotelling, most);
      }
    }
  }
  return result;
}

#define TRIP_INSTANTIATE(T)                                                             \
  template Reference reference_of(const Samples<T>&, const std::vector<T>&, int, bool); \
  template Diagnosis diagnose(const Samples<T>&, const std::vector<T>&, const Plane&, int);
TRIP_INSTANTIATE(float)
TRIP_INSTANTIATE(double)
#undef TRIP_INSTANTIATE

}  // namespace trip
