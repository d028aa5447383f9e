#pragma once
// Explains the predictions of a model by surrogates of several targets on one set of samples.

#include <trip/model.h>
#include <trip/surrogate.h>

#include <vector>

namespace trip {

/// An Explainer that keeps its targets and their surrogates.
class Explanation {
 public:
  /// `latent`: samples projected by the model, N x P row-major; `sigma` and `weights` as in
  /// Explainer.
  template <class T>
  Explanation(const Model<T>& model, const std::vector<double>& latent, double sigma,
              const std::vector<double>& weights = {});

  /// Adds a target (N predictions) and returns its surrogate. An exception leaves the targets
  /// unchanged.
  Surrogate add_target(const std::vector<double>& values);
  /// Local regression coefficients of one sample, an entry per target.
  std::vector<LocalCoefficients> local(int sample) const;
  double sigma() const { return explainer_.sigma(); }
  double neighbours(int sample) const { return explainer_.neighbours(sample); }

 private:
  Explainer explainer_;
  std::vector<Vector> targets_;
  std::vector<Surrogate> surrogates_;
};

}  // namespace trip
