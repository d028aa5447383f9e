#pragma once
// Core types from the arguments of a call, and to its results, one value after the other.
// web/lib/core.ts has the same functions in the same order.

#include <trip/error.h>
#include <trip/generators.h>
#include <trip/surrogate.h>
#include <trip/trainer.h>

#include <cmath>
#include <initializer_list>
#include <limits>
#include <type_traits>
#include <vector>

#include "host.h"

namespace trip::wasm {

template <class T>
constexpr Kind kKind = std::is_same_v<T, int>     ? Kind::kInt
                       : std::is_same_v<T, float> ? Kind::kFloat
                                                  : Kind::kDouble;

// Core to JavaScript

inline void give(double value) { host_give(value); }

template <class T>
void give(const std::vector<T>& values) {
  host_give_array(kKind<T>, values.data(), static_cast<int>(values.size()));
}

/// As many arrays as there are modes.
inline void give(const std::vector<std::vector<double>>& modes) {
  for (const std::vector<double>& mode : modes) give(mode);
}

/// RawSpec of web/lib/raw.ts.
inline void give(const ModelSpec& spec) {
  const Architecture& a = spec.architecture;
  give(static_cast<int>(spec.method));
  give(a.dims);
  give(a.ranks);
  give(a.hidden);
  give(static_cast<int>(spec.task));
  give(a.outputs);
  give(spec.lambda);
  give(spec.scaling.mean);
  give(spec.scaling.scale);
  give(spec.target_mean);
  give(spec.target_scale);
}

/// Rows of 6: loss, reconstruction, objective, accuracy, testLoss, testAccuracy.
inline void give_history(const std::vector<HistoryRow>& history, int from) {
  std::vector<double> rows;
  for (size_t i = from < 0 ? 0 : from; i < history.size(); ++i) {
    const HistoryRow& h = history[i];
    rows.insert(rows.end(),
                {h.loss, h.reconstruction, h.objective, h.accuracy, h.test_loss, h.test_accuracy});
  }
  give(rows);
}

/// Rows of 9: restart, objective, loss, reconstruction, accuracy, testLoss, testAccuracy, epochs,
/// diverged.
inline void give(const std::vector<RestartReport>& reports) {
  std::vector<double> rows;
  for (const RestartReport& r : reports) {
    rows.insert(rows.end(), {static_cast<double>(r.restart), r.objective, r.loss, r.reconstruction,
                             r.accuracy, r.test_loss, r.test_accuracy,
                             static_cast<double>(r.epochs), r.diverged ? 1.0 : 0.0});
  }
  give(rows);
}

/// loss, reconstruction, objective, accuracy on the training set, then on the test set.
inline void give(const Evaluation& e, const ModelSpec& spec) {
  std::vector<double> row(8, std::numeric_limits<double>::quiet_NaN());
  for (int set = 0; set < (e.has_test ? 2 : 1); ++set) {
    const Totals& t = set == 0 ? e.train : e.test;
    double* to = &row[4 * set];
    to[0] = t.mean_loss();
    to[1] = t.mean_reconstruction();
    to[2] = t.objective(spec.lambda);
    if (spec.task == Task::kClassification) to[3] = t.accuracy();
  }
  give(row);
}

inline void give(const Score& score) {
  for (double value : {score.loss, score.reconstruction, score.objective, score.accuracy, score.auc,
                       score.rmse, score.pearson})
    give(value);
  give(score.confusion);
}

inline void give(const RankOne& fit) {
  give(fit.g);
  give(fit.scale);
  give(fit.bias);
  give(fit.objective);
}

inline void give(const Surrogate& surrogate) {
  give(surrogate.fit);
  give(surrogate.rotation);
  give(surrogate.singular_values);
  give(surrogate.rotated);
  give(surrogate.axes);
  give(surrogate.correlation);
}

inline void give(const LocalCoefficients& local) {
  give(local.fit);
  give(local.rotated);
  give(local.original);
}

/// RawDataset of web/lib/raw.ts, for data that the core has made.
inline void give(const Dataset<float>& data) {
  give(data.count);
  give(data.dims);
  give(data.x);
  give(static_cast<int>(data.task));
  give(data.classes);
  give(data.labels);
  give(data.targets);
  give(data.offsets);
  give(data.index);
}

// JavaScript to core

inline double take() { return host_take(); }

/// To an integer of the core; the package has checked that it is one, large ones are cut here.
inline int take_int() {
  const double value = take();
  return static_cast<int>(value < -2147483647.0  ? -2147483647.0
                          : value > 2147483647.0 ? 2147483647.0
                                                 : value);
}

inline uint64_t take_seed() {
  const double value = take();
  require(value >= 0 && value <= static_cast<double>(kMaxSeed) && value == std::floor(value),
          "option", {"a seed must be an integer from 0 to 2^53 - 1, got ", value});
  return static_cast<uint64_t>(value);
}

template <class T>
std::vector<T> take_array() {
  std::vector<T> values(host_length());
  host_copy(kKind<T>, values.data());
  return values;
}

/// RawDataset of web/lib/raw.ts.
inline Dataset<float> take_dataset() {
  Dataset<float> data;
  data.count = take_int();
  data.dims = take_array<int>();
  data.x = take_array<float>();
  data.task = static_cast<Task>(take_int());
  data.classes = take_int();
  data.labels = take_array<int>();
  data.targets = take_array<float>();
  data.offsets = take_array<int>();
  data.index = take_array<int>();
  data.sparse = !data.offsets.empty();
  return data;
}

/// RawOptions of web/lib/raw.ts.
inline Options take_options() {
  Options o;
  o.method = static_cast<Method>(take_int());
  o.ranks = take_array<int>();
  o.hidden = take_array<int>();
  o.lambda = take();
  o.epochs = take_int();
  o.batch_size = take_int();
  o.learning_rate = take();
  o.standardize = take() != 0;
  o.standardize_target = take() != 0;
  o.first_restart = take_int();
  o.restarts = take_int();
  o.search = take() != 0;
  o.start = take_array<float>();
  o.start_seed = take_seed();
  o.order_seed = take_seed();
  o.record = take_int();
  const double ridge = take();
  if (ridge == ridge) o.lda_ridge = ridge;
  return o;
}

inline ModelSpec take_spec() {
  ModelSpec spec;
  spec.method = static_cast<Method>(take_int());
  spec.architecture.dims = take_array<int>();
  spec.architecture.ranks = take_array<int>();
  spec.architecture.hidden = take_array<int>();
  spec.task = static_cast<Task>(take_int());
  spec.architecture.outputs = take_int();
  spec.lambda = take();
  spec.scaling.mean = take_array<double>();
  spec.scaling.scale = take_array<double>();
  spec.target_mean = take();
  spec.target_scale = take();
  return spec;
}

}  // namespace trip::wasm
