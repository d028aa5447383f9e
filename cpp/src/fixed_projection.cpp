#include "fixed_projection.h"

#include <trip/baselines.h>
#include <trip/error.h>
#include <trip/linear_algebra.h>
#include <trip/tucker.h>

#include <utility>

namespace trip {
namespace {

/// Largest deviation of the products of columns: projections are used in single precision.
constexpr double kOrthonormalBound = 1e-4;

void check_use(const Options& o) {
  const bool given = !o.projection.empty();
  require(given || o.method != Method::kFixed, "option",
          {"method 'fixed' needs a projection, but none is given"});
  if (!given) return;
  require(
      o.method == Method::kFixed || o.method == Method::kTrip, "option",
      {"projection is for the methods 'fixed' and 'trip'; the other methods compute their own"});
  require(!o.search, "option",
          {"projection and search are two ways to start; one of them is accepted"});
  require(o.method == Method::kFixed || o.start.empty(), "option",
          {"projection and start are two ways to start; one of them is accepted"});
}

}  // namespace

Factors given_projection(const Options& o, const Architecture& a) {
  check_use(o);
  Factors result;
  if (o.projection.empty()) return result;
  size_t size = 0;
  for (int k = 0; k < a.modes(); ++k) size += static_cast<size_t>(a.dims[k]) * a.ranks[k];
  require(o.projection.size() == size, "option",
          {"projection has ", o.projection.size(), " numbers; ", size, " are accepted"});
  const double* next = o.projection.data();
  for (int k = 0; k < a.modes(); ++k) {
    result.push_back(Eigen::Map<const Matrix>(next, a.dims[k], a.ranks[k]));
    next += result.back().size();
    const std::string name = to_text({"projection of mode ", k});
    require_orthonormal("option", name.c_str(), result.back(), kOrthonormalBound);
  }
  return result;
}

template <class T>
Factors fixed_projection(const Options& o, const Factors& given, const Dataset<T>& train,
                         const Samples<T>& packed) {
  if (o.method == Method::kFixed) return given;
  // A rotation smaller than this tolerance changes no visible result.
  if (o.method == Method::kTucker) return hooi(packed, train.dims, o.ranks, 1e-4, 50).c;
  const auto fixed = [&](const auto& samples) -> Factors {
    return {o.method == Method::kPca ? pca(samples, o.ranks[0]).c
                                     : lda(samples, train.classes, o.ranks[0], o.lda_ridge).c};
  };
  if (train.exact.empty() || o.standardize) return fixed(packed);
  std::vector<double> weights = relative_weights(train.weights);
  const std::vector<double> mean =
      Standardizer::fit(train.exact, train.count, train.features(), weights).mean;
  if (weights.empty()) weights.assign(train.count, 1);
  Matrix x = matrix_of(train.exact, train.features());
  x.rowwise() -= Eigen::Map<const Eigen::RowVectorXd>(mean.data(), train.features());
  return fixed(ExactSamples{std::move(x), weights, train.labels});
}

template Factors fixed_projection(const Options&, const Factors&, const Dataset<float>&,
                                  const Samples<float>&);
template Factors fixed_projection(const Options&, const Factors&, const Dataset<double>&,
                                  const Samples<double>&);

}  // namespace trip
