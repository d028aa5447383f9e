#pragma once
// The state of a restart: its samples, the objective on them, and the position within an epoch.

#include <trip/search.h>
#include <trip/trainer.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
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
  bool has_validation() const { return validation.count() > 0; }
  /// Offset of the first parameter that is trained.
  int first_trained() const { return learned ? 0 : objective.layout().network_begin; }
  Means train_means() { return objective.means(objective.evaluate(train)); }
  Means test_means() { return means_of(test); }
  Means validation_means() { return means_of(validation); }
  template <class Change>
  void in_every_set(Change change) {
    for (Samples<T>* samples : {&train, &test, &validation})
      if (samples->count() > 0) *samples = change(*samples);
  }
  /// Xbar of the samples, with their norms and responses.
  Samples<T> projected(const Samples<T>& samples) {
    return Samples<T>(objective.project(samples), objective.architecture().latent_size(), &samples);
  }

  bool learned;  // whether the projection is learned
  Samples<T> train, test, validation;
  Objective<T> objective;
  Adam<T> adam;

 private:
  /// Not-a-number for an empty set.
  Means means_of(const Samples<T>& samples) {
    return samples.count() > 0 ? objective.means(objective.evaluate(samples)) : Means();
  }
};

/// The span of the leading directions (search.h), and the space of the samples in its coordinates.
template <class T>
struct SearchedSpan {
  Span span;
  Space<T> space;
  std::vector<Factors> starts;
};

/// The state with the lowest validation loss of a restart.
template <class T>
struct BestState {
  bool any() const { return epoch >= 0; }
  /// Offers the state at the end of an epoch. A loss that is not a number is never lower.
  void offer(double now, int at, double min_delta, std::span<const T> state) {
    if (now < loss) {
      loss = now;
      epoch = at;
      std::copy(state.begin(), state.end(), parameters.begin());
    }
    if (now < reference - min_delta) {
      reference = now;
      improved = at;
    }
  }
  /// Whether Options::patience ends the restart after this epoch.
  bool out_of_patience(int patience, int at) const {
    return any() && patience > 0 && at - improved >= patience;
  }
  /// Returns to the state, if there is one.
  void restore(Objective<T>& objective) const {
    if (!any()) return;
    std::copy(parameters.begin(), parameters.end(), objective.parameters().begin());
    objective.update();
  }

  template <class Archive>
  void visit_state(Archive& archive) {
    archive.array(parameters);
    archive.number(loss);
    archive.count(epoch);
    archive.count(improved);
    archive.number(reference);
  }

  Buffer<T> parameters;
  double loss = std::numeric_limits<double>::infinity();
  int epoch = -1;
  /// The last epoch whose loss was lower than `reference` by more than min_delta, and its loss,
  /// which is the next reference: several small decreases count together.
  int improved = 0;
  double reference = std::numeric_limits<double>::infinity();
};

/// State of a restart and within an epoch.
template <class T>
struct Progress {
  bool beyond_limit(double value) const { return !(std::fabs(value) <= limit); }
  void save(Objective<T>& objective) {
    saved.assign(objective.parameters().begin(), objective.parameters().end());
  }
  /// Between two epochs, when the position is 0 and the sums begin again.
  template <class Archive>
  void visit_state(Archive& archive) {
    random.visit_state(archive);
    archive.permutation(order);
    archive.number(limit);
    archive.array(saved);
    best.visit_state(archive);
  }

  Random random{0};
  std::vector<int> order;  // order of the samples
  int position = 0;        // position in the order
  Totals totals;           // sums of the epoch so far
  double limit = 0;        // a batch with a larger objective has diverged
  Buffer<T> saved;         // the last parameters known to be finite
  BestState<T> best;       // used with a validation set
};

}  // namespace trip
