// The table of what JavaScript may call; web/lib/raw.ts is its other side. Conversion lives in
// convert.h, the shape that users see in web/lib.

#include <trip/metrics.h>
#include <trip/validation.h>

#include <memory>

#include "convert.h"

namespace trip::wasm {
namespace {

using FitF = Fit<float>;
using ModelF = Model<float>;

val spiral(const val& seed, int samples, int noise_samples, int noise_dimensions) {
  return guarded([&] {
    return from_spiral(make_spiral({to_seed(seed), samples, noise_samples, noise_dimensions}));
  });
}

val random_tensors(const val& seed, const val& dims, int count, int nonzeros) {
  return guarded([&] {
    return from_dataset(make_random({to_seed(seed), to_vector<int>(dims), count, nonzeros}));
  });
}

val network(const val& seed, int rows, int columns, int count) {
  return guarded([&] { return from_network(make_network({to_seed(seed), rows, columns, count})); });
}

val planted(const val& seed, const val& dims, int count) {
  return guarded([&] {
    return from_planted(make_planted({to_seed(seed), to_vector<int>(dims), count}));
  });
}

/// labels: Int32Array, empty for folds that are not stratified.
val folds(int count, const val& labels, int number, const val& seed) {
  return guarded(
      [&] { return to_array(assign_folds(count, to_vector<int>(labels), number, to_seed(seed))); });
}

/// An Explainer with the targets that it has been given and their surrogates.
struct Explanation {
  Explainer explainer;
  std::vector<std::vector<double>> targets = {};
  std::vector<Surrogate> surrogates = {};
};

std::shared_ptr<Explanation> create_explanation(const ModelF& model, const val& latent,
                                                double sigma) {
  return guarded([&] {
    const Architecture& a = model.spec().architecture;
    std::vector<std::vector<double>> projections;
    for (int k = 0; k < a.modes(); ++k) {
      const std::vector<float> c = model.projection(k);
      projections.emplace_back(c.begin(), c.end());
    }
    return std::make_shared<Explanation>(
        Explanation{Explainer(a, projections, to_vector<double>(latent), sigma)});
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
  return guarded([&] {
    val list = val::array();
    const std::vector<LocalCoefficients> local = e.explainer.local(sample, e.targets, e.surrogates);
    for (size_t t = 0; t < local.size(); ++t) list.set(t, from_local(local[t]));
    return list;
  });
}

std::shared_ptr<FitF> create_fit(const val& train, const val& test, const val& options) {
  return guarded([&] {
    const Dataset<float> data = to_dataset(train);
    if (test.isNull()) return std::make_shared<FitF>(data, nullptr, to_options(options));
    const Dataset<float> held_out = to_dataset(test);
    return std::make_shared<FitF>(data, &held_out, to_options(options));
  });
}

std::shared_ptr<ModelF> create_model(const val& spec, const val& parameters) {
  return guarded(
      [&] { return std::make_shared<ModelF>(to_spec(spec), to_vector<float>(parameters)); });
}

val angles(const val& a, const val& b, int rows) {
  return guarded(
      [&] { return to_array(principal_angles(to_vector<double>(a), to_vector<double>(b), rows)); });
}

double derived_seed(const val& seed, int stream) {
  return guarded([&] {
    return static_cast<double>(derive_seed(to_seed(seed), static_cast<uint64_t>(stream)));
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(trip) {
  using emscripten::class_;
  using emscripten::function;
  using emscripten::optional_override;

  function("_spiral", &spiral);
  function("_random", &random_tensors);
  function("_network", &network);
  function("_planted", &planted);
  function("_folds", &folds);
  function("_createFit", &create_fit);
  function("_createModel", &create_model);
  function("_principalAngles", &angles);
  function("_deriveSeed", &derived_seed);

  class_<FitF>("_Fit")
      .smart_ptr<std::shared_ptr<FitF>>("_FitPointer")
      .function("spec", optional_override(
                            [](FitF& f) { return guarded([&] { return from_spec(f.spec()); }); }))
      .function("advance", optional_override([](FitF& f, double steps, double epoch) {
                  return guarded([&] { return f.advance(to_int(val(steps)), to_int(val(epoch))); });
                }))
      .function("atEnd", optional_override([](FitF& f) { return f.at_end(); }))
      .function("nextRestart", optional_override([](FitF& f) {
                  return guarded([&] { return f.next_restart(); });
                }))
      .function("stop", optional_override([](FitF& f) { guarded([&] { f.stop(); }); }))
      .function("restart", optional_override([](FitF& f) { return f.restart(); }))
      .function("epoch", optional_override([](FitF& f) { return f.epoch(); }))
      .function("stepsPerEpoch", optional_override([](FitF& f) { return f.steps_per_epoch(); }))
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
      .function("best", optional_override([](FitF& f) { return f.best(); }))
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
      .smart_ptr<std::shared_ptr<ModelF>>("_ModelPointer")
      .function("transform", optional_override([](ModelF& m, const val& data) {
                  return guarded([&] { return to_array(m.transform(to_dataset(data))); });
                }))
      .function(
          "inverseTransform", optional_override([](ModelF& m, const val& latent) {
            return guarded([&] { return to_array(m.inverse_transform(to_vector<float>(latent))); });
          }))
      .function("predict", optional_override([](ModelF& m, const val& data) {
                  return guarded([&] { return to_array(m.predict(to_dataset(data))); });
                }))
      .function("predictProba", optional_override([](ModelF& m, const val& data) {
                  return guarded([&] { return to_array(m.predict_probability(to_dataset(data))); });
                }))
      .function(
          "predictLatent", optional_override([](ModelF& m, const val& latent) {
            return guarded([&] { return to_array(m.predict_latent(to_vector<float>(latent))); });
          }))
      .function("predictProbaLatent", optional_override([](ModelF& m, const val& latent) {
                  return guarded([&] {
                    return to_array(m.predict_probability_latent(to_vector<float>(latent)));
                  });
                }))
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
      .smart_ptr<std::shared_ptr<Explanation>>("_ExplanationPointer")
      .function("sigma", optional_override([](Explanation& e) { return e.explainer.sigma(); }))
      .function("addTarget", &add_target)
      .function("local", &explain_sample)
      .function("neighbours", optional_override([](Explanation& e, int sample) {
                  return guarded([&] { return e.explainer.neighbours(sample); });
                }));
  function("_createExplanation", &create_explanation);
}

}  // namespace trip::wasm
