// Surrogates and local coefficients of any projected samples and targets.

#include <trip/surrogate.h>

#include "input.h"

namespace trip::fuzz {
namespace {

void check_fit(const RankOne& fit) {
  check(std::isfinite(fit.scale) && fit.scale >= 0, "the scale is finite and not negative");
  check(std::isfinite(fit.bias), "the bias is finite");
  for (const Vector& g : fit.g) check(std::fabs(g.norm() - 1) < 1e-6, "directions have length 1");
}

std::vector<double> flat(const Surrogate& s) {
  std::vector<double> all{s.fit.scale, s.fit.bias, s.fit.objective};
  for (const Matrix& axes : s.axes) all.insert(all.end(), axes.data(), axes.data() + axes.size());
  return all;
}

/// Values without infinities, in the range of predictions in single precision.
Matrix samples(Bytes& bytes, int rows, int columns) {
  Matrix result(rows, columns);
  const std::vector<double> values = numbers<double>(bytes, result.size());
  for (int i = 0; i < result.size(); ++i) {
    const double value = values[i];
    result.data()[i] = std::fabs(value) <= 3.4e38 ? value : 0;
  }
  return result;
}

}  // namespace

void surrogate(const uint8_t* data, size_t size) {
  Bytes bytes(data, size);
  Architecture a;
  a.ranks = sizes(bytes, 3, 3);
  a.dims = a.ranks;
  a.outputs = 1;
  Factors projections;
  for (int rank : a.ranks) projections.push_back(Matrix::Identity(rank, rank));
  const int count = bytes.ConsumeIntegralInRange(1, 12);
  const Matrix latent = samples(bytes, count, a.latent_size());
  const double sigma = number(bytes);
  std::vector<double> weights;
  if (bytes.ConsumeBool()) weights.assign(count, 0.5);
  if (!weights.empty() && bytes.ConsumeBool()) weights[count - 1] = 0;
  const std::vector<Vector> targets{samples(bytes, count, 1).col(0)};
  const int sample = bytes.ConsumeIntegralInRange(0, count - 1);
  accepted([&] {
    const Explainer explainer(a, projections, latent, sigma, weights);
    check(explainer.sigma() > 0 && explainer.neighbours(sample) >= 1, "a sample is its neighbour");
    const std::vector<Surrogate> surrogates{explainer.surrogate(targets[0], 3)};
    check_same(flat(surrogates[0]), flat(explainer.surrogate(targets[0], 3)), "a surrogate");
    if (latent.cwiseAbs().maxCoeff() > 1e15 || targets[0].cwiseAbs().maxCoeff() > 1e15) return;
    check_fit(surrogates[0].fit);
    const LocalCoefficients local = explainer.local(sample, targets, surrogates)[0];
    check_fit(local.fit);
    for (const Vector& g : local.original) check(g.allFinite(), "local coefficients are finite");
  });
}

}  // namespace trip::fuzz
