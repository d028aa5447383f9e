#pragma once
// The result of a training: a projection, a network and the scaling of the data, ready to transform
// and predict.

#include <trip/dataset.h>
#include <trip/diagnosis.h>
#include <trip/metrics.h>
#include <trip/options.h>
#include <trip/parameters.h>

#include <memory>
#include <string>
#include <vector>

namespace trip {

template <class T>
class Objective;

/// Everything about a model except its parameters.
struct ModelSpec {
  Method method = Method::kTrip;
  Architecture architecture;
  Task task = Task::kClassification;
  double lambda = 0;
  Standardizer scaling;
  /// Mean and divisor of each response of a regression; 0 and 1 without standardising, and for
  /// classes.
  Standardizer target{{0}, {1}};

  int responses() const { return task == Task::kRegression ? architecture.outputs : 1; }
};

/// A trained model. A failed call leaves it unchanged.
template <class T>
class Model {
 public:
  /// `parameters`: C^(k), G^(k), b1, then W and b of each further layer, as in
  /// Layout::outside_order(). Throws Error("shape") for a wrong length, Error("value") for numbers
  /// that are not finite.
  Model(const ModelSpec& spec, const std::vector<T>& parameters);
  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;
  ~Model();

  const ModelSpec& spec() const { return spec_; }
  /// Xbar, N x P row-major.
  std::vector<T> transform(const Dataset<T>& data);
  /// X from Xbar (N x P), N x prod I in the units of the data.
  std::vector<T> inverse_transform(const std::vector<T>& latent);
  /// The same in double, for variables whose mean is so large that T would lose their spread.
  std::vector<double> inverse_transform_exact(const std::vector<T>& latent);
  /// Class indices, or values in the units of the responses, N x responses.
  std::vector<double> predict(const Dataset<T>& data);
  std::vector<double> predict_latent(const std::vector<T>& latent);
  /// Softmax probabilities, N x c. Classification only.
  std::vector<T> predict_probability(const Dataset<T>& data);
  std::vector<T> predict_probability_latent(const std::vector<T>& latent);
  /// Samples count by their weights.
  Score score(const Dataset<T>& data);
  /// The distribution of the samples of a training set about the plane; empty when a projected
  /// sample is not finite.
  Reference reference(const Dataset<T>& training);
  /// The same for samples in packed form.
  Reference reference_of(const Samples<T>& training);
  /// How each sample lies to the plane. `mean` and `covariance` are those of a reference. `center`:
  /// of vectors, the training mean of each variable after standardising, or empty. `most`:
  /// contributions for each mode.
  Diagnosis diagnose(const Dataset<T>& data, const std::vector<double>& mean,
                     const std::vector<double>& covariance, const std::vector<double>& center,
                     int most);
  /// C^(mode), I x J row-major.
  std::vector<T> projection(int mode) const;
  /// Hash over scaling (mean, scale, target) and parameters.
  std::string fingerprint() const;

 private:
  Samples<T> samples(const Dataset<T>& data) const;
  Samples<T> latent_samples(const std::vector<T>& latent) const;
  std::vector<T> outputs(const Samples<T>& samples, bool probabilities);
  std::vector<double> predictions(const Samples<T>& samples);
  template <class To>
  std::vector<To> reconstructed(const std::vector<T>& latent);

  ModelSpec spec_;
  std::unique_ptr<Objective<T>> objective_;
  std::vector<T> outside_;
};

}  // namespace trip
