#include <trip/explanation.h>

namespace trip {
namespace {

template <class T>
Factors projections_of(const Model<T>& model) {
  const Architecture& a = model.spec().architecture;
  Factors projections;
  for (int k = 0; k < a.modes(); ++k)
    projections.push_back(matrix_of(model.projection(k), a.ranks[k]));
  return projections;
}

}  // namespace

template <class T>
Explanation::Explanation(const Model<T>& model, const std::vector<double>& latent, double sigma,
                         const std::vector<double>& weights)
    : explainer_(model.spec().architecture, projections_of(model),
                 matrix_of(latent, model.spec().architecture.latent_size()), sigma, weights) {}

Surrogate Explanation::add_target(const std::vector<double>& values) {
  const Vector target = matrix_of(values, 1);
  const Surrogate surrogate = explainer_.surrogate(target);
  targets_.reserve(targets_.size() + 1);
  surrogates_.reserve(surrogates_.size() + 1);
  targets_.push_back(target);
  surrogates_.push_back(surrogate);
  return surrogate;
}

std::vector<LocalCoefficients> Explanation::local(int sample) const {
  return explainer_.local(sample, targets_, surrogates_);
}

template Explanation::Explanation(const Model<float>&, const std::vector<double>&, double,
                                  const std::vector<double>&);
template Explanation::Explanation(const Model<double>&, const std::vector<double>&, double,
                                  const std::vector<double>&);

}  // namespace trip
