#pragma once
// JavaScript values <-> core types. Arrays are copied both ways: nothing that leaves here views the
// heap. Properties are read and written through a few functions that are not templates, since every
// instance is paid for in the size of the module.

#include <emscripten/bind.h>
#include <emscripten/val.h>
#include <trip/error.h>
#include <trip/generators.h>
#include <trip/surrogate.h>
#include <trip/trainer.h>

#include <cmath>
#include <limits>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace trip::wasm {

using emscripten::typed_memory_view;
using emscripten::val;

// Errors

inline val js_error(const char* code, const char* message) {
  val error = val::global("Error").new_(val(message));
  error.set(val("code"), val(code));
  return error;
}

/// The exception being handled as a JavaScript Error with a `code`.
inline val current_error() {
  const char* no_memory = "not enough memory in WebAssembly for this size";
  try {
    throw;
  } catch (const Error& error) {
    return js_error(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    return js_error("memory", no_memory);
  } catch (const std::length_error&) {  // a vector longer than any memory
    return js_error("memory", no_memory);
  } catch (const std::exception& error) {
    return js_error("internal", error.what());
  }
}

/// Not a template, so that the many guarded functions share it.
inline void run_guarded(void (*run)(void* context), void* context) {
  val error = val::undefined();
  try {
    return run(context);
  } catch (...) {
    error = current_error();
  }
  error.throw_();
}

/// Every bound function goes through here: the JavaScript error is thrown after all destructors of
/// the function have run.
template <class Function>
auto guarded(Function function) {
  if constexpr (std::is_void_v<decltype(function())>) {
    run_guarded([](void* context) { (*static_cast<Function*>(context))(); }, &function);
  } else {
    std::optional<decltype(function())> result;
    guarded([&] { result.emplace(function()); });
    return std::move(*result);
  }
}

// Core to JavaScript

template <class T>
val to_array(const std::vector<T>& values) {
  return val(typed_memory_view(values.size(), values.data())).template call<val>("slice");
}

/// A plain array of what convert(value) makes of each value.
template <class T, class Convert>
val to_list(const std::vector<T>& values, Convert convert) {
  val list = val::array();
  for (const T& value : values) list.call<void>("push", convert(value));
  return list;
}

/// An object, property by property.
struct Properties {
  val object = val::object();

  Properties& add(const char* name, const val& value) {
    object.set(val(name), value);
    return *this;
  }
  Properties& add(const char* name, double value) { return add(name, val(value)); }
  Properties& add(const char* name, const char* value) { return add(name, val(value)); }
  template <class T>
  Properties& add(const char* name, const std::vector<T>& values) {
    return add(name, to_array(values));
  }
};

inline val to_plain_list(const std::vector<int>& values) {
  return to_list(values, [](int value) { return val(static_cast<double>(value)); });
}

/// An array with one Float64Array a mode.
inline val to_modes(const std::vector<std::vector<double>>& modes) {
  return to_list(modes, [](const std::vector<double>& mode) { return to_array(mode); });
}

inline const char* from_task(Task task) {
  return task == Task::kRegression ? "regression" : "classification";
}

inline const char* from_method(Method method) {
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

/// RawSpec of web/lib/raw.ts.
inline val from_spec(const ModelSpec& spec) {
  const Architecture& a = spec.architecture;
  return Properties()
      .add("method", from_method(spec.method))
      .add("dims", to_plain_list(a.dims))
      .add("ranks", to_plain_list(a.ranks))
      .add("hidden", to_plain_list(a.hidden))
      .add("task", from_task(spec.task))
      .add("outputs", a.outputs)
      .add("lambda", spec.lambda)
      .add("mean", spec.scaling.mean)
      .add("scale", spec.scaling.scale)
      .add("targetMean", spec.target_mean)
      .add("targetScale", spec.target_scale)
      .object;
}

/// Rows of 6: loss, reconstruction, objective, accuracy, testLoss, testAccuracy.
inline val from_history(const std::vector<HistoryRow>& history, int from) {
  std::vector<double> rows;
  for (size_t i = from < 0 ? 0 : from; i < history.size(); ++i) {
    const HistoryRow& h = history[i];
    for (double value :
         {h.loss, h.reconstruction, h.objective, h.accuracy, h.test_loss, h.test_accuracy})
      rows.push_back(value);
  }
  return to_array(rows);
}

/// Rows of 9: restart, objective, loss, reconstruction, accuracy, testLoss, testAccuracy, epochs,
/// diverged.
inline val from_reports(const std::vector<RestartReport>& reports) {
  std::vector<double> rows;
  for (const RestartReport& r : reports) {
    for (double value :
         {static_cast<double>(r.restart), r.objective, r.loss, r.reconstruction, r.accuracy,
          r.test_loss, r.test_accuracy, static_cast<double>(r.epochs), r.diverged ? 1.0 : 0.0})
      rows.push_back(value);
  }
  return to_array(rows);
}

/// loss, reconstruction, objective, accuracy on the training set, then on the test set.
inline val from_evaluation(const Evaluation& e, const ModelSpec& spec) {
  std::vector<double> row(8, std::numeric_limits<double>::quiet_NaN());
  for (int set = 0; set < (e.has_test ? 2 : 1); ++set) {
    const Totals& t = set == 0 ? e.train : e.test;
    double* to = &row[4 * set];
    to[0] = t.mean_loss();
    to[1] = t.mean_reconstruction();
    to[2] = t.objective(spec.lambda);
    if (spec.task == Task::kClassification) to[3] = t.accuracy();
  }
  return to_array(row);
}

inline val from_score(const Score& score) {
  return Properties()
      .add("loss", score.loss)
      .add("reconstruction", score.reconstruction)
      .add("objective", score.objective)
      .add("accuracy", score.accuracy)
      .add("auc", score.auc)
      .add("confusion", score.confusion)
      .add("rmse", score.rmse)
      .add("pearson", score.pearson)
      .object;
}

inline val from_rank_one(const RankOne& fit) {
  return Properties()
      .add("g", to_modes(fit.g))
      .add("scale", fit.scale)
      .add("bias", fit.bias)
      .add("objective", fit.objective)
      .object;
}

inline val from_surrogate(const Surrogate& surrogate) {
  return Properties()
      .add("fit", from_rank_one(surrogate.fit))
      .add("rotation", to_modes(surrogate.rotation))
      .add("singularValues", to_modes(surrogate.singular_values))
      .add("rotated", to_modes(surrogate.rotated))
      .add("axes", to_modes(surrogate.axes))
      .add("correlation", to_modes(surrogate.correlation))
      .object;
}

inline val from_local(const LocalCoefficients& local) {
  return Properties()
      .add("fit", from_rank_one(local.fit))
      .add("rotated", to_modes(local.rotated))
      .add("original", to_modes(local.original))
      .object;
}

/// RawDataset of web/lib/raw.ts, for data that the core has made.
inline val from_dataset(const Dataset<float>& data) {
  val shape = to_plain_list(data.dims);
  shape.call<void>("unshift", val(static_cast<double>(data.count)));
  Properties result;
  result.add("x", data.x)
      .add("shape", shape)
      .add("task", from_task(data.task))
      .add("classes", data.classes)
      .add("labels", data.labels)
      .add("targets", data.targets);
  if (data.sparse) result.add("offsets", data.offsets).add("index", data.index);
  return result.object;
}

inline val from_network(const NetworkData& network) {
  return Properties()
      .add("data", from_dataset(network.data))
      .add("t1", network.t1)
      .add("t2", network.t2)
      .add("d1", network.d1)
      .add("d2", network.d2)
      .add("r1", network.r1)
      .add("r2", network.r2)
      .add("e1", network.e1)
      .add("e2", network.e2)
      .add("e", network.e)
      .object;
}

inline val from_planted(const Planted& planted) {
  return Properties()
      .add("train", from_dataset(planted.train))
      .add("test", from_dataset(planted.test))
      .add("basis", to_modes(planted.basis))
      .object;
}

inline val from_spiral(const Spiral& spiral) {
  return Properties()
      .add("train", from_dataset(spiral.train))
      .add("test", from_dataset(spiral.test))
      .add("plane", spiral.plane)
      .object;
}

// JavaScript to core

inline val property(const val& object, const char* name) { return object[val(name)]; }

inline double number(const val& object, const char* name) {
  return property(object, name).as<double>();
}

inline std::string text(const val& object, const char* name) {
  return property(object, name).as<std::string>();
}

template <class T>
std::vector<T> to_vector(const val& array) {
  return emscripten::convertJSArrayToNumberVector<T>(array);
}

template <class T>
std::vector<T> values(const val& object, const char* name) {
  return to_vector<T>(property(object, name));
}

/// To an integer of the core; the package has checked that it is one, large ones are cut here.
inline int to_int(double value) {
  return static_cast<int>(value < -2147483647.0  ? -2147483647.0
                          : value > 2147483647.0 ? 2147483647.0
                                                 : value);
}

inline int integer(const val& object, const char* name) { return to_int(number(object, name)); }

inline uint64_t to_seed(double value) {
  require(value >= 0 && value <= static_cast<double>(kMaxSeed) && value == std::floor(value),
          "option", {"a seed must be an integer from 0 to 2^53 - 1, got ", value});
  return static_cast<uint64_t>(value);
}

inline Task to_task(const std::string& name) {
  return name == "classification" ? Task::kClassification
         : name == "regression"   ? Task::kRegression
                                  : Task::kNone;
}

inline Method to_method(const std::string& name) {
  for (Method method : {Method::kTrip, Method::kPca, Method::kLda, Method::kTucker}) {
    if (name == from_method(method)) return method;
  }
  fail("option", {"method must be 'trip', 'pca', 'lda' or 'tucker', got '", name, "'"});
}

/// RawDataset of web/lib/raw.ts.
inline Dataset<float> to_dataset(const val& object) {
  Dataset<float> data;
  const std::vector<int> shape = values<int>(object, "shape");
  require(shape.size() >= 2, "shape", {"shape needs [N, I_1, ..]"});
  data.count = shape[0];
  data.dims.assign(shape.begin() + 1, shape.end());
  data.x = values<float>(object, "x");
  data.sparse = !property(object, "offsets").isUndefined();
  if (data.sparse) {
    data.offsets = values<int>(object, "offsets");
    data.index = values<int>(object, "index");
  }
  data.task = to_task(text(object, "task"));
  data.classes = integer(object, "classes");
  if (data.task == Task::kClassification) data.labels = values<int>(object, "labels");
  if (data.task == Task::kRegression) data.targets = values<float>(object, "targets");
  return data;
}

/// RawOptions of web/lib/raw.ts.
inline Options to_options(const val& object) {
  Options o;
  o.method = to_method(text(object, "method"));
  o.ranks = values<int>(object, "ranks");
  o.hidden = values<int>(object, "hidden");
  o.lambda = number(object, "lambda");
  o.epochs = integer(object, "epochs");
  o.batch_size = integer(object, "batchSize");
  o.learning_rate = number(object, "learningRate");
  o.standardize = number(object, "standardize") != 0;
  o.standardize_target = number(object, "standardizeTarget") != 0;
  o.first_restart = integer(object, "firstRestart");
  o.restarts = integer(object, "restarts");
  o.search = object["search"].as<bool>();
  o.start_seed = to_seed(number(object, "startSeed"));
  o.order_seed = to_seed(number(object, "orderSeed"));
  o.record = integer(object, "record");
  if (!property(object, "ldaRidge").isUndefined()) o.lda_ridge = number(object, "ldaRidge");
  return o;
}

inline ModelSpec to_spec(const val& object) {
  ModelSpec spec;
  spec.method = to_method(text(object, "method"));
  spec.architecture = {values<int>(object, "dims"), values<int>(object, "ranks"),
                       values<int>(object, "hidden"), integer(object, "outputs")};
  spec.task = to_task(text(object, "task"));
  spec.lambda = number(object, "lambda");
  spec.scaling = {values<double>(object, "mean"), values<double>(object, "scale")};
  spec.target_mean = number(object, "targetMean");
  spec.target_scale = number(object, "targetScale");
  return spec;
}

}  // namespace trip::wasm
