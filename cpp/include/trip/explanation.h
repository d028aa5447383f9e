#pragma once
// The predictions of a model explained: surrogates of several targets on one set of samples.

#include <trip/model.h>
#include <trip/surrogate.h>

#include <vector>

namespace trip {

/// An Explainer with the targets that it has been given and their surrogates.
class Explanation {
 public:
  /// `latent`: samples projected by the model, N x P row-major; `sigma` as of Explainer.
  template <class T>
  Explanation(const Model<T>& model, const std::vector<double>& latent, double sigma);

  /// N predictions, and their surrogate. After an exception the targets are those before.
  Surrogate add_target(const std::vector<double>& values);
  /// Local regression coefficients of a sample, of each target.
  std::vector<LocalCoefficients> local(int sample) const;
  double sigma() const { return explainer_.sigma(); }
  double neighbours(int sample) const { return explainer_.neighbours(sample); }

 private:
  Explainer explainer_;
  std::vector<Vector> targets_;
  std::vector<Surrogate> surrogates_;
};

}  // namespace trip
