// The table of what JavaScript may call; web/lib/raw.ts is its other side. Conversion lives in
// convert.h, the shape that users see in web/lib. What _create.. returns belongs to JavaScript,
// which calls its delete().

#include <trip/metrics.h>
#include <trip/validation.h>

#include "convert.h"

namespace trip::wasm {
namespace {

using FitF = Fit<float>;
using ModelF = Model<float>;

val spiral(double seed, int samples, int noise_samples, int noise_dimensions) {
  return guarded([&] {
    return from_spiral(make_spiral({to_seed(seed), samples, noise_samples, noise_dimensions}));
  });
}

val random_tensors(double seed, const val& dims, int count, int nonzeros) {
  return guarded([&] {
    return from_dataset(make_random({to_seed(seed), to_vector<int>(dims), count, nonzeros}));
  });
}

val network(double seed, int rows, int columns, int count) {
  return guarded([&] { return from_network(make_network({to_seed(seed), rows, columns, count})); });
}

val planted(double seed, const val& dims, int count) {
  return guarded([&] {
    return from_planted(make_planted({to_seed(seed), to_vector<int>(dims), count}));
  });
}

/// labels: Int32Array, empty for folds that are not stratified.
val folds(int count, const val& labels, int number, double seed) {
  return guarded(
      [&] { return to_array(assign_folds(count, to_vector<int>(labels), number, to_seed(seed))); });
}

val angles(const val& a, const val& b, int rows) {
  return guarded(
      [&] { return to_array(principal_angles(to_vector<double>(a), to_vector<double>(b), rows)); });
}

double derived_seed(double seed, int stream) {
  return guarded([&] {
    return static_cast<double>(derive_seed(to_seed(seed), static_cast<uint64_t>(stream)));
  });
}

/// An Explainer with the targets that it has been given and their surrogates.
struct Explanation {
  Explainer explainer;
  std::vector<std::vector<double>> targets = {};
  std::vector<Surrogate> surrogates = {};
};

Explanation* create_explanation(const ModelF& model, const val& latent, double sigma) {
  return guarded([&] {
    const Architecture& a = model.spec().architecture;
    std::vector<std::vector<double>> projections;
    for (int k = 0; k < a.modes(); ++k) {
      const std::vector<float> c = model.projection(k);
      projections.emplace_back(c.begin(), c.end());
    }
    return new Explanation{Explainer(a, projections, to_vector<double>(latent), sigma)};
  });
}

val add_target(Explanation& e, const val& target) {
  return guarded([&] {
    e.targets.push_back(to_vector<double>(target));
    e.surrogates.push_back(e.explainer.surrogate(e.targets.back()));
    return from_surrogate(e.surrogates.back());
  });
}

/// One object a target.
val explain_sample(const Explanation& e, int sample) {
  return guarded(
      [&] { return to_list(e.explainer.local(sample, e.targets, e.surrogates), from_local); });
}

FitF* create_fit(const val& train, const val& test, const val& options) {
  return guarded([&] {
    const bool alone = test.isNull();
    const Dataset<float> held_out = alone ? Dataset<float>() : to_dataset(test);
    return new FitF(to_dataset(train), alone ? nullptr : &held_out, to_options(options));
  });
}

ModelF* create_model(const val& spec, const val& parameters) {
  return guarded([&] { return new ModelF(to_spec(spec), to_vector<float>(parameters)); });
}

/// A method of a model that takes a dataset or projected samples and returns an array.
template <class Argument, std::vector<float> (ModelF::*method)(const Argument&)>
val call(ModelF& model, const val& argument) {
  return guarded([&] {
    if constexpr (std::is_same_v<Argument, Dataset<float>>) {
      return to_array((model.*method)(to_dataset(argument)));
    } else {
      return to_array((model.*method)(to_vector<float>(argument)));
    }
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(trip) {
  using emscripten::allow_raw_pointers;
  using emscripten::class_;
  using emscripten::function;
  using emscripten::optional_override;
  using Data = Dataset<float>;
  using Latent = std::vector<float>;

  function("_spiral", &spiral);
  function("_random", &random_tensors);
  function("_network", &network);
  function("_planted", &planted);
  function("_folds", &folds);
  function("_createFit", &create_fit, allow_raw_pointers());
  function("_createModel", &create_model, allow_raw_pointers());
  function("_createExplanation", &create_explanation, allow_raw_pointers());
  function("_principalAngles", &angles);
  function("_deriveSeed", &derived_seed);

  class_<FitF>("_Fit")
      .function("spec", optional_override(
                            [](FitF& f) { return guarded([&] { return from_spec(f.spec()); }); }))
      .function("advance", optional_override([](FitF& f, double steps, double epoch) {
                  return guarded([&] { return f.advance(to_int(steps), to_int(epoch)); });
                }))
      .function("atEnd", &FitF::at_end)
      .function("nextRestart", optional_override([](FitF& f) {
                  return guarded([&] { return f.next_restart(); });
                }))
      .function("stop", optional_override([](FitF& f) { guarded([&] { f.stop(); }); }))
      .function("restart", &FitF::restart)
      .function("epoch", &FitF::epoch)
      .function("stepsPerEpoch", &FitF::steps_per_epoch)
      .function("parameters", optional_override([](FitF& f) {
                  return guarded([&] { return to_array(f.parameters()); });
                }))
      .function("history", optional_override([](FitF& f, int from) {
                  return guarded([&] { return from_history(f.history(), from); });
                }))
      .function("evaluate", optional_override([](FitF& f) {
                  return guarded([&] { return from_evaluation(f.evaluate(), f.spec()); });
                }))
      .function("reports", optional_override([](FitF& f) {
                  return guarded([&] { return from_reports(f.reports()); });
                }))
      .function("bestParameters", optional_override([](FitF& f) {
                  return guarded([&] { return to_array(f.best_parameters()); });
                }))
      .function("bestHistory", optional_override([](FitF& f) {
                  return guarded([&] { return from_history(f.best_history(), 0); });
                }))
      .function("bestFrameEpochs", optional_override([](FitF& f) {
                  return guarded([&] {
                    const std::vector<int>& epochs = f.best_frames().epochs;
                    return to_array(std::vector<double>(epochs.begin(), epochs.end()));
                  });
                }))
      .function("bestFrames", optional_override([](FitF& f) {
                  return guarded([&] { return to_array(f.best_frames().parameters); });
                }));

  class_<ModelF>("_Model")
      .function("transform", &call<Data, &ModelF::transform>)
      .function("inverseTransform", &call<Latent, &ModelF::inverse_transform>)
      .function("predict", &call<Data, &ModelF::predict>)
      .function("predictProba", &call<Data, &ModelF::predict_probability>)
      .function("predictLatent", &call<Latent, &ModelF::predict_latent>)
      .function("predictProbaLatent", &call<Latent, &ModelF::predict_probability_latent>)
      .function("score", optional_override([](ModelF& m, const val& data) {
                  return guarded([&] { return from_score(m.score(to_dataset(data))); });
                }))
      .function("projection", optional_override([](ModelF& m, int mode) {
                  return guarded([&] { return to_array(m.projection(mode)); });
                }))
      .function("fingerprint", optional_override([](ModelF& m) {
                  return guarded([&] { return m.fingerprint(); });
                }));

  class_<Explanation>("_Explanation")
      .function("sigma", optional_override([](Explanation& e) { return e.explainer.sigma(); }))
      .function("addTarget", &add_target)
      .function("local", &explain_sample)
      .function("neighbours", optional_override([](Explanation& e, int sample) {
                  return guarded([&] { return e.explainer.neighbours(sample); });
                }));
}

}  // namespace trip::wasm
