#include <trip/error.h>
#include <trip/fingerprint.h>
#include <trip/metrics.h>
#include <trip/model.h>

#include <algorithm>
#include <cmath>

#include "loss.h"
#include "objective.h"

namespace trip {
namespace {

std::string shape_text(const std::vector<int>& dims) {
  std::string result;
  for (int size : dims) result += (result.empty() ? "" : " x ") + std::to_string(size);
  return result;
}

/// Rejects samples whose values overflow single precision, since their predictions would be
/// meaningless.
template <class T>
void require_finite(const T* tile, int first, int count, int size) {
  for (int n = 0; n < count; ++n) {
    for (int k = 0; k < size; ++k) {
      const T value = tile[k * kTile + n];
      if (!std::isfinite(value)) {
        fail("value",
             {"data: the values of sample ", first + n,
              " are too large for single precision; the model computes ", value, " from them"});
      }
    }
  }
}

/// Copies a tile with `size` values per sample to its rows of `all`, N x size.
template <class T>
void unpack(const T* tile, int first, int count, int size, std::vector<T>& all) {
  require_finite(tile, first, count, size);
  for (int n = 0; n < count; ++n) {
    for (int k = 0; k < size; ++k)
      all[static_cast<size_t>(first + n) * size + k] = tile[k * kTile + n];
  }
}

/// The architecture, when it has as many parameters. Memory of this size is allocated only after
/// this check.
const Architecture& with_parameters(const Architecture& a, size_t count) {
  const int size = Layout(a.checked()).outside_size;
  require(count == static_cast<size_t>(size), "shape",
          {"the model needs ", size, " parameters, got ", count});
  return a;
}

}  // namespace

template <class T>
Model<T>::Model(const ModelSpec& spec, const std::vector<T>& parameters)
    : spec_(spec),
      objective_(
          std::make_unique<Objective<T>>(with_parameters(spec.architecture, parameters.size()),
                                         spec.task, spec.lambda, ProjectionMode::kFixed)),
      outside_(parameters) {
  const Layout& layout = objective_->layout();
  double features = 1;
  for (int size : spec.architecture.dims) features *= size;
  const size_t means = spec.scaling.mean.size(), scales = spec.scaling.scale.size();
  require(means == scales && (means == 0 || static_cast<double>(means) == features), "shape",
          {"the model needs a mean and a scale for each of ", features, " variables or none, got ",
           means, " and ", scales});
  const size_t responses = spec.responses();
  require(spec.target.mean.size() == responses && spec.target.scale.size() == responses, "shape",
          {"the model needs a mean and a scale for each of ", responses, " responses, got ",
           spec.target.mean.size(), " and ", spec.target.scale.size()});
  require(std::all_of(parameters.begin(), parameters.end(), [](T p) { return std::isfinite(p); }),
          "value", {"a parameter of the model is not a finite number"});
  layout.from_outside(parameters.data(), objective_->parameters().data());
  objective_->update();
}

template <class T>
Model<T>::Model(Model&&) noexcept = default;
template <class T>
Model<T>& Model<T>::operator=(Model&&) noexcept = default;
template <class T>
Model<T>::~Model() = default;

template <class T>
Samples<T> Model<T>::samples(const Dataset<T>& data) const {
  require(data.dims == spec_.architecture.dims, "shape",
          {"the model takes samples of ", shape_text(spec_.architecture.dims), ", got ",
           shape_text(data.dims)});
  validate(data, "data");
  require(!data.sparse || spec_.scaling.empty(), "value",
          {"the model standardises its variables and takes dense samples only"});
  return Samples<T>(data, spec_.scaling, spec_.target);
}

template <class T>
Samples<T> Model<T>::latent_samples(const std::vector<T>& latent) const {
  const int size = spec_.architecture.latent_size();
  require(!latent.empty() && latent.size() % size == 0, "shape",
          {"projected samples need a multiple of ", size, " values, got ", latent.size()});
  for (size_t i = 0; i < latent.size(); ++i) {
    require(std::isfinite(latent[i]), "value",
            {"latent[", i, "] is ", latent[i], ", not a finite number"});
  }
  return Samples<T>(latent, size, nullptr);
}

template <class T>
std::vector<T> Model<T>::transform(const Dataset<T>& data) {
  const Samples<T> packed = samples(data);
  const int size = spec_.architecture.latent_size();
  std::vector<T> latent(static_cast<size_t>(packed.count()) * size);
  objective_->for_each_tile(packed, [&](int first, int count, const T* xbar, const T*) {
    unpack(xbar, first, count, size, latent);
  });
  return latent;
}

template <class T>
template <class To>
std::vector<To> Model<T>::reconstructed(const std::vector<T>& latent) {
  const int size = spec_.architecture.latent_size();
  latent_samples(latent);  // checks
  std::vector<To> x;
  for (size_t n = 0; n < latent.size(); n += size) {
    const std::vector<T> sample = reconstruct(spec_.architecture, objective_->layout(),
                                              objective_->projection().data(), &latent[n]);
    for (size_t i = 0; i < sample.size(); ++i)
      x.push_back(static_cast<To>(spec_.scaling.invert(sample[i], static_cast<int>(i))));
  }
  return x;
}

template <class T>
std::vector<T> Model<T>::inverse_transform(const std::vector<T>& latent) {
  return reconstructed<T>(latent);
}

template <class T>
std::vector<double> Model<T>::inverse_transform_exact(const std::vector<T>& latent) {
  return reconstructed<double>(latent);
}

/// N x c: logits or scaled predictions, or the softmax probabilities of the logits.
template <class T>
std::vector<T> Model<T>::outputs(const Samples<T>& samples, bool probabilities) {
  require(!probabilities || spec_.task == Task::kClassification, "option",
          {"probabilities need a classification model; this model predicts a number"});
  const int c = spec_.architecture.outputs;
  std::vector<T> result(static_cast<size_t>(samples.count()) * c), tile(c * kTile);
  objective_->for_each_tile(samples, [&](int first, int count, const T* xbar, const T* out) {
    require_finite(xbar, first, count, spec_.architecture.latent_size());
    if (probabilities) softmax(out, c, padded(count) / kLanes, tile.data());
    unpack(probabilities ? tile.data() : out, first, count, c, result);
  });
  return result;
}

template <class T>
std::vector<double> Model<T>::predictions(const Samples<T>& samples) {
  const std::vector<T> out = outputs(samples, false);
  std::vector<double> result;
  if (spec_.task == Task::kClassification) {
    for (int c : predicted_classes(out, spec_.architecture.outputs)) result.push_back(c);
  } else {
    const size_t responses = spec_.responses();
    for (size_t at = 0; at < out.size(); ++at) {
      const double value = spec_.target.invert(out[at], static_cast<int>(at % responses));
      require(
          std::isfinite(value), "value",
          {"the prediction of sample ", at / responses, " is ", value, ", not a finite number"});
      result.push_back(value);
    }
  }
  return result;
}

template <class T>
std::vector<double> Model<T>::predict(const Dataset<T>& data) {
  return predictions(samples(data));
}

template <class T>
std::vector<double> Model<T>::predict_latent(const std::vector<T>& latent) {
  return predictions(latent_samples(latent));
}

template <class T>
std::vector<T> Model<T>::predict_probability(const Dataset<T>& data) {
  return outputs(samples(data), true);
}

template <class T>
std::vector<T> Model<T>::predict_probability_latent(const std::vector<T>& latent) {
  return outputs(latent_samples(latent), true);
}

template <class T>
Score Model<T>::score(const Dataset<T>& data) {
  require(
      data.task == spec_.task && (data.task == Task::kRegression ? data.responses : data.classes) ==
                                     spec_.architecture.outputs,
      "value",
      {"score needs data with the response that the model was trained on: ",
       spec_.task == Task::kRegression ? "real numbers" : "classes",
       ", outputs: ", spec_.architecture.outputs});
  const Samples<T> packed = samples(data);
  const Means means = objective_->means(objective_->evaluate(packed));
  Score score;
  if (spec_.task == Task::kClassification) {
    const int c = data.classes;
    std::vector<double> p(static_cast<size_t>(data.count) * c);
    std::vector<T> tile(c * kTile);
    std::vector<int> predicted(data.count);
    objective_->for_each_tile(packed, [&](int first, int count, const T* xbar, const T* out) {
      require_finite(xbar, first, count, spec_.architecture.latent_size());
      require_finite(out, first, count, c);
      softmax(out, c, padded(count) / kLanes, tile.data());
      for (int n = 0; n < count; ++n) {
        int best = 0;
        double* row = &p[static_cast<size_t>(first + n) * c];
        for (int k = 0; k < c; ++k) {
          if (out[k * kTile + n] > out[best * kTile + n]) best = k;
          row[k] = static_cast<double>(tile[k * kTile + n]);
        }
        predicted[first + n] = best;
      }
    });
    score = score_classes(predicted, p, data.labels, c, data.weights);
  } else {
    score = score_values(predictions(packed), data.targets, data.responses, data.weights);
  }
  score.loss = means.loss;
  score.reconstruction = means.reconstruction;
  score.objective = means.objective;
  return score;
}

template <class T>
Reference Model<T>::reference_of(const Samples<T>& training) {
  const std::vector<T> latent = objective_->project(training);
  if (!std::all_of(latent.begin(), latent.end(), [](T z) { return std::isfinite(z); })) return {};
  return trip::reference_of(training, latent, spec_.architecture.latent_size(),
                            !spec_.scaling.empty());
}

template <class T>
Reference Model<T>::reference(const Dataset<T>& training) {
  return reference_of(samples(training));
}

template <class T>
Diagnosis Model<T>::diagnose(const Dataset<T>& data, const std::vector<double>& mean,
                             const std::vector<double>& covariance,
                             const std::vector<double>& center, int most) {
  const Architecture& a = spec_.architecture;
  const size_t size = a.latent_size();
  require(size <= kMostDiagnosed && mean.size() == size && covariance.size() == size * size,
          "shape",
          {"the reference has ", mean.size(), " means and ", covariance.size(),
           " covariances; a model of ", size, " projected dimensions, at most ", kMostDiagnosed,
           ", needs one and their square"});
  require(center.empty() || (a.modes() == 1 && center.size() == static_cast<size_t>(a.dims[0])),
          "shape", {"the reference has ", center.size(), " means of variables"});
  const Samples<T> packed = samples(data);
  const std::vector<T> latent = objective_->project(packed);
  for (int n = 0; n < packed.count(); ++n) {
    // The projection preserves no more than the norm.
    require(std::isfinite(packed.squared_norm(n)), "value",
            {"data: the values of sample ", n, " are too large for single precision"});
  }
  Factors projections;
  for (int k = 0; k < a.modes(); ++k) projections.push_back(matrix_of(projection(k), a.ranks[k]));
  const Reference reference{mean, covariance, {}, {}};
  return trip::diagnose(packed, latent, Plane{a, projections, reference, center}, most);
}

template <class T>
std::vector<T> Model<T>::projection(int mode) const {
  const int modes = spec_.architecture.modes();
  require(mode >= 0 && mode < modes, "option",
          {"mode must be an integer from 0 to ", modes - 1, ", got ", mode});
  int offset = 0;
  for (int k = 0; k < mode; ++k) offset += spec_.architecture.dims[k] * spec_.architecture.ranks[k];
  const auto begin = outside_.begin() + offset;
  return {begin, begin + spec_.architecture.dims[mode] * spec_.architecture.ranks[mode]};
}

template <class T>
std::string Model<T>::fingerprint() const {
  Fingerprint f;
  f.add("mean", spec_.scaling.mean);
  f.add("scale", spec_.scaling.scale);
  std::vector<double> target = spec_.target.mean;
  target.insert(target.end(), spec_.target.scale.begin(), spec_.target.scale.end());
  f.add("target", target);
  f.add("parameters", outside_);
  return f.hex();
}

template class Model<float>;
template class Model<double>;

}  // namespace trip
