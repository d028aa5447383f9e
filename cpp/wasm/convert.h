#pragma once
// JavaScript values <-> core types. Arrays are copied both ways: nothing that leaves here views the
// heap.

#include <emscripten/bind.h>
#include <emscripten/val.h>
#include <trip/error.h>
#include <trip/generators.h>
#include <trip/surrogate.h>
#include <trip/trainer.h>

#include <cmath>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace trip::wasm {

using emscripten::typed_memory_view;
using emscripten::val;

/// What a C++ exception becomes in JavaScript: an Error with a `code`.
struct Failure {
  std::string code, message;
};

/// Of the exception being handled. Not a template, so that the many guarded functions share it.
inline Failure current_failure() {
  try {
    throw;
  } catch (const Error& error) {
    return {error.code(), error.what()};
  } catch (const std::bad_alloc&) {
    return {"memory", "not enough memory in WebAssembly for this size"};
  } catch (const std::length_error&) {  // a vector longer than any memory
    return {"memory", "not enough memory in WebAssembly for this size"};
  } catch (const std::exception& error) {
    return {"internal", error.what()};
  }
}

[[noreturn]] inline void throw_js(const Failure& failure) {
  val error = val::global("Error").new_(failure.message);
  error.set("code", failure.code);
  error.throw_();
  __builtin_unreachable();
}

/// Every bound function goes through here: the JavaScript error is thrown after all destructors
/// have run.
template <class Function>
auto guarded(Function function) {
  Failure failure;
  try {
    return function();
  } catch (...) {
    failure = current_failure();
  }
  throw_js(failure);
}

template <class T>
val to_array(const std::vector<T>& values) {
  return val(typed_memory_view(values.size(), values.data())).template call<val>("slice");
}

/// A plain array of small integers.
inline val to_list(const std::vector<int>& values) {
  val list = val::array();
  for (size_t i = 0; i < values.size(); ++i) list.set(i, values[i]);
  return list;
}

template <class T>
std::vector<T> to_vector(const val& array) {
  return emscripten::convertJSArrayToNumberVector<T>(array);
}

/// A JavaScript number to an integer of the core; the package has checked that it is one, large
/// ones are cut here.
inline int to_int(const val& number) {
  const double value = number.as<double>();
  return static_cast<int>(value < -2147483647.0  ? -2147483647.0
                          : value > 2147483647.0 ? 2147483647.0
                                                 : value);
}

inline uint64_t to_seed(const val& number) {
  const double value = number.as<double>();
  require(value >= 0 && value <= static_cast<double>(kMaxSeed) && value == std::floor(value),
          "option", {"a seed must be an integer from 0 to 2^53 - 1, got ", value});
  return static_cast<uint64_t>(value);
}

inline Task to_task(const std::string& name) {
  return name == "classification" ? Task::kClassification
         : name == "regression"   ? Task::kRegression
                                  : Task::kNone;
}

inline std::string from_task(Task task) {
  return task == Task::kRegression ? "regression" : "classification";
}

inline Method to_method(const std::string& name) {
  if (name == "pca") return Method::kPca;
  if (name == "lda") return Method::kLda;
  if (name == "tucker") return Method::kTucker;
  require(name == "trip", "option",
          {"method must be 'trip', 'pca', 'lda' or 'tucker', got '", name, "'"});
  return Method::kTrip;
}

inline std::string from_method(Method method) {
  switch (method) {
    case Method::kPca:
      return "pca";
    case Method::kLda:
      return "lda";
    case Method::kTucker:
      return "tucker";
    default:
      return "trip";
  }
}

/// RawDataset of web/lib/raw.ts.
inline Dataset<float> to_dataset(const val& object) {
  Dataset<float> data;
  const std::vector<double> shape = to_vector<double>(object["shape"]);
  require(shape.size() >= 2, "shape", {"shape needs [N, I_1, ..]"});
  data.count = static_cast<int>(shape[0]);
  data.dims.assign(shape.begin() + 1, shape.end());
  data.x = to_vector<float>(object["x"]);
  data.sparse = !object["offsets"].isUndefined();
  if (data.sparse) {
    data.offsets = to_vector<int>(object["offsets"]);
    data.index = to_vector<int>(object["index"]);
  }
  data.task = to_task(object["task"].as<std::string>());
  data.classes = to_int(object["classes"]);
  if (data.task == Task::kClassification) data.labels = to_vector<int>(object["labels"]);
  if (data.task == Task::kRegression) data.targets = to_vector<float>(object["targets"]);
  return data;
}

/// RawOptions of web/lib/raw.ts.
inline Options to_options(const val& object) {
  Options o;
  o.method = to_method(object["method"].as<std::string>());
  o.ranks = to_vector<int>(object["ranks"]);
  o.hidden = to_vector<int>(object["hidden"]);
  o.lambda = object["lambda"].as<double>();
  o.epochs = to_int(object["epochs"]);
  o.batch_size = to_int(object["batchSize"]);
  o.learning_rate = object["learningRate"].as<double>();
  o.standardize = object["standardize"].as<bool>();
  o.standardize_target = object["standardizeTarget"].as<bool>();
  o.first_restart = to_int(object["firstRestart"]);
  o.restarts = to_int(object["restarts"]);
  o.start_seed = to_seed(object["startSeed"]);
  o.order_seed = to_seed(object["orderSeed"]);
  o.record = to_int(object["record"]);
  if (!object["ldaRidge"].isUndefined()) o.lda_ridge = object["ldaRidge"].as<double>();
  return o;
}

/// RawSpec of web/lib/raw.ts.
inline val from_spec(const ModelSpec& spec) {
  val object = val::object();
  object.set("method", from_method(spec.method));
  object.set("dims", to_list(spec.architecture.dims));
  object.set("ranks", to_list(spec.architecture.ranks));
  object.set("hidden", to_list(spec.architecture.hidden));
  object.set("task", from_task(spec.task));
  object.set("outputs", spec.architecture.outputs);
  object.set("lambda", spec.lambda);
  object.set("mean", to_array(spec.scaling.mean));
  object.set("scale", to_array(spec.scaling.scale));
  object.set("targetMean", spec.target_mean);
  object.set("targetScale", spec.target_scale);
  return object;
}

inline ModelSpec to_spec(const val& object) {
  ModelSpec spec;
  spec.method = to_method(object["method"].as<std::string>());
  spec.architecture = {to_vector<int>(object["dims"]), to_vector<int>(object["ranks"]),
                       to_vector<int>(object["hidden"]), to_int(object["outputs"])};
  spec.task = to_task(object["task"].as<std::string>());
  spec.lambda = object["lambda"].as<double>();
  spec.scaling = {to_vector<double>(object["mean"]), to_vector<double>(object["scale"])};
  spec.target_mean = object["targetMean"].as<double>();
  spec.target_scale = object["targetScale"].as<double>();
  return spec;
}

/// Rows of 6: loss, reconstruction, objective, accuracy, testLoss, testAccuracy.
inline val from_history(const std::vector<HistoryRow>& history, int from) {
  std::vector<double> rows;
  for (size_t i = from < 0 ? 0 : from; i < history.size(); ++i) {
    const HistoryRow& h = history[i];
    rows.insert(rows.end(),
                {h.loss, h.reconstruction, h.objective, h.accuracy, h.test_loss, h.test_accuracy});
  }
  return to_array(rows);
}

/// Rows of 9: restart, objective, loss, reconstruction, accuracy, testLoss, testAccuracy, epochs,
/// diverged.
inline val from_reports(const std::vector<RestartReport>& reports) {
  std::vector<double> rows;
  for (const RestartReport& r : reports) {
    rows.insert(rows.end(), {static_cast<double>(r.restart), r.objective, r.loss, r.reconstruction,
                             r.accuracy, r.test_loss, r.test_accuracy,
                             static_cast<double>(r.epochs), r.diverged ? 1.0 : 0.0});
  }
  return to_array(rows);
}

/// loss, reconstruction, objective, accuracy on the training set, then on the test set.
inline val from_evaluation(const Evaluation& e, const ModelSpec& spec) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> row;
  const auto add = [&](const Totals& t, bool present) {
    const bool classes = spec.task == Task::kClassification;
    row.push_back(present ? t.mean_loss() : none);
    row.push_back(present ? t.mean_reconstruction() : none);
    row.push_back(present ? t.objective(spec.lambda) : none);
    row.push_back(present && classes ? t.accuracy() : none);
  };
  add(e.train, true);
  add(e.test, e.has_test);
  return to_array(row);
}

inline val from_score(const Score& score) {
  val object = val::object();
  object.set("loss", score.loss);
  object.set("reconstruction", score.reconstruction);
  object.set("objective", score.objective);
  object.set("accuracy", score.accuracy);
  object.set("auc", score.auc);
  object.set("confusion", to_array(score.confusion));
  object.set("rmse", score.rmse);
  object.set("pearson", score.pearson);
  return object;
}

/// An array with one Float64Array a mode.
inline val from_modes(const std::vector<std::vector<double>>& modes) {
  val list = val::array();
  for (size_t k = 0; k < modes.size(); ++k) list.set(k, to_array(modes[k]));
  return list;
}

inline val from_rank_one(const RankOne& fit) {
  val object = val::object();
  object.set("g", from_modes(fit.g));
  object.set("scale", fit.scale);
  object.set("bias", fit.bias);
  object.set("objective", fit.objective);
  return object;
}

inline val from_surrogate(const Surrogate& surrogate) {
  val object = val::object();
  object.set("fit", from_rank_one(surrogate.fit));
  object.set("rotation", from_modes(surrogate.rotation));
  object.set("singularValues", from_modes(surrogate.singular_values));
  object.set("rotated", from_modes(surrogate.rotated));
  object.set("axes", from_modes(surrogate.axes));
  object.set("correlation", from_modes(surrogate.correlation));
  return object;
}

inline val from_local(const LocalCoefficients& local) {
  val object = val::object();
  object.set("fit", from_rank_one(local.fit));
  object.set("latent", from_modes(local.latent));
  object.set("rotated", from_modes(local.rotated));
  object.set("original", from_modes(local.original));
  return object;
}

/// RawDataset of web/lib/raw.ts, for data that the core has made.
inline val from_dataset(const Dataset<float>& data) {
  std::vector<int> shape = data.dims;
  shape.insert(shape.begin(), data.count);
  val object = val::object();
  object.set("x", to_array(data.x));
  object.set("shape", to_list(shape));
  object.set("task", from_task(data.task));
  object.set("classes", data.classes);
  object.set("labels", to_array(data.labels));
  object.set("targets", to_array(data.targets));
  if (data.sparse) {
    object.set("offsets", to_array(data.offsets));
    object.set("index", to_array(data.index));
  }
  return object;
}

inline val from_network(const NetworkData& network) {
  val object = val::object();
  object.set("data", from_dataset(network.data));
  object.set("t1", to_array(network.t1));
  object.set("t2", to_array(network.t2));
  object.set("d1", to_array(network.d1));
  object.set("d2", to_array(network.d2));
  object.set("r1", to_array(network.r1));
  object.set("r2", to_array(network.r2));
  object.set("e1", to_array(network.e1));
  object.set("e2", to_array(network.e2));
  object.set("e", to_array(network.e));
  return object;
}

inline val from_planted(const Planted& planted) {
  val object = val::object();
  object.set("train", from_dataset(planted.train));
  object.set("test", from_dataset(planted.test));
  object.set("basis", from_modes(planted.basis));
  return object;
}

inline val from_spiral(const Spiral& spiral) {
  val object = val::object();
  object.set("train", from_dataset(spiral.train));
  object.set("test", from_dataset(spiral.test));
  object.set("plane", to_array(spiral.plane));
  return object;
}

}  // namespace trip::wasm
