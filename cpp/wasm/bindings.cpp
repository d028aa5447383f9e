// The table of functions that JavaScript may call. web/lib/core/raw.ts declares their types.

#include <trip/alignment.h>
#include <trip/error.h>
#include <trip/explanation.h>
#include <trip/fingerprint.h>
#include <trip/generators.h>
#include <trip/halving.h>
#include <trip/math.h>
#include <trip/metrics.h>
#include <trip/tour.h>
#include <trip/trainer.h>
#include <trip/validation.h>

#include <exception>
#include <memory>
#include <new>
#include <stdexcept>

#include "arrays.h"

TRIP_CROSSES(trip::Method, Named)
TRIP_CROSSES(trip::Task, Named)
TRIP_CROSSES(trip::Vector, Converted)
TRIP_CROSSES(trip::Matrix, Converted)
TRIP_CROSSES(std::vector<int>, Converted)
TRIP_CROSSES(std::vector<float>, Converted)
TRIP_CROSSES(std::vector<double>, Converted)
TRIP_CROSSES(std::vector<trip::Vector>, Converted)
TRIP_CROSSES(std::vector<trip::Matrix>, Converted)
TRIP_BINDS(trip::Dataset<float>, Moved)

template <>
inline constexpr trip::Names trip::kNames<trip::Task> = {"", "classification", "regression"};

namespace trip::wasm {

val guarded(val (*call)(void* context), void* context) {
  const auto error = [](const char* code, const char* message) {
    return val::module_property("error")(val(code), val(message));
  };
  try {
    return call(context);
  } catch (const Error& e) {
    return error(e.code(), e.what());
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {  // a vector longer than the largest possible one
  } catch (const std::exception& e) {
    return error("internal", e.what());
  }
  return error("memory", "not enough memory in WebAssembly for this size");
}

// Objects with nested value objects. Each one is converted separately, since Embind would leak the
// outer value object when memory runs out in the nested one.

val object(std::initializer_list<std::pair<const char*, val>> parts) {
  val result = val::object();
  for (const auto& [name, part] : parts) result.set(name, part);
  return result;
}

/// The value object of `whole` with one more property.
template <class T>
val with(const T& whole, const char* name, const val& part) {
  val result(whole);
  result.set(name, part);
  return result;
}

template <>
struct ToJs<ModelSpec> {
  static val of(const ModelSpec& s) {
    val result = with(s, "architecture", to_js(s.architecture));
    result.set("scaling", to_js(s.scaling));
    result.set("target", to_js(s.target));
    return result;
  }
};
template <>
struct ToJs<Evaluation> {
  static val of(const Evaluation& e) {
    return object({{"train", to_js(e.train)}, {"test", e.has_test ? to_js(e.test) : val::null()}});
  }
};
template <class T>
struct WithFit {
  static val of(const T& whole) { return with(whole, "fit", to_js(whole.fit)); }
};
template <>
struct ToJs<Surrogate> : WithFit<Surrogate> {};
template <>
struct ToJs<LocalCoefficients> : WithFit<LocalCoefficients> {};
template <>
struct ToJs<Spiral> {
  static val of(const Spiral& s) {
    return object({{"train", to_js(s.train)}, {"test", to_js(s.test)}, {"plane", to_js(s.plane)}});
  }
};
template <>
struct ToJs<Planted> {
  static val of(const Planted& p) {
    return object({{"train", to_js(p.train)}, {"test", to_js(p.test)}, {"basis", to_js(p.basis)}});
  }
};
template <>
struct ToJs<NetworkData> {
  static val of(const NetworkData& n) { return with(n, "data", to_js(n.data)); }
};
template <>
struct ToJs<OptionSchema> {
  static val of(const OptionSchema& o) {
    val words = val::array();
    for (const char* word : o.words) words.call<void>("push", val(word));
    return object({{"name", val(o.name)},
                   {"type", val(o.type)},
                   {"low", val(o.range.low)},
                   {"high", val(o.range.high)},
                   {"open", val(o.range.open)},
                   {"longest", val(o.range.longest)},
                   {"words", words}});
  }
};

namespace {

using Data = Dataset<float>;
using FitF = Fit<float>;
using ModelF = Model<float>;

/// `test` and `validation` may be null.
val create_fit(const val& train, const val& test, const val& validation, const val& options) {
  return guarded([&] {
    const auto read = [](const val& data) { return data.isNull() ? Data() : from<Data>(data); };
    const Data train_data = read(train), test_data = read(test), validation_data = read(validation);
    return std::make_unique<FitF>(train_data, test.isNull() ? nullptr : &test_data,
                                  from<Options>(options),
                                  validation.isNull() ? nullptr : &validation_data);
  });
}

val create_model(const val& given, const val& parameters) {
  return guarded([&] {
    ModelSpec spec = from<ModelSpec>(given);
    spec.architecture = from<Architecture>(given["architecture"]);
    spec.scaling = from<Standardizer>(given["scaling"]);
    spec.target = from<Standardizer>(given["target"]);
    return std::make_unique<ModelF>(spec, to_vector<float>(parameters));
  });
}

val create_explanation(const ModelF& model, const val& latent, double sigma, const val& weights) {
  return guarded([&] {
    return std::make_unique<Explanation>(model, to_vector<double>(latent), sigma,
                                         to_vector<double>(weights));
  });
}

/// Class for functions that belong to no object.
struct Core {};

/// Registers a value object with the fields name, member, name, member, ..
template <class T>
class Fields : public emscripten::value_object<T> {
 public:
  template <class... Rest>
  explicit Fields(const char* type, Rest... fields) : emscripten::value_object<T>(type) {
    add(fields...);
  }

  void add() {}
  template <class Member, class... Rest>
  void add(const char* name, Member T::*member, Rest... rest) {
    this->field(name, member);
    add(rest...);
  }
  template <auto kMember>
  Fields& seed(const char* name) {
    this->field(
        name, +[](const T& object) { return static_cast<double>(object.*kMember); },
        +[](T& object, double seed) { object.*kMember = to_seed(seed); });
    return *this;
  }
  template <auto kMember, class Enum>
  void named(const char* name) {
    this->field(
        name, +[](const T& object) { return val(name_of(object.*kMember)); },
        +[](T& object, val given) {
          object.*kMember = static_cast<Enum>(index_of(given, kNames<Enum>));
        });
  }
};

}  // namespace
}  // namespace trip::wasm

EMSCRIPTEN_BINDINGS(trip) {
  using namespace trip;
  using namespace trip::wasm;
  using emscripten::class_;

  emscripten::constant("resultVersion", kResultVersion);
  class_<Core>("Core")
      .class_function("optionSchema", call<&option_schema>)
      .class_function("createFit", &create_fit)
      .class_function("createModel", &create_model)
      .class_function("createExplanation", &create_explanation)
      .class_function("groups", call<&groups_of>)
      .class_function("goingOn", call<&going_on>)
      .class_function("spiral", call<&make_spiral>)
      .class_function("randomTensors", call<&make_random>)
      .class_function("network", call<&make_network>)
      .class_function("planted", call<&make_planted>)
      .class_function("folds", call<&assign_folds>)
      .class_function("draw", call<&draw>)
      .class_function("scorePredictions", call<&score_predictions>)
      .class_function("principalAngles", call<&angles_between>)
      .class_function("log1p", call<&log1p_each>)
      .class_function("align", call<&align>)
      .class_function("meanPlane", call<&mean_plane>)
      .class_function("randomAngles", call<&random_angles>)
      .class_function("orthonormalize", call<&orthonormalize>)
      .class_function("interpolatePlanes", call<&interpolate_planes>)
      .class_function("turnPlane", call<&turn_plane>)
      .class_function("randomPlane", call<&random_plane>)
      .class_function("fingerprintOf", call<&fingerprint_of>)
      .class_function("deriveSeed", call<&derive_seed>);
  Fields<Options> options("Options");
  visit_options([&](auto option) {
    constexpr auto kMember = decltype(option)::member;
    using Value = std::remove_cvref_t<decltype(std::declval<Options&>().*kMember)>;
    if constexpr (std::is_same_v<Value, uint64_t>) {
      options.template seed<kMember>(option.name);
    } else if constexpr (std::is_enum_v<Value>) {
      options.template named<kMember, Value>(option.name);
    } else {
      options.add(option.name, kMember);
    }
  });
  Fields<Group>("Group", "begin", &Group::begin, "end", &Group::end, "comparisons",
                &Group::comparisons);
  using D = Data;
  Fields<D>("Dataset", "dims", &D::dims, "count", &D::count, "x", &D::x, "task", &D::task,
            "classes", &D::classes, "labels", &D::labels, "targets", &D::targets, "sparse",
            &D::sparse, "offsets", &D::offsets, "index", &D::index, "exact", &D::exact, "responses",
            &D::responses, "weights", &D::weights);

  class_<FitF>("Fit")
      .function("spec", call<&FitF::spec>)
      .function("advance", call<&FitF::advance>)
      .function("nextRestart", call<&FitF::next_restart>)
      .function("stop", call<&FitF::stop>)
      .function("halt", call<&FitF::halt>)
      .function("standing", &FitF::standing)
      .function("state", call<&FitF::state>)
      .function("resume", call<&FitF::resume>)
      .function("atEnd", &FitF::at_end)
      .function("restart", &FitF::restart)
      .function("epoch", &FitF::epoch)
      .function("stepsPerEpoch", &FitF::steps_per_epoch)
      .function("parameters", call<&FitF::parameters>)
      .function("history", call<&FitF::history_from>)
      .function("evaluate", call<&FitF::evaluate>)
      .function("reports", call<&FitF::reports>)
      .function("best", &FitF::best)
      .function("bestParameters", call<&FitF::best_parameters>)
      .function("bestHistory", call<&FitF::best_columns>)
      .function("bestFrames", call<&FitF::best_frames>)
      .function("bestReference", call<&FitF::best_reference>);
  using H = HistoryColumns;
  Fields<H>("History", "loss", &H::loss, "reconstruction", &H::reconstruction, "objective",
            &H::objective, "accuracy", &H::accuracy, "testLoss", &H::test_loss, "testAccuracy",
            &H::test_accuracy, "validationLoss", &H::validation_loss, "validationAccuracy",
            &H::validation_accuracy);
  using Fr = Frames<float>;
  Fields<Fr>("Frames", "epochs", &Fr::epochs, "parameters", &Fr::parameters);
  using St = RestartState<float>;
  Fields<St>("RestartState", "values", &St::values, "exact", &St::exact, "counts", &St::counts);
  using M = Means;
  Fields<M>("Means", "loss", &M::loss, "reconstruction", &M::reconstruction, "objective",
            &M::objective, "accuracy", &M::accuracy);
  using R = RestartReport;
  Fields<R>("RestartReport", "restart", &R::restart, "objective", &R::objective, "loss", &R::loss,
            "reconstruction", &R::reconstruction, "accuracy", &R::accuracy, "testLoss",
            &R::test_loss, "testAccuracy", &R::test_accuracy, "validationLoss", &R::validation_loss,
            "validationAccuracy", &R::validation_accuracy, "epochs", &R::epochs, "bestEpoch",
            &R::best_epoch, "stoppedEpoch", &R::stopped_epoch, "haltedEpoch", &R::halted_epoch,
            "diverged", &R::diverged, "ranking", &R::ranking);

  class_<ModelF>("Model")
      .function("transform", call<&ModelF::transform>)
      .function("inverseTransform", call<&ModelF::inverse_transform>)
      .function("inverseTransformExact", call<&ModelF::inverse_transform_exact>)
      .function("predict", call<&ModelF::predict>)
      .function("predictProba", call<&ModelF::predict_probability>)
      .function("predictLatent", call<&ModelF::predict_latent>)
      .function("predictProbaLatent", call<&ModelF::predict_probability_latent>)
      .function("score", call<&ModelF::score>)
      .function("projection", call<&ModelF::projection>)
      .function("reference", call<&ModelF::reference>)
      .function("diagnose", call<&ModelF::diagnose>)
      .function("fingerprint", call<&ModelF::fingerprint>);
  Fields<ModelSpec>("ModelSpec", "method", &ModelSpec::method, "task", &ModelSpec::task, "lambda",
                    &ModelSpec::lambda);
  using A = Architecture;
  Fields<A>("Architecture", "dims", &A::dims, "ranks", &A::ranks, "hidden", &A::hidden, "outputs",
            &A::outputs);
  using Re = Reference;
  Fields<Re>("Reference", "mean", &Re::mean, "covariance", &Re::covariance, "residualLimits",
             &Re::residual_limits, "hotellingLimits", &Re::hotelling_limits);
  using Di = Diagnosis;
  Fields<Di>("Diagnosis", "residual", &Di::residual, "hotelling", &Di::hotelling, "residualIndex",
             &Di::residual_index, "residualValue", &Di::residual_value, "residualShare",
             &Di::residual_share, "hotellingIndex", &Di::hotelling_index, "hotellingValue",
             &Di::hotelling_value, "hotellingShare", &Di::hotelling_share);
  Fields<Standardizer>("Scaling", "mean", &Standardizer::mean, "scale", &Standardizer::scale);
  Fields<Score> scores("Score", "confusion", &Score::confusion, "recall", &Score::recall,
                       "reliability", &Score::reliability, "responseRmse", &Score::response_rmse,
                       "responsePearson", &Score::response_pearson);
  for (const auto& [name, member] : kScores) scores.add(name, member);

  class_<Explanation>("Explanation")
      .function("addTarget", call<&Explanation::add_target>)
      .function("local", call<&Explanation::local>)
      .function("sigma", &Explanation::sigma)
      .function("neighbours", call<&Explanation::neighbours>);
  Fields<RankOne>("RankOne", "g", &RankOne::g, "scale", &RankOne::scale, "bias", &RankOne::bias,
                  "objective", &RankOne::objective);
  using S = Surrogate;
  Fields<S>("Surrogate", "rotation", &S::rotation, "singularValues", &S::singular_values, "rotated",
            &S::rotated, "axes", &S::axes, "correlation", &S::correlation);
  using L = LocalCoefficients;
  Fields<L>("LocalCoefficients", "rotated", &L::rotated, "original", &L::original, "neighbours",
            &L::neighbours);

  using Sp = SpiralOptions;
  Fields<Sp>("SpiralOptions", "samplesPerClass", &Sp::samples_per_class, "noiseSamplesPerClass",
             &Sp::noise_samples_per_class, "noiseDimensions", &Sp::noise_dimensions)
      .seed<&Sp::seed>("seed");
  using Ra = RandomOptions;
  Fields<Ra>("RandomOptions", "dims", &Ra::dims, "count", &Ra::count, "nonzeros", &Ra::nonzeros)
      .seed<&Ra::seed>("seed");
  using No = NetworkOptions;
  Fields<No>("NetworkOptions", "rows", &No::rows, "columns", &No::columns, "count", &No::count)
      .seed<&No::seed>("seed");
  using Po = PlantedOptions;
  Fields<Po>("PlantedOptions", "dims", &Po::dims, "count", &Po::count).seed<&Po::seed>("seed");
  using N = NetworkData;
  Fields<N>("NetworkData", "t1", &N::t1, "t2", &N::t2, "d1", &N::d1, "d2", &N::d2, "r1", &N::r1,
            "r2", &N::r2, "e1", &N::e1, "e2", &N::e2, "e", &N::e);
}
