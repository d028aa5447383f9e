// What JavaScript may call, each with its arguments in the order of their taking; web/lib/core.ts
// is the other side. An object that is made here belongs to JavaScript, which deletes it.

#include <trip/metrics.h>
#include <trip/validation.h>

#include "convert.h"

namespace trip::wasm {
namespace {

using FitF = Fit<float>;
using ModelF = Model<float>;

/// An Explainer with the targets that it has been given and their surrogates.
struct Explanation {
  Explainer explainer;
  std::vector<std::vector<double>> targets = {};
  std::vector<Surrogate> surrogates = {};
};

}  // namespace

// Data

TRIP_EXPORT void spiral() {
  const uint64_t seed = take_seed();
  const int samples = take_int(), noise_samples = take_int(), noise_dimensions = take_int();
  const Spiral made = make_spiral({seed, samples, noise_samples, noise_dimensions});
  give(made.train);
  give(made.test);
  give(made.plane);
}

TRIP_EXPORT void random_tensors() {
  const uint64_t seed = take_seed();
  std::vector<int> dims = take_array<int>();
  const int count = take_int(), nonzeros = take_int();
  give(make_random({seed, std::move(dims), count, nonzeros}));
}

TRIP_EXPORT void network() {
  const uint64_t seed = take_seed();
  const int rows = take_int(), columns = take_int(), count = take_int();
  const NetworkData made = make_network({seed, rows, columns, count});
  give(made.data);
  for (const auto* group :
       {&made.t1, &made.t2, &made.d1, &made.d2, &made.r1, &made.r2, &made.e1, &made.e2})
    give(*group);
  give(made.e);
}

TRIP_EXPORT void planted() {
  const uint64_t seed = take_seed();
  std::vector<int> dims = take_array<int>();
  const Planted made = make_planted({seed, std::move(dims), take_int()});
  give(made.train);
  give(made.test);
  give(made.basis);
}

/// labels: empty for folds that are not stratified.
TRIP_EXPORT void folds() {
  const int count = take_int();
  const std::vector<int> labels = take_array<int>();
  const int number = take_int();
  give(assign_folds(count, labels, number, take_seed()));
}

// Numbers

TRIP_EXPORT void angles() {
  const std::vector<double> a = take_array<double>(), b = take_array<double>();
  give(principal_angles(a, b, take_int()));
}

TRIP_EXPORT void derived_seed() {
  const uint64_t seed = take_seed();
  give(static_cast<double>(derive_seed(seed, static_cast<uint64_t>(take_int()))));
}

// Fits

TRIP_EXPORT FitF* fit_create() {
  const Options options = take_options();
  const Dataset<float> train = take_dataset();
  if (take() == 0) return new FitF(train, nullptr, options);
  const Dataset<float> test = take_dataset();
  return new FitF(train, &test, options);
}

TRIP_EXPORT void fit_delete(FitF* fit) { delete fit; }

TRIP_EXPORT void fit_spec(FitF* fit) { give(fit->spec()); }

TRIP_EXPORT void fit_advance(FitF* fit) {
  const int steps = take_int(), epoch = take_int();
  give(fit->advance(steps, epoch));
}

TRIP_EXPORT void fit_next_restart(FitF* fit) { give(fit->next_restart()); }

TRIP_EXPORT void fit_stop(FitF* fit) { fit->stop(); }

TRIP_EXPORT void fit_at_end(FitF* fit) { give(fit->at_end()); }

TRIP_EXPORT void fit_restart(FitF* fit) { give(fit->restart()); }

TRIP_EXPORT void fit_epoch(FitF* fit) { give(fit->epoch()); }

TRIP_EXPORT void fit_steps_per_epoch(FitF* fit) { give(fit->steps_per_epoch()); }

TRIP_EXPORT void fit_parameters(FitF* fit) { give(fit->parameters()); }

TRIP_EXPORT void fit_history(FitF* fit) { give_history(fit->history(), take_int()); }

TRIP_EXPORT void fit_evaluate(FitF* fit) { give(fit->evaluate(), fit->spec()); }

TRIP_EXPORT void fit_reports(FitF* fit) { give(fit->reports()); }

TRIP_EXPORT void fit_best_parameters(FitF* fit) { give(fit->best_parameters()); }

TRIP_EXPORT void fit_best_history(FitF* fit) { give_history(fit->best_history(), 0); }

TRIP_EXPORT void fit_best_frame_epochs(FitF* fit) { give(fit->best_frames().epochs); }

TRIP_EXPORT void fit_best_frames(FitF* fit) { give(fit->best_frames().parameters); }

// Models

TRIP_EXPORT ModelF* model_create() {
  const ModelSpec spec = take_spec();
  return new ModelF(spec, take_array<float>());
}

TRIP_EXPORT void model_delete(ModelF* model) { delete model; }

/// After a call that has failed: what it has made to stay is gone with its blocks.
TRIP_EXPORT void model_forget(ModelF* model) { model->forget_workspace(); }

TRIP_EXPORT void model_transform(ModelF* model) { give(model->transform(take_dataset())); }

TRIP_EXPORT void model_inverse_transform(ModelF* model) {
  give(model->inverse_transform(take_array<float>()));
}

TRIP_EXPORT void model_predict(ModelF* model) { give(model->predict(take_dataset())); }

TRIP_EXPORT void model_predict_proba(ModelF* model) {
  give(model->predict_probability(take_dataset()));
}

TRIP_EXPORT void model_predict_latent(ModelF* model) {
  give(model->predict_latent(take_array<float>()));
}

TRIP_EXPORT void model_predict_proba_latent(ModelF* model) {
  give(model->predict_probability_latent(take_array<float>()));
}

TRIP_EXPORT void model_score(ModelF* model) { give(model->score(take_dataset())); }

TRIP_EXPORT void model_projection(ModelF* model) { give(model->projection(take_int())); }

TRIP_EXPORT void model_fingerprint(ModelF* model) { host_give_text(model->fingerprint().c_str()); }

// Explanations

TRIP_EXPORT Explanation* explanation_create(ModelF* model) {
  const Architecture& a = model->spec().architecture;
  std::vector<std::vector<double>> projections;
  for (int k = 0; k < a.modes(); ++k) {
    const std::vector<float> c = model->projection(k);
    projections.emplace_back(c.begin(), c.end());
  }
  std::vector<double> latent = take_array<double>();
  return new Explanation{Explainer(a, std::move(projections), std::move(latent), take())};
}

TRIP_EXPORT void explanation_delete(Explanation* e) { delete e; }

TRIP_EXPORT void explanation_sigma(Explanation* e) { give(e->explainer.sigma()); }

TRIP_EXPORT void explanation_add_target(Explanation* e) {
  std::vector<double> target = take_array<double>();
  Surrogate surrogate = e->explainer.surrogate(target);
  give(surrogate);
  // Room for both first: a call that fails leaves all as it was.
  e->targets.reserve(e->targets.size() + 1);
  e->surrogates.reserve(e->surrogates.size() + 1);
  e->targets.push_back(std::move(target));
  e->surrogates.push_back(std::move(surrogate));
}

/// One after the other, of each target.
TRIP_EXPORT void explanation_local(Explanation* e) {
  for (const LocalCoefficients& local : e->explainer.local(take_int(), e->targets, e->surrogates))
    give(local);
}

TRIP_EXPORT void explanation_neighbours(Explanation* e) {
  give(e->explainer.neighbours(take_int()));
}

}  // namespace trip::wasm
