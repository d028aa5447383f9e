// The table of what JavaScript may call. web/lib/raw.ts has the types of the other side.

#include <trip/error.h>
#include <trip/generators.h>
#include <trip/metrics.h>
#include <trip/surrogate.h>
#include <trip/trainer.h>
#include <trip/validation.h>

#include <exception>
#include <new>
#include <stdexcept>

#include "arrays.h"

namespace trip::wasm {

template <>
inline constexpr int kNameCount<Method> = 4;
inline constexpr const char* kMethodNames[] = {"trip", "pca", "lda", "tucker"};
template <>
inline constexpr const char* const* kNames<Method> = kMethodNames;

template <>
inline constexpr int kNameCount<Task> = 3;
inline constexpr const char* kTaskNames[] = {"", "classification", "regression"};
template <>
inline constexpr const char* const* kNames<Task> = kTaskNames;

val current_error() {
  const auto error = [](const char* code, const char* message) {
    return val::module_property("error")(val(code), val(message));
  };
  try {
    throw;
  } catch (const Error& e) {
    return error(e.code(), e.what());
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {  // a vector longer than any memory
  } catch (const std::exception& e) {
    return error("internal", e.what());
  }
  return error("memory", "not enough memory in WebAssembly for this size");
}

namespace {

using Data = Dataset<float>;
using FitF = Fit<float>;
using ModelF = Model<float>;

// Fits

/// `test` may be null.
val create_fit(const val& train, const val& test, const val& options) {
  return guarded([&] {
    const Data train_data = from<Data>(train);
    const auto fit = [&](const Data* test_data) {
      return std::make_unique<FitF>(train_data, test_data, from<Options>(options));
    };
    if (test.isNull()) return fit(nullptr);
    const Data test_data = from<Data>(test);
    return fit(&test_data);
  });
}

/// The history by columns.
struct HistoryColumns {
  std::vector<float> loss, reconstruction, objective, accuracy, test_loss, test_accuracy;
};

HistoryColumns columns_of(const std::vector<HistoryRow>& rows, size_t from = 0) {
  HistoryColumns columns;
  for (size_t i = from; i < rows.size(); ++i) {
    columns.loss.push_back(rows[i].loss);
    columns.reconstruction.push_back(rows[i].reconstruction);
    columns.objective.push_back(rows[i].objective);
    columns.accuracy.push_back(rows[i].accuracy);
    columns.test_loss.push_back(rows[i].test_loss);
    columns.test_accuracy.push_back(rows[i].test_accuracy);
  }
  return columns;
}

val history(const FitF& fit, unsigned from) {
  return guarded([&] { return columns_of(fit.history(), from); });
}

val best_history(const FitF& fit) {
  return guarded([&] { return columns_of(fit.best_history()); });
}

val evaluate(FitF& fit) {
  return guarded([&] {
    const Evaluation e = fit.evaluate();
    val sets = val::object();
    sets.set("train", val(e.train));
    if (e.has_test) sets.set("test", val(e.test));
    return sets;
  });
}

val best_frame_epochs(const FitF& fit) {
  return guarded([&] { return to_js(fit.best_frames().epochs); });
}

val best_frames(const FitF& fit) {
  return guarded([&] { return to_js(fit.best_frames().parameters); });
}

// Models

val object_of(const ModelSpec& spec) {
  val object(spec);
  object.set("architecture", val(spec.architecture));
  object.set("scaling", val(spec.scaling));
  return object;
}

val spec_of(const FitF& fit) {
  return guarded([&] { return object_of(fit.spec()); });
}

val create_model(const val& given, const val& parameters) {
  return guarded([&] {
    ModelSpec spec = from<ModelSpec>(given);
    spec.architecture = from<Architecture>(given["architecture"]);
    spec.scaling = from<Standardizer>(given["scaling"]);
    return std::make_unique<ModelF>(spec, to_vector<float>(parameters));
  });
}

val fingerprint(const ModelF& model) {
  return guarded([&] { return val(model.fingerprint().c_str()); });
}

// Explanations

/// An Explainer with the targets that it has been given and their surrogates.
struct Explanation {
  Explainer explainer;
  std::vector<Vector> targets = {};
  std::vector<Surrogate> surrogates = {};

  double sigma() const { return explainer.sigma(); }
  double neighbours(int sample) const { return explainer.neighbours(sample); }
};

/// Row-major values as rows of `columns`.
Matrix matrix_of(const std::vector<double>& values, int columns) {
  return Eigen::Map<const Matrix>(values.data(), static_cast<Eigen::Index>(values.size()) / columns,
                                  columns);
}

val create_explanation(const ModelF& model, const val& latent, double sigma) {
  return guarded([&] {
    const Architecture& a = model.spec().architecture;
    Factors projections;
    for (int k = 0; k < a.modes(); ++k) {
      const std::vector<float> c = model.projection(k);
      projections.push_back(matrix_of({c.begin(), c.end()}, a.ranks[k]));
    }
    Matrix samples = matrix_of(to_vector<double>(latent), a.latent_size());
    return std::unique_ptr<Explanation>(
        new Explanation{Explainer(a, std::move(projections), std::move(samples), sigma)});
  });
}

/// `fit` is a value object of its own: a value object within another is lost when memory runs out
/// between the two.
template <class T>
val with_fit(const T& part) {
  val object(part);
  object.set("fit", val(part.fit));
  return object;
}

val add_target(Explanation& e, const val& values) {
  return guarded([&] {
    Vector target = Argument<const Vector&>::of(values);
    Surrogate surrogate = e.explainer.surrogate(target);
    val result = with_fit(surrogate);
    // Room for both first: a call that fails leaves all as it was.
    e.targets.reserve(e.targets.size() + 1);
    e.surrogates.reserve(e.surrogates.size() + 1);
    e.targets.push_back(std::move(target));
    e.surrogates.push_back(std::move(surrogate));
    return result;
  });
}

/// One object a target.
val local(const Explanation& e, int sample) {
  return guarded([&] {
    val all = val::array();
    for (const LocalCoefficients& one : e.explainer.local(sample, e.targets, e.surrogates))
      all.call<void>("push", with_fit(one));
    return all;
  });
}

// Data

template <class T>
val train_and_test(const T& made) {
  val sets = val::object();
  sets.set("train", val(made.train));
  sets.set("test", val(made.test));
  return sets;
}

val spiral(const val& options) {
  return guarded([&] {
    const Spiral made = make_spiral(from<SpiralOptions>(options));
    val sets = train_and_test(made);
    sets.set("plane", to_js(made.plane));
    return sets;
  });
}

val planted(const val& options) {
  return guarded([&] {
    const Planted made = make_planted(from<PlantedOptions>(options));
    val sets = train_and_test(made);
    sets.set("basis", to_js(made.basis));
    return sets;
  });
}

val network(const val& options) {
  return guarded([&] {
    const NetworkData made = make_network(from<NetworkOptions>(options));
    val object(made);
    object.set("data", val(made.data));
    return object;
  });
}

/// Of two matrices of `rows` rows, row-major.
val angles_between(const val& a, const val& b, int rows) {
  return guarded([&] {
    const std::vector<double> first = to_vector<double>(a), second = to_vector<double>(b);
    require(rows >= 1 && first.size() % rows == 0 && second.size() % rows == 0, "shape",
            {"principal angles need two matrices of ", rows, " rows, got ", first.size(), " and ",
             second.size(), " values"});
    return principal_angles(matrix_of(first, static_cast<int>(first.size()) / rows),
                            matrix_of(second, static_cast<int>(second.size()) / rows));
  });
}

/// A field that holds a seed.
template <auto kMember, class T>
void seed_field(emscripten::value_object<T>& object, const char* name) {
  object.field(
      name, +[](const T& options) { return static_cast<double>(options.*kMember); },
      +[](T& options, double value) { options.*kMember = to_seed(value); });
}

}  // namespace
}  // namespace trip::wasm

namespace emscripten::internal {
template <>
struct BindingType<trip::Method, void> : trip::wasm::Named<trip::Method> {};
template <>
struct BindingType<trip::Task, void> : trip::wasm::Named<trip::Task> {};
template <>
struct TypeID<trip::Method, void> : TypeID<val> {};
template <>
struct TypeID<trip::Task, void> : TypeID<val> {};
}  // namespace emscripten::internal

namespace trip::wasm {
namespace {

template <class Option>
using ValueOf = std::remove_reference_t<decltype(std::declval<Options&>().*Option::member)>;

/// A field of a value object for each option that trip/options.h describes.
void register_options() {
  emscripten::value_object<Options> object("Options");
  visit_options([&](auto option) {
    using Option = decltype(option);
    if constexpr (std::is_same_v<ValueOf<Option>, uint64_t>) {
      seed_field<Option::member>(object, option.name);
    } else {
      object.field(option.name, Option::member);
    }
  });
}

template <class Value>
constexpr const char* type_name() {
  if constexpr (std::is_same_v<Value, bool>) return "boolean";
  if constexpr (std::is_enum_v<Value>) return "name";
  if constexpr (std::is_integral_v<Value>) return "integer";
  if constexpr (std::is_floating_point_v<Value>) return "number";
  return std::is_same_v<Value, std::vector<int>> ? "integers" : "numbers";
}

/// RawOptionSchema of web/lib/raw.ts, of each option.
val option_schema() {
  return guarded([] {
    val schema = val::array();
    visit_options([&](auto option) {
      val row = val::object();
      row.set("name", val(option.name));
      row.set("type", val(type_name<ValueOf<decltype(option)>>()));
      row.set("low", option.range.low);
      row.set("high", option.range.high);
      row.set("open", option.range.open);
      row.set("longest", option.range.longest);
      row.set("meaning", val(option.meaning));
      schema.call<void>("push", row);
    });
    return schema;
  });
}

}  // namespace
}  // namespace trip::wasm

EMSCRIPTEN_BINDINGS(trip) {
  using namespace trip;
  using namespace trip::wasm;
  using emscripten::class_;
  using emscripten::function;
  using emscripten::value_object;

  value_object<Data>("Dataset")
      .field("dims", &Data::dims)
      .field("count", &Data::count)
      .field("x", &Data::x)
      .field("task", &Data::task)
      .field("classes", &Data::classes)
      .field("labels", &Data::labels)
      .field("targets", &Data::targets)
      .field("sparse", &Data::sparse)
      .field("offsets", &Data::offsets)
      .field("index", &Data::index);

  register_options();
  function("optionSchema", &option_schema);

  function("createFit", &create_fit);
  class_<FitF>("Fit")
      .function("spec", &spec_of)
      .function("advance", call<&FitF::advance>)
      .function("nextRestart", call<&FitF::next_restart>)
      .function("stop", call<&FitF::stop>)
      .function("atEnd", &FitF::at_end)
      .function("restart", &FitF::restart)
      .function("epoch", &FitF::epoch)
      .function("stepsPerEpoch", &FitF::steps_per_epoch)
      .function("parameters", call<&FitF::parameters>)
      .function("history", &history)
      .function("evaluate", &evaluate)
      .function("reports", call<&FitF::reports>)
      .function("best", &FitF::best)
      .function("bestParameters", call<&FitF::best_parameters>)
      .function("bestHistory", &best_history)
      .function("bestFrameEpochs", &best_frame_epochs)
      .function("bestFrames", &best_frames);

  value_object<HistoryColumns>("History")
      .field("loss", &HistoryColumns::loss)
      .field("reconstruction", &HistoryColumns::reconstruction)
      .field("objective", &HistoryColumns::objective)
      .field("accuracy", &HistoryColumns::accuracy)
      .field("testLoss", &HistoryColumns::test_loss)
      .field("testAccuracy", &HistoryColumns::test_accuracy);

  value_object<Means>("Means")
      .field("loss", &Means::loss)
      .field("reconstruction", &Means::reconstruction)
      .field("objective", &Means::objective)
      .field("accuracy", &Means::accuracy);

  value_object<RestartReport>("RestartReport")
      .field("restart", &RestartReport::restart)
      .field("objective", &RestartReport::objective)
      .field("loss", &RestartReport::loss)
      .field("reconstruction", &RestartReport::reconstruction)
      .field("accuracy", &RestartReport::accuracy)
      .field("testLoss", &RestartReport::test_loss)
      .field("testAccuracy", &RestartReport::test_accuracy)
      .field("epochs", &RestartReport::epochs)
      .field("diverged", &RestartReport::diverged)
      .field("ranking", &RestartReport::ranking);

  value_object<ModelSpec>("ModelSpec")
      .field("method", &ModelSpec::method)
      .field("task", &ModelSpec::task)
      .field("lambda", &ModelSpec::lambda)
      .field("targetMean", &ModelSpec::target_mean)
      .field("targetScale", &ModelSpec::target_scale);

  value_object<Architecture>("Architecture")
      .field("dims", &Architecture::dims)
      .field("ranks", &Architecture::ranks)
      .field("hidden", &Architecture::hidden)
      .field("outputs", &Architecture::outputs);

  value_object<Standardizer>("Scaling")
      .field("mean", &Standardizer::mean)
      .field("scale", &Standardizer::scale);

  function("createModel", &create_model);
  class_<ModelF>("Model")
      .function("transform", call<&ModelF::transform>)
      .function("inverseTransform", call<&ModelF::inverse_transform>)
      .function("predict", call<&ModelF::predict>)
      .function("predictProba", call<&ModelF::predict_probability>)
      .function("predictLatent", call<&ModelF::predict_latent>)
      .function("predictProbaLatent", call<&ModelF::predict_probability_latent>)
      .function("score", call<&ModelF::score>)
      .function("projection", call<&ModelF::projection>)
      .function("fingerprint", &fingerprint);

  value_object<Score>("Score")
      .field("loss", &Score::loss)
      .field("reconstruction", &Score::reconstruction)
      .field("objective", &Score::objective)
      .field("accuracy", &Score::accuracy)
      .field("auc", &Score::auc)
      .field("confusion", &Score::confusion)
      .field("rmse", &Score::rmse)
      .field("pearson", &Score::pearson);

  function("createExplanation", &create_explanation);
  class_<Explanation>("Explanation")
      .function("addTarget", &add_target)
      .function("local", &local)
      .function("sigma", &Explanation::sigma)
      .function("neighbours", call<&Explanation::neighbours>);

  value_object<RankOne>("RankOne")
      .field("g", &RankOne::g)
      .field("scale", &RankOne::scale)
      .field("bias", &RankOne::bias)
      .field("objective", &RankOne::objective);

  value_object<Surrogate>("Surrogate")
      .field("rotation", &Surrogate::rotation)
      .field("singularValues", &Surrogate::singular_values)
      .field("rotated", &Surrogate::rotated)
      .field("axes", &Surrogate::axes)
      .field("correlation", &Surrogate::correlation);

  value_object<LocalCoefficients>("LocalCoefficients")
      .field("rotated", &LocalCoefficients::rotated)
      .field("original", &LocalCoefficients::original);

  function("spiral", &spiral);
  value_object<SpiralOptions> spiral_options("SpiralOptions");
  spiral_options.field("samplesPerClass", &SpiralOptions::samples_per_class)
      .field("noiseSamplesPerClass", &SpiralOptions::noise_samples_per_class)
      .field("noiseDimensions", &SpiralOptions::noise_dimensions);
  seed_field<&SpiralOptions::seed>(spiral_options, "seed");

  function("randomTensors", call<&make_random>);
  value_object<RandomOptions> random_options("RandomOptions");
  random_options.field("dims", &RandomOptions::dims)
      .field("count", &RandomOptions::count)
      .field("nonzeros", &RandomOptions::nonzeros);
  seed_field<&RandomOptions::seed>(random_options, "seed");

  function("network", &network);
  value_object<NetworkOptions> network_options("NetworkOptions");
  network_options.field("rows", &NetworkOptions::rows)
      .field("columns", &NetworkOptions::columns)
      .field("count", &NetworkOptions::count);
  seed_field<&NetworkOptions::seed>(network_options, "seed");
  value_object<NetworkData>("NetworkData")
      .field("t1", &NetworkData::t1)
      .field("t2", &NetworkData::t2)
      .field("d1", &NetworkData::d1)
      .field("d2", &NetworkData::d2)
      .field("r1", &NetworkData::r1)
      .field("r2", &NetworkData::r2)
      .field("e1", &NetworkData::e1)
      .field("e2", &NetworkData::e2)
      .field("e", &NetworkData::e);

  function("planted", &planted);
  value_object<PlantedOptions> planted_options("PlantedOptions");
  planted_options.field("dims", &PlantedOptions::dims).field("count", &PlantedOptions::count);
  seed_field<&PlantedOptions::seed>(planted_options, "seed");

  function("folds", call<&assign_folds>);
  function("principalAngles", &angles_between);
  function("deriveSeed", call<&derive_seed>);
}
