// References and diagnoses: degenerate training sets, weights of 0, and one reference from packed
// and from given samples. tests/lib/diagnosis.test.mjs compares the numbers with NumPy.

#include <trip/diagnosis.h>
#include <trip/linear_algebra.h>
#include <trip/trainer.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "fits.h"

namespace trip {
namespace {

using testing::finish;
using testing::quick;
using testing::same_bits;
using testing::small_spiral;

Model<float> model_of(const Fit<float>& fit) {
  return Model<float>(fit.spec(), fit.best_parameters());
}

TEST(Diagnosis, ReferenceOfAFitIsThatOfItsModel) {
  const Spiral spiral = small_spiral();
  for (const Method method : {Method::kTrip, Method::kPca, Method::kLda}) {
    Options options = quick();
    options.method = method;
    options.ranks = {2};
    options.restarts = 3;
    Fit<float> fit(spiral.train, nullptr, options);
    finish(fit);
    const Reference expected = fit.best_reference();
    const Reference found = model_of(fit).reference(spiral.train);
    ASSERT_EQ(found.mean.size(), 2u);
    EXPECT_TRUE(same_bits(found.mean, expected.mean));
    EXPECT_TRUE(same_bits(found.covariance, expected.covariance));
    EXPECT_TRUE(same_bits(found.residual_limits, expected.residual_limits));
    EXPECT_TRUE(same_bits(found.hotelling_limits, expected.hotelling_limits));
    for (int level = 0; level < 2; ++level) {
      EXPECT_GT(found.residual_limits[level], 0);
      EXPECT_GT(found.hotelling_limits[level], 0);
    }
    EXPECT_LE(found.residual_limits[0], found.residual_limits[1]);
    EXPECT_LE(found.hotelling_limits[0], found.hotelling_limits[1]);
  }
}

TEST(Diagnosis, SamplesOfWeightZeroAreLeftOut) {
  Dataset<float> data = small_spiral().train;
  Fit<float> fit(data, nullptr, quick());
  finish(fit);
  Model<float> model = model_of(fit);
  data.weights.assign(data.count, 2);
  const Reference equal = model.reference(data);
  for (int n = 10; n < data.count; ++n) data.weights[n] = 0;
  const Reference weighted = model.reference(data);
  Dataset<float> part = data;
  part.count = 10;
  part.x.resize(static_cast<size_t>(10) * part.features());
  part.labels.resize(10);
  part.weights.clear();
  const Reference expected = model.reference(part);
  EXPECT_TRUE(same_bits(weighted.covariance, expected.covariance));
  EXPECT_TRUE(same_bits(weighted.residual_limits, expected.residual_limits));
  EXPECT_TRUE(same_bits(weighted.hotelling_limits, expected.hotelling_limits));
  EXPECT_FALSE(same_bits(equal.covariance, expected.covariance));
}

TEST(Diagnosis, FewSamplesAndManyDimensionsHaveNoReference) {
  Dataset<float> data = small_spiral().train;
  Fit<float> fit(data, nullptr, quick(0));
  Model<float> model = model_of(fit);
  data.count = 2;
  data.x.resize(static_cast<size_t>(2) * data.features());
  data.labels.resize(2);
  EXPECT_TRUE(model.reference(data).mean.empty());
  Dataset<float> wide;
  wide.dims = {70};
  wide.count = 80;
  for (int i = 0; i < 70 * 80; ++i) wide.x.push_back(static_cast<float>(std::sin(i)));
  wide.task = Task::kClassification;
  wide.classes = 2;
  for (int n = 0; n < 80; ++n) wide.labels.push_back(n % 2);
  Options options = quick(0);
  options.ranks = {65};
  Fit<float> large(wide, nullptr, options);
  EXPECT_TRUE(large.best_reference().mean.empty());
}

TEST(Diagnosis, DirectionsWithoutVarianceAreLeftOut) {
  Dataset<float> data = small_spiral().train;
  const int features = data.features();
  for (int n = 0; n < data.count; ++n) data.x[static_cast<size_t>(n) * features] = 3;
  Options options = quick(0);
  options.ranks = {features};
  Fit<float> fit(data, nullptr, options);
  const Reference reference = fit.best_reference();
  const Diagnosis found = model_of(fit).diagnose(data, reference.mean, reference.covariance, {}, 2);
  ASSERT_EQ(found.hotelling.size(), static_cast<size_t>(data.count));
  ASSERT_EQ(found.residual_index.size(), static_cast<size_t>(2 * data.count));
  double sum = 0;
  for (int n = 0; n < data.count; ++n) {
    EXPECT_LE(found.residual[n], reference.residual_limits[0]);
    sum += found.hotelling[n];
  }
  // The mean of T^2 is the rank times (n - 1) / n.
  EXPECT_NEAR(sum, (features - 1) * (data.count - 1.0), 1e-3 * sum);
}

TEST(Diagnosis, AVarianceBelowATenBillionthOfTheLargestIsNone) {
  const Dataset<float> data = small_spiral().train;
  Fit<float> fit(data, nullptr, quick(0));
  Model<float> model = model_of(fit);
  const std::vector<float> latent = model.transform(data);
  for (const double small : {1e-9, 1e-11}) {
    const Diagnosis found = model.diagnose(data, {0, 0}, {4, 0, 0, 4 * small}, {}, 0);
    for (int n = 0; n < data.count; ++n) {
      const double first = latent[2 * n], second = latent[2 * n + 1];
      const double expected = first * first / 4 + (small > 1e-10 ? second * second / 4e-9 : 0);
      EXPECT_NEAR(found.hotelling[n], expected, 1e-9 * expected) << small;
    }
  }
}

/// Samples x = (z, sqrt(r)) about the first axis: z is the projected value, r the residual.
struct AboutAnAxis {
  std::vector<double> z, r, weights;

  AboutAnAxis(int count, bool heavy, bool weighted) {
    for (int n = 0; n < count; ++n) {
      const bool far = heavy && n % 13 == 5;
      z.push_back(far ? 8 + 0.1 * n : std::cos(2.0 * n));
      r.push_back(far ? 20 + 0.3 * n : 1 + 0.1 * std::sin(3.0 * n));
      if (weighted) weights.push_back(1 + n % 3);
    }
  }
  Reference found(bool centred) const {
    Dataset<double> data;
    data.dims = {2};
    data.count = static_cast<int>(z.size());
    data.weights = weights;
    for (size_t n = 0; n < z.size(); ++n) {
      data.x.push_back(z[n]);
      data.x.push_back(std::sqrt(r[n]));
    }
    return reference_of(testing::pack(data), z, 1, centred);
  }
};

/// Weighted mean and unbiased variance for an effective number n of values.
std::pair<double, double> moments(const std::vector<double>& values, const std::vector<double>& w,
                                  double n) {
  const double total = std::accumulate(w.begin(), w.end(), 0.0);
  double mean = 0, variance = 0;
  for (size_t i = 0; i < w.size(); ++i) mean += w[i] * values[i] / total;
  for (size_t i = 0; i < w.size(); ++i)
    variance += w[i] * (values[i] - mean) * (values[i] - mean) / total;
  return {mean, variance * n / (n - 1)};
}

/// The larger of the weighted quantile and that of g chi^2_h with the same mean and variance.
double limit_of(const std::vector<double>& values, const std::vector<double>& w, double n, double p,
                double normal) {
  const auto [mean, variance] = moments(values, w, n);
  const double g = variance / (2 * mean), h = 2 * mean * mean / variance;
  const double root = std::max(0.0, 1 - 2 / (9 * h) + normal * std::sqrt(2 / (9 * h)));
  const double total = std::accumulate(w.begin(), w.end(), 0.0);
  std::vector<std::pair<double, double>> sorted;
  for (size_t i = 0; i < w.size(); ++i) sorted.push_back({values[i], w[i]});
  std::sort(sorted.begin(), sorted.end());
  double sum = 0, quantile = sorted.back().first;
  for (const auto& [value, weight] : sorted) {
    sum += weight;
    if (sum < p * total * (n + 1) / n) continue;
    quantile = value;
    break;
  }
  return std::max(quantile, g * h * root * root * root);
}

/// 150 samples: in the heavy sets the quantiles are the larger limits, in the others those of
/// chi-squared. Three samples: the divisor of the residuals is n / 2.
TEST(Diagnosis, LimitsFollowTheirDefinition) {
  const double probability[] = {0.95, 0.99}, normal[] = {1.6448536269514722, 2.3263478740408408};
  for (const int count : {3, 150}) {
    for (const bool heavy : {false, true}) {
      for (const bool weighted : {false, true}) {
        if (count == 3 && weighted) continue;
        const AboutAnAxis samples(count, heavy, weighted);
        const std::vector<double> w = weighted ? samples.weights : std::vector<double>(count, 1);
        double total = 0, squares = 0;
        for (const double one : w) {
          total += one;
          squares += one * one;
        }
        const double n = total * total / squares;
        const auto [mean, variance] = moments(samples.z, w, n);
        std::vector<double> distances;
        for (const double z : samples.z) {
          const double t = (z - mean) * (z - mean) / variance;
          const double scale = n / (n - 1), left = 1 - n * t / ((n - 1) * (n - 1));
          distances.push_back(t * scale * scale * (n - 2) / (n - 1) / std::max(left, 1 / n));
        }
        for (const bool centred : {false, true}) {
          SCOPED_TRACE(std::to_string(count) + (heavy ? " heavy" : "") +
                       (weighted ? " weighted" : "") + (centred ? " centred" : ""));
          const Reference found = samples.found(centred);
          ASSERT_EQ(found.mean.size(), 1u);
          EXPECT_NEAR(found.mean[0], mean, 1e-12);
          EXPECT_NEAR(found.covariance[0], variance, 1e-11 * variance);
          const double own = centred ? 1 : 0;
          std::vector<double> residuals = samples.r;
          for (double& r : residuals) r *= (n + own) / std::max(n - 1 - own, n / 2);
          for (int level = 0; level < 2; ++level) {
            const double p = probability[level], q = normal[level];
            const double residual = limit_of(residuals, w, n, p, q),
                         hotelling = limit_of(distances, w, n, p, q);
            EXPECT_NEAR(found.residual_limits[level], residual, 1e-9 * residual);
            EXPECT_NEAR(found.hotelling_limits[level], hotelling, 1e-9 * hotelling);
          }
        }
      }
    }
  }
}

/// Without weights T^2 of a left-out sample is that from the mean and variance of all others: the
/// largest limit of a heavy set is the largest of them.
TEST(Diagnosis, DistancesAreThoseOfLeftOutSamples) {
  const AboutAnAxis samples(150, true, false);
  std::vector<double> left;
  for (size_t n = 0; n < samples.z.size(); ++n) {
    std::vector<double> others = samples.z;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(n));
    const double count = static_cast<double>(others.size());
    const auto [mean, variance] = moments(others, std::vector<double>(others.size(), 1), count);
    left.push_back((samples.z[n] - mean) * (samples.z[n] - mean) / variance);
  }
  std::sort(left.begin(), left.end());
  const Reference found = samples.found(true);
  // 0.95 * 151 = 143.45 and 0.99 * 151 = 149.49: the 144th and the last of 150.
  EXPECT_NEAR(found.hotelling_limits[0], left[143], 1e-9 * left[143]);
  EXPECT_NEAR(found.hotelling_limits[1], left[149], 1e-9 * left[149]);
}

/// Nine samples at 0 and one at 1: without the tenth the variance is 0. T^2 = (n - 1)^2 / n, and
/// with the share 1 / n that always remains it becomes n^2 (n - 2) / (n - 1) = 800 / 9.
TEST(Diagnosis, ALeftOutSampleHasAFiniteDistance) {
  AboutAnAxis samples(10, false, false);
  samples.z.assign(10, 0);
  samples.z[4] = 1;
  EXPECT_NEAR(samples.found(false).hotelling_limits[0], 800.0 / 9, 1e-6);
}

/// Samples in the plane: the limit of the residual is 1e-5 of the mean squared norm.
TEST(Diagnosis, ResidualLimitsAreAboveRounding) {
  AboutAnAxis samples(40, false, true);
  std::fill(samples.r.begin(), samples.r.end(), 0.0);
  double norms = 0, total = 0;
  for (int n = 0; n < 40; ++n) {
    norms += samples.weights[n] * samples.z[n] * samples.z[n];
    total += samples.weights[n];
  }
  for (const double limit : samples.found(true).residual_limits)
    EXPECT_NEAR(limit, 1e-5 * norms / total, 1e-12);
}

/// Calls visit(index) for every position of a tensor, row-major.
template <class Visit>
void each_position(const std::vector<int>& dims, Visit visit) {
  std::vector<int> index(dims.size());
  for (;;) {
    visit(index);
    int k = static_cast<int>(dims.size()) - 1;
    while (k >= 0 && ++index[k] == dims[k]) index[k--] = 0;
    if (k < 0) return;
  }
}

/// prod_k C^(k)[index_k, p_k] for position p of the projected sample.
double weight_at(const Factors& c, const std::vector<int>& ranks, const std::vector<int>& index,
                 int p) {
  double product = 1;
  for (size_t k = ranks.size(); k-- > 0; p /= ranks[k]) product *= c[k](index[k], p % ranks[k]);
  return product;
}

/// Samples of a shape, projections of rank 2, a reference, and with `known` means of the variables.
struct AboutAPlane {
  Architecture a;
  Factors c;
  Dataset<double> dense, data;  // `data` may have the values of `dense` as sparse samples
  std::vector<double> latent, center;
  Matrix inverse;  // of the covariance
  Reference reference;

  AboutAPlane(const std::vector<int>& dims, bool sparse, bool known)
      : a{dims, std::vector<int>(dims.size(), 2), {}, 1} {
    Random random(11);
    for (const int dim : dims) c.push_back(random_rotation(random, dim).leftCols(2));
    dense = testing::random_dataset<double>(random, dims, 6, Task::kNone, 0);
    if (sparse) leave_out_a_third();
    data = sparse ? stored() : dense;
    const int size = a.latent_size();
    latent.resize(static_cast<size_t>(dense.count) * size);
    each_value([&](int n, const std::vector<int>& index, double x) {
      for (int p = 0; p < size; ++p) latent[n * size + p] += x * weight_at(c, a.ranks, index, p);
    });
    // Q D Q^T with D = 1, 2, .., and its inverse.
    const Matrix q = random_rotation(random, size);
    const Vector values = Vector::LinSpaced(size, 1, size);
    const Matrix covariance = q * values.asDiagonal() * q.transpose();
    inverse = q * values.cwiseInverse().asDiagonal() * q.transpose();
    reference.mean = testing::normal_values<double>(random, size);
    reference.covariance.assign(covariance.data(), covariance.data() + covariance.size());
    if (known) center = testing::normal_values<double>(random, dense.features());
  }

  /// Calls visit(n, index, value) for every value of `dense`.
  template <class Visit>
  void each_value(Visit visit) const {
    size_t i = 0;
    for (int n = 0; n < dense.count; ++n) {
      each_position(a.dims, [&](const std::vector<int>& index) { visit(n, index, dense.x[i++]); });
    }
  }
  Vector projected(int n) const {
    const auto first = latent.begin() + n * a.latent_size();
    return testing::vector_of(std::vector<double>(first, first + a.latent_size()));
  }

 private:
  void leave_out_a_third() {
    for (size_t i = 0; i < dense.x.size(); i += 3) dense.x[i] = 0;
  }
  Dataset<double> stored() const {
    Dataset<double> result = dense;
    result.sparse = true;
    result.x.clear();
    result.offsets.assign(dense.count + 1, 0);
    each_value([&](int n, const std::vector<int>& index, double x) {
      if (x == 0) return;
      result.x.push_back(x);
      result.index.insert(result.index.end(), index.begin(), index.end());
      result.offsets[n + 1] = static_cast<int>(result.x.size());
    });
    return result;
  }
};

/// Sums over all elements of one sample, by mode for each variable.
struct WholeSums {
  std::vector<Vector> squares, rests;     // of X - Xbar C^T
  std::vector<Vector> parts, deviations;  // of T^2, and from the mean
  double residual, hotelling;

  WholeSums(const AboutAPlane& plane, int sample) {
    const Vector z = plane.projected(sample), d = z - testing::vector_of(plane.reference.mean),
                 w = plane.inverse * d;
    hotelling = d.dot(w);
    residual = -z.squaredNorm();
    for (const int dim : plane.a.dims) {
      for (auto* list : {&squares, &rests, &parts, &deviations}) list->push_back(Vector::Zero(dim));
    }
    plane.each_value([&](int n, const std::vector<int>& index, double x) {
      if (n != sample) return;
      double in_plane = 0, of_d = 0, of_w = 0;
      for (int p = 0; p < z.size(); ++p) {
        const double weight = weight_at(plane.c, plane.a.ranks, index, p);
        in_plane += z[p] * weight;
        of_d += d[p] * weight;
        of_w += w[p] * weight;
      }
      residual += x * x;
      const double rest = x - in_plane,
                   deviation = plane.center.empty() ? of_d : x - plane.center[index[0]];
      for (size_t k = 0; k < index.size(); ++k) {
        squares[k][index[k]] += rest * rest;
        rests[k][index[k]] += rest;
        parts[k][index[k]] += deviation * of_w;
        deviations[k][index[k]] += deviation;
      }
    });
  }
};

/// The list of one sample and mode: each variable once with its value and its share of `total`, by
/// falling share, then -1.
void expect_list(std::span<const int> index, std::span<const double> value,
                 std::span<const double> share, const Vector& values, const Vector& parts,
                 double total) {
  std::vector<bool> listed(values.size());
  for (size_t m = 0; m < index.size(); ++m) {
    if (m >= listed.size()) {
      EXPECT_EQ(index[m], -1);
      EXPECT_EQ(value[m], 0);
      EXPECT_EQ(share[m], 0);
      continue;
    }
    const int at = index[m];
    ASSERT_TRUE(at >= 0 && at < values.size() && !listed[at]);
    listed[at] = true;
    EXPECT_NEAR(value[m], values[at], 1e-11);
    EXPECT_NEAR(share[m], parts[at] / total, 1e-11);
    if (m > 0) {
      EXPECT_LE(share[m], share[m - 1]);
    }
  }
}

class WholeTensors : public ::testing::TestWithParam<std::vector<int>> {};
INSTANTIATE_TEST_SUITE_P(Dims, WholeTensors,
                         ::testing::Values(std::vector<int>{5}, std::vector<int>{4, 3},
                                           std::vector<int>{3, 2, 4}));

TEST_P(WholeTensors, ContributionsAreTheirSums) {
  const std::vector<int>& dims = GetParam();
  constexpr int kMost = 5;
  for (const auto& [sparse, known] : {std::pair(false, false), {true, false}, {false, true}}) {
    if (known && dims.size() > 1) continue;
    const AboutAPlane plane(dims, sparse, known);
    const Diagnosis seen = diagnose(testing::pack(plane.data), plane.latent,
                                    Plane{plane.a, plane.c, plane.reference, plane.center}, kMost);
    ASSERT_EQ(seen.residual_index.size(), plane.dense.count * dims.size() * kMost);
    for (int n = 0; n < plane.dense.count; ++n) {
      SCOPED_TRACE(std::to_string(n) + (sparse ? " sparse" : "") + (known ? " known" : ""));
      const WholeSums expected(plane, n);
      EXPECT_NEAR(seen.residual[n], expected.residual, 1e-12);
      EXPECT_NEAR(seen.hotelling[n], expected.hotelling, 1e-12 * expected.hotelling);
      for (size_t k = 0; k < dims.size(); ++k) {
        const auto list = [&](const auto& all) {
          return std::span(all).subspan((n * dims.size() + k) * kMost, kMost);
        };
        expect_list(list(seen.residual_index), list(seen.residual_value), list(seen.residual_share),
                    expected.rests[k], expected.squares[k], expected.squares[k].sum());
        expect_list(list(seen.hotelling_index), list(seen.hotelling_value),
                    list(seen.hotelling_share), expected.deviations[k], expected.parts[k],
                    expected.hotelling);
      }
    }
  }
}

TEST(Diagnosis, ReferencesThatDoNotFitAreRefused) {
  Dataset<float> data = small_spiral().train;
  Fit<float> fit(data, nullptr, quick(0));
  Model<float> model = model_of(fit);
  const Reference r = model.reference(data);
  const auto refused = [&](const char* code, const char* part, const std::vector<double>& mean,
                           const std::vector<double>& covariance, std::vector<double> center) {
    testing::expect_error(code, {part}, [&] { model.diagnose(data, mean, covariance, center, 2); });
  };
  refused("shape", "1 means", {0}, r.covariance, {});
  refused("shape", "3 covariances", r.mean, {1, 0, 1}, {});
  refused("shape", "7 means of variables", r.mean, r.covariance, std::vector<double>(7));
  for (int i = 0; i < data.features(); ++i) data.x[3 * data.features() + i] = 3e38f;
  refused("value", "sample 3", r.mean, r.covariance, {});
}

}  // namespace
}  // namespace trip
