#pragma once
// The state of a restart: its samples, the objective on them, and the position within an epoch.

#include <trip/search.h>
#include <trip/trainer.h>

#include <cmath>
#include <vector>

#include "adam.h"
#include "objective.h"

namespace trip {

/// The samples that a restart learns from (projected ones if the projection is fixed) and the
/// objective on them.
template <class T>
struct Space {
  Space(const ModelSpec& spec, const std::vector<int>& dims, double learning_rate)
      : learned(spec.method == Method::kTrip),
        objective(
            {dims, spec.architecture.ranks, spec.architecture.hidden, spec.architecture.outputs},
            spec.task, spec.lambda, learned ? ProjectionMode::kLearned : ProjectionMode::kFixed),
        adam(objective.layout().size, learning_rate) {}

  bool has_test() const { return test.count() > 0; }
  /// Offset of the first parameter that is trained.
  int first_trained() const { return learned ? 0 : objective.layout().network_begin; }
  Means train_means() { return objective.means(objective.evaluate(train)); }
  Means test_means() { return has_test() ? objective.means(objective.evaluate(test)) : Means(); }
  /// Xbar of the samples, with their norms and responses.
  Samples<T> projected(const Samples<T>& samples) {
    return Samples<T>(objective.project(samples), objective.architecture().latent_size(), &samples);
  }

  bool learned;  // whether the projection is learned
  Samples<T> train, test;
  Objective<T> objective;
  Adam<T> adam;
};

/// The span of the leading directions (search.h), and the space of the samples in its coordinates.
template <class T>
struct SearchedSpan {
  Span span;
  Space<T> space;
  std::vector<Factors> starts;
};

/// State within an epoch.
template <class T>
struct Progress {
  bool beyond_limit(double value) const { return !(std::fabs(value) <= limit); }
  void save(Objective<T>& objective) {
    saved.assign(objective.parameters().begin(), objective.parameters().end());
  }

  Random random{0};
  std::vector<int> order;  // order of the samples
  int position = 0;        // position in the order
  Totals totals;           // sums of the epoch so far
  double limit = 0;        // a batch with a larger objective has diverged
  Buffer<T> saved;         // the last parameters known to be finite
};

}  // namespace trip
